/// The ages and the size up to which a history is kept.
package struct HistoryLimits: Sendable, Equatable {
  /// Seconds for which samples stay as they came. Default a day.
  package var raw = 86_400.0
  /// Seconds for which minutes stay. Default 31 days.
  package var minute = 31 * 86_400.0
  /// Seconds for which quarters of an hour stay. Default two years.
  package var quarter = 731 * 86_400.0
  /// Bytes of the file beyond which the oldest data goes. Default 500 MB.
  package var size = 500_000_000

  /// The times that are kept, in UTC milliseconds: the years 1970 to 9999.
  static let times = 0...253_402_300_799_000

  /// The standard limits.
  package init() {}

  func age(of tier: HistoryTier) -> Double {
    switch tier {
    case .raw: raw
    case .minute: minute
    case .quarter: quarter
    }
  }
}

/// The resolutions in which samples are kept.
package enum HistoryTier: String, CaseIterable, Sendable {
  /// Samples as they came.
  case raw
  /// The minimum, maximum, mean and count of each minute.
  case minute
  /// The same of each quarter of an hour.
  case quarter

  /// Seconds that one row of the tier stands for; 0 for samples as they came.
  package var width: Double {
    switch self {
    case .raw: 0
    case .minute: 60
    case .quarter: 900
    }
  }

  /// The milliseconds that one block spans at most. A tier is made of the one before it in such stretches.
  var span: Int {
    switch self {
    case .raw, .minute: 3_600_000
    case .quarter: 86_400_000
    }
  }

  /// The milliseconds of one row.
  var milliseconds: Int { Int(width * 1000) }

  /// The tier that this one is made of; nil for samples as they came.
  var finer: HistoryTier? {
    switch self {
    case .raw: nil
    case .minute: .raw
    case .quarter: .minute
    }
  }
}

/// The ages and the size up to which a history is kept.
package struct HistoryLimits: Sendable, Equatable {
  /// The seconds for which samples are kept at full resolution. Default a day.
  package var raw = 86_400.0
  /// The seconds for which minutes are kept. Default 31 days.
  package var minute = 31 * 86_400.0
  /// The seconds for which quarters of an hour are kept. Default two years.
  package var quarter = 731 * 86_400.0
  /// The size of the file in bytes above which the oldest data is dropped. Default 500 MB.
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
  /// The samples at full resolution.
  case raw
  /// The minimum, maximum, mean and count of each minute.
  case minute
  /// The minimum, maximum, mean and count of each quarter of an hour.
  case quarter

  /// The seconds that one row of the tier covers; 0 for full resolution.
  package var width: Double {
    switch self {
    case .raw: 0
    case .minute: 60
    case .quarter: 900
    }
  }

  /// The largest number of milliseconds of one block. A tier is made from the finer tier in spans of this length.
  var span: Int {
    switch self {
    case .raw, .minute: 3_600_000
    case .quarter: 86_400_000
    }
  }

  /// The milliseconds of one row.
  var milliseconds: Int { Int(width * 1000) }

  /// The tier from which this one is made; nil for full resolution.
  var finer: HistoryTier? {
    switch self {
    case .raw: nil
    case .minute: .raw
    case .quarter: .minute
    }
  }
}

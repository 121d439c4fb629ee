import Synchronization

/// The way in which a region writes numbers, dates and the names of days and months. Times of day have 24 hours
/// everywhere.
public struct RegionalFormat: Hashable, Sendable {
  /// The order of a date's parts.
  public enum DateOrder: Hashable, Sendable {
    /// `21 Nov 2026`
    case dayMonth
    /// `Nov 21, 2026`
    case monthDay
    /// The month, and the day with a mark of its own, after the year: `2026年11月21日`.
    case marked(year: String, day: String)
  }

  /// The character between a number's whole part and its decimals.
  public var decimalSeparator: Character = "."
  /// The text between groups of three digits; empty for none.
  public var groupSeparator = ","
  /// Seven short names, Sunday first.
  public var weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  /// Seven names, Sunday first.
  public var fullWeekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  /// Twelve short names, January first.
  public var months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  /// The order of a date's parts. Default `dayMonth`.
  public var dateOrder = DateOrder.dayMonth

  /// The format of no region: English names, a decimal point, commas between groups.
  public init() {}

  private static let shared = Mutex(RegionalFormat())

  /// The format of all texts of this process, as in C a process has one locale.
  public static var current: RegionalFormat {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }

  /// `21 Nov`
  func date(_ time: CivilTime) -> String {
    let month = month(of: time)
    switch dateOrder {
    case .dayMonth: return "\(time.day) \(month)"
    case .monthDay: return "\(month) \(time.day)"
    case .marked(let year, let day): return month + Self.gap(after: year) + "\(time.day)" + day
    }
  }

  /// `21 Nov 2026`
  func dateAndYear(_ time: CivilTime) -> String {
    switch dateOrder {
    case .dayMonth: "\(date(time)) \(time.year)"
    case .monthDay: "\(date(time)), \(time.year)"
    case .marked(let year, _): "\(time.year)\(year)\(Self.gap(after: year))\(date(time))"
    }
  }

  /// `Nov 2026`
  func monthAndYear(_ time: CivilTime) -> String {
    if case .marked(let year, _) = dateOrder {
      return "\(time.year)\(year)\(Self.gap(after: year))\(month(of: time))"
    }
    return "\(month(of: time)) \(time.year)"
  }

  func month(of time: CivilTime) -> String { months[floorModulo(time.month - 1, 12)] }

  /// The gap after the mark of a year: Korean separates the parts of a date with blanks, Chinese and Japanese do not.
  private static func gap(after year: String) -> String { year == "년" ? " " : "" }
}

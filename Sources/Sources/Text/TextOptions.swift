/// What the user says about text that a `TextReader` is to understand.
public struct TextOptions: Sendable {
  /// The `strptime` format of the time with which a line (or its time column) starts; nil looks for
  /// a time by itself. Without `%z` or `%s` it is local time.
  public var timeFormat: String?
  /// The columns to keep, in this order: names, or numbers of fields from 1 (the time and text fields
  /// count, as in `cut -f`). In a table with a key, `r/s` keeps that column of every key and `sda r/s`
  /// the one. nil keeps all.
  public var columns: [String]?
  /// The text is a file: nobody waits for the first row.
  public var isFile: Bool
  /// As ttyplot's `-2`: all numbers of the stream, whatever the lines, taken two by two.
  public var ttyplotTwo: Bool

  public init(
    timeFormat: String? = nil, columns: [String]? = nil, isFile: Bool = false,
    ttyplotTwo: Bool = false
  ) {
    self.timeFormat = timeFormat
    self.columns = columns
    self.isFile = isFile
    self.ttyplotTwo = ttyplotTwo
  }
}

/// One series of numbers found in text.
public struct TextColumn: Sendable, Equatable {
  /// As the header has it, `sda r/s` where rows have a key, a path (`cpu.0.user`) in JSON, the number
  /// of the field from 1 where nothing names it. At most 80 characters.
  public var name: String
  /// The unit, where text says it: `%`, `ms`, `B`, `kB/s`; sizes with a suffix (`1.5G`) are turned
  /// into bytes and have the unit `B`. nil when not known.
  public var unit: String?
  /// The names without and with a key, by which it can be asked for as well.
  var otherNames: [String] = []
  /// The place of its field in its line, from 0.
  var field = 0

  public init(name: String, unit: String? = nil) {
    self.name = name
    self.unit = unit
  }
}

/// What the rows' times are made of.
public enum TextTimeKind: Sendable, Equatable {
  /// No time column: `TextBatch.times` are NaN.
  case none
  /// Date and time, or a number of seconds or parts of seconds since 1970.
  case date
  /// Only a time of day, taken to be the one nearest to its arrival (within half a day).
  case timeOfDay
}

/// The bounds of what a `TextReader` keeps.
public enum TextLimits {
  /// Bytes of a line; the rest of it is dropped.
  public static let line = 1 << 20
  /// Columns; those that come later are left out.
  public static let columns = 1000
  /// Different keys of a table; with more, keys are taken to be mere labels.
  public static let keys = 200
  /// Different commands of a list of processes; the others are left out.
  static let processes = 24
  /// Bytes of a quoted field that contains line ends.
  static let record = 1 << 16
  /// Bytes of an unreadable line that are shown.
  static let shown = 120
  /// Different headers that are remembered.
  static let tables = 64
}

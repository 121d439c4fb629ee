/// The user's hints about the text that a `TextReader` reads.
public struct TextOptions: Hashable, Sendable {
  /// The `strptime` format of the time at the start of a line (or of its time column); nil detects times.
  /// A format without `%z` or `%s` means local time.
  public var timeFormat: String?
  /// The columns to keep, in this order: names, or numbers of fields from 1 (the time and text fields
  /// count, as in `cut -f`). In a table with a key, `r/s` keeps that column of every key, and `sda r/s`
  /// the column of one key. Nil keeps all columns.
  public var columns: [String]?
  /// A regular expression of PCRE2, whose named groups are columns; nil for the usual rules. Lines that the expression
  /// does not match are left out. A group called `time` or the like holds the time of the row, and a group of text
  /// distinguishes rows, like the first column of a table.
  public var match: String?
  /// The column of the horizontal axis, by its name or its number from 1: numbers, times, or names that distinguish
  /// rows; nil for the times of the text.
  public var horizontal: String?
  /// The columns whose texts or numbers distinguish rows, by their names or numbers from 1, in the order of their texts
  /// in the name of a row; empty for the columns that are found.
  public var rowNames: [String] = []
  /// Whether all numbers of the stream are read in pairs, regardless of lines, like the option `-2` of ttyplot.
  public var ttyplotTwo: Bool
  /// The words that have numbers, in any column; none by default.
  public var words = StateWords()
  /// Whether the text is a file, whose rows are not live. The text's feed sets this property.
  var isFile = false
  /// Whether all rows of the text are of one time, so that any text may distinguish rows. The text's feed sets this
  /// property.
  var isOfOneTime = false
  /// The member that distinguished the lines of the text before this one; nil if there is none. The text's feed sets
  /// this property.
  var knownMember: LineKeySearch.Member?
  /// Whether the text is the output of a command and only the first number of each row is wanted, so that a line such
  /// as `21,5` is one number. The text's feed sets this property.
  var isOneNumber = false
  /// The columns that are wanted, and may hold words that have numbers, by their names or numbers from 1; empty without
  /// such words. The text's feed sets this property.
  var stateColumns: [String] = []
  /// Whether the line `exit` ends the text; otherwise the line is left out. Only the writer of the standard input can
  /// address this program.
  var endsAtExit = true

  public init(
    timeFormat: String? = nil, columns: [String]? = nil, match: String? = nil,
    ttyplotTwo: Bool = false
  ) {
    self.timeFormat = timeFormat
    self.columns = columns
    self.match = match
    self.ttyplotTwo = ttyplotTwo
  }
}

/// The columns of a table that the user chose, by their names or numbers from 1.
struct ChosenColumns {
  var horizontal: String?
  var rowNames: [String] = []
  /// The columns to keep, whose numbers are values.
  var values: [String] = []

  static let none = ChosenColumns()
  var isEmpty: Bool { horizontal == nil && rowNames.isEmpty }
}

extension TextOptions {
  var chosenColumns: ChosenColumns {
    ChosenColumns(horizontal: horizontal, rowNames: rowNames, values: columns ?? [])
  }
}

/// One series of numbers found in text.
public struct TextColumn: Sendable, Hashable {
  /// The name in the header, `sda r/s` if rows have a key, a path (`cpu.0.user`) in JSON, or the number of the field
  /// from 1 without a name. At most some 400 characters.
  public var name: String
  /// The number of series that the column's series has replaced. No more rows of the replaced series come, and the new
  /// series starts without a past.
  public var generation = 0
  /// The heading above the column's name, which is the start of the name; empty without a heading.
  public internal(set) var heading = ""
  /// The name without its heading.
  public var nameBelowHeading: String {
    heading.isEmpty || !name.hasPrefix(heading + " ")
      ? name : String(name.dropFirst(heading.count + 1))
  }
  /// The text that identifies the column's rows, such as the name of a disk; empty without such a text.
  public internal(set) var key = ""
  /// The name of the field with that text; empty if the field has none.
  public internal(set) var keyName = ""
  /// The name without the key: the quantity.
  public var quantity: String { otherNames.first ?? name }
  /// Whether the column is named by the number of its field, because the text has no name for the column.
  public internal(set) var isNumbered = false
  /// Whether the numbers are identifiers that look like numbers, among other identifiers that do not.
  public internal(set) var isText = false
  /// Whether the numbers have become the names of rows: they are in the names of other columns.
  public internal(set) var isName = false
  /// Whether the column is about a process in a list of processes.
  public internal(set) var isProcess = false
  /// Whether the header that has replaced the column's header lacks the column.
  public internal(set) var isGone = false
  /// Whether a column of this name holds the share of the processors that a process uses.
  public static func isShareOfProcessor(_ name: some StringProtocol) -> Bool {
    ["%CPU", "%cpu", "CPU%", "pcpu"].contains { $0 == name }
  }
  /// Whether a column of this name may hold the time since some start, if its numbers only grow.
  public var isNamedLikeElapsedTime: Bool { isElapsedName(quantity) }
  /// Whether a column of this name holds identifiers: those of processes and users, and of things in a record
  /// (`req.id`). A column `id` may be the idle time of a processor, unless the column belongs to a named thing.
  public var isNamedLikeIdentifier: Bool {
    guard unit == nil else { return false }
    if quantity == "id", !keyName.isEmpty { return true }
    let words = quantity.split { "._ ".contains($0) }
    guard let last = words.last?.lowercased() else { return false }
    if ["pid", "ppid", "tid", "tgid", "uid", "gid", "euid"].contains(last) { return true }
    return quantity.hasSuffix(".id") || quantity.hasSuffix("_id") || quantity.hasSuffix("Id")
  }
  /// The unit of bare numbers, from the header, the command or the name; nil without such a unit.
  var headerUnit: String?
  /// The unit to which numbers in cells with units are converted; nil as long as all numbers are bare.
  var cellUnit: TextUnit?
  /// Whether the numbers count things, so that letters behind them are thousands and millions.
  var areCounts = false
  /// The names without and with a key. Both are accepted in a selection.
  var otherNames: [String] = []
  /// The position of the column's field in its line, from 0.
  var field = 0

  /// - Parameter unit: the unit in the header; nil for none.
  public init(name: String, unit: String? = nil) {
    self.name = name
    headerUnit = unit
  }
}

/// The kind of the rows' times.
public enum TextTimeKind: Sendable, Equatable {
  /// No time column: `TextBatch.times` are NaN.
  case none
  /// Date and time, or a number of seconds or of parts of seconds since 1970.
  case date
  /// Only a time of day, which means the instant nearest to the row's arrival (within half a day).
  case timeOfDay
}

/// The bounds of a `TextReader`'s memory.
public enum TextLimits {
  /// Bytes of a line; the rest of the line is dropped.
  public static let line = 1 << 20
  /// Columns; later ones are left out.
  public static let columns = 1000
  /// Different keys of a table at a time. Keys that are gone make room for new ones. If none is gone, new keys that
  /// share rows are left out, and keys that have a row each count as labels.
  public static let keys = 200
  /// Different commands of idle processes in a list of processes at a time. The list is often in the order of start,
  /// with hundreds of the kernel's threads before the busy processes.
  static let idleProcesses = 24
  /// Characters of a column's name without that of a row. Longer names may differ in the rest only, but the names of
  /// a hostile text must not fill the memory.
  static let name = 200
  /// Bytes of a quoted field that contains line ends.
  static let record = 1 << 16
  /// Characters of an unreadable line in a message.
  static let shownLine = 120
  /// Different headers that are remembered.
  static let tables = 64
}

import Messages

/// The lines under one header, or under none, with the roles of their fields: number, time or key.
///
/// - The **time** is the first field that can be read as a time. Else the time is the first column of
///   numbers that are seconds, milliseconds, microseconds or nanoseconds of the years 2001 to 2096, if
///   the column is called time, date, timestamp and the like, or has no name and stands in front of
///   others. Without a name, the time of a row that has just come must be near its arrival.
/// - The **key** is the column called `Mounted on`, `Command` or the like; else the first field after the
///   time, if that field is text; without a header also several words (`RowName`). Rows of an interval
///   with different keys become one row whose columns are called `KEY NAME`, or plain `NAME` as long as
///   there is only one key.
/// - Other fields of text are left out, as are `PID`, `UID` and `PPID` of lists of processes.
final class TextTable {
  enum Role { case value, time, key, label }

  let delimiter: Delimiter
  /// The rule by which lines between blanks are cut.
  let cells: CellRule
  let names: [String]
  let headings: [String]
  let units: [String?]
  let hasHeader: Bool
  /// The place of the name in rows without a header.
  var rowName: RowName?
  private(set) var roles: [Role]
  private(set) var keyField: Int?
  private(set) var timeField: Int?
  /// The field with the unit of the field before it, row by row.
  private var unitField: Int?
  /// The stretch of the last row that names one.
  private var lastRange: ClosedRange<Double>?
  /// The number of cells of the first row.
  let cellCount: Int
  /// Whether commas are decimal in this table.
  var commaIsDecimal: Bool
  /// The seconds in one unit of a numeric time.
  private(set) var timeScale = 1.0
  /// Whether more keys than `TextLimits.keys` came, so that keys are labels.
  private(set) var hasTooManyKeys = false

  /// The fields that a line must have to be this table's header again.
  var signature: [String] = []
  /// The number of the header's line.
  var headerNumber = 0
  /// Whether the header's line begins with `#`.
  var isHeaderComment = false

  struct Key {
    var text: String
    var source: Int
    var columns: [Int]
    /// The numbers of lines with the key, and the places of the last one: among the lines of the table,
    /// and among the rows of the reader.
    var lines = 0
    var lastLine = 0
    var lastRow = 0
  }
  var keys: [Key] = []
  /// The number of lines of the table.
  var lines = 0
  /// Whether a key has taken the place of a gone one.
  var hasMadeRoom = false
  var keyNumbers: [String: Int] = [:]
  /// The first of the numbers that the table gives to its sources. No two tables of a reader share a
  /// number.
  private let firstSource: Int
  /// Whether the times are numbers of years.
  private var hasYears = false
  /// The arrival of the first row; nil in a file.
  private let arrival: Double?
  /// The field of other names, as long as it may tell rows apart.
  var nameBeside: NameBeside?
  /// The field whose names are a part of the keys, behind those of the key field.
  private(set) var joinedField: Int?
  /// Whether rows are processes. The rows of one command in an interval are added up.
  let isProcessList: Bool

  init(
    delimiter: Delimiter, cells: CellRule = .words, header: HeaderNames?, fields: [TextField],
    commaIsDecimal: Bool, firstSource: Int, chosen: String? = nil, arrival: Double? = nil
  ) {
    self.delimiter = delimiter
    self.cells = cells
    names = header?.names ?? []
    headings = header?.headings ?? []
    units = header?.units ?? []
    hasHeader = header != nil
    self.commaIsDecimal = commaIsDecimal
    self.firstSource = firstSource
    self.arrival = arrival
    cellCount = fields.count - fields.count { $0.beginsPair }
    isProcessList = names.contains { $0.uppercased() == "PID" }
    roles = [Role](repeating: .value, count: max(names.count, fields.count))
    findRoles(fields)
    // The words of a command are one field, the header's last.
    if hasHeader, keyField == names.count - 1 { roles.removeLast(roles.count - names.count) }
    if let chosen { choose(chosen, fields) } else { findNameBeside(fields) }
    if let cpu = Self.cpuField(names) {
      (keyField, nameBeside) = (cpu.cpu, nil)
      (roles[cpu.core], roles[cpu.cpu]) = (.label, .key)
    }
    if let index = header?.indexField {
      keyField = index
      roles[index] = .key
    }
    if !hasHeader, delimiter != .blanks, let counter = Self.counterField(fields) {
      roles = roles.map { _ in .label }
      (roles[counter], roles[counter + 2]) = (.value, .key)
      (unitField, keyField) = (counter + 1, counter + 2)
      timeField = nil
    }
  }

  /// Makes the names of another field the keys of rows, or a part of them.
  func takeNames(of field: Int, isAlone: Bool) {
    guard isAlone else {
      joinedField = field
      return
    }
    if let keyField { roles[keyField] = .label }
    keyField = field
    roles[field] = .key
  }

  /// The fields of the core and of the processor, which are numbers of `turbostat`'s rows.
  private static func cpuField(_ names: [String]) -> (core: Int, cpu: Int)? {
    guard names.contains("Busy%"), let cpu = names.firstIndex(of: "CPU"),
      let core = names.firstIndex(of: "Core")
    else { return nil }
    return (core, cpu)
  }

  /// The field of the number in a row of `perf stat -x`: the number, its unit or nothing, the name of the
  /// event, the run time and the percentage of the time; nil for another row.
  static func counterField(_ fields: [TextField]) -> Int? {
    fields.indices.first { value in
      guard value + 4 < fields.count, fields[value].isNumber || fields[value].value == .missing,
        fields[value + 2].isText, !fields[value + 2].bytes.contains(0x20),
        case .number(let runTime) = fields[value + 3].value, runTime == runTime.rounded(),
        case .number(let share) = fields[value + 4].value, (0...100).contains(share)
      else { return false }
      let unit = fields[value + 1]
      return unit.bytes.isEmpty || unit.isText && unit.bytes.count <= 12
    }
  }

  /// Whether fields of text stay left out, even if a row has numbers there.
  var keepsLabels: Bool { hasHeader || unitField != nil }

  /// The value of a field of a row, with the unit that stands in another field.
  func value(of field: Int, in fields: [TextField]) -> FieldValue {
    // `kubectl top` counts thousandths of processors: `250m`.
    if field < names.count, names[field] == "CPU(cores)", fields[field].bytes.last == 0x6D,
      case .number(let number) = FieldValue(
        UnsafeBufferPointer(rebasing: fields[field].bytes.dropLast()))
    {
      return .number(number / 1000)
    }
    guard let unitField, field + 1 == unitField, unitField < fields.count,
      case .number(let number) = fields[field].value,
      let unit = attachedUnit(fields[unitField].bytes)
    else { return fields[field].value }
    return .quantity(number * unit.factor, unit)
  }

  /// The distance between the sources of two tables, so that no two tables share a source.
  static let sourcesPerTable = TextLimits.keys + 2

  func name(_ field: Int) -> String { field < names.count ? names[field] : "" }

  private func findRoles(_ fields: [TextField]) {
    for (index, field) in fields.enumerated() where field.isText || field.range != nil {
      roles[index] = .label
    }
    // Behind the identifier of a process stands the time that the process has used.
    let candidates = isProcessList ? fields.indices.prefix(1) : fields.indices
    timeField =
      candidates.first { fields[$0].time != nil }
      ?? candidates.first { isEpochTime(fields, $0) } ?? yearField(fields)
    if let timeField {
      roles[timeField] = .time
      if case .number(let value) = fields[timeField].value {
        hasYears = epochScale(value) == nil
        timeScale = epochScale(value) ?? 1
        hasNumericTime = !hasYears
      }
    }
    for (index, field) in fields.enumerated() where field.time != nil && index != timeField {
      roles[index] = .label
    }
    let first = timeField == 0 ? 1 : 0
    keyField =
      names.firstIndex { isKeyName($0) } ?? nameBesideIdentifier(fields) ?? mountPoint(fields)
    if keyField == nil, first < fields.count, fields[first].isText { keyField = first }
    // `du`, `wc`: the name comes after the numbers.
    if keyField == nil, !hasHeader, [.blanks, .tab].contains(delimiter),
      fields.last?.isText == true,
      fields.count(where: \.isText) == 1
    {
      keyField = fields.count - 1
    }
    if let keyField { roles[keyField] = .key }
    if isProcessList {
      for (index, name) in names.enumerated() where Self.identifiers.contains(name.uppercased()) {
        roles[index] = .label
      }
    }
  }

  /// Whether the field that the user chose for the horizontal axis holds times or names.
  private(set) var hasChosenField = false

  /// Makes the field that the user chose the one of the times or of the names.
  private func choose(_ name: String, _ fields: [TextField]) {
    guard let field = names.firstIndex(of: name) ?? Int(name).map({ $0 - 1 }),
      fields.indices.contains(field)
    else { return }
    func release(_ other: Int?) {
      if let other, other != field { roles[other] = .label }
    }
    hasChosenField = true
    if fields[field].time != nil || isEpochTime(fields, field, isAsked: true) {
      release(timeField)
      timeField = field
      roles[field] = .time
      if case .number(let value) = fields[field].value {
        (timeScale, hasNumericTime) = (epochScale(value) ?? 1, true)
      }
    } else if fields[field].isText {
      release(keyField)
      keyField = field
      roles[field] = .key
    } else {
      hasChosenField = false
      release(timeField)
      timeField = nil
    }
  }

  static func isCommand(_ name: String) -> Bool { ["command", "cmd"].contains(name.lowercased()) }

  private func isKeyName(_ name: String) -> Bool {
    Self.isCommand(name) || ["mounted on", "mounted"].contains(name.lowercased())
  }

  /// The last field, if the rows are file systems (`df` in any language).
  private func mountPoint(_ fields: [TextField]) -> Int? {
    guard hasHeader, delimiter == .blanks, fields.count == names.count, fields.count > 4,
      fields[0].isText, let last = fields.last, last.isText, last.bytes.first == 0x2F,
      case .quantity(_, let unit) = fields[fields.count - 2].value, unit.symbol == "%"
    else { return nil }
    return fields.count - 1
  }

  /// The field of the name where the first field is an identifier (`docker stats`).
  private func nameBesideIdentifier(_ fields: [TextField]) -> Int? {
    guard let first = names.first?.uppercased(), first == "ID" || first.hasSuffix(" ID"),
      let name = names.firstIndex(where: { $0.uppercased() == "NAME" }), name < fields.count,
      fields[name].isText
    else { return nil }
    return name
  }

  private func isEpochTime(_ fields: [TextField], _ index: Int, isAsked: Bool = false) -> Bool {
    guard fields.count > 1, case .number(let value) = fields[index].value, epochScale(value) != nil
    else { return false }
    let name = name(index)
    return isTimeName(name)
      || index == 0 && name.isEmpty && (isAsked || isNearTime(value, arrival: arrival))
  }

  /// The column of the years of rows, if no months tell rows of one year apart.
  private func yearField(_ fields: [TextField]) -> Int? {
    guard !names.contains(where: { $0.lowercased() == "month" }) else { return nil }
    return fields.indices.first {
      guard case .number(let value) = fields[$0].value else { return false }
      return isYearName(name($0)) && startOfYear(value) != nil && fields.count > 1
    }
  }

  /// The time of a row, if its time field can still be read as a time. When the numeric time of a table
  /// stops being a time, its column becomes a column of values.
  func time(_ fields: [TextField]) -> TextTime? {
    guard let timeField, timeField < fields.count else { return nil }
    if let time = fields[timeField].time { return time }
    guard case .number(let value) = fields[timeField].value else { return nil }
    if hasYears { return startOfYear(value) }
    return epochScale(value) == nil ? nil : .date(value * timeScale)
  }

  /// Whether a row has no time where other rows have theirs. In a table with names, an empty cell repeats the
  /// time above it, as spreadsheets write it.
  func lacksTime(_ fields: [TextField]) -> Bool {
    guard let timeField, time(fields) == nil else { return false }
    guard timeField < fields.count else { return true }
    if fields[timeField].value == .missing { return keyField == nil }
    return !fields[timeField].isNumber
  }

  /// Whether a row sums up rows before it: the first field is text where other rows have the time
  /// (`Average:`), or the row's stretch begins before the last one and is longer (`0.00-3.00`).
  func isSummary(_ fields: [TextField]) -> Bool {
    if cells == .grouped, let range = fields.lazy.compactMap(\.range).first {
      if let last = lastRange, range.lowerBound < last.lowerBound { return true }
      lastRange = range
    }
    guard hasHeader, let timeField, timeField < fields.count, fields[timeField].isText else {
      return false
    }
    return fields[timeField].bytes.last == 0x3A
  }

  /// Whether a line of fields fits the table: at least one field in the places of numbers is a number,
  /// and no more of them are text than numbers, or all of them are missing.
  func fits(_ fields: [TextField]) -> Bool {
    var numbers = 0
    var texts = 0
    for (index, field) in fields.enumerated() {
      let role = index < roles.count ? roles[index] : .label
      if field.isNumber, role == .value || role == .label { numbers += 1 }
      if role == .value, field.isText || field.time != nil { texts += 1 }
      if role == .time, field.isText { texts += 1 }
    }
    return numbers > 0 ? numbers >= texts : isGap(fields)
  }

  /// Whether a line has a missing value in each place of a number, and a time in that of a time. A line with a name and
  /// without a time is rather a text.
  private func isGap(_ fields: [TextField]) -> Bool {
    let hasTime = timeField.map { $0 < fields.count && fields[$0].time != nil } ?? false
    return fields.count == roles.count && roles.contains(.value)
      && zip(fields, roles).allSatisfy { field, role in
        switch role {
        case .value: field.value == .missing
        case .time: field.time != nil || field.isNumber
        case .key, .label: hasTime
        }
      }
  }

  /// The number of a line's key; nil if there is no room for another key.
  func key(_ fields: [TextField], columns: inout TextColumns, rows: RowCounts) -> Int? {
    let text = keyText(fields)
    guard let number = keyNumbers[text] ?? newKey(text, of: fields, &columns, rows) else {
      guard !isProcessList, !hasMadeRoom, keys.count == TextLimits.keys, goneKey(rows) == nil,
        !shareRows(rows), let field = keyField
      else { return nil }
      hasTooManyKeys = true
      roles[field] = .label
      keyField = nil
      return key(fields, columns: &columns, rows: rows)
    }
    note(number, rows)
    return number
  }

  private func newKey(
    _ text: String, of fields: [TextField], _ columns: inout TextColumns, _ rows: RowCounts
  ) -> Int? {
    let most = isIdleProcess(fields, columns) ? TextLimits.idleProcesses : TextLimits.keys
    // A table without a key field has one key, the empty text.
    let isFull = keys.count >= most || !columns.hasRoom(for: valueFields)
    if isFull, keyField != nil, !keys.isEmpty { return takePlace(for: text, &columns, rows) }
    keyNumbers[text] = keys.count
    keys.append(Key(text: text, source: firstSource + keys.count, columns: []))
    if keys.count == 2 { nameInFull(0, &columns) }
    makeColumns(keys.count - 1, &columns)
    return keys.count - 1
  }

  func keyText(_ fields: [TextField]) -> String {
    let text = ownKeyText(fields)
    guard let joinedField, joinedField < fields.count else { return text }
    return text + "/" + shown(fields[joinedField].bytes, limit: 128)
  }

  private func ownKeyText(_ fields: [TextField]) -> String {
    guard let keyField, keyField < fields.count else { return "" }
    var bytes = fields[keyField].bytes
    // Blanks inside a command have split the command into several fields.
    if delimiter == .blanks, keyField == names.count - 1, let last = fields.last?.bytes,
      let start = bytes.baseAddress, let lastStart = last.baseAddress, lastStart > start
    {
      bytes = UnsafeBufferPointer(start: start, count: lastStart - start + last.count)
    }
    if bytes.last == 0x3A { bytes = UnsafeBufferPointer(rebasing: bytes.dropLast()) }
    // A colon of Chinese type.
    if bytes.suffix(3).elementsEqual([0xEF, 0xBC, 0x9A]) {
      bytes = UnsafeBufferPointer(rebasing: bytes.dropLast(3))
    }
    // Blanks that align the words of a name are no part of it.
    if rowName?.side == .front,
      zip(bytes, bytes.dropFirst()).contains(where: { ($0, $1) == (0x20, 0x20) })
    {
      return shown(bytes, limit: 128).split(separator: " ").joined(separator: " ")
    }
    // Paths differ at their ends, and the processes of one command by their arguments.
    return isProcessList ? shown(Self.command(bytes), limit: 40) : shown(bytes, limit: 128)
  }

  func source(_ key: Int) -> Int { isProcessList ? firstSource : keys[key].source }

  /// Whether there is no key, or only one: rows need not be looked up.
  var isPlain: Bool { keyField == nil && keys.count == 1 }

  /// The column of a field, for a key.
  func column(_ field: Int, key: Int, columns: inout TextColumns) -> Int {
    if field >= keys[key].columns.count || keys[key].columns[field] == unknown {
      makeColumn(field, key: key, &columns)
    }
    return keys[key].columns[field]
  }

  /// Whether a field marks a missing number in a column of numbers.
  func isMissingValue(_ field: TextField, _ index: Int) -> Bool {
    field.value == .missing && index < roles.count && roles[index] == .value
  }

  let unknown = -2

  /// Turns a field that held text before into a field of values.
  func becomesValue(_ field: Int) {
    while roles.count <= field { roles.append(.value) }
    roles[field] = .value
    if timeField == field { timeField = nil }
    for key in keys.indices where field < keys[key].columns.count {
      if keys[key].columns[field] < 0 { keys[key].columns[field] = unknown }
    }
  }

  /// The column of each field's numbers, -1 for unwanted numbers; nil if the table has keys or a time
  /// that is not a number.
  func plainColumns() -> [Int]? {
    guard isPlain, keys[0].columns.count <= roles.count else { return nil }
    return roles.indices.map { field in
      guard roles[field] == .value, field < keys[0].columns.count else { return TextColumns.none }
      return max(keys[0].columns[field], TextColumns.none)
    }
  }

  /// The source of rows without a key.
  var plainSource: Int { keys.first?.source ?? -1 }
  /// Whether the time is a number of seconds or of parts of seconds.
  private(set) var hasNumericTime = false
  var hasLabels: Bool { roles.contains(.label) }
}

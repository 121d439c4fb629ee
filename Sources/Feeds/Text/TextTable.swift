import Messages

/// The lines under one header, or under none, with the keys and the columns of their fields.
///
/// Rows of an interval with different keys become one row whose columns are called `KEY NAME`, or plain `NAME` as
/// long as there is only one key. The fields have roles (`FieldRoles`); labels are left out.
final class TextTable {
  let delimiter: Delimiter
  /// The rule by which lines are split at blanks.
  let cells: CellRule
  let names: [String]
  let headings: [String]
  /// The unit of each column that the header states in a line of its own; empty without such a line.
  let units: [String?]
  /// The unit of each column that the command is known for; empty for an unknown command.
  let commandUnits: [String?]
  let hasHeader: Bool
  /// The position of the name in rows without a header.
  var rowName: RowName?
  private(set) var roles: FieldRoles
  /// The range of the last row that states a range.
  private var lastRange: ClosedRange<Double>?
  /// The number of cells of the first row.
  let cellCount: Int
  /// The use of commas in the numbers of this table.
  var comma: DecimalComma
  var commaIsDecimal: Bool { comma.isDecimal }
  /// Whether there were more than `TextLimits.keys` keys, so that the key's field is a label.
  private(set) var hasTooManyKeys = false

  /// The fields that a line must have to be this table's header again.
  var signature: [String] = []
  /// The number of the header's line.
  var headerNumber = 0
  /// Whether the header's line starts with `#`.
  var isHeaderComment = false

  struct Key {
    var text: String
    /// The quantity of the rows; nil if the columns have names of their own.
    var quantity: String?
    var source: Int
    var columns: [Int]

    /// The text that no other key of the table has.
    var identity: String { quantity.map { text + "\0" + $0 } ?? text }
  }
  var keys: [Key] = []
  private(set) var turnover = KeyTurnover()
  var keyNumbers: [String: Int] = [:]
  /// The first source number of the table. No two tables of a reader share a source number, as long as no table is
  /// forgotten.
  private let firstSource: Int
  /// The columns that began with texts, and may be columns of values.
  var texts: [ColumnTexts]
  /// The words so far that were in the place of numbers.
  var words: Set<String> = []
  /// The moment of the last row, if there are such columns.
  var lastMoment: LineMoment?
  /// The field of other names, as long as that field may distinguish rows.
  var nameBeside: NameBeside?

  init(
    delimiter: Delimiter, cells: CellRule = .words, header: HeaderNames?, fields: [TextField],
    comma: DecimalComma = .open, firstSource: Int, chosen: ChosenColumns = .none,
    arrival: Double? = nil, ahead: RowsAhead = .none
  ) {
    self.delimiter = delimiter
    self.cells = cells
    names = header?.names ?? []
    headings = header?.headings ?? []
    units = header?.units ?? []
    commandUnits = CommandUnits.units(of: header?.namesBelowHeadings ?? [])
    hasHeader = header != nil
    self.comma = comma
    self.firstSource = firstSource
    cellCount = fields.count - fields.count { $0.beginsPair }
    roles = FieldRoles(header, delimiter, fields, chosen: chosen, arrival: arrival, ahead: ahead)
    nameBeside = roles.fieldBeside.map(NameBeside.init(field:))
    texts = roles.openFields.map(ColumnTexts.init(field:))
  }

  /// The number of names that are also names of this table.
  func sharedNames(with names: [String]) -> Int {
    let own = Set(self.names)
    return names.count { !$0.isEmpty && own.contains($0) }
  }

  /// Whether names are those of this table's header, in any order.
  func isNamed(_ names: [String]) -> Bool { hasHeader && Set(names) == Set(self.names) }

  /// Whether a new table only continues this table: under a better choice, or with the columns in another order.
  func isContinued(under header: HeaderNames?) -> Bool {
    header.map { isNamed($0.names) } ?? !hasHeader
  }

  var keyField: Int? { roles.keyField }
  var isProcessList: Bool { roles.isProcessList }

  /// Makes the names of another field the keys of rows, or a part of the keys.
  func takeNames(of field: Int, isAlone: Bool) { roles.takeNames(of: field, isAlone: isAlone) }

  /// Makes the names of the key field texts, so that rows are no longer distinguished.
  func dropKey() {
    roles.dropKey()
    nameBeside = nil
  }

  /// The value of a row's field, with the unit from another field if there is one.
  func value(of field: Int, in fields: [TextField]) -> FieldValue {
    // `kubectl top` counts thousandths of processors: `250m`.
    if field < names.count, names[field] == "CPU(cores)", fields[field].bytes.last == 0x6D,
      case .number(let number) = FieldValue(
        UnsafeBufferPointer(rebasing: fields[field].bytes.dropLast()))
    {
      return .number(number / 1000)
    }
    return roles.value(of: field, in: fields)
  }

  /// The distance between the sources of two tables, so that no two tables share a source.
  static let sourcesPerTable = TextLimits.keys + 2

  func name(_ field: Int) -> String { field < names.count ? names[field] : "" }

  /// Whether a row summarizes earlier rows: text that ends with a colon replaces the time (`Average:`), or the row's
  /// range starts before the last one (`0.00-3.00`).
  func isSummary(_ fields: [TextField]) -> Bool {
    if cells == .grouped, let range = fields.lazy.compactMap(\.range).first {
      if let last = lastRange, range.lowerBound < last.lowerBound { return true }
      lastRange = range
    }
    guard hasHeader, let time = roles.timeField, time < fields.count, fields[time].isText else {
      return false
    }
    return fields[time].bytes.last == 0x3A
  }

  /// The number of a line's key; nil if there is no room for another key.
  func key(_ fields: [TextField], columns: inout TextColumns, rows: RowCounts) -> Int? {
    let key = Key(
      text: keyText(fields), quantity: quantity(fields), source: firstSource + keys.count,
      columns: [])
    guard let number = keyNumbers[key.identity] ?? add(key, of: fields, &columns, rows) else {
      guard !isProcessList, !turnover.hasMadeRoom, keys.count == TextLimits.keys,
        turnover.goneKey(rows) == nil, !turnover.shareRows(rows), keyField != nil,
        roles.quantityField == nil
      else {
        turnover.noteUnplaced(key.identity)
        return nil
      }
      hasTooManyKeys = true
      roles.dropKey()
      return self.key(fields, columns: &columns, rows: rows)
    }
    turnover.note(number, rows)
    return number
  }

  private func add(
    _ key: Key, of fields: [TextField], _ columns: inout TextColumns, _ rows: RowCounts
  ) -> Int? {
    let most = isIdleProcess(fields, columns) ? TextLimits.idleProcesses : TextLimits.keys
    // A table without a key field has one key, the empty text.
    let isFull = keys.count >= most || !columns.hasRoom(for: valueFields)
    if isFull, !isUndivided, !keys.isEmpty { return takePlace(for: key, &columns, rows) }
    let hadOneText = hasOneText
    keyNumbers[key.identity] = keys.count
    keys.append(key)
    turnover.add()
    if hadOneText, !hasOneText {
      for number in keys.indices.dropLast() { nameInFull(number, &columns) }
    }
    makeColumns(keys.count - 1, &columns)
    return keys.count - 1
  }

  /// Gives a new key the place and the columns of a gone key.
  /// - Returns: the place; nil if there is none.
  private func takePlace(
    for key: Key, _ columns: inout TextColumns, _ rows: RowCounts
  ) -> Int? {
    guard let place = turnover.takePlace(rows) else { return nil }
    let old = keys[place]
    keyNumbers[old.identity] = nil
    keyNumbers[key.identity] = place
    keys[place] = key
    keys[place].source = old.source
    for (field, column) in old.columns.enumerated() {
      let (bare, full) = (bareName(field, key: place), fullName(field, key: place))
      let isWanted = columns.rank(name: full, bare: bare, field: field) != nil
      if column >= 0, isWanted {
        columns.restart(column, name: full, bare: bare, key: key.text, unit: statedUnit(field))
        keys[place].columns.append(column)
      } else {
        keys[place].columns.append(unknown)
        if roles[field] == .value { makeColumn(field, key: place, &columns) }
      }
    }
    return place
  }

  /// Whether all keys so far have the same text, so that columns need not state the text.
  var hasOneText: Bool { keys.allSatisfy { $0.text == keys[0].text } }

  private func quantity(_ fields: [TextField]) -> String? {
    guard let field = roles.quantityField, field < fields.count else { return nil }
    return shown(fields[field].bytes, limit: 128)
  }

  /// The name of a row whose name is empty, such as NULL in the output of a database: no name at all is that of a row
  /// without a key.
  private static let emptyName = "–"

  func keyText(_ fields: [TextField]) -> String {
    var text = numbered(ownKeyText(fields), keyField)
    for joined in roles.joinedFields where joined < fields.count {
      let other = fields[joined].bytes
      let name = other.isEmpty ? Self.emptyName : shown(other, limit: 128)
      text += "/" + numbered(name, joined)
    }
    return text
  }

  /// The name of a row from the text of a field: a number alone says nothing, so the name of its field precedes it.
  private func numbered(_ text: String, _ field: Int?) -> String {
    guard let field, roles.numberedFields.contains(field) else { return text }
    return KeyText.numbered(text, of: name(field))
  }

  private func ownKeyText(_ fields: [TextField]) -> String {
    guard let keyField, keyField < fields.count else { return "" }
    var bytes = fields[keyField].bytes
    if bytes.isEmpty { return Self.emptyName }
    // Blanks inside a command have split the command into several fields.
    if delimiter == .blanks, keyField == names.count - 1, let last = fields.last?.bytes,
      let start = bytes.baseAddress, let lastStart = last.baseAddress, lastStart > start
    {
      bytes = UnsafeBufferPointer(start: start, count: lastStart - start + last.count)
    }
    if bytes.last == 0x3A { bytes = UnsafeBufferPointer(rebasing: bytes.dropLast()) }
    // A full-width colon (U+FF1A).
    if bytes.suffix(3).elementsEqual([0xEF, 0xBC, 0x9A]) {
      bytes = UnsafeBufferPointer(rebasing: bytes.dropLast(3))
    }
    // Blanks that align the words of a name are not part of the name.
    if rowName?.side == .front,
      zip(bytes, bytes.dropFirst()).contains(where: { ($0, $1) == (0x20, 0x20) })
    {
      return shown(bytes, limit: 128).split(separator: " ").joined(separator: " ")
    }
    // Paths differ at their ends, so the limit for a key is long; a short limit joins the processes of one program,
    // which differ in their arguments.
    return isProcessList ? shown(Self.command(bytes), limit: 40) : shown(bytes, limit: 128)
  }

  /// The source of a key's rows. Rows with places of their own on the axis are not joined.
  func source(_ key: Int) -> Int {
    isProcessList || roles.hasNumbersOnAxis ? firstSource : keys[key].source
  }

  /// Whether nothing distinguishes rows.
  private var isUndivided: Bool { keyField == nil && roles.quantityField == nil }

  /// Whether rows have no keys, so that no key need be looked up.
  var isPlain: Bool { isUndivided && keys.count == 1 }

  /// The column of a field, for a key.
  func column(_ field: Int, key: Int, columns: inout TextColumns) -> Int {
    if field >= keys[key].columns.count || keys[key].columns[field] == unknown {
      makeColumn(field, key: key, &columns)
    }
    return keys[key].columns[field]
  }

  let unknown = -2

  /// Turns a field of text or of the time into a field of values.
  func becomesValue(_ field: Int) {
    roles.becomesValue(field)
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
  var hasLabels: Bool { roles.contains(.label) }
  /// Whether rows have texts, so that no row is one of plain numbers.
  var hasTexts: Bool { hasLabels || keyField != nil }
}

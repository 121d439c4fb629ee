import Metrics

/// The columns of a text that are used, all or those that `TextOptions.columns` names, with the number of each in a
/// batch.
struct TextColumns {
  /// The number of a column that is not selected, or exceeds the limit.
  static let none = -1

  private(set) var columns: [TextColumn] = []
  private var numbers: [String: Int] = [:]
  private let selection: [String]?
  private(set) var found: Set<String> = []
  /// Whether columns were left out because there are too many.
  private(set) var isFull = false
  /// A count that grows whenever a column appears or is renamed.
  private(set) var revision = 0

  init(selection: [String]?) { self.selection = selection }

  var count: Int { columns.count }
  var isSelecting: Bool { selection != nil }

  /// The position of a column in the user's selection, which may contain the full name, the bare name, the number of
  /// the field, or the bare name without its heading or its unit in brackets; nil if the column is not selected.
  func rank(name: String, bare: String, field: Int) -> Int? {
    guard let selection else { return 0 }
    return selection.firstIndex { $0 == name || $0 == bare || Int($0) == field + 1 }
      ?? selection.firstIndex { Int($0) == nil && bare.hasSuffix(" " + $0) }
      ?? selection.firstIndex(of: withoutUnit(inName: bare))
  }

  /// Whether the user's selection contains a quantity, of all keys or of one key.
  func isWanted(_ bare: String, field: Int) -> Bool {
    rank(name: bare, bare: bare, field: field) != nil
      || selection?.contains { $0.hasSuffix(" " + bare) } ?? true
  }

  /// The number of the column called `name`, which is created if necessary. If a header has given the column another
  /// unit, the number is that of a column whose name states the unit: `a (ms)` beside `a`.
  /// - Parameter unit: the unit that the header or the command states; nil for the unit in the name.
  mutating func number(
    name: String, bare: String, full: String? = nil, field: Int,
    unit: @autoclosure () -> String? = nil, heading: String = "", key: String = "",
    keyName: String = "", isProcess: Bool = false, isNumbered: Bool = false
  ) -> Int {
    var name = name
    if let number = numbers[name] {
      guard let unit = unit(), let known = columns[number].headerUnit, unit != known else {
        return number
      }
      name += " (\(unit))"
      if let number = numbers[name] { return number }
    }
    offer(bare)
    guard let rank = rank(name: name, bare: bare, field: field) else { return Self.none }
    if let selection { found.insert(selection[rank]) }
    guard columns.count < TextLimits.columns else {
      isFull = true
      return Self.none
    }
    numbers[name] = columns.count
    var column = TextColumn(name: name, unit: unit() ?? Self.unit(ofName: bare, below: heading))
    column.areCounts = namesCounts(bare)
    column.otherNames = [bare, full ?? name]
    column.field = field
    column.heading = heading
    (column.key, column.keyName) = (key, keyName)
    column.isProcess = isProcess
    column.isNumbered = isNumbered
    columns.append(column)
    doubtful.note(columns.count - 1, named: bare, unit: column.headerUnit)
    revision += 1
    return columns.count - 1
  }

  /// The columns whose unit their numbers may refute.
  private(set) var doubtful = DoubtfulUnits()

  /// Whether columns are gone.
  private(set) var haveGone = false

  /// Marks the columns that a new header lacks as gone.
  /// - Parameter present: the columns of the header.
  mutating func keep(_ present: Set<Int>) {
    for column in columns.indices { columns[column].isGone = !present.contains(column) }
    haveGone = columns.contains(where: \.isGone)
    revision += 1
  }

  /// Marks the gone columns with a number in a row as present again.
  mutating func comeBack(in row: [Double]) {
    for column in columns.indices
    where columns[column].isGone && column < row.count && !SampleBatch.isAbsent(row[column]) {
      columns[column].isGone = false
      revision += 1
    }
    haveGone = columns.contains(where: \.isGone)
  }

  func hasRoom(for count: Int) -> Bool { columns.count + count <= TextLimits.columns }

  /// Makes a column the column of another series, which starts without a past.
  mutating func restart(
    _ column: Int, name: String, bare: String, key: String, unit: String?
  ) {
    rename(column, to: name, bare: bare)
    columns[column].key = key
    columns[column].generation += 1
    columns[column].areCounts = namesCounts(bare)
    (columns[column].isText, columns[column].isName) = (false, false)
    columns[column].headerUnit =
      unit ?? Self.unit(ofName: bare, below: columns[column].heading)
    columns[column].cellUnit = nil
    doubtful.note(column, named: bare, unit: columns[column].headerUnit)
    revision += 1
  }

  mutating func setKey(_ key: String, named name: String, of column: Int) {
    guard columns[column].key != key else { return }
    (columns[column].key, columns[column].keyName) = (key, name)
    revision += 1
  }

  /// The column that already has this name.
  func existing(_ name: String) -> Int? { numbers[name] }

  /// Whether the column of a key may be called by its quantity alone. The quantity of another key may have this name,
  /// or the column may have its full name already, from another table.
  func mayBeBare(_ quantity: String, full: String, key: String) -> Bool {
    if let column = existing(quantity) { return columns[column].key == key }
    return existing(full).map { columns[$0].quantity != quantity } ?? true
  }

  /// Whether there is a column with a quantity.
  func has(quantity: String) -> Bool {
    numbers[quantity] != nil || columns.contains { $0.quantity == quantity }
  }

  /// Marks the columns of a quantity as columns of texts.
  mutating func becomesText(_ quantity: String) {
    for column in columns.indices where columns[column].quantity == quantity {
      columns[column].isText = true
    }
    revision += 1
  }

  /// Marks the columns of a quantity whose numbers have become the names of rows.
  mutating func becomesName(_ quantity: String) {
    becomesText(quantity)
    for column in columns.indices where columns[column].quantity == quantity {
      columns[column].isName = true
    }
  }

  /// - Parameter bare: the name without the key.
  mutating func rename(_ column: Int, to name: String, bare: String) {
    guard column >= 0 else { return }
    columns[column].otherNames = [bare, name]
    guard columns[column].name != name else { return }
    numbers[columns[column].name] = nil
    var unique = name
    var suffix = 2
    while numbers[unique] != nil {
      unique = name + " " + String(suffix)
      suffix += 1
    }
    numbers[unique] = column
    columns[column].name = unique
    columns[column].isNumbered = false
    revision += 1
  }

  /// The columns with a number in a unit that is not converted to that of the column.
  private(set) var foreign: Set<Int> = []

  /// A value in the unit of its column; NaN for a value in a unit of another quantity.
  mutating func value(_ field: FieldValue, column: Int) -> Double {
    switch field {
    case .number(let value):
      if !doubtful.isEmpty, doubtful.refutes(column, by: value) {
        columns[column].headerUnit = nil
        revision += 1
      }
      return value
    case .missing, .text: return .nan
    case .quantity(let value, let unit):
      if let thousands = unit.thousands, columns[column].areCounts {
        return value / unit.scale * thousands
      }
      let unit =
        unit == .minutesOrMebibytes && columns[column].areDurations ? .minutes : unit.applied
      let known = cellUnit(of: column, like: unit)
      setCellUnit(known, of: column)
      if let conversion = known.conversion(from: unit) { return conversion(value) }
      foreign.insert(column)
      return .nan
    }
  }

  /// Sets the unit of a column's cells. If `m` proves to mean minutes, `m` means minutes in all columns of the
  /// quantity; earlier numbers stay unchanged.
  private mutating func setCellUnit(_ unit: TextUnit, of column: Int) {
    guard columns[column].cellUnit != unit else { return }
    if unit == .minutes {
      let name = columns[column].quantity
      for other in columns.indices
      where columns[other].quantity == name && columns[other].cellUnit == .minutesOrMebibytes {
        columns[other].cellUnit = unit
      }
    }
    columns[column].cellUnit = unit
    revision += 1
  }

  /// Notes a column that could be selected, for a message about selected columns that do not exist.
  private mutating func offer(_ name: String) {
    guard isSelecting, offered.count < Self.mostOffered, !offered.contains(name) else { return }
    offered.append(name)
  }

  /// The first names that could be selected, which a message lists.
  private(set) var offered: [String] = []
  private static let mostOffered = 40

  /// The selected columns that never came.
  var missingSelections: [String] { (selection ?? []).filter { !found.contains($0) } }
}

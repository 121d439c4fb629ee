/// The columns found so far: which number in a batch a name has.
///
/// With `TextOptions.columns` only the columns that these name are taken in.
struct TextColumns {
  /// What a column that does not fit, or was not asked for, has for a number.
  static let none = -1

  private(set) var columns: [TextColumn] = []
  private var numbers: [String: Int] = [:]
  private var units: [TextUnit?] = []
  private let selection: [String]?
  private(set) var found: Set<String> = []
  /// Columns were left out because there are too many.
  private(set) var isFull = false
  /// Grows whenever a column appears or is renamed.
  private(set) var revision = 0

  init(selection: [String]?) { self.selection = selection }

  var count: Int { columns.count }
  var isSelecting: Bool { selection != nil }

  /// The place in the user's selection of a column: by full name, bare name or field number.
  func rank(name: String, bare: String, field: Int) -> Int? {
    guard let selection else { return 0 }
    return selection.firstIndex { $0 == name || $0 == bare || Int($0) == field + 1 }
  }

  /// The number of the column called `name`, which is made if it does not exist.
  mutating func number(
    name: String, bare: String, full: String? = nil, field: Int, unit: String? = nil
  ) -> Int {
    if let number = numbers[name] { return number }
    guard let rank = rank(name: name, bare: bare, field: field) else { return Self.none }
    if let selection { found.insert(selection[rank]) }
    guard columns.count < TextLimits.columns else {
      isFull = true
      return Self.none
    }
    numbers[name] = columns.count
    var column = TextColumn(name: name, unit: unit)
    column.otherNames = [bare, full ?? name]
    column.field = field
    columns.append(column)
    units.append(nil)
    revision += 1
    return columns.count - 1
  }

  /// The column that already has this name.
  func existing(_ name: String) -> Int? { numbers[name] }

  mutating func rename(_ column: Int, to name: String) {
    guard column >= 0, columns[column].name != name else { return }
    numbers[columns[column].name] = nil
    var unique = name
    var suffix = 2
    while numbers[unique] != nil {
      unique = name + " " + String(suffix)
      suffix += 1
    }
    numbers[unique] = column
    columns[column].name = unique
    revision += 1
  }

  /// A value in the unit of its column: the first one gives it.
  mutating func value(_ field: FieldValue, column: Int) -> Double {
    switch field {
    case .number(let value): return value
    case .missing, .text: return TextBatch.missingValue
    case .quantity(let value, let unit):
      guard let known = units[column] else {
        units[column] = unit
        if columns[column].unit != unit.symbol {
          columns[column].unit = unit.symbol
          revision += 1
        }
        return value
      }
      guard known.isDuration, unit.isDuration, known.scale != unit.scale else { return value }
      // The quotient of the two is a power of ten or 60 more exactly than either is a fraction.
      return unit.scale > known.scale
        ? value * (unit.scale / known.scale).rounded()
        : value / (known.scale / unit.scale).rounded()
    }
  }

  /// What the user asked for and never came.
  var missingSelections: [String] { (selection ?? []).filter { !found.contains($0) } }
}

/// The units of columns, in a line below the line of the columns' names: `m,°C`, `[s];[degC]`.
struct UnitsRow {
  /// The unit of each column; nil for a column without one.
  let units: [String?]

  /// Reads the cells of a line; nil if they are not units.
  ///
  /// Each cell has to be a unit or empty; only the cell below a time's name may be any text (`UTC`). Between blanks,
  /// half of the words have to be units that stand beside numbers, and the others may be any text.
  /// - Parameter names: the cells of the line above.
  init?(_ cells: [String], below names: [String], _ delimiter: Delimiter) {
    // A title has empty cells beside itself.
    guard names.count == cells.count, names.dropFirst().allSatisfy({ !$0.isEmpty }),
      names.allSatisfy({ FieldValue.isName($0) })
    else { return nil }
    let plain = cells.map { Self.isEmpty($0) ? nil : Self.unit($0) }
    let units = zip(cells, plain).map { cell, unit in unit ?? Self.symbol(cell) }
    let (known, all) = (plain.count { $0 != nil }, units.count { $0 != nil })
    guard names.count(where: { Self.unit($0) != nil }) < all else { return nil }
    if delimiter == .blanks, known > 1, known * 2 >= cells.count {
      self.units = plain
      return
    }
    let areUnits = cells.indices.allSatisfy {
      units[$0] != nil || Self.isEmpty(cells[$0]) || isTimeName(names[$0])
    }
    guard areUnits, delimiter != .blanks || known > 0 && cells.count > 1 else { return nil }
    self.units = units
  }

  /// The unit in a cell, perhaps in brackets; nil if the cell is not a unit.
  private static func unit(_ cell: String) -> String? {
    if let first = cell.first, first == "(" || first == "[" { return unitHint(inName: cell) }
    var word = cell
    return word.withUTF8 { bytes in
      separateUnit(bytes) == nil ? nil : usualSymbol(String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func isEmpty(_ cell: String) -> Bool {
    ["", "-", "--", "[]", "()", "[-]", "(-)"].contains(cell)
  }

  /// The unit in a cell that would not be a unit beside a number, such as `m`, `kWh` or `µg/m³`.
  private static func symbol(_ cell: String) -> String? { isSymbol(cell) ? cell : nil }

  /// Whether a word consists of symbols of units.
  static func isSymbol(_ cell: String) -> Bool {
    let parts = cell.split { "/*·".contains($0) }
    let areSymbols = parts.allSatisfy { part in
      let stem = String(part.prefix { !"^²³0123456789-".contains($0) })
      return symbols.contains(stem) || unit(stem) != nil || part == "1" && parts.count > 1
    }
    return !parts.isEmpty && areSymbols
  }

  /// The symbols besides those of `separateUnit`.
  private static let symbols: Set<String> = [
    "nm", "µm", "mm", "cm", "m", "km", "ft", "mi", "g", "lb", "ml", "mL", "l", "L", "mol", "mmol",
    "K", "degC", "degF", "°", "deg", "rad", "N", "kN", "Nm", "J", "VA", "kVA", "mAh", "Ah", "Ω",
    "Ohm", "ohm", "lx", "lux", "lm", "cd", "d", "h", "m/s", "kn", "mph", "ppm", "ppb", "pH", "dBA",
    "µS", "mS", "uS",
  ]
}

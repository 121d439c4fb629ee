/// The unit of a column's numbers, which follows from the evidence in the column: `headerUnit` and `cellUnit`.
extension TextColumn {
  /// The unit's symbol: `%`, `ms`, `B`, `kB/s`; nil if unknown. Sizes with a suffix (`1.5G`) are converted to bytes and
  /// have the unit `B`.
  public var unit: String? { cellUnit?.symbol ?? headerUnit }

  /// The unit as a multiple of a quantity's base; nil for bare numbers, and for a unit that is not known. In a header,
  /// most single letters are not units of `unitsBySpelling`: `m` may be metres, and `K` kelvins.
  var knownUnit: TextUnit? {
    if let cellUnit { return cellUnit }
    guard let unit = headerUnit,
      unit.utf8.count > 1 || ["%", "s", "h", "d", "B", "V", "W", "A"].contains(unit)
    else { return nil }
    return unitsBySpelling[unit]
  }

  /// Whether the name or the unit says that the numbers are durations, so that an `m` is minutes.
  var areDurations: Bool { mayNameDurations(quantity) || knownUnit?.quantity == .time }

  /// Whether the column's numbers have a unit that may be converted.
  public var hasKnownUnit: Bool { knownUnit != nil }

  /// The conversion of the column's numbers to a unit: none for bare numbers, or without such a unit; nil for a unit of
  /// another quantity.
  func conversion(to unit: TextUnit?) -> UnitConversion? {
    guard let knownUnit, let unit else { return UnitConversion() }
    return unit.conversion(from: knownUnit)
  }

  /// The factor from the column's numbers to a unit that the user states; 1 for bare numbers; nil for a unit of another
  /// quantity, or with another zero.
  public func factor(to unit: ColumnUnit?) -> Double? {
    guard let conversion = conversion(to: unit?.unit), conversion.isScale else { return nil }
    return conversion(1)
  }
}

/// The unit that the user states for the bare numbers of a column. Numbers with units of their own are converted to
/// this unit.
public struct ColumnUnit: Hashable, Sendable {
  let unit: TextUnit

  /// The unit of numbers that stay as they are in a text, whatever units they have there.
  static let asWritten = ColumnUnit(TextUnit(symbol: "", scale: 1))

  private init(_ unit: TextUnit) { self.unit = unit }

  /// A multiple of a unit; nil for an unknown unit, such as `req/s`, which replaces any other unit.
  public init?(_ symbol: String, times factor: Double = 1) {
    // A user's `g` is a gram; in a text, the letter is a size.
    let gram = TextUnit(symbol: "g", scale: 1, quantity: .mass)
    guard var unit = symbol == "g" ? gram : unitsBySpelling[symbol], unit != .minutesOrMebibytes
    else { return nil }
    unit.scale *= factor
    self.unit = unit
  }

  /// A number of another unit in this unit; nil for a unit of another quantity.
  public func value(_ number: Double, in other: ColumnUnit) -> Double? {
    unit.conversion(from: other.unit).map { $0(number) }
  }
}

extension TextColumns {
  /// The unit in a column's name, for bare numbers without a unit from the header or the command. `us` below a heading
  /// such as `cpu` is user time, not microseconds.
  static func unit(ofName name: String, below heading: String) -> String? {
    let unit = unitHint(inName: name)
    return unit == "us" && !heading.isEmpty ? nil : unit
  }

  /// The unit of a column's cells, to which a cell in a given unit is converted. The first cell with a unit decides:
  /// its column has the unit of other columns of the same quantity, because the same quantity of several things shares
  /// an axis (`350ms` below `2s`), or otherwise the unit of the header, or of the cell.
  func cellUnit(of column: Int, like unit: TextUnit) -> TextUnit {
    let known =
      columns[column].cellUnit ?? unitOfOthers(column, like: unit)
      ?? unitOfHeader(column, like: unit) ?? unit
    // A duration shows that an `m` is minutes.
    return known == .minutesOrMebibytes && unit.quantity == .time ? .minutes : known
  }

  /// The unit of other columns of a column's quantity, if the given unit can be converted to that unit.
  private func unitOfOthers(_ column: Int, like unit: TextUnit) -> TextUnit? {
    guard !columns[column].key.isEmpty else { return nil }
    let name = columns[column].quantity
    return columns.indices.lazy.filter { $0 != column && columns[$0].quantity == name }
      .compactMap { columns[$0].cellUnit }.first {
        ($0.quantity ?? unit.quantity) != nil && $0.conversion(from: unit) != nil
      }
  }

  /// The unit in a column's header, if the given unit is converted to it; nil for sizes, whose cells are in bytes.
  private func unitOfHeader(_ column: Int, like unit: TextUnit) -> TextUnit? {
    guard let header = columns[column].knownUnit, header.quantity != nil else { return nil }
    return header.conversion(from: unit) == nil ? nil : header
  }
}

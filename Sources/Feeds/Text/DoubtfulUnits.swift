/// The columns whose unit is only a letter in brackets right behind a word, which may be something else: the `B` of
/// `metrics/mAP50(B)` says that boxes are measured.
///
/// Bytes are whole numbers. So a fraction below 1 shows that the letter is no unit, and a number above 1 that it is
/// one.
struct DoubtfulUnits {
  private var columns: Set<Int> = []

  var isEmpty: Bool { columns.isEmpty }

  mutating func note(_ column: Int, named name: String, unit: String?) {
    columns.remove(column)
    if unit == "B", name.hasSuffix("(B)"), hasAttachedBracket(name) { columns.insert(column) }
  }

  /// Takes a number of a column.
  /// - Returns: whether the number shows that the column's unit is none.
  mutating func refutes(_ column: Int, by value: Double) -> Bool {
    guard columns.contains(column), value.isFinite, value != 0, value != 1 else { return false }
    columns.remove(column)
    return abs(value) < 1
  }
}

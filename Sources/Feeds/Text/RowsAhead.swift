/// The first rows of a table, as far as they have come together with the first one, which show the roles of fields.
struct RowsAhead {
  /// Calls a function with the fields of each row, the first one included, as long as the function returns true.
  let forEach: (_ visit: ([TextField]) -> Bool) -> Void
  /// Whether the text is a file, whose rows all come together.
  let isFile: Bool

  /// No rows but the first one.
  static var none: RowsAhead { RowsAhead(forEach: { _ in }, isFile: false) }

  /// The number of different texts that show that no text is a name that comes again.
  private static let enoughTexts = 8

  /// Whether the numbers of a field grow in the rows of a file. The rows of a pipe come later.
  func grows(_ field: Int) -> Bool {
    guard isFile else { return true }
    var numbers: [Double] = []
    forEach { row in
      numbers += row.dropFirst(field).prefix(1).compactMap(\.value.double)
      return true
    }
    return zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
      && (numbers.count < 2 || numbers.first != numbers.last)
  }

  /// Whether the first cell of a field that is not empty is a text.
  func areNames(_ field: Int) -> Bool {
    var areNames = false
    forEach { row in
      guard field < row.count, !row[field].bytes.isEmpty else { return true }
      areNames = row[field].isText
      return false
    }
    return areNames
  }

  /// Whether a field has times in the rows behind the first one, as far as they show it.
  func areTimes(_ field: Int) -> Bool {
    var cells: [Bool] = []
    forEach { row in
      if field < row.count { cells.append(row[field].isTime) }
      return cells.count <= Self.enoughTexts
    }
    let others = cells.dropFirst()
    return !others.isEmpty && others.count(where: { $0 }) * 2 > others.count
  }

  /// Whether the numbers of a field count the rows of the first moment, from 0 or from 1, so that they tell rows apart. A
  /// later moment begins with one of these numbers; serial numbers of rows go on.
  /// - Parameter needsMore: whether rows of a later moment must show this.
  func countThings(_ field: Int, times: Int, needsMore: Bool) -> Bool {
    var (first, numbers): ([UInt8]?, [Double]) = (nil, [])
    var isCount = true
    var returns = !needsMore
    forEach { row in
      guard row.count > max(field, times) else { return true }
      let moment = Array(row[times].bytes)
      guard case .number(let number) = row[field].value else {
        isCount = false
        return false
      }
      if moment != first ?? moment {
        returns = numbers.contains(number)
        return false
      }
      first = moment
      isCount = number == numbers.last.map { $0 + 1 } ?? (number == 1 ? 1 : 0)
      numbers.append(number)
      return isCount && numbers.count < TextLimits.keys
    }
    return isCount && returns && numbers.count > 1
  }

  /// Whether the texts of a field only label the rows: each of the first rows has another text and another time, as in
  /// `date,commit,ms`.
  func labelRows(_ field: Int, times: Int) -> Bool {
    var (texts, moments): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
    var areUnique = true
    forEach { row in
      guard row.count > max(field, times) else { return true }
      areUnique =
        texts.insert(Array(row[field].bytes)).inserted
        && moments.insert(Array(row[times].bytes)).inserted
      return areUnique && texts.count < Self.enoughTexts
    }
    return areUnique && texts.count == Self.enoughTexts
  }
}

extension TextField {
  /// Whether the field is a time, or a number of seconds or the like since 1970.
  fileprivate var isTime: Bool {
    if case .number(let number) = value, time == nil { return epochScale(number) != nil }
    return time != nil
  }
}

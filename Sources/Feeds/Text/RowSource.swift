/// The numbers of the sources of values other than the tables' keys, for `RowAssembler`.
///
/// Tables count their sources upwards from zero and never come near the highest numbers. Each range here has more
/// numbers than the form can use: a text has at most `TextLimits.columns` columns and `TextLimits.keys` keys.
enum RowSource {
  static let twoByTwo = Int.max - 1
  static let pairs = Int.max - 2
  static let json = Int.max - 3
  static let access = Int.max - 4

  /// The source of the sentences with one set of names, by the number of the set.
  static func sentence(_ number: Int) -> Int { Int.max - 1000 + number }

  /// The source of the lines whose distinguishing member has one text, by the number of the text.
  static func keyed(_ number: Int) -> Int { Int.max - 2000 + number }

  /// The source of lines that each have the value of one column.
  static func column(_ column: Int) -> Int { Int.max - 4000 + column }
}

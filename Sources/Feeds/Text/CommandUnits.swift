/// The units in the tables of well-known commands, whose headers do not state them.
struct CommandUnits {
  /// Names that occur together only in the table of the command.
  private let signature: Set<String>
  private let units: [String: String]

  private init(_ signature: Set<String>, _ columns: [(unit: String, names: [String])]) {
    self.signature = signature
    units = Dictionary(
      columns.flatMap { unit, names in names.map { ($0, unit) } }, uniquingKeysWith: { a, _ in a })
  }

  /// The unit of each column; empty for the table of no such command.
  /// - Parameter names: the names of the columns, without the headings above them.
  static func units(of names: [String]) -> [String?] {
    guard let command = known.first(where: { $0.signature.isSubset(of: names) }) else { return [] }
    return names.map { command.units[$0] }
  }

  private static let shares = ["us", "sy", "id", "wa", "st", "gu"]

  private static let known = [
    // The columns of memory have the unit of the option -S, which the table does not state.
    CommandUnits(
      HeaderNames.namesOfVmstat,
      [
        ("KiB", ["swpd", "free", "buff", "cache", "inact", "active"]),
        ("KiB/s", ["si", "so", "bi", "bo"]), ("/s", ["in", "cs"]), ("%", shares),
      ]),
    CommandUnits(["us", "sy", "id"], [("%", shares)]),
    CommandUnits(["usr", "sys", "idl", "wai"], [("%", ["usr", "sys", "idl", "wai", "stl"])]),
    // The columns of used and available space in the output of `df` have the unit of the first one.
    CommandUnits(["1K-blocks"], [("KiB", ["Used", "Available"])]),
  ]
}

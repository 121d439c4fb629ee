/// A first word that is a command. A file of the same name is shown as `./check`.
enum Subcommand: String, CaseIterable {
  case check
  case `init`
  case sources

  /// - Parameter words: the words after the command.
  func action(_ words: [String]) throws(UsageError) -> Arguments.Action {
    if words.contains("--help") || words.contains("-h") { return .help }
    let operands = words.filter { $0 == "-" || !$0.hasPrefix("-") }
    let isOnline = self == .check && words.contains("--online")
    let options = words.filter { $0 != "-" && $0.hasPrefix("-") && !(isOnline && $0 == "--online") }
    if let option = options.first {
      throw UsageError(message: "unknown option '\(option)' of \(rawValue)")
    }
    switch self {
    case .check:
      guard !operands.isEmpty else { throw UsageError(message: "check needs a FILE.yaml") }
      return .check(files: operands, isOnline: isOnline)
    case .`init`:
      guard operands.count < 2 else {
        throw UsageError(message: "unexpected argument '\(operands[1])'")
      }
      return .initialize(file: operands.first)
    case .sources:
      if let operand = operands.first {
        throw UsageError(message: "unexpected argument '\(operand)'")
      }
      return .sources
    }
  }
}

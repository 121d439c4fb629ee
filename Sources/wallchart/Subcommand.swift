import Messages
import Metrics

/// A first word that is a command. To show a file of the same name, write `./check`.
enum Subcommand: String, CaseIterable {
  case check
  case `init`
  case sources
  case ctl
  case history
  case export

  /// All first words that are commands.
  static var words: [String] { allCases.map(\.rawValue) + [GalleryOptions.name] }

  /// The options of this command.
  var options: [String] {
    switch self {
    case .check: ["--online"]
    case .ctl: ControlCommand.options
    case .history: HistoryCommand.options
    case .export: HistoryCommand.exportOptions
    case .`init`: ["--machine", "--schema"]
    case .sources: []
    }
  }

  /// Refuses a first word that is not a file and was probably meant as a command.
  /// - Parameter isFile: whether there is a file of a name.
  static func check(_ word: String, isFile: (String) -> Bool) throws(UsageError) {
    // A name with a suffix or a directory means a file, which may be missing.
    guard !word.hasPrefix("-"), !word.contains("."), !word.contains("/"), !isFile(word) else {
      return
    }
    let hint = Spelling.hint(for: word, among: words)
    guard !hint.text.isEmpty else { return }
    throw UsageError(message: "there is no file and no command '\(word)'" + hint)
  }

  /// - Parameter words: the words after the command.
  func action(_ words: [String]) throws(UsageError) -> Arguments.Action {
    let options = words.prefix { $0 != "--" }
    if options.contains("--help") || options.contains("-h") { return .help }
    switch self {
    case .check:
      let files = try operands(words)
      guard !files.isEmpty else { throw UsageError(message: "check needs a FILE.yaml") }
      return .check(files: files, isOnline: options.contains("--online"))
    case .`init`:
      let file = try operands(words, atMost: 1).first
      if options.contains("--machine"), options.contains("--schema") {
        throw UsageError(message: "--machine and --schema exclude each other")
      }
      let kind: InitCommand.Kind =
        options.contains("--machine") ? .machine : options.contains("--schema") ? .schema : .example
      // Other programs would take comments and YAML in such a file for a mistake.
      if kind != .schema, let file, FileSuffix.suffix(of: file) == "json" {
        throw UsageError(message: "init writes YAML: '\(file)' must not end with .json")
      }
      return .initialize(file: file, kind)
    case .sources:
      _ = try operands(words, atMost: 0)
      return .sources
    case .ctl: return .control(try ControlCommand(parsing: words))
    case .history, .export: return .history(try HistoryCommand(self, parsing: words))
    }
  }

  /// The operands: the words that are not options, and all words after `--`.
  private func operands(_ words: [String], atMost most: Int = .max) throws(UsageError) -> [String] {
    func isOperand(_ word: String) -> Bool { word == "-" || !word.hasPrefix("-") }
    let words = words.split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
    let operands = words[0].filter(isOperand) + words.dropFirst().joined()
    if let option = words[0].first(where: { !isOperand($0) && !options.contains($0) }) {
      throw UsageError(message: "unknown option '\(option)' of \(rawValue)")
    }
    guard operands.count <= most else {
      throw UsageError(message: "unexpected argument '\(operands[most])'")
    }
    return operands
  }
}

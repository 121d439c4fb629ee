import Dashboard
import Feeds
import Files
import Glibc
import Messages

/// `wallchart check [--online] FILE…`: reads dashboards and reports their mistakes.
enum CheckCommand {
  /// - Parameter isOnline: whether the servers check their queries.
  static func run(_ files: [String], isOnline: Bool) throws(Failure) {
    var worst = ExitCode.done
    var hasAddresses = false
    var lines: [String] = []
    let check = isOnline ? QueryCheck() : nil
    let machine = MetricCatalog()
    for file in files {
      do throws(DashboardFile.Failure) {
        let contents = try DashboardFile(path: file).read(askingServers: check, knowing: machine)
        let dashboard = contents.dashboard
        for note in contents.notes { printError(verbatim: note.description) }
        hasAddresses = hasAddresses || dashboard.sources.keys.contains(where: \.isHTTP)
        let panels = dashboard.pages.map(\.panels.count).reduce(0, +)
        lines.append(summary(of: file, pages: dashboard.pages.count, panels: panels))
      } catch {
        for problem in error.problems { printError(verbatim: problem.description) }
        worst = error.isMissing && worst != .badConfiguration ? .noInput : .badConfiguration
      }
    }
    if hasAddresses, let reason = RequestText.reasonForPartialChecks {
      printError(
        "wallchart: only the scheme and the characters of HTTP addresses were checked: \(reason)"
      )
    }
    try Output.print(lines)
    if worst != .done { exit(worst.rawValue) }
  }

  private static func summary(of file: String, pages: Int, panels: Int) -> String {
    let pages = String(localized: pages == 1 ? "1 page" : "\(pages) pages")
    let panels = String(localized: panels == 1 ? "1 panel" : "\(panels) panels")
    return "\(file): \(pages), \(panels)"
  }
}

extension SourceSpec {
  fileprivate var isHTTP: Bool {
    switch self {
    case .http, .prometheus: true
    case .system, .text, .sql, .mqtt: false
    }
  }
}

/// `wallchart init [--machine|--schema] [FILE]`: writes a commented example, the dashboard of this machine, or the
/// JSON Schema of dashboards.
enum InitCommand {
  enum Kind: Equatable { case example, machine, schema }

  /// - Parameters:
  ///   - file: the file to write; nil or `-` for the standard output. An existing file is not changed.
  ///   - kind: the text of the file.
  static func run(_ file: String?, _ kind: Kind) throws(Failure) {
    let text =
      switch kind {
      case .example: ExampleDashboard.text
      case .machine: MachineDashboard.text(for: HostInfo.ofThisMachine)
      case .schema: LanguageSchema.text
      }
    guard let file, file != "-" else { return try Output.print(text: text) }
    do throws(WholeFile.Failure) {
      try WholeFile.write(Array(text.utf8), to: file, replaces: false)
    } catch {
      throw Failure(.cannotCreate, Message(verbatim: error.description))
    }
    guard kind != .schema else { return try Output.print(["wrote \(file)"]) }
    try Output.print([
      "wrote \(file): edit it as you like; 'wallchart check \(file)' lists its mistakes,",
      "'wallchart \(file)' shows the dashboard and follows your edits.",
    ])
  }
}

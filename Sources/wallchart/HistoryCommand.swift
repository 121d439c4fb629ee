import Dashboard
import Files
import Glibc
import History
import Messages
import SQLite

/// `wallchart history` and `wallchart export`: commands for the history of a dashboard or a pipe on the disk.
struct HistoryCommand: Equatable {
  enum Task: Equatable {
    /// Lists the series.
    case list
    /// Deletes the series whose names match a pattern.
    case forget(String)
    /// Writes samples to a file; `-` is the standard output.
    case export(file: String, ExportFormat)
  }

  var task: Task
  /// The file of the dashboard, or the name of a history of the option `--history`.
  var file: String
  /// Whether `file` is a name.
  var isName = false
  /// The age in seconds of the oldest exported samples; nil for all samples.
  var since: Double?
  /// The pattern of the exported series; nil for all series.
  var series: String?

  static let options = ["--forget", "--history"]
  static let exportOptions = ["--since", "--series", "--history"]

  /// - Parameter words: the words after `history` or `export`.
  init(_ command: Subcommand, parsing words: [String]) throws(UsageError) {
    (task, file) = (.list, "")
    let known = command == .export ? Self.exportOptions : Self.options
    var operands: [String] = []
    var rest = ArgumentWords(words)
    while true {
      if let option = rest.nextOption() {
        guard known.contains(option) else {
          throw UsageError(message: "unknown option '\(option)' of \(command.rawValue)")
        }
        if option == "--history" {
          (file, isName) = (try rest.historyName(of: option), true)
          continue
        }
        let value = try rest.value(of: option)
        switch option {
        case "--forget": task = .forget(value)
        case "--series": series = value
        default: since = try Self.seconds(value, option)
        }
      } else if let operand = rest.takeOperand() {
        operands.append(operand)
      } else {
        break
      }
    }
    if isName { operands.insert(file, at: 0) }
    let most = command == .export ? 2 : 1
    guard operands.count == most else {
      let form = command == .export ? "FILE.yaml and OUT.csv, OUT.jsonl or -" : "FILE.yaml"
      throw UsageError(message: "\(command.rawValue) needs \(form)")
    }
    file = operands[0]
    if command == .export {
      task = .export(file: operands[1], try ExportFormat(of: operands[1]))
    }
  }

  private static func seconds(_ text: String, _ option: String) throws(UsageError) -> Double {
    guard let seconds = DurationText(text)?.seconds, seconds > 0 else {
      throw UsageError(message: "\(option) takes a time such as 90s, 24h or 7d, not '\(text)'")
    }
    return seconds
  }

  // MARK: Execution

  func run() throws(Failure) {
    let path = try self.path()
    guard access(path, F_OK) == 0 else {
      throw Failure(.noInput, "\(path): there is no history of \(file) yet")
    }
    switch task {
    case .list: try list(path)
    case .forget(let pattern): try forget(pattern, path)
    case .export(let target, let format): try export(path, to: target, format)
    }
  }

  /// Executes the body, and adds the history's path to a failure.
  private func attempt<Result>(
    _ path: String, _ body: () throws(HistoryFailure) -> Result
  ) throws(Failure) -> Result {
    do throws(HistoryFailure) { return try body() } catch {
      throw Failure(.badData, "\(path): \(error)")
    }
  }

  /// Opens a history for reading.
  private func open(_ path: String) throws(Failure) -> HistoryFile {
    try attempt(path) { () throws(HistoryFailure) in try HistoryFile(path, .reading) }
  }

  /// The path of the dashboard's or the pipe's history.
  private func path() throws(Failure) -> String {
    var spec = HistorySpec()
    do throws(DashboardFile.Failure) {
      if !isName { spec = try DashboardFile(path: file).read().dashboard.history }
    } catch {
      let lines = error.problems.map(\.description)
      throw Failure(error.isMissing ? .noInput : .badConfiguration, lines: lines)
    }
    let name = isName ? file : HistorySpec.name(ofFile: file.absolutePath)
    guard let path = spec.path ?? HistorySpec.path(named: name) else {
      throw Failure(.noInput, HistorySpec.noPlace)
    }
    return path
  }

  private func list(_ path: String) throws(Failure) {
    let history = try open(path)
    let (summaries, size) = try attempt(path) { () throws(HistoryFailure) in
      (try history.summaries(), try history.size())
    }
    var lines: [String] = []
    for series in summaries {
      let span = series.span.map { "\(Self.time($0.lowerBound)) to \(Self.time($0.upperBound))" }
      lines.append("\(series.key.visible)  \(span ?? "nothing")  \(series.bytes) bytes")
    }
    lines.append("\(path.visible)  \(lines.count) series  \(size) bytes")
    reportDamage(of: history, path)
    try Output.print(lines)
  }

  private func forget(_ pattern: String, _ path: String) throws(Failure) {
    let (history, gone) = try attempt(path) { () throws(HistoryFailure) in
      let history = try HistoryFile(path, .writing)
      return (history, try history.forget { Self.fits($0, pattern) })
    }
    reportDamage(of: history, path)
    guard !gone.isEmpty else { throw Self.lack(of: pattern, path) }
    try Output.print(gone.map { "forgot \($0.visible)" })
  }

  /// Reports the blocks that could not be read.
  private func reportDamage(of history: HistoryFile, _ path: String) {
    if let damage = history.damage { printError(verbatim: "wallchart: \(path): \(damage)") }
  }

  /// The failure for a pattern that no series matches.
  private static func lack(of pattern: String, _ path: String) -> Failure {
    Failure(.noInput, "\(path): no series matches '\(pattern)'; 'wallchart history' lists them")
  }

  private static func time(_ seconds: Double) -> String { HistoryExport.time(seconds) }

  /// Whether the name of a series, or the part after its source, matches a shell pattern.
  static func fits(_ key: String, _ pattern: String) -> Bool {
    let parts = key.split(separator: "|").map { $0.drop { $0 == " " }.description }
    let tails = parts.indices.map { parts[$0...].joined(separator: "| ") }
    return ([key] + tails).contains { fnmatch(pattern, $0, 0) == 0 }
  }
}

extension HistoryCommand {
  /// The seconds that are read and written at a time: whole quarters of an hour, and few enough to fit into memory.
  private static let stretch = 21_600.0

  private func export(
    _ path: String, to target: String, _ format: ExportFormat
  ) throws(Failure) {
    let history = try open(path)
    try checkSeries(of: history, path)
    let now = SystemClock.utc
    let first = since.map { now - $0 } ?? 0
    var export = HistoryExport(isLines: format != .csv)
    let span = try attempt(path) { () throws(HistoryFailure) in try history.span() }
    var start = max(first, span?.lowerBound ?? now)
    // The clock may have been ahead.
    let last = max(now, span?.upperBound ?? now)
    var failure: HistoryFailure?
    /// The text of the next interval with samples; nil at the end, and after a failure.
    func next() -> String? {
      do throws(HistoryFailure) {
        while start <= last, export.text.isEmpty {
          // A wrong time in the file may be centuries away from the others.
          guard let next = try history.firstTime(notBefore: start) else { break }
          start = max(start, next)
          let end = (start / Self.stretch).rounded(.down) * Self.stretch + Self.stretch
          // Times are kept in milliseconds.
          try add(history, in: start...max(start, min(end - 0.001, last)), to: &export)
          start = end
        }
        return export.text.isEmpty ? nil : export.take()
      } catch {
        failure = error
        return nil
      }
    }
    if target == "-" {
      // A reader that has gone, such as `head`, has seen enough.
      while let text = next(), try Output.pass(text) {}
    } else {
      do throws(WholeFile.Failure) {
        try WholeFile.write(to: target) {
          if let text = next() { return .bytes(Array(text.utf8)) }
          return failure == nil ? .end : .failure
        }
      } catch {
        // A failure of the history is reported below.
        if failure == nil { throw Failure(.cannotCreate, Message(verbatim: error.description)) }
      }
    }
    if let failure = failure ?? history.damage { throw Failure(.badData, "\(path): \(failure)") }
  }

  /// Refuses a pattern that no series matches, before the target is created.
  private func checkSeries(of history: HistoryFile, _ path: String) throws(Failure) {
    guard let series else { return }
    let keys = try attempt(path) { () throws(HistoryFailure) in try history.keys() }
    guard !keys.contains(where: { Self.fits($0, series) }) else { return }
    throw Self.lack(of: series, path)
  }

  private func add(
    _ history: HistoryFile, in range: ClosedRange<Double>, to export: inout HistoryExport
  ) throws(HistoryFailure) {
    let past = try history.past(in: range, resolution: 0) { key in
      series.map { Self.fits(key, $0) } ?? true
    }
    for (key, pieces) in past.series.sorted(by: { $0.key < $1.key }) {
      for piece in pieces { export.add(key, piece) }
    }
  }
}

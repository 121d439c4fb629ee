import Dashboard
import Dispatch
import Feeds
import Glibc
import Messages
import Metrics

/// A dashboard from a file: its specification and its feeds. While the dashboard is running, it follows
/// the file.
@MainActor
final class DashboardInput {
  let file: DashboardFile
  /// The file's last valid dashboard; before the first valid one, a dashboard without panels.
  private(set) var spec: DashboardSpec
  /// The mistakes in the file when it was last read.
  private(set) var problems: [Problem] = []
  /// The time since which the file has mistakes, or has none, in UTC seconds.
  private(set) var since = SystemClock.utc
  /// Whether the file has not been valid yet.
  private(set) var isWaiting = false
  /// Applies the settings of the command line, which replace those of the file.
  private let override: (inout DashboardSpec) -> Void
  /// The feeds of `spec`.
  let feeds: LiveInput
  /// The watches of the file, and of the files that the file includes.
  private var watches: [String: FileWatch] = [:]
  /// The files that the file included when it was last read.
  private var includedFiles: [String]
  private var onChange: (@MainActor () -> Void)?
  /// Reads the file repeatedly until the file is valid; nil afterwards.
  private var retry: (any DispatchSourceTimer)?
  /// The state of the file before it was read.
  private let stamp: FileWatch.Stamp

  /// The seconds between attempts to read a file that has not been valid yet. The mistake may be corrected at a place
  /// that is not watched, such as a file with a token, or a file system that is mounted later.
  private static let retryPeriod = 5

  /// Reads the file.
  /// - Parameters:
  ///   - override: applies the settings of the command line, which replace those of the file.
  ///   - waits: whether a missing file, or a file with mistakes, gives a dashboard without panels, which `follow`
  ///     replaces by the first valid one. Otherwise, such a file is a failure, which lists all mistakes, one per line.
  init(
    path: String, override: @escaping (inout DashboardSpec) -> Void, waits: Bool
  ) throws(Failure) {
    file = DashboardFile(path: path)
    self.override = override
    stamp = FileWatch.Stamp(of: file.path)
    do throws(DashboardFile.Failure) {
      let contents = try Self.read(file, override)
      (spec, includedFiles) = (contents.dashboard, contents.includedFiles)
      feeds = LiveInput(contents.dashboard.sources)
    } catch {
      let lines = error.problems.map(\.description)
      guard waits else {
        throw Failure(error.isMissing ? .noInput : .badConfiguration, lines: lines)
      }
      for line in lines { printError(verbatim: line) }
      printError(
        error.isMissing
          ? "wallchart: waiting for \(path)" : "wallchart: waiting for \(path) to be mended")
      (spec, problems, isWaiting) = (.waiting, error.problems, true)
      includedFiles = error.neededFiles
      feeds = LiveInput([:])
    }
    try DescriptorLimit.prepare(sources: spec.sources.count)
  }

  private static func read(
    _ file: DashboardFile, _ override: (inout DashboardSpec) -> Void
  ) throws(DashboardFile.Failure) -> DashboardFile.Contents {
    var contents = try file.read()
    override(&contents.dashboard)
    RegionalFormat.current = contents.dashboard.region ?? RegionalFormat()
    return contents
  }

  /// Follows the file from now on.
  /// - Parameter onChange: called when `spec` or `problems` have changed. The feeds of the new dashboard are already
  ///   running. While there are mistakes, the last valid dashboard stays.
  func follow(onChange: @escaping @MainActor () -> Void) {
    self.onChange = onChange
    watch()
    guard isWaiting else { return }
    let retry = DispatchSource.makeTimerSource(queue: .main)
    retry.schedule(
      deadline: .now() + .seconds(Self.retryPeriod), repeating: .seconds(Self.retryPeriod),
      leeway: .seconds(1))
    retry.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.reload() } }
    retry.activate()
    self.retry = retry
  }

  /// Watches exactly the file and the files that it currently includes.
  private func watch() {
    let paths = [file.path] + includedFiles
    watches = watches.filter { paths.contains($0.key) }
    for path in paths where watches[path] == nil {
      watches[path] = FileWatch(
        path: path, since: path == file.path ? stamp : nil, queue: .main,
        onChange: { [weak self] in MainActor.assumeIsolated { self?.reload() } })
    }
  }

  /// The first mistake, with the number of the others; nil for a valid file.
  var mistake: Message? {
    guard let first = problems.first else { return nil }
    let more = problems.count - 1
    return Message(verbatim: first.description) + (more > 0 ? Message(" (and \(more) more)") : "")
  }

  /// Reads the file again. Failing sources are queried again at once.
  func reload() {
    if readAgain() { onChange?() }
  }

  /// - Returns: whether the dashboard or its mistakes have changed.
  private func readAgain() -> Bool {
    let before = (spec, problems)
    defer { if before.1.isEmpty != problems.isEmpty { since = SystemClock.utc } }
    do throws(DashboardFile.Failure) {
      let contents = try Self.read(file, override)
      (spec, includedFiles) = (contents.dashboard, contents.includedFiles)
      if !problems.isEmpty { printError("wallchart: \(file.path) is valid now") }
      problems = []
      isWaiting = false
      retry?.cancel()
      retry = nil
      feeds.setSources(spec.sources)
    } catch {
      (problems, includedFiles) = (error.problems, error.neededFiles)
    }
    watch()
    return before != (spec, problems)
  }
}

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
  /// The file's last valid dashboard, which may be that of an earlier run; before the first valid one, a dashboard
  /// without panels.
  private(set) var spec: DashboardSpec
  /// The mistakes in the file when it was last read.
  private(set) var problems: [Problem] = []
  /// The time since which the file has mistakes, or has none, in UTC seconds.
  private(set) var since = SystemClock.utc
  /// Whether no version of the file has been valid yet.
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
  /// The place of the last valid version; nil if none is kept.
  private let copy: DashboardCopy?
  /// The text of a valid version that is not kept yet.
  private var newTexts: DashboardCopy.Texts?
  private static let copyQueue = DispatchQueue(label: "dashboard-copy", qos: .utility)

  /// The seconds between attempts to read a file that has not been valid yet. The mistake may be corrected at a place
  /// that is not watched, such as a file with a token, or a file system that is mounted later.
  private static let retryPeriod = 5

  /// Reads the file.
  /// - Parameters:
  ///   - override: applies the settings of the command line, which replace those of the file.
  ///   - waits: whether a missing file, or a file with mistakes, yields a dashboard without panels, which `follow`
  ///     replaces by the first valid one. Otherwise, such a file is a failure, which lists all mistakes, one per
  ///     line.
  ///   - keepsCopy: whether the last valid version is kept, and shown in place of a missing file or a file with
  ///     mistakes.
  init(
    path: String, override: @escaping (inout DashboardSpec) -> Void, waits: Bool,
    keepsCopy: Bool = false
  ) throws(Failure) {
    file = DashboardFile(path: path)
    self.override = override
    copy = keepsCopy ? DashboardCopy(ofFile: path.absolutePath) : nil
    stamp = FileWatch.Stamp(of: file.path)
    do throws(DashboardFile.Failure) {
      let contents = try Self.read(file, override)
      (spec, includedFiles) = (contents.dashboard, contents.includedFiles)
      newTexts = contents.texts
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
      let kept = Self.kept(copy, of: file, override)
      if kept != nil { printError("wallchart: the last valid version of \(path) is shown") }
      (spec, problems, isWaiting) = (kept ?? .waiting, error.problems, kept == nil)
      includedFiles = error.neededFiles
      feeds = LiveInput(spec.sources)
    }
    try DescriptorLimit.prepare(sources: spec.sources.count)
  }

  private static func read(
    _ file: DashboardFile, _ override: (inout DashboardSpec) -> Void
  ) throws(DashboardFile.Failure) -> DashboardFile.Contents {
    var contents = try file.read()
    adopt(&contents, override)
    return contents
  }

  /// The version of a file that was kept; nil for none.
  private static func kept(
    _ copy: DashboardCopy?, of file: DashboardFile, _ override: (inout DashboardSpec) -> Void
  ) -> DashboardSpec? {
    guard let texts = copy?.read(), var contents = try? file.read(texts) else { return nil }
    adopt(&contents, override)
    return contents.dashboard
  }

  private static func adopt(
    _ contents: inout DashboardFile.Contents, _ override: (inout DashboardSpec) -> Void
  ) {
    override(&contents.dashboard)
    RegionalFormat.current = contents.dashboard.region ?? RegionalFormat()
  }

  /// Keeps the last valid version, unless the dashboard has no history, and so keeps nothing on the disk.
  private func keepCopy() {
    guard let copy, let texts = newTexts else { return }
    newTexts = nil
    if spec.history.isOn { Self.copyQueue.async { copy.write(texts) } }
  }

  /// Follows the file from now on.
  /// - Parameter onChange: called when `spec` or `problems` have changed. The feeds of the new dashboard are already
  ///   running. While there are mistakes, the last valid dashboard stays.
  func follow(onChange: @escaping @MainActor () -> Void) {
    self.onChange = onChange
    watch()
    keepCopy()
    guard !problems.isEmpty else { return }
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
      newTexts = contents.texts
      keepCopy()
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

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
  /// Reads the file, on another thread.
  nonisolated let follower: DashboardFollower
  /// Applies the settings of the command line, which replace those of the file.
  private let override: (inout DashboardSpec) -> Void
  /// The feeds of `spec`.
  let feeds: LiveInput
  private var onChange: (@MainActor () -> Void)?
  /// The place of the last valid version; nil if none is kept.
  private let copy: DashboardCopy?
  /// The text of a valid version that is not kept yet.
  private var newTexts: DashboardCopy.Texts?
  private static let copyQueue = DispatchQueue(label: "dashboard-copy", qos: .utility)

  /// The longest time for which a kiosk's start waits for a file system.
  nonisolated private static let patience = DispatchTimeInterval.seconds(5)

  /// Reads the file.
  /// - Parameters:
  ///   - override: applies the settings of the command line, which replace those of the file.
  ///   - waits: whether a missing file, a file with mistakes, or a file system that does not answer yields a dashboard
  ///     without panels, which `follow` replaces by the first valid one. Otherwise, such a file is a failure, which
  ///     lists all mistakes, one per line.
  ///   - keepsCopy: whether the last valid version is kept, and shown in place of a missing file or a file with
  ///     mistakes.
  init(
    path: String, override: @escaping (inout DashboardSpec) -> Void, waits: Bool,
    keepsCopy: Bool = false
  ) throws(Failure) {
    file = DashboardFile(path: path)
    follower = DashboardFollower(file)
    self.override = override
    copy = keepsCopy ? DashboardCopy(ofFile: path.absolutePath) : nil
    switch follower.read(within: waits ? Self.patience : .never) {
    case .success(var contents):
      Self.adopt(&contents, override)
      spec = contents.dashboard
      newTexts = contents.texts
    case .failure(let failure):
      let lines = failure.problems.map(\.description)
      guard waits else {
        throw Failure(failure.isMissing ? .noInput : .badConfiguration, lines: lines)
      }
      for line in lines { printError(verbatim: line) }
      printError(
        failure.isMissing
          ? "wallchart: waiting for \(path)" : "wallchart: waiting for \(path) to be corrected")
      let kept = Self.kept(copy, of: file, override)
      if kept != nil { printError("wallchart: the last valid version of \(path) is shown") }
      (spec, problems, isWaiting) = (kept ?? .waiting, failure.problems, kept == nil)
    }
    feeds = LiveInput(spec.sources)
    try DescriptorLimit.prepare(sources: spec.sources.count)
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
    keepCopy()
    follower.follow { [weak self] answer in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.take(answer) } }
    }
  }

  /// The first mistake, with the number of the others; nil for a valid file.
  var mistake: Message? {
    guard let first = problems.first else { return nil }
    let more = problems.count - 1
    return Message(verbatim: first.description) + (more > 0 ? Message(" (and \(more) more)") : "")
  }

  /// Reads the file again, and waits until the answer has been reported to the main thread. Failing sources are queried
  /// again at once. The caller must not be the main thread, which a file system that does not answer would stop.
  /// - Returns: the failure that the file system does not answer; nil for an answer.
  nonisolated func reload() -> DashboardFile.Failure? { follower.readAgain(within: Self.patience) }

  /// Shows an answer about the file.
  func take(_ answer: DashboardFollower.Answer) {
    let before = (spec, problems)
    switch answer {
    case .success(let contents): take(contents)
    case .failure(let failure): problems = failure.problems
    }
    if before.1.isEmpty != problems.isEmpty { since = SystemClock.utc }
    if before != (spec, problems) { onChange?() }
  }

  private func take(_ contents: DashboardFile.Contents) {
    var contents = contents
    let added = contents.dashboard.sources.count - spec.sources.count
    do throws(Failure) {
      if added > 0 { try DescriptorLimit.prepare(sources: added, isRunning: true) }
    } catch {
      problems = [Problem(file: file.path, message: error.message)]
      return
    }
    Self.adopt(&contents, override)
    spec = contents.dashboard
    newTexts = contents.texts
    keepCopy()
    if !problems.isEmpty { printError("wallchart: \(file.path) is valid now") }
    problems = []
    isWaiting = false
    feeds.setSources(spec.sources)
  }
}

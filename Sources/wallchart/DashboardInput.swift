import Dashboard
import Dispatch
import Glibc
import Sources

/// A dashboard from a file: its specification and its feeds. While the dashboard is running, it follows
/// the file.
@MainActor
final class DashboardInput {
  let file: DashboardFile
  private(set) var spec: DashboardSpec
  private var hub: FeedHub?
  private var watch: FileWatch?
  /// The state of the file before it was read.
  private let stamp: FileWatch.Stamp

  /// Reads the file. The failure lists all mistakes, one per line.
  init(path: String) throws(Failure) {
    file = DashboardFile(path: path)
    stamp = FileWatch.Stamp(of: file.path)
    do throws(DashboardFile.Failure) {
      spec = try file.read()
    } catch {
      throw Failure(
        error.isMissing ? .noInput : .badConfiguration,
        lines: error.problems.map(\.description))
    }
  }

  /// - Parameter onUpdate: called on the feeds' queues.
  func start(onUpdate: @escaping @Sendable (SourceSpec, FeedUpdate) -> Void) {
    let hub = FeedHub(onUpdate: onUpdate)
    self.hub = hub
    hub.update(spec.sources)
  }

  /// Follows the file.
  /// - Parameter onChange: receives the new dashboard, with its feeds already running, or the mistakes in
  ///   it; the last good dashboard then stays.
  func follow(onChange: @escaping @MainActor (Result<DashboardSpec, Failure>) -> Void) {
    watch = FileWatch(path: file.path, since: stamp, queue: .main) { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        onChange(self.readAgain())
      }
    }
  }

  private func readAgain() -> Result<DashboardSpec, Failure> {
    do throws(DashboardFile.Failure) {
      spec = try file.read()
      hub?.update(spec.sources)
      return .success(spec)
    } catch {
      let more = error.problems.count > 1 ? " (and \(error.problems.count - 1) more)" : ""
      return .failure(
        Failure(
          .badConfiguration, lines: [(error.problems.first?.description ?? "") + more]))
    }
  }

  /// Runs the feeds for some seconds, and passes on each update as it comes.
  func collect(seconds: Double, into receive: (SourceSpec, FeedUpdate) -> Void) {
    let queue = UpdateQueue()
    start { queue.put($0, $1) }
    let end = DispatchTime.now() + seconds
    while DispatchTime.now() < end, let (source, update) = queue.take(until: end) {
      receive(source, update)
    }
    queue.close()
    stop()
    while let (source, update) = queue.take(until: .now()) { receive(source, update) }
  }

  func stop() { hub?.stop() }

  var wakeups: Int { hub?.wakeups ?? 0 }
}

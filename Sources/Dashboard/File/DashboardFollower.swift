import Dispatch
import Feeds
import Messages

/// Reads a dashboard's file, and reads the file again after each change of the file, or of a file that the file
/// includes.
///
/// A queue of the follower accesses the files, because a file system of the network may not answer for minutes, in
/// which a window must be drawn.
public final class DashboardFollower: @unchecked Sendable {
  /// The dashboard, or the mistakes in its file.
  public typealias Answer = Result<DashboardFile.Contents, DashboardFile.Failure>

  private let path: String
  private let readFile: @Sendable () -> Answer
  private let queue = DispatchQueue(label: "dashboard")
  private let retryPeriod: DispatchTimeInterval

  // Only the queue uses the following properties.
  private var onAnswer: (@Sendable (Answer) -> Void)?
  /// An answer that came before anyone followed the file.
  private var unreported: Answer?
  /// The watches of the file, and of the files that the file includes or needs.
  private var watches: [String: FileWatch] = [:]
  /// The states of the file, and of the files that the file includes or needs, before they were last read. They may
  /// change before they are watched.
  private var stamps: [String: FileWatch.Stamp] = [:]
  /// Reads a file without a valid dashboard repeatedly, because the mistake may be corrected at a place that is not
  /// watched, such as a file system that is mounted later.
  private var retry: (any DispatchSourceTimer)?

  /// A follower that has not read the file yet.
  public convenience init(_ file: DashboardFile) {
    self.init(path: file.path, retryPeriod: .seconds(5)) {
      do throws(DashboardFile.Failure) {
        return .success(try file.read())
      } catch {
        return .failure(error)
      }
    }
  }

  /// - Parameters:
  ///   - retryPeriod: the time between attempts to read a file without a valid dashboard.
  ///   - readFile: reads the file.
  init(
    path: String, retryPeriod: DispatchTimeInterval, readFile: @escaping @Sendable () -> Answer
  ) {
    self.path = path
    self.retryPeriod = retryPeriod
    self.readFile = readFile
  }

  /// Reads the file for the first time, and waits for the answer.
  /// - Parameter time: the longest wait. A file system that does not answer in this time is a failure, and only its
  ///   later answer is reported.
  public func read(within time: DispatchTimeInterval = .never) -> Answer {
    if let answer = queue.ask(within: time, { self.read() }) { return answer }
    queue.async { self.report() }
    return .failure(silence)
  }

  private var silence: DashboardFile.Failure {
    let words = String(localized: "the file system does not answer")
    return DashboardFile.Failure(
      problems: [Problem(file: path, message: words)], isMissing: true)
  }

  /// Reads the file now, reports the answer, and waits for it.
  /// - Parameter time: the longest wait.
  /// - Returns: the failure that the file system does not answer, which is not reported; nil for an answer.
  public func readAgain(within time: DispatchTimeInterval) -> DashboardFile.Failure? {
    queue.ask(within: time, isExecutedLate: true) { self.report() } == nil ? silence : nil
  }

  /// Follows the file from now on, until the follower is released.
  /// - Parameter onAnswer: called on the follower's queue with each answer.
  public func follow(_ onAnswer: @escaping @Sendable (Answer) -> Void) {
    queue.async {
      self.onAnswer = onAnswer
      if let answer = self.unreported { onAnswer(answer) }
      self.unreported = nil
      self.watch()
    }
  }

  private func report() {
    let answer = read()
    if let onAnswer { onAnswer(answer) } else { unreported = answer }
  }

  private func read() -> Answer {
    let stamp = FileWatch.Stamp(of: path)
    let answer = readFile()
    switch answer {
    case .success(let contents):
      stamps = contents.includedFiles
      retry?.cancel()
      retry = nil
    case .failure(let failure):
      stamps = failure.neededFiles
      if retry == nil { retry = makeRetry() }
    }
    stamps[path] = stamp
    if onAnswer != nil { watch() }
    return answer
  }

  /// Watches exactly the file and the files that the file currently needs.
  private func watch() {
    watches = watches.filter { stamps[$0.key] != nil }
    for (path, stamp) in stamps where watches[path] == nil {
      watches[path] = FileWatch(
        path: path, since: stamp, queue: queue, onChange: { [weak self] in self?.report() })
    }
  }

  private func makeRetry() -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(
      deadline: .now() + retryPeriod, repeating: retryPeriod, leeway: .seconds(1))
    timer.setEventHandler { [weak self] in self?.report() }
    timer.activate()
    return timer
  }
}

import Dispatch
import Glibc
import Metrics
import Synchronization

/// This machine as a source, sampled from `/proc` by a timer on a queue of its own.
///
/// The timer keeps the beat of its start and does not drift. A sample has the time at which the files were
/// read.
public final class SystemFeed: Feed {
  private let period: Double
  private let clock: FeedClock
  private let outlet = FeedOutlet()
  private let recordingFailed: @Sendable (SourceError) -> Void
  private let queue = DispatchQueue(label: "wallchart.system", qos: .utility)
  private let ticks = Atomic<Int>(0)
  private let timer = Mutex<(any DispatchSourceTimer)?>(nil)
  /// The state of sampling, separate from the timer, so that a file system that hangs cannot keep `stop`
  /// waiting. Only the timer's handler and `select` take this lock.
  private let sampling: Mutex<Sampling>

  fileprivate struct Sampling {
    let files = ProcFiles()
    var rates: MachineRates
    var recorder: SampleRecorder?
    /// The queries that this machine cannot answer, each with the reason, looked up once.
    var reasons: [Query: String] = [:]

    /// The files to read. A recording may later be asked other queries.
    var needed: [ProcFile] { recorder == nil ? rates.groups.files : ProcFile.allCases }
  }

  /// - Parameters:
  ///   - period: seconds between samples, 0.1 to 3600.
  ///   - recorder: a file that receives all samples; nil for none.
  ///   - recordingFailed: called once, on the feed's queue, when the recording can no longer be written.
  ///     Sampling continues without the recording.
  init(
    period: Double, queries: Set<Query>, recorder: sending SampleRecorder? = nil,
    clock: FeedClock = .system, recordingFailed: @escaping @Sendable (SourceError) -> Void = { _ in }
  ) {
    self.period = period.isNaN ? 1 : min(max(period, 0.1), 3600)
    self.clock = clock
    self.recordingFailed = recordingFailed
    sampling = Mutex(Sampling(rates: MachineRates(queries: queries), recorder: recorder))
  }

  /// A feed that writes all samples to a file, too; an existing file is replaced.
  public convenience init(
    period: Double, queries: Set<Query>, host: HostInfo, recording path: String,
    recordingFailed: @escaping @Sendable (SourceError) -> Void
  ) throws(SourceError) {
    let recorder = try SampleRecorder(path: path, host: host, period: period)
    self.init(
      period: period, queries: queries, recorder: recorder, recordingFailed: recordingFailed)
  }

  public var wakeups: Int { ticks.load(ordering: .relaxed) }

  public func start(onUpdate: @escaping @Sendable (FeedUpdate) -> Void) {
    outlet.attach(onUpdate)
    self.timer.withLock { current in
      guard current == nil else { return }
      let timer = DispatchSource.makeTimerSource(queue: queue)
      let leeway = DispatchTimeInterval.milliseconds(Int(period * 20))
      timer.schedule(deadline: .now(), repeating: period, leeway: leeway)
      timer.setEventHandler { [weak self] in self?.tick() }
      timer.activate()
      current = timer
    }
  }

  public func request() { outlet.request() }

  public func select(_ queries: Set<Query>) {
    let isNew = sampling.withLock { sampling in
      defer { sampling.rates.queries = queries }
      return !queries.isSubset(of: sampling.rates.queries)
    }
    // A short period is soon over, and rates over a moment say nothing. The beat goes on.
    if isNew, period >= 5 { queue.async { [weak self] in self?.tick() } }
  }

  public func stop() {
    outlet.detach()
    timer.withLock { timer in
      timer?.cancel()
      timer = nil
    }
  }

  deinit { timer.withLock { $0?.cancel() } }

  private func tick() {
    ticks.add(1, ordering: .relaxed)
    var failure: SourceError?
    let (time, samples, missing) = sampling.withLock { sampling in
      // A recording holds whole microseconds, so the samples have whole microseconds, too.
      let time = (clock.utc() * 1_000_000).rounded() / 1_000_000
      let sample = sampling.files.sample(at: time, of: sampling.needed)
      do throws(SourceError) {
        try sampling.recorder?.write(sample)
      } catch {
        failure = error
        sampling.recorder = nil
      }
      let samples = sampling.rates.answer(sample)
      return (time, samples, sampling.missing(samples))
    }
    if let failure { recordingFailed(failure) }
    outlet.succeed(samples, missing: missing, answeredAt: time, at: time)
  }
}

extension SystemFeed.Sampling {
  /// The reasons why queries have no answer. A query that only waits for a second sample has none.
  mutating func missing(_ samples: [FeedUpdate.Samples]) -> [Query: String] {
    var result: [Query: String] = [:]
    let unanswered = rates.queries.subtracting(samples.map(\.query))
    guard !unanswered.isEmpty else { return result }
    // The machine's names are looked up once, however many queries lack an answer.
    var names: [String]?
    for query in unanswered {
      if reasons[query] == nil {
        let known = names ?? SystemListing.names()
        names = known
        reasons[query] = SystemFeed.reason(query, known)
      }
      if let reason = reasons[query], !reason.isEmpty { result[query] = reason }
    }
    return result
  }
}

extension SystemFeed {
  /// The reason why a machine with metrics of some names has no answer to a query; empty if the machine
  /// will have one.
  fileprivate static func reason(_ query: Query, _ names: [String]) -> String {
    guard case .metric(let metric) = query else {
      return "this machine has metrics, but no '\(shown(query.name))'"
    }
    let pattern = MetricPattern(metric.name)
    if names.contains(where: { pattern.series(of: Metric($0)) != nil }) { return "" }
    return "this machine has no '\(shown(metric.name))'" + suggestion(for: metric.name, among: names)
  }
}

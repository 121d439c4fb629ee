import Dispatch
import Glibc
import Messages
import Metrics
import Synchronization

/// This machine as a source, sampled from `/proc` by a timer on a queue of its own.
///
/// The timer keeps the beat of its start and does not drift. The time of a sample is the time of reading the files.
public final class SystemFeed: Feed {
  private let period: Double
  private let clock: FeedClock
  private let outlet = FeedOutlet()
  private let recordingFailed: @Sendable (SourceError) -> Void
  private let queue = DispatchQueue(label: "wallchart.system", qos: .utility)
  private let ticks = Atomic<Int>(0)
  private let timer = Mutex<(any DispatchSourceTimer)?>(nil)
  private let queries: Mutex<Set<Query>>
  /// The state of sampling. Only the queue takes this lock, so that a hanging file system blocks neither `select` nor
  /// `stop`.
  private let sampling: Mutex<Sampling>

  /// The period in seconds above which a new query is answered between the beats.
  private static let longPeriod = 5.0
  /// Seconds between two samples of a new query outside the beat, for rates.
  private static let rateInterval = 1.0

  fileprivate struct Sampling {
    let files = ProcFiles()
    var rates: MachineRates
    var recorder: SampleRecorder?
    /// The queries that the last sample did not answer.
    var unanswered: Set<Query> = []
    /// The reasons why queries have no answer, each looked up once; empty if the machine has the metric.
    var reasons: [Query: String] = [:]

    /// The files to read: all files for a recording, which may later be asked other queries.
    var needed: [ProcFile] { recorder == nil ? rates.groups.files : ProcFile.allCases }
  }

  /// - Parameters:
  ///   - period: seconds between samples, 0.1 to 3600.
  ///   - recorder: a file that receives all samples; nil for none.
  ///   - recordingFailed: called once, on the feed's queue, when the recording can no longer be written.
  ///     Sampling continues without the recording.
  init(
    period: Double, _ selection: Selection, recorder: sending SampleRecorder? = nil,
    clock: FeedClock = .system,
    recordingFailed: @escaping @Sendable (SourceError) -> Void = { _ in }
  ) {
    let period = period.bounded(by: 0.1...3600, otherwise: 1)
    self.period = period
    self.clock = clock
    self.recordingFailed = recordingFailed
    queries = Mutex(selection.queries)
    let rates = MachineRates(queries: selection.queries, period: period)
    sampling = Mutex(Sampling(rates: rates, recorder: recorder))
  }

  /// A feed that also writes all samples to a file; an existing file is replaced.
  public convenience init(
    period: Double, _ selection: Selection, host: HostInfo, recording path: String,
    recordingFailed: @escaping @Sendable (SourceError) -> Void
  ) throws(SourceError) {
    let recorder = try SampleRecorder(path: path, host: host, period: period)
    self.init(
      period: period, selection, recorder: recorder, recordingFailed: recordingFailed)
  }

  public var wakeups: Int { ticks.load(ordering: .relaxed) }

  public func start(onUpdate: @escaping @Sendable (FeedUpdate) -> Void) {
    guard outlet.attach(onUpdate) else { return }
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

  public func select(_ selection: Selection) {
    let isNew = queries.withLock { current in
      defer { current = selection.queries }
      return !selection.queries.isSubset(of: current)
    }
    if isNew, period >= Self.longPeriod { queue.async { [weak self] in self?.tick() } }
  }

  public func stop() {
    outlet.close()
    timer.withLock { timer in
      timer?.cancel()
      timer = nil
    }
  }

  deinit { timer.withLock { $0?.cancel() } }

  private func tick() {
    guard timer.withLock({ $0 != nil }) else { return }
    ticks.add(1, ordering: .relaxed)
    let queries = self.queries.withLock { $0 }
    var failure: SourceError?
    let (time, samples, missing, isWaiting) = sampling.withLock { sampling in
      if sampling.rates.queries != queries { sampling.rates.queries = queries }
      // A recording has whole microseconds, and so do the samples.
      let monotonic = clock.monotonic()
      let time = (clock.utc() * 1_000_000).rounded() / 1_000_000
      let sample = sampling.files.sample(at: time, of: sampling.needed)
      do throws(SourceError) {
        try sampling.recorder?.write(sample)
      } catch {
        failure = error
        sampling.recorder = nil
      }
      let samples = sampling.rates.answer(sample, monotonic: monotonic)
      let (missing, isWaiting) = sampling.missing(samples)
      return (time, samples, missing, isWaiting)
    }
    if let failure { recordingFailed(failure) }
    outlet.succeed(samples, missing: missing, answeredAt: time, asked: queries, at: time)
    guard isWaiting, period >= Self.longPeriod else { return }
    queue.asyncAfter(deadline: .now() + Self.rateInterval) { [weak self] in self?.tick() }
  }
}

extension SystemFeed.Sampling {
  /// The reasons why queries have no answer, and whether other queries, such as rates, wait for a second sample.
  mutating func missing(
    _ samples: [FeedUpdate.Samples]
  ) -> (reasons: [Query: String], isWaiting: Bool) {
    let before = unanswered
    unanswered = rates.queries.subtracting(samples.map(\.query))
    // A metric that has come may disappear again.
    reasons = reasons.filter { unanswered.contains($0.key) }
    // The machine's names are looked up only once for all queries.
    var names: [String]?
    for query in unanswered.intersection(before) where reasons[query] == nil {
      let known = names ?? SystemListing.names()
      names = known
      reasons[query] = SystemFeed.reason(query, known)
    }
    return (
      reasons.filter { !$0.value.isEmpty }, unanswered.contains { reasons[$0] == nil }
    )
  }
}

extension SystemFeed {
  /// The reason why a machine whose metrics have the given names cannot answer a query; empty if an answer will
  /// follow.
  fileprivate static func reason(_ query: Query, _ names: [String]) -> String {
    guard case .metric(let metric) = query else {
      return String(localized: "this machine has metrics, but no '\(shown(query.name))'")
    }
    let pattern = MetricPattern(metric.name)
    if names.contains(where: { pattern.series(of: Metric($0)) != nil }) { return "" }
    return String(localized: "this machine has no '\(shown(metric.name))'")
      + suggestion(for: metric.name, among: names)
  }
}

import Dispatch
import Glibc
import Synchronization

/// This machine as a source, sampled from `/proc` by a timer on a queue of its own.
///
/// The timer keeps the beat of its start and does not drift. A reading has the time at which the files
/// were read.
public final class SystemSource: Source {
  public let host: HostInfo
  public let gapAfter: Double

  private let period: Double
  private let clock: @Sendable () -> Double
  private let recordingFailed: @Sendable (SourceError) -> Void
  private let queue = DispatchQueue(label: "wallchart.system", qos: .utility)
  private let ticks = Atomic<Int>(0)
  private let delivery = Mutex(Delivery())
  /// The state of sampling, separate from that of delivery, so that a file system that hangs cannot keep
  /// `stop` waiting. Only the timer's handler and `select` take this lock.
  private let sampling: Mutex<Sampling>

  private struct Delivery {
    var timer: (any DispatchSourceTimer)?
    var receiver: (@Sendable ([Reading]) -> Void)?
  }

  private struct Sampling {
    let files: ProcFiles
    var needed: [ProcFile]
    var stream: ReadingStream
    var recorder: SampleRecorder?
  }

  /// - Parameters:
  ///   - period: seconds between samples, 0.1 to 3600.
  ///   - metrics: the metrics to deliver; nil for the basic ones, all of them in files that are quick to
  ///     read.
  ///   - recording: the path of a file that receives all samples; an existing file is replaced.
  ///   - clock: returns UTC seconds since 1970.
  ///   - recordingFailed: called once, on the source's queue, when the recording can no longer be written.
  ///     Sampling continues without the recording.
  public init(
    period: Double = 1, metrics: Set<Metric>? = nil, recording: String? = nil,
    clock: @escaping @Sendable () -> Double = SystemSource.realTime,
    recordingFailed: @escaping @Sendable (SourceError) -> Void = { _ in }
  ) throws(SourceError) {
    let period = period.isNaN ? 1 : min(max(period, 0.1), 3600)
    let files = ProcFiles()
    let host = HostInfo(
      name: Self.hostName(), system: Self.systemName(),
      state: MachineState(files.sample(at: clock())))
    var recorder: SampleRecorder?
    if let recording {
      recorder = try SampleRecorder(path: recording, host: host, period: period)
    }
    let stream = ReadingStream(period: period, wanted: metrics)
    self.period = period
    self.host = host
    self.clock = clock
    self.recordingFailed = recordingFailed
    gapAfter = stream.gapAfter
    // A recording may later be asked for other metrics.
    let needed = recording == nil ? MetricGroups(metrics).files : ProcFile.allCases
    sampling = Mutex(Sampling(files: files, needed: needed, stream: stream, recorder: recorder))
  }

  public var wakeups: Int { ticks.load(ordering: .relaxed) }

  public func start(onReadings: @escaping @Sendable ([Reading]) -> Void) {
    delivery.withLock { delivery in
      delivery.receiver = onReadings
      guard delivery.timer == nil else { return }
      let timer = DispatchSource.makeTimerSource(queue: queue)
      let leeway = DispatchTimeInterval.milliseconds(Int(period * 20))
      timer.schedule(deadline: .now(), repeating: period, leeway: leeway)
      timer.setEventHandler { [weak self] in self?.tick() }
      timer.activate()
      delivery.timer = timer
    }
  }

  /// Delivers other metrics from the next sample on.
  func select(_ metrics: Set<Metric>) {
    sampling.withLock { sampling in
      sampling.stream.wanted = metrics
      if sampling.recorder == nil { sampling.needed = MetricGroups(metrics).files }
    }
  }

  public func stop() {
    delivery.withLock { delivery in
      delivery.timer?.cancel()
      delivery = Delivery()
    }
  }

  deinit { delivery.withLock { $0.timer?.cancel() } }

  private func tick() {
    ticks.add(1, ordering: .relaxed)
    var failure: SourceError?
    let readings = sampling.withLock { sampling in
      // A recording holds whole microseconds, so the readings have whole microseconds, too.
      let time = (clock() * 1_000_000).rounded() / 1_000_000
      let sample = sampling.files.sample(at: time, of: sampling.needed)
      do throws(SourceError) {
        try sampling.recorder?.write(sample)
      } catch {
        failure = error
        sampling.recorder = nil
      }
      return sampling.stream.readings(of: sample)
    }
    if let failure { recordingFailed(failure) }
    let receiver = delivery.withLock { $0.receiver }
    receiver?(readings)
  }

  /// The machine's own clock.
  public static func realTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }

  private static func hostName() -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func systemName() -> String {
    for path in ["/etc/os-release", "/usr/lib/os-release"] {
      if let bytes = try? readFile(path, atMost: 1 << 16) {
        return HostInfo.systemName(osRelease: String(decoding: bytes, as: UTF8.self))
      }
    }
    return "Linux"
  }
}

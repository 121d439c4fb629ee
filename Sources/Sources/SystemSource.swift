import Dispatch
import Glibc
import Synchronization

/// The machine it runs on, sampled from `/proc` by a timer on a queue of its own.
///
/// The timer keeps the beat of its start and does not drift; each reading has the time at which its
/// files were read.
public final class SystemSource: Source {
  public let host: HostInfo
  public let gapAfter: Double

  private let period: Double
  private let queue = DispatchQueue(label: "wallchart.system", qos: .utility)
  private let state: Mutex<State>
  private let recordingFailed: @Sendable (SourceError) -> Void

  private struct State {
    let files: ProcFiles
    var stream: ReadingStream
    var recorder: SampleRecorder?
    var timer: (any DispatchSourceTimer)?
    var receiver: (@Sendable ([Reading]) -> Void)?
    var wakeups = 0
  }

  /// - Parameters:
  ///   - period: seconds between samples, 0.1 to 3600.
  ///   - recording: the path of a file to write all samples to; one that exists is replaced.
  ///   - recordingFailed: told once, on the source's queue, when that file can no longer be
  ///     written; sampling goes on without it.
  public init(
    period: Double = 1, recording: String? = nil,
    recordingFailed: @escaping @Sendable (SourceError) -> Void = { _ in }
  ) throws(SourceError) {
    let period = period.isNaN ? 1 : min(max(period, 0.1), 3600)
    let files = ProcFiles()
    let host = HostInfo(
      name: Self.hostName(), system: Self.systemName(),
      state: MachineState(files.sample(at: Self.now())))
    var recorder: SampleRecorder?
    if let recording {
      recorder = try SampleRecorder(path: recording, host: host, period: period)
    }
    let stream = ReadingStream(period: period)
    self.period = period
    self.host = host
    self.recordingFailed = recordingFailed
    gapAfter = stream.gapAfter
    state = Mutex(State(files: files, stream: stream, recorder: recorder))
  }

  public var wakeups: Int { state.withLock { $0.wakeups } }

  public func start(onReadings: @escaping @Sendable ([Reading]) -> Void) {
    state.withLock { state in
      state.receiver = onReadings
      guard state.timer == nil else { return }
      let timer = DispatchSource.makeTimerSource(queue: queue)
      let leeway = DispatchTimeInterval.milliseconds(Int(period * 20))
      timer.schedule(deadline: .now(), repeating: period, leeway: leeway)
      timer.setEventHandler { [weak self] in self?.tick() }
      timer.activate()
      state.timer = timer
    }
  }

  public func stop() {
    state.withLock { state in
      state.timer?.cancel()
      state.timer = nil
      state.receiver = nil
    }
  }

  deinit { state.withLock { $0.timer?.cancel() } }

  private func tick() {
    var failure: SourceError?
    let (readings, receiver) = state.withLock { state in
      state.wakeups += 1
      let sample = state.files.sample(at: Self.now())
      do throws(SourceError) {
        try state.recorder?.write(sample)
      } catch {
        failure = error
        state.recorder = nil
      }
      return (state.stream.readings(of: sample), state.receiver)
    }
    if let failure { recordingFailed(failure) }
    receiver?(readings)
  }

  /// UTC seconds in whole microseconds, which is what a recording holds.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(Int(time.tv_sec) * 1_000_000 + Int(time.tv_nsec) / 1000) / 1_000_000
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

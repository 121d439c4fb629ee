import Dispatch
import Synchronization

/// A recording of samples, delivered all at once. The recording passes through the same parsers and rates
/// as live samples.
public final class ReplaySource: Source {
  public let host: HostInfo
  public let gapAfter: Double
  /// Everything in the recording, oldest first.
  public let readings: [Reading]
  /// A line for the terminal about an ignored part of the file: a last sample that is cut off.
  public let notice: String?

  private let queue = DispatchQueue(label: "wallchart.replay", qos: .utility)
  private let delivered = Atomic<Int>(0)

  /// Reads the file, of at most 1 GiB.
  /// - Parameter metrics: the metrics to deliver, as far as they were recorded; nil for the basic ones.
  public init(path: String, metrics: Set<Metric>? = nil) throws(SourceError) {
    let file = try SampleFile(readFile(path, atMost: 1 << 30), path: path)
    var stream = ReadingStream(period: file.period, wanted: metrics)
    readings = file.samples.flatMap { stream.readings(of: $0) }
    gapAfter = stream.gapAfter
    notice = file.notice
    host = HostInfo(
      name: file.hostName, system: file.system, state: file.samples.last.map { MachineState($0) })
  }

  public var wakeups: Int { delivered.load(ordering: .relaxed) }

  /// Delivers all readings as one batch.
  public func start(onReadings: @escaping @Sendable ([Reading]) -> Void) {
    queue.async { [readings, weak self] in
      self?.delivered.add(1, ordering: .relaxed)
      onReadings(readings)
    }
  }

  public func stop() {}
}

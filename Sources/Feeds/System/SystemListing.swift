import Glibc
import Messages
import Metrics

/// The metrics of this machine, with their current values.
public enum SystemListing {
  /// A metric with its current value.
  public struct Row: Hashable, Sendable {
    /// The metric, with its unit.
    public var metric: Metric
    /// The value; nil if the value is unknown.
    public var value: Double?
    /// `48.6 Mbit/s`
    public var text: String { metric.unit.format(value ?? .nan, decimals: metric.decimals).text }
    /// A short description of the metric: `load average of 5 min`.
    public var meaning: String { metric.meaning }

    public init(metric: Metric, value: Double?) {
      (self.metric, self.value) = (metric, value)
    }
  }

  /// The microseconds between the two samples: rates are means over half a second.
  private static let interval: UInt32 = 500_000

  /// All metrics of this machine, by name. The function takes two samples and waits half a second between them.
  public static func rows() -> [Row] {
    let files = ProcFiles()
    let first = files.sample(at: SystemClock.utc, of: ProcFile.allCases)
    usleep(interval)
    let second = files.sample(at: SystemClock.utc, of: ProcFile.allCases)
    return rows(first, second)
  }

  static func rows(_ first: ProcSample, _ second: ProcSample) -> [Row] {
    allValues(first, second)
      .map { Row(metric: $0.key, value: $0.value.isNaN ? nil : $0.value) }
      .sorted { order($0.metric) < order($1.metric) }
  }

  /// The names of all metrics of this machine.
  static func names() -> [String] {
    let files = ProcFiles()
    let sample = files.sample(at: 1, of: ProcFile.allCases)
    var later = sample
    later.time = 2
    return allValues(sample, later).keys.map(\.name)
  }

  private static func allValues(_ first: ProcSample, _ second: ProcSample) -> [Metric: Double] {
    let (before, now) = (MachineState(first), MachineState(second))
    var values = now.gauges
    let interval = second.time - first.time
    now.addRates(since: before, interval: interval, to: &values)
    now.addDetails(of: .all, to: &values)
    now.addDetailRates(of: .all, since: before, interval: interval, to: &values)
    return values
  }

  /// The order of names: numbers by value, and a whole before its parts.
  private static func order(_ metric: Metric) -> Place {
    let kinds = [
      "cpu", "frequency", "load", "processes", "pressure", "memory", "swap", "net", "disk",
      "temperature", "fan", "uptime",
    ]
    let parts = metric.name.split(separator: ".").map(String.init)
    let kind = kinds.firstIndex(of: parts[0]) ?? kinds.count
    let number = parts.count > 1 ? Int(parts[1]) : nil
    return Place(kind: kind, count: number == nil ? 0 : 1, number: number ?? 0, name: metric.name)
  }

  private struct Place: Comparable {
    var kind: Int
    var count: Int
    var number: Int
    var name: String

    static func < (a: Place, b: Place) -> Bool {
      (a.kind, a.count, a.number, a.name) < (b.kind, b.count, b.number, b.name)
    }
  }
}

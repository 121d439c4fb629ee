import Messages
import Metrics

/// The names of metrics, for checks of dashboards before they run.
public struct MetricCatalog: Sendable {
  /// The verdict on a name or a pattern of names.
  public enum Verdict: Sendable, Equatable {
    /// This machine has the metric.
    case here
    /// This machine lacks the metric, but another machine may have it: a disk, an interface, a sensor.
    case elsewhere(Message)
    /// No machine has the metric.
    case nowhere(Message)
  }

  private let names: [String]

  /// The catalog of this machine.
  public init() { self.init(names: SystemListing.names()) }

  init(names: [String]) { self.names = names }

  /// The kinds of metrics that depend on the kernel and not on devices.
  private static let plain = ["cpu", "memory", "swap", "load", "processes", "pressure", "uptime"]
  /// The last parts of the names that depend on devices.
  private static let lastParts: [Substring: Set<Substring>] = [
    "net": ["in", "out", "packets", "errors", "drops"],
    "disk": [
      "read", "write", "operations", "busy", "used", "usable", "available", "total", "percent",
    ],
  ]
  /// The kinds whose names end with a device.
  private static let devices: Set<Substring> = ["temperature", "fan", "frequency"]

  /// The verdict on a name, or on a pattern of names such as `disk.*.read`.
  public func verdict(on name: String) -> Verdict {
    let pattern = MetricPattern(name)
    if names.contains(where: { pattern.series(of: Metric($0)) != nil }) { return .here }
    let lack: Message = "this machine has no '\(name.prefix(60))'"
    let hint = lack + Spelling.hint(for: name, among: names)
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let kind = parts.first, let last = parts.last else { return .nowhere(hint) }
    if kind == "pressure" { return .elsewhere(lack) }
    if kind == "cpu", parts.count == 3, Int(parts[1]) != nil,
      names.contains("cpu.\(last)")
    {
      return .elsewhere(lack)
    }
    if Self.plain.map({ $0[...] }).contains(kind) { return .nowhere(hint) }
    if let known = Self.lastParts[kind] {
      return known.contains(last) || last == "*" ? .elsewhere(lack) : .nowhere(hint)
    }
    return Self.devices.contains(kind) ? .elsewhere(lack) : .nowhere(hint)
  }
}

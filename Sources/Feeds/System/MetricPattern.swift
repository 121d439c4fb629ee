import Metrics

/// A name of metrics of this machine in which `*` stands for one part or more: `net.*.in`,
/// `disk.space.*.used`, `cpu.*`.
struct MetricPattern {
  private let parts: [Substring]
  /// The names of the labels for which the stars stand.
  private let labels: [String]
  /// The name of the series: the pattern without its stars.
  private let name: String

  init(_ text: String) {
    parts = text.split(separator: ".", omittingEmptySubsequences: false)
    name = parts.filter { $0 != "*" }.joined(separator: ".")
    let label = MetricPattern.label(of: text)
    let stars = parts.count { $0 == "*" }
    labels = (0..<stars).map { $0 == 0 ? label : "\(label)\($0 + 1)" }
  }

  /// The words for the parts of a machine that are told apart by name.
  private static func label(of pattern: String) -> String {
    if pattern.hasPrefix("disk.space.") { return "mountpoint" }
    return switch pattern.prefix(while: { $0 != "." }) {
    case "net": "interface"
    case "disk": "disk"
    case "cpu", "frequency": "core"
    case "temperature", "fan": "sensor"
    case "pressure": "resource"
    default: "part"
    }
  }

  /// The series of a metric that the pattern matches: `net.in{interface="eth0"}` of `net.eth0.in`; nil for
  /// other metrics.
  func series(of metric: Metric) -> Metric? {
    let words = metric.name.split(separator: ".", omittingEmptySubsequences: false)
    guard let found = match(words[...], parts[...]) else { return nil }
    return Metric(name, labels: Labels(Dictionary(zip(labels, found), uniquingKeysWith: { $1 })))
  }

  /// The words for which the stars stand; a mount point such as `/srv/v1.2` has dots of its own.
  private func match(_ words: ArraySlice<Substring>, _ parts: ArraySlice<Substring>) -> [String]? {
    guard let part = parts.first else { return words.isEmpty ? [] : nil }
    guard part == "*" else {
      return words.first == part ? match(words.dropFirst(), parts.dropFirst()) : nil
    }
    for count in stride(from: 1, through: words.count - parts.count + 1, by: 1) {
      if let rest = match(words.dropFirst(count), parts.dropFirst()) {
        return [words.prefix(count).joined(separator: ".")] + rest
      }
    }
    return nil
  }
}

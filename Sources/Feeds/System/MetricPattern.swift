import Metrics

/// A name of metrics of this machine in which `*` matches one or more parts: `net.*.in`, `disk.space.*.used`,
/// `temperature.*`. Names of interfaces and sensors, and mount points, may have points of their own. In a name of the
/// processor, `*` matches one part: `cpu.*` is the use of time of all cores together, and `cpu.*.busy` is the busy
/// share of each core.
struct MetricPattern {
  private let parts: [Substring]
  /// The names of the labels that the stars match.
  private let labels: [String]
  /// The name of the series: the pattern without its stars.
  private let name: String
  private let mostParts: Int

  init(_ text: String) {
    parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let name = parts.filter { $0 != "*" }.joined(separator: ".")
    self.name = name.isEmpty ? text : name
    mostParts = parts.first == "cpu" ? 1 : .max
    var labels: [String] = []
    for place in parts.indices where parts[place] == "*" {
      let label = Self.label(of: text, isLast: place == parts.count - 1)
      let count = labels.count { $0.hasPrefix(label) }
      labels.append(count == 0 ? label : "\(label)\(count + 1)")
    }
    self.labels = labels
  }

  /// The label for the parts that a star matches.
  private static func label(of pattern: String, isLast: Bool) -> String {
    if pattern.hasPrefix("disk.space.") { return "mountpoint" }
    return switch pattern.prefix(while: { $0 != "." }) {
    case "net": "interface"
    case "disk": "disk"
    case "cpu": isLast ? "mode" : "core"
    case "frequency": "core"
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

  /// The words that the stars match. The first star matches as few words as possible.
  private func match(_ words: ArraySlice<Substring>, _ parts: ArraySlice<Substring>) -> [String]? {
    guard let part = parts.first else { return words.isEmpty ? [] : nil }
    guard part == "*" else {
      return words.first == part ? match(words.dropFirst(), parts.dropFirst()) : nil
    }
    let most = min(words.count - parts.count + 1, mostParts)
    for count in stride(from: 1, through: most, by: 1) {
      if let rest = match(words.dropFirst(count), parts.dropFirst()) {
        return [words.prefix(count).joined(separator: ".")] + rest
      }
    }
    return nil
  }
}

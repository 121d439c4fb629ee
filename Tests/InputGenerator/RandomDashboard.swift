import Dashboard
import Foundation
import TestSupport

/// The text of a dashboard with mistakes in it.
struct RandomDashboard {
  let text: String

  init(_ random: inout InputRandom) {
    if random.chance(0.5) {
      let lines = random.pick(Self.examples).components(separatedBy: "\n")
      text = RandomText.mutated(lines, &random).joined(separator: "\n")
    } else {
      text = "x-a: &a {source: cpu.busy}\n" + Self.dashboard(&random)
    }
  }

  private static let examples: [String] = {
    let folder = Program.root.appendingPathComponent("assets/dashboards").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return [ExampleDashboard.text]
      + names.sorted().compactMap {
        try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8)
      }
  }()

  // MARK: From nothing

  private static func dashboard(_ random: inout InputRandom) -> String {
    let panels = (0..<random.below(6)).map { _ in panel(&random) }.joined(separator: ",\n  ")
    let shape = random.pick([
      "panels: [%]", "pages: [{name: a, panels: [%]}, {panels: [*a]}]", "pages: [{panels: [%]}]",
      "columns: 3\npanels: [%, *a]",
    ])
    return shape.replacingOccurrences(of: "%", with: panels) + "\n"
  }

  private static func panel(_ random: inout InputRandom) -> String {
    var entries = [
      random.pick(["source: cpu.busy", "series: [load.1, load.5]", "<<: *a", "source: *a"])
    ]
    for key in [
      "title", "window", "unit", "goal", "decimals", "span", "factor", "range", "thresholds",
      "stale_after",
      "legend", "note", "counter", "chart", "takeover", "on_breach", "normal",
    ] where random.chance(0.25) {
      entries.append("\(key): \(value(of: key, &random))")
    }
    return "{" + entries.joined(separator: ", ") + "}"
  }

  /// Mostly such as the key takes.
  private static func value(of key: String, _ random: inout InputRandom) -> String {
    guard random.chance(0.8) else { return quoted(random.scalar(), &random) }
    let number = random.pick(["0", "1", "-1", "1e300", "-1e300", "1e-300", "5", "100", "99999999"])
    switch key {
    case "normal": return random.pick(["7d", "3d", "1h", "31d", "100h"])
    case "chart":
      return random.pick(["line", "area", "stacked", "spectrum", "progress", "number", "ring"])
    case "unit":
      return random.pick(["percent", "bytes", "bits/s", "seconds", "celsius", "{name: x}", "ms"])
    case "window", "stale_after": return random.pick(["5s", "5m", "366d", "1e6s"])
    case "decimals", "span": return random.pick(["1", "9", "24", "{columns: 24, rows: 24}"])
    case "range":
      return random.pick([
        "auto", "{min: \(number)}", "{max: \(number)}", "{soft_max: \(number), zero: no}",
      ])
    case "thresholds":
      return "[{above: \(number), label: \(quoted(random.scalar(), &random)), for: \(number)}]"
    case "legend", "counter", "takeover": return random.pick(["true", "false"])
    case "title", "note": return quoted(random.scalar(), &random)
    default: return number
    }
  }

  private static func quoted(_ text: String, _ random: inout InputRandom) -> String {
    guard random.chance(0.8) else { return text }
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _ where scalar.value < 0x20: "\\x" + String(format: "%02x", scalar.value)
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}

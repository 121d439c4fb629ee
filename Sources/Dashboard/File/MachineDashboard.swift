import Feeds
import Messages

/// The dashboard without any configuration: a machine's own metrics, as a file.
public enum MachineDashboard {
  /// The limit of cores that are drawn as lines; more cores are drawn as bars.
  private static let mostCoreLines = 4

  /// The file for a machine. Few cores are thin lines behind the line of all cores; more cores are small bars.
  public static func text(for host: HostInfo) -> String {
    """
    # The dashboard that Wallchart shows without a file.
    panels:
      - title: CPU
        unit: percent
    \(cores(of: host))
      - title: Memory
        unit: bytes
        range: {soft_max: 1 GiB}
        series: [{label: used, source: {system: memory.used}}]
        note: [{label: of, source: {system: memory.total}}]

      - title: Network in
        unit: bits/s
        range: {soft_max: 100000}
        series:
          - {label: in, source: {system: net.in}}
          - {label: out, source: {system: net.out}, style: dotted}
        note: [{label: out, source: {system: net.out}, unit: bits/s}]

      - title: Disk write
        unit: bytes/s
        range: {soft_max: 1 MiB}
        series:
          - {label: write, source: {system: disk.write}}
          - {label: read, source: {system: disk.read}, style: dotted}
        note: [{label: read, source: {system: disk.read}, unit: bytes/s}]

      - title: Load
        unit: none
        decimals: 2
        range: {soft_max: 1}
        series: [{label: 1 min, source: {system: load.1}}]
        note:
          - {label: 5 min, source: {system: load.5}}
          - {label: 15 min, source: {system: load.15}}

      - title: Disk space /
        chart: ring
        unit: bytes_si
        series:
          - {source: {system: disk.space.used}}
          - {source: {system: disk.space.usable}}

    """
  }

  /// The series, the note and the small bars of the panel of CPU time.
  private static func cores(of host: HostInfo) -> String {
    let count = host.cores > 1 ? host.cores : 0
    let hasLines = count <= mostCoreLines
    let lines = (0..<(hasLines ? count : 0)).map {
      "      - {label: core \($0), source: {system: cpu.\($0).busy}, style: faint}\n"
    }
    let note = host.cores == 1 ? "1 core" : "\(host.cores) cores"
    var text = "    series:\n      - {label: all, source: {system: cpu.busy}}\n"
    text += lines.joined() + "    note: \(note)\n"
    guard !hasLines else { return text }
    text += "    meter:\n"
    for core in 0..<count { text += "      - {system: cpu.\(core).busy}\n" }
    return text
  }
}

extension DashboardSpec {
  /// The dashboard without any configuration: a machine's own metrics.
  /// - Parameter period: seconds between samples.
  public static func system(host: HostInfo, period: Double = 1) -> DashboardSpec {
    let file = DashboardFile(path: "machine.yaml")
    guard var spec = try? file.parse(Array(MachineDashboard.text(for: host).utf8)) else {
      preconditionFailure("the dashboard of this machine has mistakes")
    }
    for i in spec.pages[0].panels.indices {
      spec.pages[0].panels[i].setSource(.system(period: period))
      spec.pages[0].panels[i].translate(MachineDashboard.words(of: host))
    }
    return spec
  }
}

extension MachineDashboard {
  /// The words of the dashboard that are translated where the dashboard is shown, by the English words. The file
  /// that a user edits is English, as its keys are.
  fileprivate static func words(of host: HostInfo) -> [String: String] {
    let words: [Message] = [
      "Memory", "used", "of", "Network in", "in", "out", "Disk write", "write", "read", "Load",
      "Disk space /", "all", "1 core", "\(host.cores) cores",
    ]
    let cores = (0..<min(host.cores, mostCoreLines)).map { Message("core \($0)") }
    return Dictionary(
      (words + cores).map { ($0.english, $0.text) }, uniquingKeysWith: { first, _ in first })
  }
}

extension PanelSpec {
  fileprivate mutating func translate(_ words: [String: String]) {
    title = words[title] ?? title
    for i in series.indices {
      if let label = series[i].label { series[i].label = words[label] ?? label }
    }
    note = note.map { part in
      switch part {
      case .text(let text): .text(words[text] ?? text)
      case .value(let prefix, let series, let unit):
        .value(prefix: words[prefix] ?? prefix, series, unit)
      }
    }
  }
}

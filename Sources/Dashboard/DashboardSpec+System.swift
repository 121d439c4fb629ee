import Charts
import Metrics
import Sources

extension DashboardSpec {
  /// The machine's own metrics: what is shown without any configuration.
  public static func system(host: HostInfo) -> DashboardSpec {
    DashboardSpec(panels: [
      cpu(host), memory(host),
      PanelSpec(
        title: "Network in",
        chart: .line(
          [
            SeriesSpec(.networkIn, name: "in"),
            SeriesSpec(.networkOut, style: .dotted, name: "out"),
          ],
          .automatic(atLeast: 100_000)),
        unit: .bitsPerSecond, note: [.metric(prefix: "out", .networkOut, .bitsPerSecond)]),
      PanelSpec(
        title: "Disk write",
        chart: .line(
          [
            SeriesSpec(.diskWrite, name: "write"),
            SeriesSpec(.diskRead, style: .dotted, name: "read"),
          ],
          .automatic(atLeast: 1_048_576)),
        unit: .bytesPerSecond, note: [.metric(prefix: "read", .diskRead, .bytesPerSecond)]),
      PanelSpec(
        title: "Load",
        chart: .line([SeriesSpec(.load1, name: "1 min")], .automatic(atLeast: 1)), unit: .none,
        note: [
          .metric(prefix: "5 min", .load5, .none), .metric(prefix: "15 min", .load15, .none),
        ]),
      PanelSpec(
        title: "Disk space /", chart: .ring(part: .diskSpaceUsed, whole: .diskSpaceTotal),
        unit: .decimalBytes),
    ])
  }

  /// The most cores that are told apart as lines; more are bars.
  private static let mostCoreLines = 4

  /// The total, and each core: as a thin line behind it where there are few, else as a bar.
  private static func cpu(_ host: HostInfo) -> PanelSpec {
    let cores = host.cores > 1 ? (0..<host.cores).map { Metric.coreBusy($0) } : []
    let lines = cores.count <= mostCoreLines ? cores : []
    return PanelSpec(
      title: "CPU",
      chart: .line(
        [SeriesSpec(.cpuBusy, name: "all")]
          + lines.enumerated().map { SeriesSpec($1, style: .faint, name: "core \($0 + 1)") },
        .fixed(maximum: 100)),
      unit: .percent, note: [.text(host.cores == 1 ? "1 core" : "\(host.cores) cores")],
      meter: lines.isEmpty ? cores : [])
  }

  private static func memory(_ host: HostInfo) -> PanelSpec {
    PanelSpec(
      title: "Memory",
      chart: .line(
        [SeriesSpec(.memoryUsed, name: "used")], .automatic(atLeast: 1_073_741_824)),
      unit: .bytes, note: [.metric(prefix: "of", .memoryTotal, .bytes)])
  }
}

import Charts
import Feeds
import Metrics

extension DashboardSpec {
  /// The dashboard without any configuration: a machine's own metrics.
  /// - Parameter period: seconds between samples.
  public static func system(host: HostInfo, period: Double = 1) -> DashboardSpec {
    var panels = panels(of: host)
    for i in panels.indices { panels[i].setSource(.system(period: period)) }
    return DashboardSpec(pages: [PageSpec(panels: panels)])
  }

  private static func panels(of host: HostInfo) -> [PanelSpec] {
    [
      cpu(host), memory(host),
      PanelSpec(
        title: "Network in", chart: .line,
        series: [
          SeriesSpec(.networkIn, label: "in"),
          SeriesSpec(.networkOut, label: "out", style: .dotted),
        ],
        unit: .bitsPerSecond, range: RangeSpec(softMaximum: 100_000),
        note: [.value(prefix: "out", SeriesSpec(.networkOut), .bitsPerSecond)]),
      PanelSpec(
        title: "Disk write", chart: .line,
        series: [
          SeriesSpec(.diskWrite, label: "write"),
          SeriesSpec(.diskRead, label: "read", style: .dotted),
        ],
        unit: .bytesPerSecond, range: RangeSpec(softMaximum: 1_048_576),
        note: [.value(prefix: "read", SeriesSpec(.diskRead), .bytesPerSecond)]),
      PanelSpec(
        title: "Load", chart: .line, series: [SeriesSpec(.load1, label: "1 min")], unit: .none,
        range: RangeSpec(softMaximum: 1), decimals: 2,
        note: [
          .value(prefix: "5 min", SeriesSpec(.load5), .none),
          .value(prefix: "15 min", SeriesSpec(.load15), .none),
        ]),
      PanelSpec(
        title: "Disk space /", chart: .ring,
        series: [SeriesSpec(.diskSpaceUsed), SeriesSpec(.diskSpaceUsable)], unit: .decimalBytes),
    ]
  }

  /// The limit of cores that are drawn as lines; more cores are drawn as bars.
  private static let mostCoreLines = 4

  /// The panel of CPU time: the total, and each core as a thin line behind it if there are few cores, or
  /// else as a bar.
  private static func cpu(_ host: HostInfo) -> PanelSpec {
    let cores = host.cores > 1 ? (0..<host.cores).map { Metric.coreBusy($0) } : []
    let lines = cores.count <= mostCoreLines ? cores : []
    return PanelSpec(
      title: "CPU", chart: .line,
      series: [SeriesSpec(.cpuBusy, label: "all")]
        + lines.enumerated().map {
          SeriesSpec($1, label: "core \($0 + 1)", style: .faint)
        },
      unit: .percent, range: RangeSpec(softMinimum: 0, softMaximum: 100),
      note: [.text(host.cores == 1 ? "1 core" : "\(host.cores) cores")],
      meter: lines.isEmpty ? cores.map { SeriesSpec($0) } : [])
  }

  private static func memory(_ host: HostInfo) -> PanelSpec {
    PanelSpec(
      title: "Memory", chart: .line, series: [SeriesSpec(.memoryUsed, label: "used")],
      unit: .bytes,
      range: RangeSpec(softMaximum: 1_073_741_824),
      note: [.value(prefix: "of", SeriesSpec(.memoryTotal), .bytes)])
  }
}

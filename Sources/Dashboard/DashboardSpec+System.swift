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
          [SeriesSpec("net.in"), SeriesSpec("net.out", style: .dotted)],
          .automatic(atLeast: 100_000)),
        unit: .bitsPerSecond, note: [.metric(prefix: "out", "net.out", .bitsPerSecond)]),
      PanelSpec(
        title: "Disk write",
        chart: .line(
          [SeriesSpec("disk.write"), SeriesSpec("disk.read", style: .dotted)],
          .automatic(atLeast: 1 << 20)),
        unit: .bytesPerSecond, note: [.metric(prefix: "read", "disk.read", .bytesPerSecond)]),
      PanelSpec(
        title: "Load",
        chart: .line([SeriesSpec("load.1")], .automatic(atLeast: 1)), unit: .none,
        note: [
          .metric(prefix: "5 min", "load.5", .none), .metric(prefix: "15 min", "load.15", .none),
        ]),
      PanelSpec(
        title: "Disk space /", chart: .ring(part: "disk.space.used", whole: "disk.space.total"),
        unit: .bytes),
    ])
  }

  /// The total, with a thin line for each core as long as they can be told apart, and a bar for each.
  private static func cpu(_ host: HostInfo) -> PanelSpec {
    let cores = (0..<max(0, host.cores)).map { Metric(stringLiteral: "cpu.\($0).busy") }
    let lines = cores.count > 1 && cores.count <= 4 ? cores : []
    return PanelSpec(
      title: "CPU",
      chart: .line(
        [SeriesSpec("cpu.busy")] + lines.map { SeriesSpec($0, style: .faint) },
        .fixed(maximum: 100)),
      unit: .percent, note: [.text(host.cores == 1 ? "1 core" : "\(host.cores) cores")],
      meter: cores)
  }

  private static func memory(_ host: HostInfo) -> PanelSpec {
    PanelSpec(
      title: "Memory", chart: .line([SeriesSpec("memory.used")], .automatic(atLeast: 1 << 30)),
      unit: .bytes, note: [.metric(prefix: "of", "memory.total", .bytes)])
  }
}

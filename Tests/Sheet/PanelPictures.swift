import Charts
import Dashboard
import Feeds
import Geometry
import Layers
import Metrics
import Raster
import TestSupport
import Typography

/// Panels of all kinds with invented data, for pictures.
public enum PanelPictures {
  /// The time of the last sample, in UTC seconds.
  public static let now = 1_795_271_108.0

  /// The environment of a page, with the tests' fonts.
  public static func environment(
    _ size: Size, _ theme: Theme, scale: Double, isAnimated: Bool = false
  )
    throws -> ChartEnvironment
  {
    ChartEnvironment(
      theme: theme, type: TypeScale(page: size),
      fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"),
      zone: .fixed(offset: 3600, abbreviation: "CET"), scale: scale, isAnimated: isAnimated)
  }

  /// A source by its name.
  public static func source(_ name: String) -> SourceSpec {
    .http(HTTPFeedSpec(url: "http://localhost/" + name, format: .json, every: 5))
  }

  /// A panel of each kind with the series `a`, `b` … of a source.
  public static func panel(_ chart: PanelSpec.Chart, title: String? = nil, of source: SourceSpec)
    -> PanelSpec
  {
    func series(_ names: [(String, String)]) -> [SeriesSpec] {
      names.map { SeriesSpec(label: $0.1, source: source, query: .path($0.0)) }
    }
    switch chart {
    case .line:
      return PanelSpec(
        title: title ?? "Queue length", chart: .line, series: series([("a", "mail")]),
        unit: .none, thresholds: [ThresholdSpec(.above(80), label: "queue is full")],
        note: [.text("mail-1")])
    case .area:
      return PanelSpec(
        title: title ?? "Traffic", chart: .area, series: series([("a", "in"), ("b", "out")]),
        unit: .custom("req/s"),
        thresholds: [
          ThresholdSpec(.above(80), color: .orange, pattern: .dotted, label: "busy")
        ])
    case .stacked:
      return PanelSpec(
        title: title ?? "Memory by service", chart: .stacked,
        series: series([("a", "db"), ("b", "web"), ("c", "cache")]), unit: .custom("GB"),
        thresholds: [ThresholdSpec(.above(130), pattern: .solid, label: "limit")])
    case .spectrum:
      return PanelSpec(
        title: title ?? "Temperature", chart: .spectrum, series: series([("a", "rack 4")]),
        unit: .celsius, range: RangeSpec(softMaximum: 100),
        thresholds: [ThresholdSpec(.above(80), label: "too hot")], note: [.text("rack 4")])
    case .progress:
      return PanelSpec(
        title: title ?? "Backup", chart: .progress, series: series([("a", "done")]),
        unit: .custom("files"), thresholds: [ThresholdSpec(.below(20), color: .orange)],
        goal: 120)
    case .number:
      return PanelSpec(
        title: title ?? "Orders", chart: .number, series: series([("a", "orders")]),
        unit: .none, thresholds: [ThresholdSpec(.below(20), label: "too few")],
        decimals: 1)
    case .ring:
      return PanelSpec(
        title: title ?? "Disk /srv", chart: .ring, series: series([("a", "used")]),
        unit: .custom("GB"), thresholds: [ThresholdSpec(.above(80), label: "nearly full")],
        goal: 100)
    case .bars, .tiles, .columns, .table, .states, .heatmap, .text, .clock, .alerts:
      return particular(
        chart, title: title, series: series([("a", "web"), ("b", "database"), ("c", "cache")]))
    }
  }

  /// The charts of a single measure, which stand on one page of the pictures; the others have pages of their own.
  public static let measures: [PanelSpec.Chart] = [
    .line, .area, .stacked, .spectrum, .progress, .number, .ring,
  ]

  private static func particular(
    _ chart: PanelSpec.Chart, title: String?, series: [SeriesSpec]
  ) -> PanelSpec {
    let titles: [PanelSpec.Chart: String] = [
      .bars: "Disks", .tiles: "Nodes", .columns: "Orders", .table: "Services", .states: "Hosts",
      .heatmap: "Latency", .text: "On call", .clock: "Offices", .alerts: "Alerts",
    ]
    let hasSeries = ![.text, .clock, .alerts].contains(chart)
    let isOne = chart == .columns
    var panel = PanelSpec(
      title: title ?? titles[chart] ?? "", chart: chart,
      series: hasSeries ? Array(series.prefix(isOne ? 1 : 3)) : [],
      unit: chart == .columns ? .none : .custom("GB"),
      thresholds: hasSeries && !isOne && chart != .heatmap
        ? [ThresholdSpec(.above(80), label: "nearly full")] : [])
    panel.options.mappings =
      chart == .states
      ? [
        ValueMapping(-.infinity...25, text: "idle", color: .gray),
        ValueMapping(25...50, text: "up", color: .signal(.green)),
        ValueMapping(50...(.infinity), text: "busy", color: .signal(.orange)),
      ] : []
    panel.options.paragraphs = [
      "This week: Ada Lovelace", "Call again after 15 minutes without an answer.",
    ]
    panel.options.zones = [
      ZoneSpec(name: "Europe/Berlin", rules: .fixed(offset: 3600, abbreviation: "CET")),
      ZoneSpec(name: "Asia/Kolkata", rules: .fixed(offset: 19_800, abbreviation: "IST")),
    ]
    return panel
  }

  /// Five minutes with a sample every five seconds: three smooth curves.
  public static func readings(hasGap: Bool = false, last: Double = 47.3) -> [Reading] {
    var random = SeededGenerator(seed: 7)
    var drift = [0.0, 0, 0]
    return (0...60).map { i in
      let u = Double(i) / 60
      for k in drift.indices {
        drift[k] = drift[k] * 0.8 + Double.random(in: -6...6, using: &random)
      }
      let wave = [
        42 + 22 * bump(u, 0.3) - 25 * bump(u, 0.62) + drift[0],
        30 + 12 * bump(u, 0.7) + drift[1] / 2,
        16 + 6 * bump(u, 0.45) + drift[2] / 3,
      ]
      var values: [Metric: Double] = ["a": max(2, wave[0]), "b": wave[1], "c": wave[2]]
      // The end of the curve approaches the given value.
      if u > 0.85 { values["a"] = wave[0] + (last - wave[0]) * (u - 0.85) / 0.15 }
      if hasGap, (24...31).contains(i) { values = ["a": .nan, "b": .nan, "c": .nan] }
      return Reading(time: now - 300 + 5 * Double(i), values: values)
    }
  }

  private static func bump(_ u: Double, _ center: Double) -> Double {
    let x = (u - center) / 0.14
    return 1 / (1 + x * x)
  }

  /// The picture of a page at a time of the frame clock.
  public static func draw(_ scene: DashboardScene, _ size: Size, scale: Double = 1, at time: Double)
    -> Bitmap
  {
    scene.advance(to: time)
    scene.root.completeAnimations(at: time)
    return Compositor.picture(
      of: scene.root, at: time, scale: scale, width: Int(size.width * scale),
      height: Int(size.height * scale))
  }
}

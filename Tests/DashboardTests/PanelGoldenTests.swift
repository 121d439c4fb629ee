import Charts
import Feeds
import Geometry
import Metrics
import Raster
import TestSupport
import Testing

@testable import Dashboard

/// Pictures of every kind of panel in every state, and of pages of them.
@Suite struct PanelGoldenTests {
  private static let host = HostInfo(
    name: "orion", system: "Debian 12", cores: 8, uptime: 41 * 86_400, memoryTotal: 1e9)

  /// - Parameter hasClock: whether the page knows the time without any data.
  private func scene(
    _ spec: DashboardSpec, _ size: Size, theme: Theme, scale: Double = 1, hasClock: Bool = false
  ) throws -> DashboardScene {
    var environment = try PanelPictures.environment(size, theme, scale: scale)
    if hasClock { environment.wallClock = { PanelPictures.now } }
    let scene = DashboardScene(spec: spec, host: Self.host, environment: environment)
    scene.layOut(size: size, scale: scale)
    return scene
  }

  /// Six panels of a kind: fresh, with a gap, late, failing, waiting or failed from the start, and beyond
  /// a threshold.
  private func states(_ chart: PanelSpec.Chart, _ theme: Theme) throws -> Bitmap {
    let names = ["fresh", "gap", "late", "failing", "waiting", "breached"]
    let panels = names.map { PanelPictures.panel(chart, of: PanelPictures.source($0)) }
    let size = Size(1200, 640)
    let scene = try scene(
      DashboardSpec(
        title: "Panels: \(chart)",
        pages: [PageSpec(name: theme == .dark ? "dark" : "light", columns: 3, panels: panels)]),
      size, theme: theme, hasClock: chart == .clock)
    let isLow = chart == .progress || chart == .number
    for name in names where name != "waiting" {
      let isBreached = name == "breached"
      let readings = PanelPictures.readings(
        hasGap: name == "gap", last: isBreached ? (isLow ? 12 : 93) : 47.3)
      let isOld = name == "late" || name == "failing"
      scene.ingest(
        FeedUpdate(readings: readings, health: .fresh), from: PanelPictures.source(name),
        at: isOld ? 0 : 196)
    }
    let refused = FeedHealth.failing(since: 0, reason: "connection refused")
    scene.ingest(
      FeedUpdate(readings: [], health: refused), from: PanelPictures.source("failing"), at: 5)
    if theme == .light {
      scene.ingest(
        FeedUpdate(readings: [], health: refused), from: PanelPictures.source("waiting"), at: 5)
    }
    return PanelPictures.draw(scene, size, at: 200)
  }

  @Test(arguments: PanelSpec.Chart.allCases)
  func statesOnDark(chart: PanelSpec.Chart) throws {
    expectGolden(try states(chart, .dark), named: "panel-\(chart)-dark")
  }

  @Test(arguments: PanelSpec.Chart.allCases)
  func statesOnLight(chart: PanelSpec.Chart) throws {
    expectGolden(try states(chart, .light), named: "panel-\(chart)-light")
  }

  /// One panel of each kind.
  private func page(breached: Bool = false) -> DashboardSpec {
    var panels = PanelPictures.measures.map {
      PanelPictures.panel($0, of: PanelPictures.source("one"))
    }
    panels[0].span.columns = 2
    panels[2].span.columns = 2
    return DashboardSpec(
      title: "Rack 4", pages: [PageSpec(name: "Overview", columns: 3, panels: panels)])
  }

  @Test(arguments: [
    ("dark", 800.0, 480.0, 1.0), ("light", 800, 480, 1), ("dark", 1920, 1080, 1),
    ("light", 1920, 1080, 1), ("dark", 1920, 1080, 2),
  ])
  func everyKindOnAPage(theme: String, width: Double, height: Double, scale: Double) throws {
    let size = Size(width, height)
    let scene = try scene(
      page(), size, theme: try #require(Theme(name: theme)), scale: scale)
    scene.ingest(
      FeedUpdate(readings: PanelPictures.readings(), health: .fresh),
      from: PanelPictures.source("one"), at: 0)
    let name = "page-\(theme)-\(Int(width))x\(Int(height))" + (scale == 1 ? "" : "-scale-2")
    expectGolden(PanelPictures.draw(scene, size, scale: scale, at: 4), named: name)
  }

  private func narrowScene(_ width: Double, _ height: Double) throws -> (DashboardScene, Size) {
    let charts = PanelPictures.measures
    var type = TypeScale(page: Size(4000, height + 140))
    let size = Size(
      width * Double(charts.count) + type.gap * Double(charts.count - 1) + 2 * type.pageMargin,
      height + 140)
    type = TypeScale(page: size)
    let panels = charts.map { PanelPictures.panel($0, of: PanelPictures.source("one")) }
    let scene = try scene(
      DashboardSpec(title: "Narrow", pages: [PageSpec(columns: charts.count, panels: panels)]),
      size, theme: .dark)
    return (scene, size)
  }

  /// All kinds in a row of narrow panels: elements without room are left out.
  @Test(arguments: [(300.0, 260.0), (240, 220), (159, 180), (120, 90)])
  func narrowPanels(width: Double, height: Double) throws {
    let (scene, size) = try narrowScene(width, height)
    scene.ingest(
      FeedUpdate(readings: PanelPictures.readings(last: 93), health: .fresh),
      from: PanelPictures.source("one"), at: 0)
    expectGolden(
      PanelPictures.draw(scene, size, at: 4), named: "panels-narrow-\(Int(width))")
  }

  /// Values below zero, axes without zero, a legend beside a value, and a failure of one of two sources.
  @Test(arguments: ["dark", "light"])
  func particularPanels(theme: String) throws {
    let (one, other) = (PanelPictures.source("one"), PanelPictures.source("other"))
    func series(_ name: String, _ factor: Double = 1, _ style: SeriesSpec.Style = .automatic)
      -> SeriesSpec
    {
      SeriesSpec(
        label: name, source: one, query: .path(name), factor: factor, style: style)
    }
    var panels = [
      PanelSpec(
        title: "Below zero", chart: .area, series: [series("a", -1)], unit: .celsius,
        thresholds: [ThresholdSpec(.below(-60), color: .blue, label: "frost")]),
      PanelSpec(
        title: "Balance", chart: .area, series: [series("a"), series("b", -1)],
        unit: .custom("kW")),
      PanelSpec(
        title: "Pressure", chart: .line, series: [series("c")], unit: .custom("hPa"),
        range: RangeSpec(includesZero: false), note: [.text("without zero")]),
      PanelSpec(
        title: "Network in", chart: .line, series: [series("a", 1e6), series("c", 2e5, .dotted)],
        unit: .bitsPerSecond, legend: .shown),
      PanelSpec(
        title: "Two hosts", chart: .line,
        series: [
          series("a"), SeriesSpec(label: "db-2", source: other, query: .path("b")),
        ], unit: .custom("ms")),
      PanelSpec(
        title: "Cores", chart: .line, series: [series("a")], unit: .percent,
        note: [.text("8 cores")], meter: ["a", "b", "c"].map { series($0) }),
    ]
    panels[2].decimals = 1
    let size = Size(1200, 640)
    let scene = try scene(
      DashboardSpec(title: "Particular panels", pages: [PageSpec(columns: 3, panels: panels)]),
      size, theme: try #require(Theme(name: theme)))
    let readings = PanelPictures.readings()
    scene.ingest(
      FeedUpdate(readings: readings.dropLast(8), health: .fresh), from: other, at: 0)
    scene.ingest(FeedUpdate(readings: readings, health: .fresh), from: one, at: 40)
    scene.ingest(
      FeedUpdate(readings: [], health: .failing(since: 0, reason: "timeout")), from: other, at: 41)
    expectGolden(PanelPictures.draw(scene, size, at: 44), named: "panels-particular-\(theme)")
  }

  /// The breaches with their beginnings, and the sources that fail; and bands between two series.
  @Test(arguments: ["dark", "light"])
  func alertsAndBands(theme: String) throws {
    let (one, other) = (PanelPictures.source("one"), PanelPictures.source("other"))
    func series(_ name: String, _ factor: Double = 1, isHidden: Bool = false) -> SeriesSpec {
      var series = SeriesSpec(label: name, source: one, query: .path(name), factor: factor)
      series.isHidden = isHidden
      return series
    }
    func panel(
      _ title: String, _ bound: ThresholdSpec.Bound, _ color: ThresholdSpec.Color, _ label: String?
    )
      -> PanelSpec
    {
      PanelSpec(
        title: title, chart: .line, series: [series("a")], unit: .celsius,
        thresholds: [ThresholdSpec(bound, color: color, label: label)])
    }
    var band = PanelSpec(
      title: "Forecast", chart: .line,
      series: [series("a"), series("b", isHidden: true), series("a", 1.3, isHidden: true)],
      unit: .custom("kW"))
    band.options.band = BandSpec(low: 1, high: 2)
    let failing = PanelSpec(
      title: "Tank", chart: .line, series: [SeriesSpec(source: other, query: .path("a"))],
      unit: .none)
    var alerts = PanelSpec(title: "Alerts", chart: .alerts, series: [], unit: .none)
    alerts.span = PanelSpan(columns: 2)
    let panels = [
      alerts, band, panel("Oven 1", .above(80), .red, "too hot"),
      panel("Oven 2", .above(60), .orange, nil), failing,
    ]
    let size = Size(1200, 640)
    let scene = try scene(
      DashboardSpec(title: "Kitchen", pages: [PageSpec(columns: 3, panels: panels)]), size,
      theme: try #require(Theme(name: theme)), hasClock: true)
    scene.ingest(
      FeedUpdate(readings: PanelPictures.readings(last: 93), health: .fresh), from: one, at: 0)
    scene.ingest(
      FeedUpdate(readings: [], health: .failing(since: 0, reason: "connection refused")),
      from: other, at: 0)
    expectGolden(PanelPictures.draw(scene, size, at: 8), named: "panels-alerts-\(theme)")
  }

  /// Another axis, other ways of lines, colours, dots, marks at events, and an earlier time.
  @Test(arguments: ["dark", "light"])
  func linesWithOptions(theme: String) throws {
    let (one, events) = (PanelPictures.source("one"), PanelPictures.source("events"))
    func series(_ name: String, _ factor: Double = 1) -> SeriesSpec {
      SeriesSpec(label: name, source: one, query: .path(name), factor: factor)
    }
    func panel(_ title: String, _ series: [SeriesSpec], _ change: (inout PanelSpec) -> Void)
      -> PanelSpec
    {
      var panel = PanelSpec(title: title, chart: .line, series: series, unit: .custom("ms"))
      change(&panel)
      return panel
    }
    var right = series("b", 40)
    (right.isOnRight, right.unit) = (true, .custom("rpm"))
    var violet = series("a")
    violet.color = .hue(.violet)
    var own = series("b")
    own.color = .fixed(Color(hex: 0x804000))
    let event = SeriesSpec(source: events, query: .path("version"))
    let panels = [
      panel("Two axes", [series("a"), right]) { _ in },
      panel("Steps", [series("a")]) {
        ($0.options.curve, $0.window) = (.step, 60...60)
      },
      panel("Straight, with dots", [violet, own]) {
        ($0.options.curve, $0.options.hasPoints, $0.window) = (.straight, true, 90...90)
      },
      panel("Two minutes before", [series("a")]) {
        ($0.options.shift, $0.window) = (120, 120...120)
      },
      panel("Deployments", [series("c")]) {
        $0.options.annotations = [
          AnnotationSpec(series: event, label: "deploy", color: .signal(.blue))
        ]
      },
      panel("Logarithmic", [series("a"), series("c", 0.01)]) { $0.range.isLogarithmic = true },
    ]
    let size = Size(1200, 640)
    let scene = try scene(
      DashboardSpec(title: "Lines", pages: [PageSpec(columns: 3, panels: panels)]), size,
      theme: try #require(Theme(name: theme)))
    let now = PanelPictures.now
    let versions = [(-300.0, 1.0), (-290, 1), (-200, 2), (-195, 2), (-90, 3), (-85, 3)]
    scene.ingest(
      FeedUpdate(
        readings: versions.map { Reading(time: now + $0.0, values: ["version": $0.1]) },
        health: .fresh), from: events, at: 0)
    scene.ingest(
      FeedUpdate(readings: PanelPictures.readings(), health: .fresh), from: one, at: 0)
    expectGolden(PanelPictures.draw(scene, size, at: 4), named: "panel-line-options-\(theme)")
  }

  /// Narrow panels show problems, too, in as many words as fit.
  @Test(arguments: [(240.0, 220.0), (159, 180)])
  func narrowPanelsThatFail(width: Double, height: Double) throws {
    let (scene, size) = try narrowScene(width, height)
    let source = PanelPictures.source("one")
    let failing = FeedHealth.failing(
      since: 0, reason: "HTTP 503 from queue.example.org, and nothing before that")
    scene.ingest(FeedUpdate(readings: [], health: failing), from: source, at: 0)
    expectGolden(
      PanelPictures.draw(scene, size, at: 1), named: "panels-failed-\(Int(width))")
    scene.ingest(
      FeedUpdate(readings: PanelPictures.readings(), health: .fresh), from: source, at: 1)
    scene.ingest(
      FeedUpdate(
        readings: [], health: .failing(since: 0, reason: "connection refused")), from: source,
      at: 5)
    expectGolden(
      PanelPictures.draw(scene, size, at: 200), named: "panels-failing-\(Int(width))")
  }

  /// The crosshair in a stack shows each layer and the sum.
  @Test(arguments: [(2, "stacked"), (5, "number"), (3, "spectrum")])
  func pointedAt(panel: Int, name: String) throws {
    let size = Size(1200, 640)
    let scene = try scene(page(), size, theme: .dark)
    scene.ingest(
      FeedUpdate(readings: PanelPictures.readings(), health: .fresh),
      from: PanelPictures.source("one"), at: 0)
    let plot = try #require(scene.view.panel(panel)?.plotFrame)
    #expect(
      scene.respond(
        to: .point(Point(plot.minX + 0.35 * plot.width, plot.midY)), at: 4))
    expectGolden(PanelPictures.draw(scene, size, at: 4), named: "panel-pointed-\(name)")
  }

  /// The opening animation of all kinds.
  @Test func drawnOn() throws {
    let size = Size(960, 540)
    let scene = DashboardScene(
      spec: page(), host: Self.host,
      environment: try PanelPictures.environment(size, .dark, scale: 1, isAnimated: true))
    scene.layOut(size: size, scale: 1)
    scene.ingest(
      FeedUpdate(readings: PanelPictures.readings(), health: .fresh),
      from: PanelPictures.source("one"), at: 0)
    expectGolden(PanelPictures.draw(scene, size, at: 0.8), named: "page-drawn-on")
  }

  @Test(arguments: ["dark", "light"])
  func aNoticeThatStays(theme: String) throws {
    let size = Size(800, 480)
    let scene = try scene(page(), size, theme: try #require(Theme(name: theme)))
    scene.ingest(
      FeedUpdate(readings: PanelPictures.readings(), health: .fresh),
      from: PanelPictures.source("one"), at: 0)
    let message = "unknown key 'soruce' (did you mean 'source'?)"
    scene.showProblems([Problem(file: "rack4.yaml", line: 12, column: 5, message: message)])
    expectGolden(PanelPictures.draw(scene, size, at: 4), named: "page-notice-\(theme)")
    scene.showProblems([])
    let without = PanelPictures.draw(scene, size, at: 4)
    let golden = try self.scene(page(), size, theme: try #require(Theme(name: theme)))
    golden.ingest(
      FeedUpdate(readings: PanelPictures.readings(), health: .fresh),
      from: PanelPictures.source("one"), at: 0)
    #expect(without.pixels == PanelPictures.draw(golden, size, at: 4).pixels)
  }
}

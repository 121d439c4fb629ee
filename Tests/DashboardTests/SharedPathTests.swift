import Feeds
import Geometry
import Metrics
import TestSupport
import Testing

@testable import Dashboard

/// Pipes and dashboards are one thing after their first batch.
@Suite struct SharedPathTests {
  private static func dashboard(_ columns: [String], of source: SourceSpec) -> DashboardSpec {
    DashboardSpec(
      pages: [
        PageSpec(
          panels: columns.map {
            PanelSpec(
              title: $0, chart: .line,
              series: [SeriesSpec(source: source, query: .column($0))], unit: .none)
          })
      ])
  }

  /// A pipe, and a dashboard with `stdin`, hold the same samples of the same rows.
  @Test(arguments: [
    // Own times, some of them late, and one twice.
    (0..<60).map { "\(1_795_219_200 + ($0 % 9 == 8 ? $0 - 3 : $0)) \($0) \($0 * 7 % 11)\n" },
    // Arrivals, with a field that is no number.
    (0..<60).map { "\($0) \($0 % 5 == 2 ? "-" : "\($0 * 3)")\n" },
  ])
  func aPipeAndStdinHoldTheSameSamples(lines: [String]) throws {
    let hasTimes = lines[0].split(separator: " ").count == 3
    let header = hasTimes ? "time a b\n" : "a b\n"
    func part(_ range: Range<Int>) -> TextParts {
      var text = TextParts(
        parts: range.map { (1_795_219_200 + Double($0), ($0 == 0 ? header : "") + lines[$0]) })
      text.isEnded = range.upperBound == lines.count
      return text
    }
    let pipe = try PointerPage(text: nil)
    let source = SourceSpec.text(TextFeedSpec(origin: .standardInput))
    let spec = Self.dashboard(["a", "b"], of: source)
    var store = SampleStore()
    store.keep(spec)
    let updates = TextUpdates(numbersRows: false, queries: [.column("a"), .column("b")])
    for start in stride(from: 0, to: lines.count, by: 10) {
      pipe.ingest(part(start..<start + 10), at: Double(start))
      _ = store.append(updates.update(part(start..<start + 10)), from: source, at: Double(start))
    }
    for (column, panel) in spec.pages[0].panels.enumerated() {
      let series = try #require(store.stored(panel.series[0], in: panel).first).series
      let (a, b) = (pipe.samples(column).columns, series.samples.columns)
      #expect(a.times == b.times && a.times.count == lines.count)
      #expect(a.values.map(\.bitPattern) == b.values.map(\.bitPattern))
    }
  }

  /// Two sources whose clocks differ by a second.
  @Test func theHeadersClockNeverRunsBackwards() throws {
    let sources = ["one", "other"].map(PanelPictures.source)
    let panels = sources.map { PanelPictures.panel(.line, of: $0) }
    let scene = DashboardScene(
      spec: DashboardSpec(title: "t", pages: [PageSpec(panels: panels)]),
      host: HostInfo(name: "h", system: "", cores: 1, uptime: 0, memoryTotal: 1),
      environment: try PanelPictures.environment(Size(800, 480), .dark, scale: 1))
    scene.layOut(size: Size(800, 480), scale: 1)
    var clocks: [String] = []
    for i in 0..<20 {
      let time = PanelPictures.now + Double(i) - (i % 2 == 0 ? 0 : 2)
      scene.ingest(
        FeedUpdate(readings: [Reading(time: time, values: ["a": 1])]), from: sources[i % 2],
        at: Double(i))
      let clock = try #require(scene.view.headerText.clock)
      if clocks.last != clock { clocks.append(clock) }
    }
    #expect(clocks.count == 10 && Set(clocks).count == clocks.count)
    // A clock that was set back by more is believed.
    scene.ingest(
      FeedUpdate(readings: [Reading(time: PanelPictures.now - 7200, values: ["a": 1])]),
      from: sources[0], at: 20)
    scene.ingest(
      FeedUpdate(readings: [Reading(time: PanelPictures.now - 7199, values: ["a": 1])]),
      from: sources[1], at: 21)
    #expect(scene.samples.newest.latestTime == PanelPictures.now - 7199)
  }

  /// A dashboard that was inferred can be replaced like any other.
  @Test func anInferredDashboardIsReplaced() throws {
    let page = try PointerPage()
    var spec = page.scene.spec
    spec.pages[0].panels[0].title = "Renamed"
    spec.pages[0].panels.remove(at: 1)
    let before = page.content()?.series.map(\.samples.count)
    _ = page.respond(.toggleSeries(1))
    page.scene.replace(spec: spec, at: 20)
    #expect(page.texts.contains { $0.hasPrefix("Renamed") })
    #expect(page.content()?.series.map(\.samples.count) == before)
    #expect(page.content()?.series.map(\.isHidden) == [false, true])
    page.ingest(PointerPage.rows(100..<110), at: 21)
    #expect(page.content()?.series.map(\.samples.count) == before?.map { $0 + 10 })
  }
}

import Charts
import Feeds
import Geometry
import Metrics
import TestSupport
import Testing
import Typography

@testable import Dashboard

/// A line keeps its number and its look while other lines come and go.
@Suite struct LineNumbersTests {
  private static func line(_ name: String, style: SeriesSpec.Style = .automatic) -> PanelLine {
    PanelLine(
      identity: .series(0, Metric(name)), name: name, style: style, isLabelled: false, series: [],
      samples: TimeSeries())
  }

  /// A panel with one query of many series.
  private static let usualPanel = PanelSpec(
    title: "", chart: .line,
    series: [
      SeriesSpec(source: .text(TextFeedSpec(origin: .command("x", every: nil))), query: .columns)
    ], unit: .none)

  private static func numbered(_ names: String, _ numbers: inout LineNumbers) -> [PanelLine] {
    var lines = names.map { line(String($0)) }
    numbers.number(&lines, of: Self.usualPanel)
    return lines
  }

  @Test(
    arguments: [
      // The lines that are shown one after another, and the looks of the last ones.
      (["abc"], [0, 1, 2]),
      (["abc", "ac"], [0, 2]),
      (["abc", "ac", "acd"], [0, 2, 1]),
      (["abc", "ac", "dac"], [1, 0, 2]),
      (["abc", "ac", "adc", "abdc"], [0, 3, 1, 2]),
      (["abc", "cba"], [2, 1, 0]),
      (["abc", "", "xy"], [0, 1]),
    ] as [([String], [Int])])
  func looks(rounds: [String], expected: [Int]) {
    var numbers = LineNumbers()
    var lines: [PanelLine] = []
    for names in rounds { lines = Self.numbered(names, &numbers) }
    #expect(lines.map(\.look) == expected)
  }

  /// The colours of a wall do not depend on which source answers first.
  @Test(arguments: ["a01", "01a", "1a", "a1"])
  func eachEntryHasTheLookOfItsPlace(order: String) {
    var panel = Self.usualPanel
    panel.series = Array(repeating: panel.series[0], count: 3)
    panel.series[1].style = .dotted
    var numbers = LineNumbers()
    var lines: [PanelLine] = []
    for end in 1...order.count {
      // The first entry has two lines, and the third one has one.
      lines = order.prefix(end).sorted().map { name in
        var line = Self.line(String(name))
        line.identity = .series(name == "a" ? 2 : 0, Metric(String(name)))
        return line
      }
      numbers.number(&lines, of: panel)
    }
    let looks = Dictionary(uniqueKeysWithValues: lines.map { ($0.name, $0.look) })
    #expect(looks["a"] == 1 && looks["1"] == (order.contains("0") ? 2 : 0))
    #expect(looks["0"] ?? 0 == 0)
  }

  @Test func aLineThatReturnsHasItsNumber() {
    var numbers = LineNumbers()
    #expect(Self.numbered("abc", &numbers).map(\.number) == [0, 1, 2])
    #expect(Self.numbered("ad", &numbers).map(\.number) == [0, 3])
    #expect(Self.numbered("cab", &numbers).map(\.number) == [2, 0, 1])
  }

  @Test func aLineWithAStyleOfItsOwnHasNoLook() {
    var numbers = LineNumbers()
    var lines = [Self.line("a", style: .dotted), Self.line("b"), Self.line("c")]
    numbers.number(&lines, of: Self.usualPanel)
    #expect(lines.map(\.look) == [nil, 0, 1])
    #expect(lines.map(\.number) == [0, 1, 2])
  }

  /// Names that never return do not fill the memory, and the lines that are shown stay known.
  @Test func manyLinesThatAreGoneAreForgotten() {
    var numbers = LineNumbers()
    for i in 0..<5000 {
      var lines = [Self.line("steady"), Self.line("\(i)")]
      numbers.number(&lines, of: Self.usualPanel)
      #expect(lines.map(\.look) == [0, 1])
      #expect(lines[0].number == 0)
    }
    var lines = [Self.line("0")]
    numbers.number(&lines, of: Self.usualPanel)
    #expect(lines[0].number > 5000 - 2)
  }

  /// Random lines against the rule: no two lines share a number or a look, and what is shown keeps both.
  @Test(arguments: 0..<20) func numbersStay(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var numbers = LineNumbers()
    var before: [LineIdentity: PanelLine] = [:]
    var known: [LineIdentity: Int] = [:]
    for _ in 0..<100 {
      let names = "abcdefgh".filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
      let lines = Self.numbered(String(names), &numbers)
      #expect(Set(lines.map(\.number)).count == lines.count)
      #expect(Set(lines.map(\.look)).count == lines.count)
      for line in lines {
        if let old = before[line.identity] { #expect(old.look == line.look) }
        if let number = known[line.identity] { #expect(number == line.number) }
        known[line.identity] = line.number
        #expect(line.look! < max(lines.count, (before.values.compactMap(\.look).max() ?? -1) + 1))
      }
      before = Dictionary(uniqueKeysWithValues: lines.map { ($0.identity, $0) })
    }
  }

  // MARK: On a page

  private static let panel = """
    panels:
      - {source: net.*.in, chart: area}
    """

  /// A page that shows one panel, and takes samples of some interfaces.
  private final class Page {
    let scene: DashboardScene
    private let query: Query
    private let source: SourceSpec

    init(_ file: String = LineNumbersTests.panel) throws {
      let spec = try DashboardFile(path: "f").parse(Array(file.utf8))
      let series = spec.pages[0].panels[0].series[0]
      (query, source) = (series.query, series.source)
      let environment = ChartEnvironment(
        theme: .dark, type: TypeScale(page: Size(800, 480)),
        fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc,
        scale: 1, isAnimated: false)
      scene = DashboardScene(
        spec: spec, host: HostInfo(name: "h", system: "", cores: 1, uptime: 0, memoryTotal: 0),
        environment: environment)
      scene.layOut(size: Size(800, 480), scale: 1)
    }

    /// Shows values of some interfaces, and that others are gone.
    func show(_ names: [String], gone: [String] = [], at time: Double) {
      let columns =
        names.map { SampleBatch.Column(Metric("m", labels: ["interface": $0]), [time]) }
        + gone.map {
          SampleBatch.Column(Metric("m", labels: ["interface": $0]), [SampleBatch.ended])
        }
      scene.ingest(
        FeedUpdate(samples: [.init(query, SampleBatch(times: [time], columns: columns))]),
        from: source, at: time)
    }

    var content: PanelContent? { scene.view.panel(0)?.shownContent }
    var series: [PlotContent.Series] { scene.view.panel(0)?.shownPlot?.series ?? [] }
    var hidden: [String] { series.filter(\.isHidden).map(\.name) }
    func style(_ name: String) -> PlotContent.Series.Style? {
      series.first { $0.name == name }?.style
    }
  }

  /// Columns of a hidden series are no part of the sum, of the axis and of a copy. Thresholds still hold for all series.
  @Test func columnsOfAHiddenSeriesAreLeftOut() throws {
    let page = try Page(
      """
      panels:
        - {source: net.*.in, chart: columns, window: 1m, per: 10s, thresholds: [{above: 500}]}
      """)
    for time in 0..<60 { page.show(["eth0", "lo"], at: Double(time)) }
    func columns() throws -> ColumnsContent { try #require(page.content?.body as? ColumnsContent) }
    let before = try columns()
    #expect(before.columns[3].values.count == 2 && before.columns[3].values[0] > 100)
    #expect(page.content?.legend.map(\.isHidden) == [false, false])
    let signal = page.content?.signal
    #expect(signal != nil)
    #expect(page.scene.respond(to: .toggleSeries(1), at: 60))
    let after = try columns()
    #expect(after.hidden == [1] && after.columns.allSatisfy { $0.values[1].isNaN })
    #expect(after.columns.map { $0.values[0] } == before.columns.map { $0.values[0] })
    #expect(after.axes.axis.domain.upperBound < before.axes.axis.domain.upperBound)
    #expect(page.content?.legend.map(\.isHidden) == [false, true])
    #expect(page.scene.view.panel(0)?.namedValues.map(\.name) == ["eth0", "sum"])
    #expect(page.content?.signal == signal)
    #expect(page.scene.respond(to: .toggleSeries(0), at: 60))
    #expect(page.scene.root.visibleTexts.contains("all series are hidden"))
    #expect(page.scene.respond(to: .toggleSeries(0), at: 60))
    #expect(page.scene.respond(to: .toggleSeries(1), at: 60))
    #expect(try columns().columns == before.columns && columns().hidden.isEmpty)
  }

  @Test func theHiddenLineIsTheSameAfterOthersHaveGone() throws {
    let page = try Page()
    for time in 0..<5 { page.show(["eth0", "lo", "wlan0"], at: Double(time)) }
    #expect(page.scene.respond(to: .toggleSeries(1), at: 5))
    #expect(page.hidden == ["lo"])
    let style = page.style("wlan0")
    page.show(["lo", "wlan0"], gone: ["eth0"], at: 5)
    // The window of 5 minutes leaves the first interface behind.
    for time in stride(from: 6.0, to: 900, by: 10) { page.show(["lo", "wlan0"], at: time) }
    #expect(page.series.map(\.name) == ["lo", "wlan0"])
    #expect(page.hidden == ["lo"])
    #expect(page.style("wlan0") == style)
    page.show(["eth1", "lo", "wlan0"], at: 900)
    #expect(page.hidden == ["lo"])
    #expect(page.style("eth1") == .area(0))
    #expect(page.scene.respond(to: .toggleSeries(0), at: 901))
    #expect(page.hidden.isEmpty)
  }
}

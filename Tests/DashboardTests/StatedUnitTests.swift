import Feeds
import Metrics
import Testing

@testable import Dashboard

/// The units that panels have without `unit`.
@Suite struct StatedUnitTests {
  private func panel(_ text: String) throws -> PanelSpec {
    let spec = try DashboardFile(path: "rack4.yaml").parse(
      Array("panels: [{\(text)}]".utf8), environment: { _ in nil })
    return try #require(spec.pages.first?.panels.first)
  }

  /// The names of metrics state units, unless the file states one, or the numbers are multiplied.
  @Test(
    arguments: [
      ("source: {prometheus: 'http://h', query: 'sum(rate(x_bytes_total[5m]))'}", .bytesPerSecond),
      ("source: {prometheus: 'http://h', query: 'x_bytes'}, unit: none", .none),
      ("source: {prometheus: 'http://h', query: 'x_bytes'}, factor: 2", .none),
      ("source: {http: 'http://h', metric: x_bytes}", .bytes),
      ("source: {http: 'http://h', metric: x_bytes_total}, rate: true", .bytesPerSecond),
      ("source: {http: 'http://h', metric: x_seconds_total}, rate: true", .none),
      ("chart: heatmap, source: {http: 'http://h', metric: x_seconds_bucket, by: [le]}", .seconds),
      (
        "series: [{source: {http: 'http://h', metric: x_bytes}},"
          + " {source: {http: 'http://h', metric: x_seconds}}]", .none
      ),
      ("source: {system: cpu.busy}", .percent),
    ] as [(String, Metrics.Unit)])
  func unitsOfNames(text: String, unit: Metrics.Unit) throws {
    let panel = try panel(text)
    #expect(panel.unit == unit && !panel.followsUnitOfText)
  }

  @Test func aPercentageReachesFromZeroToOneHundred() throws {
    let panel = try panel("source: {http: 'http://h', metric: x_percent}")
    #expect(panel.range == RangeSpec(softMinimum: 0, softMaximum: 100))
  }

  /// The panel of a text, after the text's columns have come.
  private func completed(_ text: String, _ lines: String) throws -> PanelSpec {
    let panel = try panel(text)
    let source = try #require(panel.series.first).source
    let reader = TextReader(options: TextOptions())
    var batch = TextBatch()
    Array(lines.utf8).withUnsafeBytes { reader.feed($0, arrival: 0, into: &batch) }
    reader.finish(into: &batch)
    var news = TextNews()
    news.columns = batch.columns
    var update = FeedUpdate()
    update.text = news
    var store = SampleStore()
    let spec = DashboardSpec(pages: [PageSpec(panels: [panel])])
    store.keep(spec)
    #expect(store.completing(spec) == spec)
    _ = store.append(update, from: source, at: 0)
    return store.completing(spec).pages[0].panels[0]
  }

  /// A text states units in its numbers or in the names of its columns.
  @Test(
    arguments: [
      ("source: {command: x, column: used}", "name used\na 12M\nb 0\n", .bytes),
      ("source: {command: x, column: used}", "name used\na 0\nb 12M\n", .bytes),
      ("source: {command: x, column: used}, rate: true", "used\n12M\n", .bytesPerSecond),
      ("source: {command: x, column: temp}, rate: true", "temp=21.5C\n", .none),
      ("source: {command: x, column: temp}", "temp=21.5C\n", .celsius),
      ("source: {command: x, column: lat_ms}", "lat_ms\n12\n", .custom("ms")),
      ("source: {command: x, column: lat_ms}, unit: none", "lat_ms\n12\n", .none),
      ("source: {command: x, column: lat_ms}, factor: 1000", "lat_ms\n12\n", .none),
      ("source: {command: x, column: other}", "lat_ms\n12\n", .none),
      ("series: [{source: {command: x}, column: a}, {source: {command: x}, column: b}]", "", .none),
      (
        "series: [{source: {command: x, column: a_ms}}, {source: {command: x, column: b}}]",
        "a_ms b\n1 2\n", .none
      ),
      (
        "series: [{source: {command: x, column: a_ms}}, {source: {command: x, column: b_ms}}]",
        "a_ms b_ms\n1 2\n", .custom("ms")
      ),
    ] as [(String, String, Metrics.Unit)])
  func unitsOfTexts(text: String, lines: String, unit: Metrics.Unit) throws {
    #expect(try completed(text, lines).unit == unit)
  }

  @Test func aTextInPercentReachesFromZeroToOneHundred() throws {
    let panel = try completed("source: {command: x, column: busy}", "busy=12%\n")
    #expect(panel.unit == .percent)
    #expect(panel.range == RangeSpec(softMinimum: 0, softMaximum: 100))
  }

  /// The numbers of messages and of texts in answers state units, as columns do.
  @Test(
    arguments: [
      ("source: {http: 'http://h', path: .a}", ["s"], .seconds),
      ("source: {http: 'http://h', path: .a}", [nil, "s", nil], .seconds),
      ("source: {http: 'http://h', path: .a}", ["s", "%"], .none),
      ("source: {http: 'http://h', path: .a}, unit: none", ["s"], .none),
      ("source: {http: 'http://h', path: .a}, factor: 2", ["s"], .none),
      ("source: {http: 'http://h', rows: ., value: v}", ["%"], .percent),
      ("source: {mqtt: h, topic: a}", ["B"], .bytes),
      ("source: {mqtt: h, topic: a}, rate: true", ["B"], .bytesPerSecond),
    ] as [(String, [String?], Metrics.Unit)])
  func unitsOfNumbers(text: String, units: [String?], unit: Metrics.Unit) throws {
    let panel = try panel(text)
    let series = try #require(panel.series.first)
    var store = SampleStore()
    let spec = DashboardSpec(pages: [PageSpec(panels: [panel])])
    store.keep(spec)
    #expect(store.completing(spec) == spec)
    for (time, unit) in units.enumerated() {
      let batch = SampleBatch(times: [Double(time)], columns: [.init(series.query.metric, [1])])
      let update = FeedUpdate(samples: [FeedUpdate.Samples(series.query, batch, unit: unit)])
      _ = store.append(update, from: series.source, at: 0)
    }
    #expect(store.completing(spec).pages[0].panels[0].unit == unit)
  }

  /// Only a panel that adopts the unit of its numbers has them in a common one.
  @Test(
    arguments: [
      ("", true), (", unit: none", false), (", unit: req/s", false), (", unit: ms", false),
      (", factor: 2", false),
    ]) func numbersAsTheyAre(_ keys: String, _ adopts: Bool) throws
  {
    let text = "panels: [{source: {mqtt: b, topic: a}\(keys)}]\n"
    let panel = try DashboardFile(path: "a.yaml").parse(Array(text.utf8)).pages[0].panels[0]
    #expect(panel.series[0].query.adoptsUnit == adopts)
  }
}

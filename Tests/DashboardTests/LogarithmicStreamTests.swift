import Feeds
import Metrics
import Testing

@testable import Dashboard

@Suite struct LogarithmicStreamTests {
  private func page(
    _ text: String, _ change: (inout StreamOptions) -> Void = { _ in }
  ) throws -> PointerPage {
    var options = StreamOptions()
    options.isLogarithmic = true
    change(&options)
    return try PointerPage(options: options, isFile: true, text: TextParts(text: text))
  }

  @Test func valuesThatAreNotPositiveAreGapsThatAreCounted() throws {
    let page = try page("1\n0\n100\n-5\n" + String(repeating: "3000\n", count: 6))
    let content = try #require(page.content())
    #expect(content.axis.isLogarithmic && content.axis.domain == 1...5000)
    #expect(page.texts.contains("2 values ≤ 0 not shown · log"))
    // Nothing is reported about invisible values.
    _ = page.respond(.press(page.place(0.8), extends: false, clicks: 1))
    _ = page.respond(.point(page.place(1)))
    _ = page.respond(.release(page.place(1)))
    #expect(!page.texts.contains { $0.contains("not shown") })
  }

  @Test func allThatIsNotPositiveLeavesAnAxis() throws {
    let page = try page("0\n-1\n0\n")
    #expect(page.content()?.axis.domain == 1...10)
    #expect(page.texts.contains("3 values ≤ 0 not shown · log"))
  }

  @Test func aFileInAnyOrderKeepsItsCount() throws {
    let page = try page(
      "2026-11-21T00:00:30Z,3\n2026-11-21T00:00:10Z,0\n2026-11-21T00:00:20Z,-2\n"
        + "2026-11-21T00:00:00Z,9\n")
    #expect(page.texts.contains("2 values ≤ 0 not shown · log"))
  }

  /// Bars, areas and the like start at zero, which has no logarithm.
  @Test(arguments: [
    (StreamOptions.Chart.line, true), (.spectrum, true), (.points, true), (.area, false),
    (.stacked, false), (.bars, false), (.number, false), (.table, false), (.states, false),
  ])
  func chartsWithALogarithmicAxis(chart: StreamOptions.Chart, isLogarithmic: Bool) throws {
    let page = try page("5\n50\n") { $0.chart = chart }
    let panels = try #require(page.scene.inference).everything.pages[0].panels
    #expect(panels.map(\.range.isLogarithmic) == [isLogarithmic])
  }

  @Test func boundsOfTheUser() throws {
    let page = try page("5\n50\n") { ($0.minimum, $0.maximum) = (2, 3000) }
    #expect(page.content()?.axis.domain == 2...3000)
    #expect(page.content()?.axis.labels == ["10", "100", "1000"])
    let soft = try self.page("5\n50\n") { $0.softMaximum = 900 }
    #expect(soft.content()?.axis.domain == 5...1000)
    // An end beyond all values stays the end.
    #expect(try self.page("5\n50\n") { $0.minimum = 1000 }.content()?.axis.domain == 1000...10_000)
    #expect(try self.page("5\n50\n") { $0.maximum = 1 }.content()?.axis.domain == 0.1...1)
  }
}

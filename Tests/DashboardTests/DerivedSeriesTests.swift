import Feeds
import Metrics
import Testing

@testable import Dashboard

/// Series that expressions derive from series which come and go.
@Suite struct DerivedSeriesTests {
  private let web: Labels = ["host": "web"]
  private let mail: Labels = ["host": "mail"]

  private func derived(_ expression: String) throws -> DerivedSeries {
    let operands = ["a", "b"].map {
      DerivedSeries.Key.Operand(
        source: .system(period: 1), query: .promQL($0), metric: nil,
        form: StoredSeries.Form(isCounter: false, factor: 1, gapAfter: nil))
    }
    return try #require(
      DerivedSeries(DerivedSeries.Key(expression: expression, operands: operands)))
  }

  private func samples(_ value: Double, count: Int = 3) -> TimeSeries {
    var series = TimeSeries()
    for time in 0..<count { series.append(time: Double(time), value: value) }
    return series
  }

  private func last(_ derived: DerivedSeries) -> [Labels: Double] {
    derived.series.compactMapValues { $0.last?.value }
  }

  @Test func eachSetOfLabelsHasASeries() throws {
    var derived = try derived("a / b")
    derived.update(from: 0, [[web: samples(6), mail: samples(8)], [.none: samples(2)]])
    #expect(derived.labels == [mail, web])
    #expect(last(derived) == [web: 3, mail: 4])
  }

  /// Containers come and go for months.
  @Test func whatIsGoneTakesItsSeriesWithIt() throws {
    var derived = try derived("a / b")
    for round in 0..<100 {
      let sets: [Labels] = (0..<3).map { ["container": "\(round + $0)"] }
      let series = Dictionary(uniqueKeysWithValues: sets.map { ($0, samples(6)) })
      derived.update(from: 0, [series, [.none: samples(2)]])
      #expect(Set(derived.labels) == Set(sets) && Set(derived.series.keys) == Set(sets))
    }
  }

  /// A line stays the same line where it is the last of several.
  @Test func theLastOfSeveralKeepsItsLabels() throws {
    var derived = try derived("a - b")
    derived.update(
      from: 0, [[web: samples(6), mail: samples(8)], [web: samples(1), mail: samples(2)]])
    derived.update(from: 3, [[web: samples(7, count: 5)], [web: samples(1, count: 5)]])
    #expect(derived.labels == [web] && last(derived) == [web: 6])
    derived.update(from: 5, [[web: samples(7)], [web: samples(2), mail: samples(3)]])
    #expect(derived.labels.first == web)
  }

  /// One series with labels counts in all series of the other operand, whose labels differ.
  @Test func oneSeriesCountsInAllOfOtherLabels() throws {
    var derived = try derived("a + b")
    let codes: [Labels] = [["code": "200"], ["code": "500"]]
    derived.update(from: 0, [[web: samples(1)], [codes[0]: samples(2), codes[1]: samples(3)]])
    #expect(last(derived) == [codes[0]: 3, codes[1]: 4])
    derived.update(from: 0, [[web: samples(1)], [.none: samples(4)]])
    #expect(last(derived) == [.none: 5])
  }
}

import Feeds
import Metrics
import TestSupport
import Testing

@testable import Dashboard

/// A clock that steps back costs at most the samples that are then in the future.
@Suite struct ClockStepTests {
  /// Times that increase by up to three seconds, and sometimes decrease by up to a few thousand.
  private func times(_ count: Int, _ random: inout SeededGenerator) -> [Double] {
    var time = 1_795_219_200.0
    return (0..<count).map { _ in
      let step =
        Int.random(in: 0..<12, using: &random) == 0
        ? -[1.5, 3, 60, 700, 3600].randomElement(using: &random)! * random.unit()
        : 0.01 + 3 * random.unit()
      time += step
      return time
    }
  }

  private func times(_ series: TimeSeries) -> [Double] {
    series.columns.times
  }

  /// - Returns: the remaining times of a sequence in which each time removes all later ones before it.
  private func left(of times: [Double]) -> [Double] {
    var kept: [Double] = []
    for time in times {
      while let last = kept.last, last >= time { kept.removeLast() }
      kept.append(time)
    }
    return kept
  }

  @Test(arguments: 0..<20)
  func aDashboardLosesNothingEarlier(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let source = SourceSpec.text(TextFeedSpec(origin: .standardInput))
    let panel = PanelSpec(
      title: "t", chart: .line, series: [SeriesSpec(source: source, selector: .column("x"))],
      unit: .none, window: 30...86_400)
    var store = MetricStore()
    store.keep(DashboardSpec(pages: [PageSpec(panels: [panel])]))
    let given = times(400, &random)
    var start = 0
    while start < given.count {
      let end = min(given.count, start + Int.random(in: 1...9, using: &random))
      let readings = given[start..<end].map { Reading(time: $0, values: ["x": $0 / 2]) }
      _ = store.append(FeedUpdate(readings: readings, health: .fresh), from: source, at: 0)
      start = end
      let samples = store.stored(panel.series[0], in: panel)!.samples
      #expect(times(samples) == left(of: Array(given[..<end])))
      let (times, values) = samples.columns
      #expect(zip(times, values).allSatisfy { $1 == $0 / 2 })
    }
  }

  /// - Returns: the remaining times of a pipe, where a row less than a second late stands just after the
  ///   row before it.
  private func placed(_ times: [Double]) -> [Double] {
    var kept: [Double] = []
    for time in times {
      if let last = kept.last, time <= last, last - time < 1 {
        kept.append(last + 1e-6)
      } else {
        kept.removeAll { $0 >= time }
        kept.append(time)
      }
    }
    return kept
  }

  @Test(arguments: 0..<20)
  func aPipeLosesNothingEarlier(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var options = StreamOptions()
    options.window = .rows(1000)
    options.isLogarithmic = seed % 2 == 1
    var store = StreamStore(isFile: false, options: options)
    let given = times(400, &random)
    var start = 0
    while start < given.count {
      let end = min(given.count, start + Int.random(in: 1...9, using: &random))
      var delivery = TextDelivery()
      delivery.batch.columns = [TextColumn(name: "x")]
      delivery.batch.times = Array(given[start..<end])
      delivery.batch.values = [given[start..<end].map { $0 / 2 }]
      delivery.batch.rowCount = end - start
      delivery.arrivals = [(end - start, 1000)]
      delivery.hasTimes = true
      _ = store.ingest(delivery)
      let samples = store.columns[0].samples
      #expect(times(samples) == placed(Array(given[..<end])))
      start = end
    }
  }

  /// Arrivals use this machine's clock, which may be set back, too.
  @Test func rowsWithoutTimesGoOnAfterTheClockIsSetBack() {
    let parts = (0..<40).map { (5000 + Double($0), "\($0)\n") }
    let later = (0..<40).map { (5020 + Double($0), "\(100 + $0)\n") }
    var store = StreamStore(isFile: false, options: StreamOptions())
    _ = store.ingest(TextDelivery(parts: parts + later))
    let samples = store.columns[0].samples
    let values = samples.columns.values
    #expect(values == (0..<20).map(Double.init) + (100..<140).map(Double.init))
    #expect(samples.last?.time == 5059)
  }
}

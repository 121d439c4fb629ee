import Metrics
import Testing

@testable import Charts

/// Ticks that have room.
@Suite struct TickThinningTests {
  @Test(arguments: [
    // The ends of the axis, its height, and its labels with a pitch of 24 points.
    (0.0, 100.0, 120.0, ["0", "25", "50", "75", "100"]), (0, 100, 60, ["0", "50", "100"]),
    (0, 100, 40, ["0", "100"]), (0, 100, 20, []), (0, 10, 60, ["0", "5", "10"]),
    (0, 2, 60, ["0", "1", "2"]), (1008, 1014, 30, ["1008", "1014"]),
    (-50, 100, 40, ["0", "100"]), (-40, 40, 60, ["−40", "0", "40"]),
    (-40, 40, 30, ["−40", "0", "40"]),
    // No round step is twice the distance of the ticks.
    (0, 80, 60, ["0", "40", "80"]), (20.8, 21.6, 60, ["20.8", "21.2", "21.6"]),
    (20, 80, 60, ["20", "80"]),
    (-40, 40, 20, []), (-10, 30, 30, ["0", "30"]),
  ])
  func ticks(low: Double, high: Double, height: Double, labels: [String]) {
    let axis = TickScale(covering: low, high).thinned(toPitch: 24, height: height)
    #expect(axis.labels == labels)
    #expect(axis.domain == TickScale(covering: low, high).domain)
    #expect(axis.ticks.count == labels.count)
  }

  @Test func powers() {
    let axis = TickScale(logarithmicCovering: 1, 10_000)
    #expect(axis.labels == ["1", "10", "100", "1000", "10k"])
    #expect(axis.thinned(toPitch: 24, height: 50).labels == ["1", "100", "10k"])
    #expect(axis.thinned(toPitch: 24, height: 30).labels == ["1", "10k"])
  }

  /// An axis with both signs has ticks at zero and elsewhere in the lowest plot with ticks, two distances high.
  @Test(arguments: [(-9.7, 9.7), (-10.4, 10.4), (-39, 39), (-49, 49), (-3, 3.9), (-1, 7)])
  func zeroInTheLowestPlot(low: Double, high: Double) {
    let axis = TickScale(fixed: low, high).thinned(toPitch: 24, height: 48)
    #expect(axis.ticks.contains(0) && axis.ticks.count > 1)
  }

  /// Any axis has ticks that are apart, or none. An axis with both signs has its zero.
  @Test func anyHeight() {
    for (low, high) in [(0.0, 1.0), (-3, 7), (99, 101), (0, 0.002), (0, 5e12), (-1e9, 3e9)] {
      for height in stride(from: 10.0, through: 300, by: 7) {
        let axis = TickScale(covering: low, high).thinned(toPitch: 24, height: height)
        let extent = axis.domain.upperBound - axis.domain.lowerBound
        for (a, b) in zip(axis.ticks, axis.ticks.dropFirst()) {
          #expect((b - a) / extent * height >= (low < 0 ? 11.99 : 23.99))
        }
        #expect(axis.ticks.count != 1)
        #expect(low >= 0 || axis.ticks.isEmpty || axis.ticks.contains(0))
      }
    }
  }
}

/// Ticks of axes with given ends.
@Suite struct TickEndTests {
  @Test(arguments: [
    // Even steps from end to end.
    (0.0, 50.0, Unit.none, ["0", "25", "50"]),
    (0, 250, .none, ["0", "50", "100", "150", "200", "250"]),
    (-50, 50, .none, ["−50", "−25", "0", "25", "50"]),
    (0, 100, .percent, ["0", "25", "50", "75", "100"]),
    (10, 60, .none, ["10", "20", "30", "40", "50", "60"]),
    (0, 1, .none, ["0.00", "0.25", "0.50", "0.75", "1.00"]),
    (0, 50 * 0x1p30, .bytes, ["0", "25", "50"]),
    // No round step leads from end to end.
    (0, 70, .none, ["0", "35", "70"]), (0, 90, .none, ["0", "30", "60", "90"]),
    (0, 65, .none, ["0", "20", "40", "65"]),
    // Zero stays between both signs, in place of an end that is too near.
    (-5, 100, .none, ["0", "25", "50", "75", "100"]),
    (-100, 5, .none, ["−100", "−75", "−50", "−25", "0"]),
  ])
  func bothEnds(low: Double, high: Double, unit: Unit, labels: [String]) {
    let axis = TickScale(fixed: low, high, unit: unit).labellingEnds(lower: true, upper: true)
    #expect(axis.labels == labels)
    #expect(axis.domain == low...high && axis.ticks.count == labels.count)
  }

  /// The highest tick is labelled with the unit, unless the unit is long.
  @Test(
    arguments: [
      (.celsius, 20, ["0", "5", "10", "15", "20 °C"]),
      (.bytesPerSecond, 2 * 0x1p20, ["0.0", "0.5", "1.0", "1.5", "2.0 MiB/s"]),
      (.none, 20, ["0", "5", "10", "15", "20"]),
      (.none, 2e6, ["0.0", "0.5", "1.0", "1.5", "2.0 M"]),
      (.custom("visitors each day"), 20, ["0", "5", "10", "15", "20"]),
    ] as [(Metrics.Unit, Double, [String])])
  func units(unit: Metrics.Unit, high: Double, labels: [String]) {
    let axis = TickScale(fixed: 0, high, unit: unit)
    #expect(axis.namingUnit().labels == labels)
    #expect(axis.namingUnit().ticks == axis.ticks)
  }
}

/// The time that a new sample takes to move the picture.
@Suite struct SamplePaceTests {
  @Test(arguments: [
    ([0.0], 0.5), ([0, 5, 10], 0.5), ([0, 1, 2], 0.45), ([0, 0.25, 0.5, 0.75], 0.1125),
    // Two samples at once do not hurry the motion.
    ([0, 1, 1.01, 2, 2.01], 0.4455), ([0, 0.1, 0.2], 0.045),
  ])
  func motion(arrivals: [Double], duration: Double) {
    var pace = SamplePace()
    for (sample, time) in arrivals.enumerated() { pace.note(Double(sample), at: time) }
    #expect(abs(pace.motionDuration - duration) < 1e-9)
  }

  /// The frame clock stands still between two refreshes.
  @Test func samplesOfOneRefreshAreOneDistance() {
    var pace = SamplePace()
    for i in 0..<12 { pace.note(Double(i), at: Double(i / 3)) }
    #expect(pace.motionDuration == 0.45)
  }

  /// A zoom shows no new sample.
  @Test func onlySamplesCount() {
    var pace = SamplePace()
    for time in [0, 0.1, 0.2, 0.3] { pace.note(7, at: time) }
    #expect(pace.motionDuration == Motion.sampleDuration)
  }
}

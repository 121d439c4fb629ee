import Geometry
import Layers
import Metrics
import Testing

@testable import Charts

@Suite struct SnappingTests {
  private func series(_ times: [Double]) -> TimeSeries {
    var series = TimeSeries(capacity: 100)
    for time in times { series.append(time: time, value: time * 10) }
    return series
  }

  @Test(arguments: [
    (-5.0, 0), (0, 0), (1.4, 0), (1.5, 1), (2.9, 1), (6.4, 1), (6.6, 2), (10, 2), (99, 2),
    (.infinity, 2), (-.infinity, 0),
  ])
  func nearest(time: Double, position: Int) {
    #expect(series([0, 3, 10]).position(nearest: time) == position)
  }

  @Test func nothingIsNearNothing() {
    #expect(series([]).position(nearest: 1) == nil)
    #expect(series([1]).position(nearest: .nan) == nil)
    #expect(series([1]).spacing(near: 1) == nil)
    #expect(series([1]).shortestStretch(around: 1) == nil)
  }

  @Test func distances() {
    let series = series([0, 3, 10, 11])
    #expect(series.spacing(near: 3.1) == 3 && series.spacing(near: 10) == 1)
    // A missing sample beside the end of a run says nothing about the distance of samples.
    var interrupted = TimeSeries()
    for (time, value) in [(0.0, 1.0), (10, 2), (10.25, .nan), (60, 3)] {
      interrupted.append(time: time, value: value)
    }
    #expect(interrupted.spacing(near: 10.25) == 49.75)
    #expect(series.shortestStretch(around: 3) == 14)
    #expect(series.shortestStretch(around: 12) == 2)
  }

  private func plot(_ series: [PlotContent.Series], _ time: ClosedRange<Double>) -> PlotContent {
    PlotContent(series: series, time: time, axis: TickScale(covering: 0, 100), xAxis: .number)
  }

  /// The crosshair snaps only to visible samples.
  @Test func snappingStaysInSight() {
    let times = series([0, 3, 10, 11, 20])
    let plot = plot([PlotContent.Series(times, style: .primary)], 2...15)
    #expect(plot.sampleTime(nearest: 0) == 3)
    #expect(plot.sampleTime(nearest: 19) == 11)
    #expect(plot.sampleTime(-1, after: 10) == 3)
    #expect(plot.sampleTime(-5, after: 10) == 3)
    #expect(plot.sampleTime(.max, after: 10) == 11)
    #expect(plot.sampleTime(.min, after: 10) == 3)
    let empty = self.plot(plot.series, 4...9)
    #expect(empty.sampleTime(nearest: 5) == nil)
  }

  /// The crosshair snaps to a hidden series only if there is no other series.
  @Test func hiddenSeriesAreLeftOut() {
    let hidden = PlotContent.Series(series([0, 1, 2, 3, 4]), style: .colored(0), isHidden: true)
    let shown = PlotContent.Series(series([0, 4]), style: .colored(1))
    #expect(plot([hidden, shown], 0...4).sampleTime(nearest: 1) == 0)
    #expect(plot([hidden], 0...4).sampleTime(nearest: 1) == 1)
  }

  @Test(
    arguments: [
      (1_795_219_200.25, 1.0, 60.0, "01:00:00"), (1_795_219_200.25, 0.5, 60, "01:00:00.250"),
      (1_795_219_200.123, 0.5, 60, "01:00:00.123"), (1_795_219_200.001, 0.5, 60, "01:00:00.001"),
      (1_795_219_200.9996, 0.5, 60, "01:00:01.000"), (1_795_219_200.999, 0.1, 60, "01:00:00.999"),
      (1_795_219_200.000_25, 0.000_25, 60, "01:00:00.000250"),
      (1_795_219_200, 1, 90_000, "21 Nov 01:00:00"),
      (1_795_219_200, 1, 4e7, "21 Nov 2026 01:00:00"), (1e300, 1, 1, "–"),
    ] as [(Double, Double, Double, String)])
  func moments(time: Double, spacing: Double, length: Double, text: String) {
    let zone = TimeZoneRules.fixed(offset: 3600, abbreviation: "CET")
    #expect(
      MomentText(time, spacing: spacing, range: time...time + length, zone: zone).text == text)
  }

  /// A value that would be 0.0 with the common prefix has a prefix of its own.
  @Test(arguments: [
    (1.8 * 0x1p30, "1.8 GiB"), (0x1p30 / 5, "0.2 GiB"), (3 * 0x1p20, "3.00 MiB"), (0, "0 B"),
    (.nan, "–"),
  ])
  func valuesAlone(value: Double, text: String) {
    let format = ValueFormat(
      unit: .bytes, scale: UnitScale(divisor: 0x1p30, symbol: "GiB"), decimals: 1)
    #expect(format.alone(value).text == text)
  }

  @Test func logarithmicPlaces() {
    let map = AxisMap(
      epoch: 0, time: 0...10, value: 1...1000, size: Size(100, 300), isLogarithmic: true)
    for (value, y) in [(1.0, 300.0), (10, 200), (100, 100), (1000, 0)] {
      #expect(abs(map.y(value) - y) < 1e-9)
    }
    #expect(map.y(0).isNaN && map.y(-1).isNaN)
    let other = AxisMap(
      epoch: 0, time: 0...10, value: 1...10, size: Size(100, 300), isLogarithmic: true)
    let half = AxisMap.interpolate(map, other, 0.5)
    #expect(half.isLogarithmic && abs(half.y(10) - 100) < 1e-9)
    var data = TimeSeries(capacity: 9)
    for (i, value) in [1.0, 0, 10, 100].enumerated() { data.append(time: Double(i), value: value) }
    let curve = SampledCurve(data, positions: 0..<4, map: map)
    #expect(curve.knots.map(\.startsRun) == [true, true, false])
  }
}

@Suite struct ReadoutPlacementTests {
  private let page = Rect(x: 0, y: 0, width: 400, height: 300)
  private let panel = Rect(x: 100, y: 50, width: 200, height: 100)

  private func frame(_ size: Size, _ sample: Rect) -> Rect {
    ReadoutPlacement.frame(size: size, sample: sample, panel: panel, page: page, gap: 10)
  }

  private func sample(_ x: Double, _ low: Double = 90, _ high: Double = 110) -> Rect {
    Rect(minX: x, minY: low, maxX: x, maxY: high)
  }

  @Test func besideTheSample() {
    #expect(frame(Size(60, 40), sample(150)) == Rect(x: 160, y: 80, width: 60, height: 40))
    // No room at the right.
    #expect(frame(Size(60, 40), sample(280)) == Rect(x: 210, y: 80, width: 60, height: 40))
    // No room in the panel on either side.
    #expect(frame(Size(120, 40), sample(200)).minX == 210)
    #expect(frame(Size(120, 40), sample(290)).minX == 160)
    // Higher than the panel.
    #expect(frame(Size(60, 200), sample(150, 60, 60)).minY == 0)
  }

  /// The readout never covers the sample, never leaves the page, and stays in the panel if there is
  /// room.
  @Test func anySample() {
    for width in stride(from: 20.0, through: 180, by: 16) {
      for x in stride(from: 100.0, through: 300, by: 7) {
        for y in stride(from: 50.0, through: 150, by: 9) {
          let sample = sample(x, y, min(150, y + 20))
          let frame = frame(Size(width, 60), sample)
          #expect(frame.intersection(sample.insetBy(dx: -9, dy: 0)).isEmpty)
          #expect(frame.minX >= 0 && frame.maxX <= 400 && frame.minY >= 0 && frame.maxY <= 300)
          if x + 10 + width <= 300 || x - 10 - width >= 100 {
            #expect(frame.minX >= 100 && frame.maxX <= 300)
            #expect(frame.minY >= 50 && frame.maxY <= 150)
          }
        }
      }
    }
  }

  @Test func aPageTooNarrowForEitherSide() {
    let narrow = Rect(x: 0, y: 0, width: 100, height: 300)
    let frame = ReadoutPlacement.frame(
      size: Size(90, 60), sample: sample(50), panel: narrow, page: narrow, gap: 10)
    #expect(frame == Rect(x: 5, y: 20, width: 90, height: 60))
  }
}

/// The card with the values under the pointer.
@Suite struct ReadoutTests {
  private func reading(_ count: Int, moment: String = "12:00:00") -> CrosshairReading {
    let entries = (0..<count).map {
      CrosshairReading.Entry(
        name: "series \($0)", value: FormattedValue(digits: "\($0)", unit: ""),
        swatch: LineSwatch(color: .black))
    }
    return CrosshairReading(
      moment: moment, entries: entries, place: Rect(x: 200, y: 100, width: 0, height: 0),
      panel: Rect(x: 0, y: 0, width: 800, height: 240))
  }

  /// The values of many series stand in columns where the page is too low for one, and those without room are counted.
  @Test(
    arguments: [
      (1, 240.0, 1, nil), (6, 240, 1, nil), (20, 240, 2, nil), (20, 480, 1, nil),
      (300, 240, 5, "241 more"),
    ] as [(Int, Double, Int, String?)])
  func valuesOfManySeries(count: Int, height: Double, columns: Int, rest: String?) throws {
    let environment = try chartEnvironment()
    let page = Rect(x: 0, y: 0, width: 800, height: height)
    let readout = Readout()
    readout.show(reading(count), page: page, environment: environment)
    let texts = readout.layer.sublayers.compactMap { $0 as? TextLayer }
    #expect(page.contains(readout.layer.frame))
    #expect(texts.allSatisfy { readout.layer.bounds.contains($0.frame) })
    let names = texts.filter { $0.line?.text.hasPrefix("series ") == true }
    #expect(Set(names.map(\.position.x)).count == columns)
    #expect(texts.first { $0.line?.text.hasSuffix(" more") == true }?.line?.text == rest)
    #expect(rest != nil || names.count == count)
  }

  /// A page whose series are all hidden says so itself, without an empty card over the words.
  @Test func nothingToRead() throws {
    let readout = Readout()
    readout.show(
      reading(0), page: Rect(x: 0, y: 0, width: 800, height: 240),
      environment: try chartEnvironment())
    #expect(readout.layer.isHidden)
  }
}

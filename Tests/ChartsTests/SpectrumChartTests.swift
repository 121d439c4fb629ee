import Geometry
import Layers
import Raster
import TestSupport
import Testing

@testable import Charts

/// The spectrum chart of article 003.
@Suite struct SpectrumChartTests {
  private static let frame = Rect(x: 0, y: 0, width: 300, height: 200)

  private func chart(
    _ content: SpectrumChart.Content, style: SpectrumChart.Style? = SpectrumChart.Style(),
    isAnimated: Bool = true,
    reducesMotion: Bool = false
  ) throws -> SpectrumChart {
    let environment = try chartEnvironment(
      theme: .dark, isAnimated: isAnimated, reducesMotion: reducesMotion)
    let chart = SpectrumChart(style: style)
    chart.setData(content, at: nil)
    chart.layOut(frame: Self.frame, environment: environment)
    return chart
  }

  private func content(_ values: [Double]) -> SpectrumChart.Content {
    SpectrumChart.Content(pointValues: SpectrumChart.Content.demoPoints(values), yRange: 0...3600)
  }

  private func stroke(_ chart: SpectrumChart) throws -> ShapeLayer {
    try #require(
      chart.layer.all.compactMap { $0 as? ShapeLayer }.last { $0.maskedOf(chart.layer) != nil })
  }

  private func path(_ chart: SpectrumChart, at time: Double) throws -> Path {
    let value = try stroke(chart).presentationValue(for: .path, at: time)
    guard case .path(let path) = value else { throw NoPath() }
    return path
  }

  private struct NoPath: Error {}

  // MARK: Article numbers

  @Test("10 defaults: widths, colours, 10 rows and columns, 0.5 s")
  func articleDefaults() {
    let style = SpectrumChart.Style()
    #expect(style.curveLineWidth == 1.5)
    #expect(style.drawAnimationDuration == 0.5)
    #expect((style.gridRowCount, style.gridColumnCount) == (10, 10))
    #expect(style.gridLineWidth == 1)
    #expect(style.gridLineColor == Color.black.opacity(0.2))
    #expect(style.fillLayerBackgroundColor == Color.black.opacity(0.2))
    #expect(style.columnLabelsTitleFont.size == 12 && style.rowLabelsTitleFont.size == 12)
    #expect(style.granularity == 10 && style.isSmooth && style.clampsWavelengths)
  }

  /// The places of the grid lines that the article's chart draws, in points.
  @Test(
    "10 grid: y 0, 22.111111 … 199; x 0, 33.222222 … 299; 5 rows; 1 row",
    arguments: [
      (
        10, 1, 0,
        [
          0, 22.111111, 44.222222, 66.333333, 88.444444, 110.555556, 132.666667,
          154.777778, 176.888889, 199,
        ]
      ),
      (
        10, 1, 1,
        [
          0, 33.222222, 66.444444, 99.666667, 132.888889, 166.111111, 199.333333,
          232.555556, 265.777778, 299,
        ]
      ),
      (5, 0.5, 0, [0, 49.875, 99.75, 149.625, 199.5]),
      (1, 1, 0, [0]),
    ] as [(Int, Double, Int, [Double])])
  func gridLines(count: Int, width: Double, direction: Int, starts: [Double]) throws {
    var style = SpectrumChart.Style.article
    (style.gridRowCount, style.gridColumnCount, style.gridLineWidth) = (count, count, width)
    let chart = try chart(content([0, 3600, 900]), style: style)
    #expect(chart.plot == Self.frame)
    let replicator = try #require(
      chart.layer.all.compactMap { $0 as? ReplicatorLayer }.dropFirst(direction).first)
    #expect(replicator.instanceCount == starts.count)
    let transform = replicator.instanceTransform
    let pitch = direction == 0 ? transform.ty : transform.tx
    for (i, start) in starts.enumerated() { #expect(abs(Double(i) * pitch - start) < 1e-6) }
  }

  @Test("10 grid: replicators with the frame of their container")
  func theGridIsReplicated() throws {
    let grid = ReplicatedGrid()
    grid.layOut(
      frame: Self.frame, rowCount: 10, columnCount: 10, lineWidth: 1, color: .black)
    let replicators = grid.layer.sublayers.compactMap { $0 as? ReplicatorLayer }
    #expect(replicators.map(\.frame) == [Self.frame, Self.frame])
    #expect(replicators.map(\.instanceCount) == [10, 10])
    #expect(replicators[0].sublayers[0].frame == Rect(x: 0, y: 0, width: 300, height: 1))
    #expect(replicators[1].sublayers[0].frame == Rect(x: 0, y: 0, width: 1, height: 200))
  }

  /// In a chart all lines of the grid lie on whole device pixels.
  @Test(arguments: [1.0, 1.5, 2, 3])
  func crispLengths(scale: Double) {
    for length in stride(from: 50.0, to: 400, by: 7.3) {
      let crisp = ReplicatedGrid.crispLength(
        length, count: 10, lineWidth: 1 / scale, scale: scale)
      let pitch = ReplicatedGrid.pitch(length: crisp, count: 10, lineWidth: 1 / scale) * scale
      #expect(abs(pitch - pitch.rounded()) < 1e-9)
      #expect(crisp <= length && crisp > length - 10 / scale)
    }
  }

  /// x = W (r - rmin) / (rmax - rmin), y = H (cmax - c) / (cmax - cmin).
  @Test(
    "10 point mapping; 12 row 25: x is across, y is up",
    arguments: [
      ([(1, 5), (3, 15), (2, 10)], nil, nil, [Point(0, 200), Point(150, 100), Point(300, 0)]),
      ([(1, 5), (3, 15)], 0...4, 0...20, [Point(75, 150), Point(225, 50)]),
      ([(7, 5)], nil, nil, [Point(150, 100)]),
      ([(1, 5), (2, 5)], nil, nil, [Point(0, 100), Point(300, 100)]),
      ([(1, 5), (1, 9), (2, 6)], nil, 0...10, [Point(0, 20), Point(300, 80)]),
    ] as [([(Double, Double)], ClosedRange<Double>?, ClosedRange<Double>?, [Point])])
  func pointMapping(
    values: [(Double, Double)], x: ClosedRange<Double>?, y: ClosedRange<Double>?, points: [Point]
  ) {
    let content = SpectrumChart.Content(
      pointValues: values.map { .init($0.0, $0.1) }, xRange: x, yRange: y)
    let map = content.map(size: Size(300, 200))
    #expect(
      SpectrumChart.Content.runs(content.pointValues).joined().map { map($0.x, $0.y) } == points)
  }

  // MARK: Colours

  /// At the height of a value the gradient has the colour of the value.
  @Test(
    "10 right behaviour: every height has the colour of its value",
    arguments: [342.0, 666, 820, 1204, 1357, 1895, 2432, 3583])
  func theGradientIsTheValuesColour(value: Double) {
    let colors = SpectrumColors(style: SpectrumChart.Style(), ground: .white)
    let place =
      (value - colors.values.lowerBound)
      / (colors.values.upperBound - colors.values.lowerBound)
    let (stops, locations) = colors.gradient
    let i = locations.lastIndex { $0 <= place }!
    let t =
      (place - locations[i]) / ((i + 1 < locations.count ? locations[i + 1] : 1) - locations[i])
    let shown = lerp(stops[i], stops[min(i + 1, stops.count - 1)], min(max(t, 0), 1))
    let expected = Wavelength.color(of: value, isClamped: true)
    for (a, b) in [
      (shown.red, expected.red), (shown.green, expected.green), (shown.blue, expected.blue),
    ] {
      // Between two whole nanometres colours are blended: near pure hues they change fast.
      #expect(abs(a - b) < 0.15, "\(shown) \(expected)")
    }
  }

  @Test("10 right behaviour: where the gradient lies")
  func heightsOfTheGradient() throws {
    let chart = try chart(content([0, 3600, 900, 100]))
    let line = try #require(
      chart.layer.all.compactMap { $0 as? GradientLayer }.first { $0.mask != nil })
    let height = line.bounds.height
    let plot = chart.plot.height
    let overhang = (height - plot) / 2
    func y(_ value: Double) -> Double { (overhang + plot * (3600 - value) / 3600) / height }
    #expect(abs(line.startPoint.y - y(341.2)) < 1e-9)
    #expect(abs(line.endPoint.y - y(2048 + 181 * 8.53)) < 1e-9)
    #expect(line.colors.first == Wavelength.color(380))
    #expect(line.colors.last == Wavelength.color(780))
  }

  /// The article: each segment has one colour, and what is not visible is black.
  @Test("10 the article's colours by segment; 12 rows 22, 24: all segments, black as an option")
  func theArticlesReading() throws {
    let chart = try chart(content([500, 100, 820, 3700]), style: .article)
    let line = try #require(
      chart.layer.all.compactMap { $0 as? GradientLayer }.first { $0.mask != nil })
    let expected = [100.0, 820, 3700].map { Wavelength.color(of: $0, isClamped: false) }
    #expect(line.colors == expected.flatMap { [$0, $0] })
    #expect(expected[0] == .black && expected[2] == .black)
    // All three segments are drawn, as straight lines.
    #expect(try path(chart, at: 0).verbs == [.move, .line, .line, .line])
  }

  @Test(arguments: [Theme.dark, Theme.light])
  func coloursDifferFromTheGround(theme: Theme) {
    var style = SpectrumChart.Style()
    style.minimumContrast = 3
    let colors = SpectrumColors(style: style, ground: theme.panel)
    for color in colors.gradient.colors { #expect(Contrast.ratio(color, theme.panel) >= 2.99) }
  }

  // MARK: Motion

  /// One stroke for the whole line: the local end of segment i is clamp((F L - Sᵢ) / ℓᵢ, 0, 1).
  @Test(
    "10 draw-on: clamp((F L - S) / l, 0, 1); 12 row 23: one strokeEnd",
    arguments: [0.0, 0.1, 0.25, 0.5, 0.8, 0.99, 1])
  func drawnOnAsOneStroke(fraction: Double) throws {
    let chart = try chart(content([0, 3600, 900, 100, 2000]), style: .article)
    chart.replay(at: 1)
    #expect(chart.layer.animated(by: "drawOn").compactMap { $0 as? ShapeLayer }.count == 1)
    let stroke = try stroke(chart)
    #expect(abs(stroke.scalar(.strokeEnd, at: 1 + 0.5 * fraction) - fraction) < 1e-12)
    let whole = try #require(stroke.path)
    let lengths = zip(whole.points, whole.points.dropFirst()).map { $0.distance(to: $1) }
    let total = lengths.reduce(0, +)
    let drawn = whole.trimmed(from: 0, to: fraction)
    var before = 0.0
    for (i, length) in lengths.enumerated() {
      let end = min(max((fraction * total - before) / length, 0), 1)
      if end > 0 {
        let tip = lerp(whole.points[i], whole.points[i + 1], end)
        #expect(drawn.points[i + 1].distance(to: tip) < 1e-6)
      } else {
        #expect(drawn.points.count <= i + 1)
      }
      before += length
    }
  }

  @Test func withoutMotionEverythingIsThereAtOnce() throws {
    let chart = try chart(content([0, 3600, 900, 100]), isAnimated: false)
    chart.replay(at: 1)
    chart.setData(content([3600, 0, 900, 100]), at: 1)
    #expect(chart.layer.all.allSatisfy { $0.animationKeys.isEmpty })
    #expect(try path(chart, at: 1).points.first == Point(0, 0))
  }

  @Test("12 row 25: with reduced motion the old line goes when it has faded")
  func reducedMotionFades() throws {
    let chart = try chart(content([0, 3600, 900, 100]), reducesMotion: true)
    chart.replay(at: 1)
    chart.setData(content([3600, 0, 900, 100]), at: 2)
    let keys = Set(chart.layer.all.flatMap(\.animationKeys))
    #expect(keys == ["fadeIn", "opacity"])
    // The old line is gone when it has faded.
    let count = chart.layer.all.count
    chart.layer.completeAnimations(at: 3)
    #expect(chart.layer.all.count < count)
    #expect(chart.layer.all.allSatisfy { $0.animationKeys.isEmpty })
  }

  /// A point keeps its place when content changes, and gets to the new one in half a second.
  @Test("3.5 spectrum: a point moves from where it is")
  func pointsMoveFromWhereTheyAre() throws {
    let chart = try chart(content([0, 3600, 900, 100]))
    let start = try path(chart, at: 1)
    chart.setData(content([3600, 0, 900, 100]), at: 1)
    #expect(try path(chart, at: 1) == start)
    let u = TimingFunction.easeOut(0.4)
    let (a, b) = (start.points[0].y, 0.0)
    #expect(abs(try path(chart, at: 1.2).points[0].y - lerp(a, b, u)) < 1e-9)
    #expect(try path(chart, at: 1.5).points[0].y == b)
  }

  /// A change in the middle of a motion starts from the picture on screen.
  @Test func interruptionsDoNotJump() throws {
    let chart = try chart(content([0, 3600, 900, 100]))
    let contents = [
      content([3600, 0, 900, 100, 2000, 7]), content([5, 5]), content([0, 3600, 900, 100, 9]),
    ]
    for (i, next) in contents.enumerated() {
      let time = 1 + 0.2 * Double(i)
      let before = try path(chart, at: time)
      chart.setData(next, at: time)
      let after = try path(chart, at: time)
      #expect(abs(before.length - after.length) < 0.01 * before.length)
      #expect(before.points.last!.distance(to: after.points.last!) < 1e-9)
    }
    chart.layer.completeAnimations(at: 3)
    #expect(try path(chart, at: 3).points.count == 1 + 10 * 4)
  }

  /// A missing value is a gap in line and area, after which a new curve starts.
  @Test(arguments: [SpectrumChart.Style(), .article])
  func gaps(style: SpectrumChart.Style) throws {
    let chart = try chart(
      content([900, .nan, 100, 2000, 300, 1500, .nan, .infinity, 7]), style: style)
    let line = try path(chart, at: 0)
    #expect(line.verbs.count { $0 == .move } == 3)
    let areas = chart.layer.all.compactMap { ($0 as? ShapeLayer)?.path }
      .filter { $0.verbs.last == .close }
    #expect(areas.count == 1 && areas[0].verbs.count { $0 == .close } == 3)
    // A point alone is a dot.
    #expect(line.points[0] == line.points[1])
    chart.setData(content([900, 20, 100, 2000]), at: 1)
    #expect(chart.layer.animated(by: "path").isEmpty)
    #expect(!chart.layer.animated(by: "fadeIn").isEmpty)
    chart.layer.completeAnimations(at: 2)
    #expect(try path(chart, at: 1).verbs.count { $0 == .move } == 1)
  }

  /// An endless change of points at every moment takes no more memory.
  @Test("12 row 25: what has left is forgotten")
  func pointsThatLeftAreForgotten() throws {
    let chart = try chart(content([0, 3600, 900, 100]))
    for i in 0..<400 {
      let x = Double(i)
      chart.setData(
        SpectrumChart.Content(pointValues: (0..<10).map { .init(x + 0.1 * Double($0), 5) }),
        at: 1 + 0.01 * x)
    }
    #expect(try path(chart, at: 5).points.count < 5000)
  }

  // MARK: Bad input

  @Test(
    arguments: [
      [], [(.nan, 1)], [(1, .nan), (2, 3)], [(1, .infinity), (-.infinity, 2)], [(5, 5)],
      [(1e300, -1e300), (-1e300, 1e300), (0, 0)], [(1, 1), (1, 1), (1, 1)],
    ] as [[(Double, Double)]])
  func badPoints(values: [(Double, Double)]) throws {
    var style = SpectrumChart.Style()
    (style.gridRowCount, style.gridColumnCount, style.granularity) = (-3, .max, .max)
    (style.curveLineWidth, style.drawAnimationDuration) = (.nan, .nan)
    let content = SpectrumChart.Content(
      pointValues: values.map { .init($0.0, $0.1) }, columnNames: [""], rowNames: ["a", "a"])
    let chart = try chart(content, style: style)
    let environment = try chartEnvironment(theme: .dark)
    chart.replay(at: 1)
    chart.setData(.demo, at: 1.1)
    let sizes = [Size.zero, Size(1, 1), Size(1, 1000), Size(5000, 3), Size(300, 200)]
    for (size, time) in zip(sizes, stride(from: 2.0, to: 100, by: 10)) {
      chart.setData(content, at: time)
      let frame = Rect(origin: .zero, size: size)
      chart.layOut(frame: frame, environment: environment)
      expectFinite(chart, at: time + 0.1)
      chart.setData(.demo, at: time + 0.2)
      expectFinite(chart, at: time + 0.3)
      chart.layer.completeAnimations(at: time + 5)
      let other = try self.chart(.demo, style: style)
      other.layOut(frame: frame, environment: environment)
      #expect(record(chart, at: time + 5) == record(other, at: time + 5), "\(size)")
    }
  }

  private func record(_ chart: SpectrumChart, at time: Double) -> [DrawOperation] {
    Compositor.record(chart.layer, at: time, scale: 1, bounds: IntRect(width: 400, height: 300))
      .drawList.operations
  }

  private func expectFinite(_ chart: SpectrumChart, at time: Double) {
    let bounds = record(chart, at: time).map(\.bounds)
    #expect(
      bounds.allSatisfy { [$0.minX, $0.minY, $0.maxX, $0.maxY].allSatisfy(\.isFinite) })
    // The record leaves out what is nowhere.
    let paths = chart.layer.all.compactMap { ($0 as? ShapeLayer)?.path }
    #expect(paths.allSatisfy { $0.points.allSatisfy { $0.x.isFinite && $0.y.isFinite } })
  }

  @Test(arguments: [
    (5, 100.0, 20.0, 1), (5, 100, 30, 2), (5, 100, 60, 4), (1, 10, 60, 1),
    (4, 90, 31, 3), (0, 10, 1, 1),
  ])
  func namesKeepApart(count: Int, length: Double, needed: Double, step: Int) {
    #expect(SpectrumLabels.step(count: count, length: length, needed: needed) == step)
  }
}

extension Layer {
  /// The layer below `root` that has this one as its mask.
  fileprivate func maskedOf(_ root: Layer) -> Layer? { root.all.first { $0.mask === self } }
}

import Geometry
import Layers
import TestSupport
import Testing

@testable import Charts

/// The numbers of article 001. `CurveRuleTests` has those of its curves.
@Suite struct LineChartTests {
  private static let data = LineChart.articleData

  /// The article's sample call, 375 by 200 points.
  private func chartA(count: Int = 6) -> LineChartGeometry {
    LineChartGeometry(
      style: LineChart.article().style, size: Size(375, 200), count: count, values: Self.data)
  }

  /// The defaults with the same data.
  private func chartB(_ change: (inout LineChartStyle) -> Void = { _ in }, count: Int = 6)
    -> LineChartGeometry
  {
    var style = LineChartStyle()
    (style.max, style.min, style.splitCount) = (600, 300, 3)
    change(&style)
    return LineChartGeometry(
      style: style, size: Size(375, 200), count: count, values: Self.data)
  }

  private func shown(
    _ chart: LineChart, _ environment: ChartEnvironment? = nil
  ) throws -> ChartPage {
    ChartPage(chart, size: LineChart.design, environment: try environment ?? chartEnvironment())
  }

  // MARK: Properties

  @Test("8.1 defaults of every property")
  func defaults() {
    let style = LineChartStyle()
    #expect(style.circleRadius == 3 && style.lineWidth == 1.5)
    #expect(style.horizontalLineWidth == 0.5 && style.horizontalBottomLineWidth == 1)
    #expect(style.dataTextWidth == 20 && style.leftTextWidth == 25)
    #expect(style.scaleOffset == 0 && style.bottomOffset == 20 && style.lineToLeftOffset == 5)
    #expect(style.angle == 1.75 * Double.pi && style.textFontSize == 10)
    #expect(style.edge == EdgeInsets(top: 25, left: 5, bottom: 40, right: 15))
    #expect(style.backgroundColor == .white && style.circleFillColor == .white)
    let blue = Color(hex: 0x428eda)
    #expect(style.circleStrokeColor == blue && style.lineColor == blue)
    #expect(style.horizontalBottomLineColor == blue)
    #expect(style.textColor == Color(hex: 0x666666) && style.dataTextColor == nil)
    #expect(style.horizontalLineColor == Color(hex: 0xe8e8e8))
    #expect(style.addCurve && style.toCenter && !style.supplement)
    #expect(style.showLineData && style.showColorGradient && !style.isShowHeadTail)
    #expect(style.areaColors == [blue.opacity(0.4), Color.white.opacity(0.1)])
    #expect(style.contractionFactor == 0.7 && !style.clampToPlot)
    #expect(style.max == nil && style.min == nil && !style.usesIntegerArithmetic)
    #expect(!style.usesPublishedCurve && style.dataTextAlignment == .center)
    #expect(style.textWidths == .atLeast && style.colorArr == nil)
    #expect(LineChart().addCurve)
  }

  /// With any number of values, no dots and no labels overlap, and the last value is shown.
  @Test(arguments: [(6, 6), (200, 160), (20_000, 160)])
  func dotsAndValuesKeepApart(count: Int, most: Int) throws {
    let chart = LineChart()
    let data = (0..<count).map { 1000 + Double($0 * 37 % 800) }
    chart.setData(data, labels: data.indices.map { "\($0)" }, at: nil)
    let page = try shown(chart)
    let dots = chart.layer.all.compactMap { $0 as? ShapeLayer }
      .filter { $0.path?.bounds == Rect(x: -3, y: -3, width: 6, height: 6) }
    let marks = dots.compactMap(\.superlayer).sorted { $0.position.x < $1.position.x }
    #expect(marks.count > 5 && marks.count <= most)
    for (a, b) in zip(marks, marks.dropFirst()) {
      #expect(b.position.x - a.position.x >= 7.5)
    }
    let values = marks.flatMap { mark in
      mark.sublayers.compactMap { $0 as? TextLayer }.filter { $0.line?.text != "" }
        .map { $0.frame.offsetBy(dx: mark.position.x, dy: 0) }
    }
    #expect(values.count > 4)
    for (a, b) in zip(values, values.dropFirst()) { #expect(a.maxX <= b.minX) }
    #expect(marks.last?.sublayers.contains { ($0 as? TextLayer)?.line?.text != "" } == true)
    _ = page
  }

  @Test("12 row 15: the area has the colour that the line has now")
  func theAreaFollowsTheLinesColour() {
    let chart = LineChart()
    chart.lineColor = Color(hex: 0xff0000)
    #expect(chart.style.areaColors[0] == Color(hex: 0xff0000, alpha: 0.4))
    chart.colorArr = [.black]
    #expect(chart.style.areaColors == [.black])
  }

  @Test(
    "8.2 value text; 12 row 11: rounded for display, whole numbers as an option",
    arguments: [
      (600.0, 300.0, false, ["600", "500", "400", "300"]),
      (600, 300, true, ["600", "500", "400", "300"]),
      (700, 300, false, ["700", "567", "433", "300"]),
      (700, 300, true, ["700", "567", "434", "300"]),
      (300, 700, false, ["700", "567", "433", "300"]),
      (1, 0, false, ["1.00", "0.67", "0.33", "0.00"]),
      (7.5, 0, false, ["7.5", "5.0", "2.5", "0.0"]),
    ])
  func valueLabels(max: Double, min: Double, isInteger: Bool, expected: [String]) {
    let geometry = chartB { style in
      (style.max, style.min, style.usesIntegerArithmetic) = (max, min, isInteger)
    }
    #expect(geometry.leftLabels.map(\.label) == expected)
    #expect(geometry.counted(502.9) == (isInteger ? 502 : 502.9))
  }

  // MARK: Reference chart A

  @Test("8.3 chart A: spaceY, grid, minX, maxX, spaceX, ratio, ticks, label width 81")
  func referenceA() {
    let geometry = chartA()
    #expect(isNear(geometry.spaceY, 28.333333))
    for (row, y) in [30, 68.333333, 106.666667, 145].enumerated() {
      #expect(isNear(geometry.gridY(row), y))
    }
    #expect(geometry.minX == 45 && geometry.maxX == 350 && geometry.spaceX == 61)
    #expect(isNear(-geometry.map.yScale, 0.383333))
    #expect(geometry.tickXs == [45, 106, 167, 228, 289, 350])
    #expect(geometry.bottomLabelFrame(x: 106, textWidth: 14).width == 81)
  }

  private static let pointsA = [
    (45, 67.566667), (106, 59.516667), (167, 75.233333), (228, 85.583333), (289, 78.683333),
    (350, 50.7),
  ].map { Point($0.0, $0.1) }

  @Test("8.3 chart A: points (45, 67.566667) … (350, 50.7)")
  func pointsOfA() throws {
    let chart = LineChart.article()
    let page = try shown(chart)
    let vertices = chart.line.mark.stroke.path?.vertices ?? []
    #expect(vertices.count == 6)
    for (vertex, expected) in zip(vertices, Self.pointsA) { #expect(isNear(vertex, expected)) }
    _ = page
  }

  /// Centred over its dot (row 15), as wide as `dataTextWidth`.
  @Test("8.3 chart A: data label 0 (35, 49.566667, 20, 10); 12 row 15: centred")
  func dataLabelOfA() {
    let geometry = chartA()
    let frame = geometry.dataLabelFrame(geometry.map(0, 502), textWidth: 17)
    #expect(isNear(frame, Rect(x: 35, y: 49.566667, width: 20, height: 10)))
  }

  @Test("8.3 chart A: label 1 centre (106, 170), turned corners")
  func turnedLabelOfA() {
    let geometry = chartA()
    let frame = geometry.bottomLabelFrame(x: 106, textWidth: 14)
    #expect(isNear(frame.center, Point(106, 170)))
    let turn = AffineTransform.rotation(geometry.style.angle)
    let corners = [
      Point(frame.minX, frame.minY), Point(frame.maxX, frame.minY),
      Point(frame.maxX, frame.maxY), Point(frame.minX, frame.maxY),
    ].map { ($0 - frame.center).applying(turn) + frame.center }
    let expected = [
      (73.826641, 195.102291), (131.102291, 137.826641), (138.173359, 144.897709),
      (80.897709, 202.173359),
    ]
    for (corner, (x, y)) in zip(corners, expected) { #expect(isNear(corner, Point(x, y))) }
  }

  /// The middle of the text that is drawn is that of its frame.
  @Test("8.2 bottom label: drawn about the middle of its frame")
  func theDrawnLabelIsTurnedAboutTheMiddleOfItsFrame() throws {
    let geometry = chartA()
    let marks = LineChartMarks(geometry: geometry, environment: try chartEnvironment())
    let line = try chartEnvironment().fonts.line("2020-03", font: marks.bottom.font)
    let origin = marks.bottom.labelOrigin(line)
    let middle = Point(
      origin.x + line.width / 2, origin.y + (line.descent - line.ascent) / 2)
    #expect(
      isNear(middle, geometry.bottomLabelFrame(x: 106, textWidth: 14).center - Point(106, 145)))
    #expect(marks.bottom.labelAngle == 1.75 * Double.pi)
  }

  // MARK: Reference chart B

  @Test("8.3 reference B: spaceY, grid, minX, maxX, spaceX")
  func referenceB() {
    let geometry = chartB()
    #expect(isNear(geometry.spaceY, 31.666667))
    for (row, y) in [30, 71.666667, 113.333333, 155].enumerated() {
      #expect(isNear(geometry.gridY(row), y))
    }
    #expect(geometry.minX == 35 && geometry.maxX == 360)
    #expect(isNear(geometry.spaceX, 54.166667))
  }

  @Test(
    "8.3 reference B: points, and supplements (35, 70.833333) and (360, 52.5)",
    arguments: [false, true])
  func pointsOfB(isSupplemented: Bool) throws {
    let chart = LineChart.article()
    var style = LineChartStyle()
    (style.max, style.min, style.splitCount) = (600, 300, 3)
    style.supplement = isSupplemented
    chart.style = style
    let page = try shown(chart)
    var expected = [
      (62.083333, 70.833333), (116.25, 62.083333), (170.416667, 79.166667),
      (224.583333, 90.416667), (278.75, 82.916667), (332.916667, 52.5),
    ].map { Point($0.0, $0.1) }
    if isSupplemented {
      expected = [Point(35, 70.833333)] + expected + [Point(360, 52.5)]
    }
    let vertices = chart.line.mark.stroke.path?.vertices ?? []
    #expect(vertices.count == expected.count)
    for (vertex, place) in zip(vertices, expected) { #expect(isNear(vertex, place)) }
    #expect(page.root.textCount(of: "502") == 1)
  }

  // MARK: Rows of the list of bugs

  @Test("12 row 9: left labels begin at the top inset")
  func leftLabelsBeginAtTheTopInset() {
    let geometry = chartB { style in
      style.leftTextWidth = 60
      style.edge.top = 12
    }
    #expect(geometry.leftLabelFrame(0) == Rect(x: 5, y: 12, width: 60, height: 10))
  }

  @Test(
    "12 row 10: where the frame lies in its host does not matter",
    arguments: zip([Point(70, 30), Point(-20, -7), Point(9, 31)], [1, 1, 1.2]))
  func thePlaceOfTheFrameDoesNotMatter(origin: Point, scale: Double) throws {
    let environment = try chartEnvironment()
    let size = Size(375 * scale, 200 * scale)
    let (chart, other) = (LineChart.article(), LineChart.article())
    let page = ChartPage(chart, size: size, at: origin, environment: environment)
    let expected = ChartPage(other, size: size, environment: environment).picture(at: 0).pixels
    #expect(isNear(chart.geometry.maxX, 350))
    #expect(isNear(chart.geometry.bottomLine.points[1].x, 350))
    #expect(isNear(chart.line.mark.stroke.path!.vertices[5], Self.pointsA[5]))
    // The drawing moves with the corner of the frame.
    let picture = page.picture(at: 0).pixels
    let (width, height) = (Int(size.width), Int(size.height))
    let (x, y) = (Int(origin.x), Int(origin.y))
    let left = max(0, -x)
    let differing = (max(0, -y)..<height).count { row in
      let start = (row + y) * (width + x) + x
      return picture[start + left..<start + width]
        != expected[row * width + left..<(row + 1) * width]
    }
    #expect(differing == 0, "rows of pixels")
  }

  @Test(
    "12 row 12: each tick once, 2 points long",
    arguments: [(false, 6), (true, 7)])
  func ticksAreDrawnOnce(isCentred: Bool, ticks: Int) {
    let geometry = chartB { $0.toCenter = isCentred }
    #expect(geometry.bottomLine.verbs.filter { $0 == .move }.count == ticks + 1)
    let tick = geometry.bottomLine.points.suffix(2)
    #expect(tick.map(\.y) == [geometry.bottomY, geometry.bottomY + 2])
  }

  @Test(
    "12 row 13: fewer values than labels, and more",
    arguments: [(0, 0), (1, 1), (4, 4), (6, 6), (9, 6)])
  func asManyPointsAsThereAreBoth(values: Int, expected: Int) throws {
    let chart = LineChart.article()
    chart.setData(
      (0..<values).map { 300 + Double($0) * 20 }, labels: LineChart.articleLabels, at: nil)
    let page = try shown(chart)
    #expect(
      (chart.line.mark.stroke.path?.vertices ?? []).count == max(expected, expected == 1 ? 2 : 0))
    #expect(isNear(chart.geometry.spaceX, 61))
    _ = page
  }

  @Test(
    "12 row 13: supplements end at the last value that has a label, without dots",
    arguments: [(0, 0), (1, 1), (2, 2), (4, 4), (6, 6), (9, 6)])
  func supplementsOfShortAndLongData(count: Int, shown: Int) throws {
    let chart = LineChart()
    (chart.max, chart.min, chart.splitCount, chart.supplement) = (600, 300, 3, true)
    let values = (0..<count).map { 311 + Double($0 * $0) * 4 }
    chart.setData(values, labels: LineChart.articleLabels, at: nil)
    let page = try self.shown(chart)
    let map = chart.geometry.map
    let vertices = chart.line.mark.stroke.path?.vertices ?? []
    try #require(vertices.count == (shown == 0 ? 0 : shown + 2))
    for (i, value) in values.prefix(shown).enumerated() {
      #expect(isNear(vertices[i + 1], map(Double(i), value)))
    }
    if shown > 0 {
      #expect(isNear(vertices[0], Point(35, map.y(values[0]))))
      #expect(isNear(vertices[shown + 1], Point(360, map.y(values[shown - 1]))))
    }
    for (i, value) in values.enumerated() {
      #expect(page.root.textCount(of: "\(Int(value))") == (i < shown ? 1 : 0), "value \(i)")
    }
    let dots = page.root.all.compactMap { ($0 as? ShapeLayer)?.path?.bounds }
      .filter { isNear($0, Rect(x: -3, y: -3, width: 6, height: 6)) }
    #expect(dots.count == shown)
  }

  @Test("12 row 15: laid out and set again it is the same tree")
  func nothingPilesUp() throws {
    let chart = LineChart.article()
    let page = try shown(chart)
    let (picture, count) = (page.picture(at: 0).pixels, page.root.layerCount)
    for _ in 0..<3 {
      chart.setData(Self.data, labels: LineChart.articleLabels, at: nil)
      chart.layOut(frame: page.frame, environment: page.environment)
    }
    #expect(page.root.layerCount == count)
    #expect(page.picture(at: 0).pixels == picture)
  }

  @Test("12 row 15: the area lies below the line; 8.2 its gradient covers the bounds")
  func theAreaLiesBelowTheLine() throws {
    let chart = LineChart.article()
    let layers = chart.line.mark.layer.sublayers
    let (area, line) = (chart.line.mark.area, chart.line.mark.line)
    #expect(layers.firstIndex { $0 === area }! < layers.firstIndex { $0 === line }!)
    #expect((area.startPoint, area.endPoint) == (Point(0.5, 0), Point(0.5, 1)))
    let page = try shown(chart)
    #expect(area.frame == Rect(x: 0, y: 0, width: 375, height: 200))
    _ = page
  }

  @Test("8.2 dots and order: the bottom line over all else")
  func dotsAndOrder() throws {
    let chart = LineChart.article()
    let page = try shown(chart)
    let marks = LineChartMarks(geometry: chart.geometry, environment: page.environment)
    let dot = try #require(marks.dot.dot)
    #expect(dot.radius == 3 && dot.ring.width == 1.5 && dot.fill == .white)
    #expect(dot.ring.color == Color(hex: 0x428eda))
    // Axis and names, the lines, the dots of further lines, dots and values. The bottom line with its ticks is the topmost
    // layer.
    let parts = chart.layer.sublayers[0].sublayers
    #expect(parts.firstIndex { $0 === chart.line.mark.layer.superlayer } == 2 && parts.count == 6)
    let top = parts.last as? ShapeLayer
    #expect(top?.path == chart.geometry.bottomLine)
    #expect(top?.strokeStyle.width == 1 && top?.strokeStyle.cap == .round)
  }

  @Test func wideValueLabelsTakeWhatTheyNeed() throws {
    let chart = LineChart.article()
    (chart.max, chart.min) = (3_000_000, 0)
    let page = try shown(chart)
    #expect(chart.geometry.style.leftTextWidth > 40)
    #expect(chart.line.mark.stroke.path!.vertices[0].x == chart.geometry.minX)
    _ = page
  }

  // MARK: Odd input

  @Test("8.3 degenerate: max = min is at half of the height")
  func noExtentIsAtHalfOfTheHeight() throws {
    let chart = LineChart.article()
    (chart.max, chart.min) = (500, 500)
    let page = try shown(chart)
    #expect(chart.line.mark.stroke.path!.vertices.allSatisfy { isNear($0.y, 87.5) })
    #expect(chart.geometry.leftLabels.map(\.label) == ["500"])
    _ = page
  }

  @Test("8.3 degenerate: n = 0 is axes only")
  func noLabelsAreAxesOnly() throws {
    let chart = LineChart.article()
    chart.setData(Self.data, labels: [], at: nil)
    let page = try shown(chart)
    #expect(chart.line.mark.stroke.path?.isEmpty == true)
    #expect(chart.geometry.tickXs.isEmpty)
    #expect(page.root.textCount(of: "600") == 1)
  }

  @Test("8.3 degenerate: n = 1 is at minX")
  func oneLabelIsAtTheLeft() throws {
    let chart = LineChart.article()
    chart.setData([450], labels: ["a"], at: nil)
    let page = try shown(chart)
    #expect(isNear(chart.line.mark.stroke.path!.vertices[0], Point(45, 87.5)))
    _ = page
  }

  @Test("8.3 degenerate: S = 0 is 1")
  func noStepsAreOne() {
    #expect(chartB { $0.splitCount = 0 }.splits == 1)
    #expect(chartB { $0.splitCount = .max }.splits == 1000)
  }

  @Test func anEndThatIsNotSetIsThatOfTheData() {
    let geometry = chartB { ($0.max, $0.min) = (nil, nil) }
    #expect(geometry.low == 455 && geometry.high == 546)
  }

  @Test("8.1 isShowHeadTail: only the first and the last label")
  func onlyHeadAndTail() throws {
    let chart = LineChart.article()
    chart.isShowHeadTail = true
    let page = try shown(chart)
    #expect(page.root.textCount(of: "2020-02") == 1 && page.root.textCount(of: "2020-07") == 1)
    #expect(page.root.textCount(of: "2020-04") == 0)
  }

  // MARK: Motion

  /// A point that stays goes straight to its new place; points that come or go slide.
  @Test("3.5 streaming: a point that stays goes straight, others slide")
  func dataSlides() throws {
    let chart = LineChart.article()
    let page = try shown(chart)
    chart.setData(
      [482, 455, 473, 546, 390], labels: ["2020-04", "2020-05", "2020-06", "2020-07", "2020-08"],
      at: 10)
    // With five labels each interval is wider.
    let progress = TimingFunction.easeOut(0.5)
    let from = Self.pointsA[2]
    let vertices = chart.line.mark.stroke.shownPath(at: 10.25).vertices
    #expect(vertices.contains { isNear($0, lerp(from, Point(45, from.y), progress), 1e-4) })
    #expect(chart.line.mark.stroke.path!.vertices.count == 5)
    page.root.completeAnimations(at: 11)
    #expect(page.root.nextChange(after: 11, scale: 1, interval: 1 / 60) == nil)
  }

  /// Dots appear when the line reaches them.
  @Test func replayEndsAsItWas() throws {
    let chart = LineChart.article()
    let page = try shown(chart)
    let picture = page.picture(at: 0).pixels
    chart.replay(at: 1)
    #expect(page.picture(at: 1.5).pixels != picture)
    #expect(page.picture(at: 2.3).pixels == picture)
    #expect(page.root.nextChange(after: 2.3, scale: 1, interval: 1 / 60) == nil)
  }
}

extension Layer {
  var layerCount: Int { sublayers.reduce(1) { $0 + $1.layerCount } }

  /// The number of layers that show a text.
  func textCount(of text: String) -> Int {
    sublayers.reduce((self as? TextLayer)?.line?.text == text ? 1 : 0) {
      $0 + $1.textCount(of: text)
    }
  }
}

import Geometry
import Layers
import Metrics
import TestSupport
import Testing

@testable import Charts

/// The numbers of article 002. `CurveRuleTests` has those of its curve's shape.
@Suite struct PageViewChartTests {
  private static let values = PageViewChart.articleValues
  private static let next = PageViewChart.articleNextValues

  private func shown(
    _ values: [Double] = Self.values, _ environment: ChartEnvironment? = nil
  ) throws -> (PageViewChart, ChartPage) {
    let chart = PageViewChart()
    chart.setData(PageViewChart.entries(values, before: articleDay), at: nil)
    let page = ChartPage(
      chart, size: PageViewChart.design, environment: try environment ?? chartEnvironment())
    return (chart, page)
  }

  private func vertices(_ chart: PageViewChart, at time: Double) -> [Point] {
    chart.line.mark.stroke.shownPath(at: time).vertices
  }

  // MARK: Scale

  @Test(
    "9 scale table; 12 row 16: five steps by rule, the code as an option",
    arguments: [
      (0.0, 5.0, 1.0, 5.0), (1, 5, 1, 1), (4, 5, 1, 4), (5, 5, 1, 5), (6, 10, 2, 10),
      (10, 10, 2, 10), (11, 15, 3, 15), (15, 15, 3, 15), (16, 20, 4, 20), (99, 100, 20, 100),
      (101, 105, 21, 105), (1794, 1795, 359, 1795), (13000, 13000, 2600, 13000), (5.2, 10, 2, 10),
    ])
  func scale(highest: Double, maximum: Double, step: Double, published: Double) {
    let scale = PageViewScale([0, highest, 1])
    #expect(scale.maximum == maximum && scale.step == step && scale.count == 5)
    #expect(PageViewScale([highest], rule: .published).maximum == published)
  }

  @Test("9 scale: no finite data, negatives")
  func scaleOfOddValues() {
    #expect(PageViewScale([]).maximum == 5)
    #expect(PageViewScale([.nan, .infinity, -.infinity, -8]).maximum == 5)
    #expect(PageViewScale([.nan, 7]).maximum == 10)
    #expect(PageViewScale([.greatestFiniteMagnitude]).maximum.isFinite)
    #expect(PageViewScale([-3], rule: .published).maximum == 5)
    #expect(PageViewScale([0.5], rule: .published).maximum == 1)
  }

  // MARK: Geometry

  @Test("9 points: (30, 140) … (355, 90), dx 54.166667")
  func points() throws {
    let (chart, _) = try shown()
    #expect(chart.scale.maximum == 15)
    #expect(isNear(chart.geometry.spacing, 54.166667))
    let expected = [
      (30, 140), (84.166667, 100), (138.333333, 150), (192.5, 80), (246.666667, 50),
      (300.833333, 120), (355, 90),
    ].map { Point($0.0, $0.1) }
    let vertices = vertices(chart, at: 0)
    #expect(vertices.count == 7)
    for (vertex, place) in zip(vertices, expected) { #expect(isNear(vertex, place)) }
  }

  @Test("9 grid: y 170, 140, 110, 80, 50, 20 = 0, 3 … 15")
  func grid() throws {
    let (chart, _) = try shown()
    let map = chart.geometry.map(chart.scale)
    #expect(chart.scale.ticks.map(\.label) == ["0", "3", "6", "9", "12", "15"])
    #expect(chart.scale.ticks.map { map.y($0.value) } == [170, 140, 110, 80, 50, 20])
  }

  @Test("9 axes: ends, ticks of 2.5, colours, widths, defaults; 12 row 18: all defined")
  func axes() throws {
    let (chart, _) = try shown()
    #expect(chart.geometry.axes.points == [Point(30, 10), Point(30, 170), Point(355, 170)])
    #expect(PageViewGeometry.tickLength == 2.5)
    for scale in [1.0, 2] {
      let (other, _) = try shown(Self.values, chartEnvironment(scale: scale))
      let drawn = other.layer.all.compactMap { $0 as? ShapeLayer }
        .first { $0.path == other.geometry.axes }
      #expect(drawn?.strokeStyle.width == 1 / scale, "one device pixel")
    }
    let style = chart.style
    #expect(style.axisColor.red == 0.9 && style.gridColor.red == 0.968)
    #expect(style.lineWidth == 2 && style.drawOnDuration == 3 && style.mostDates == 15)
    #expect(style.lineColor == Color(hex: 0x00cdd1))
    #expect(style.areaColors.map(\.alpha) == [0.3, 0])
  }

  @Test(
    "9 first cubic: controls, and its points",
    arguments: [
      (0.25, 46.080729, 133.75), (0.5, 57.083333, 120.0), (0.75, 68.085938, 106.25),
    ])
  func firstCurve(t: Double, x: Double, y: Double) throws {
    let (chart, _) = try shown()
    let p = try #require(chart.line.mark.stroke.path).points
    #expect(isNear(p[1], Point(57.083333, 140)) && isNear(p[2], Point(57.083333, 100)))
    #expect(isNear(CubicCurve(p[0], p[1], p[2], p[3]).point(at: t), Point(x, y)))
  }

  @Test("9 filled area: 21937.5; its gradient")
  func area() throws {
    let (chart, _) = try shown()
    let mark = chart.line.mark
    #expect(isNear(mark.fill.path!.enclosedArea, 21937.5))
    #expect(mark.area.frame == Rect(x: 0, y: 0, width: 375, height: 200))
    #expect((mark.area.startPoint, mark.area.endPoint) == (Point(0.5, 0), Point(0.5, 1)))
  }

  @Test("12 row 16: one date is at the left, zeros are at the bottom")
  func oneDateAndZeros() throws {
    let (single, _) = try shown([4])
    #expect(isNear(vertices(single, at: 0)[0], Point(30, 50)))
    let (zeros, _) = try shown([0, 0, 0])
    #expect(vertices(zeros, at: 0).map(\.y) == [170, 170, 170])
    let (none, page) = try shown([])
    #expect(vertices(none, at: 0).isEmpty && page.root.textCount(of: "5") == 1)
  }

  @Test("9 at most 15 dates, the last")
  func theLastFifteenDates() throws {
    let (chart, page) = try shown((1...40).map(Double.init))
    #expect(chart.entries.map(\.value) == (26...40).map(Double.init))
    #expect(vertices(chart, at: 0).count == 15)
    #expect(page.root.textCount(of: "01-06") == 1)
    // There is no room for all names.
    #expect(page.root.textCount(of: "01-05") == 0)
  }

  @Test func wideValueLabelsTakeWhatTheyNeed() throws {
    let (chart, _) = try shown([12_345_678, 3])
    #expect(chart.geometry.insets.left > 50)
    #expect(vertices(chart, at: 0)[0].x == chart.geometry.plot.minX)
  }

  @Test func daysAreSortedAndSingle() {
    let chart = PageViewChart()
    func entry(_ day: Int, _ value: Double) -> PageViewChart.Entry {
      PageViewChart.Entry(day: CivilTime(year: 2016, month: 1, day: day), value: value)
    }
    chart.setData([entry(3, 1), entry(1, 2), entry(3, 5)], at: nil)
    #expect(chart.entries == [entry(1, 2), entry(3, 5)])
  }

  // MARK: Morph

  @Test(
    "9 morph: 0.5 s easeOut; 12 row 19: line and area by one clock",
    arguments: [
      (0.0, [140, 100, 50]), (0.125, [128.655856, 122.688288, 84.032432]),
      (0.25, [119.460704, 141.078591, 111.617887]), (0.375, [112.803940, 154.392121, 131.588181]),
      (0.5, [110.0, 160, 140]),
    ])
  func morph(time: Double, expected: [Double]) throws {
    let (chart, page) = try shown()
    chart.setData(PageViewChart.entries(Self.next, before: articleDay), at: 10)
    let shown = vertices(chart, at: 10 + time)
    for (index, y) in zip([0, 1, 4], expected) { #expect(isNear(shown[index].y, y, 2e-6)) }
    // Row 19: the area moves with the line.
    let area = chart.line.mark.fill.shownPath(at: 10 + time).vertices
    for (a, b) in zip(area, shown) { #expect(isNear(a, b)) }
    if time == 0.5 { #expect(shown.map(\.y) == [110, 160, 80, 130, 140, 60, 150]) }
    _ = page
  }

  @Test("3.5 retarget case: 0.570880 of the way; 12 row 19: no jump")
  func anInterruptedMorphDoesNotJump() throws {
    let (chart, page) = try shown()
    chart.setData(PageViewChart.entries(Self.next, before: articleDay), at: 0)
    let before = vertices(chart, at: 0.2)
    let progress = 0.570880
    #expect(isNear(before[0].y, lerp(140, 110, progress), 1e-4))
    let areaBefore = chart.line.mark.fill.shownPath(at: 0.2)
    chart.setData(PageViewChart.entries([12, 0, 3, 40, 1, 9, 22], before: articleDay), at: 0.2)
    for (a, b) in zip(before, vertices(chart, at: 0.2)) { #expect(isNear(a, b, 1e-9)) }
    let area = chart.line.mark.fill.shownPath(at: 0.2)
    for (a, b) in zip(areaBefore.vertices, area.vertices) { #expect(isNear(a, b, 1e-9)) }
    let after = vertices(chart, at: 0.21)
    for (a, b) in zip(before, after) { #expect(a.distance(to: b) < 8) }
    _ = page
  }

  @Test("12 row 18: other counts of dates do not jump")
  func otherDatesDoNotJump() throws {
    var random = SeededGenerator(seed: 3)
    let (chart, page) = try shown()
    var (time, compared) = (0.0, 0)
    for step in 0..<60 {
      time += 0.05 + random.unit() * 0.6
      page.root.completeAnimations(at: time)
      let before = chart.line.mark.stroke.shownPath(at: time)
      let count = 1 + Int(random.unit() * 17)
      let last = articleDay.addingDays(Int(random.unit() * 9) - 4)
      let values = (0..<count).map { _ in (random.unit() * 60).rounded() }
      chart.setData(PageViewChart.entries(values, before: last), at: time)
      let after = chart.line.mark.stroke.shownPath(at: time)
      let plot = chart.geometry.plot
      for x in stride(from: plot.minX + 1, to: plot.maxX, by: 9.7) {
        guard let a = before.height(at: x), let b = after.height(at: x) else { continue }
        compared += 1
        #expect(isNear(a, b, 1e-6), "step \(step), x \(x)")
      }
      let isFinite = after.points.allSatisfy { $0.isFinite }
      #expect(isFinite)
    }
    #expect(compared > 1000)
    page.root.completeAnimations(at: time + 1)
    #expect(
      vertices(chart, at: time + 1).count
        == max(chart.entries.count, chart.entries.count == 1 ? 2 : 0))
    #expect(page.root.nextChange(after: time + 1, scale: 1, interval: 1 / 60) == nil)
  }

  /// The first data rises from the baseline.
  @Test("3.5 first data: points rise from the baseline")
  func firstDataRises() throws {
    let (chart, page) = try shown([])
    chart.setData(PageViewChart.entries(Self.values, before: articleDay), at: 5)
    #expect(vertices(chart, at: 5).allSatisfy { $0.y == 170 })
    #expect(isNear(vertices(chart, at: 5.125)[4].y, lerp(170, 50, 0.378138), 2e-4))
    _ = page
  }

  // MARK: Draw-on

  @Test(
    "9 draw-on: 3 s easeInEaseOut, the values of 2.2",
    arguments: [
      (0.3, 0.019722), (0.75, 0.129162), (1.5, 0.5), (2.25, 0.870838), (2.7, 0.980278), (3, 1),
    ])
  func drawOn(time: Double, expected: Double) throws {
    let (chart, page) = try shown()
    chart.replay(at: 7)
    let stroke = chart.line.mark.stroke
    #expect(isNear(stroke.scalar(.strokeEnd, at: 7 + time), expected))
    // The area reaches as far as the line.
    let pen = try #require(stroke.path).pen(at: expected)
    let area = chart.line.mark.area.presentation(at: 7 + time).frame
    #expect(isNear(area.maxX, time < 3 ? pen.x : 375, 0.3))
    _ = page
  }

  /// New data arrives while the line is drawn on: both motions go on.
  @Test("12 row 17: the shape layer moves, while it is drawn on too")
  func newDataWhileDrawingOn() throws {
    let (chart, page) = try shown()
    chart.replay(at: 0)
    chart.setData(PageViewChart.entries(Self.next, before: articleDay), at: 1)
    let stroke = chart.line.mark.stroke
    #expect(isNear(stroke.scalar(.strokeEnd, at: 1.5), 0.5))
    // Row 17: only the mask of the gradient moves.
    #expect(stroke.animationKeys == ["drawOn", "path"])
    #expect(chart.line.mark.line.animationKeys.isEmpty)
    #expect(isNear(stroke.shownPath(at: 1.125).vertices[0].y, 128.655856, 2e-6))
    let pen = try #require(stroke.path).pen(at: TimingFunction.easeInEaseOut(2.0 / 3))
    #expect(isNear(chart.line.mark.area.presentation(at: 2).frame.maxX, pen.x, 0.3))
    page.root.completeAnimations(at: 3)
    #expect(page.root.nextChange(after: 3, scale: 1, interval: 1 / 60) == nil)
    // The end is the same as without any motion.
    let (still, other) = try shown(Self.next)
    _ = still
    #expect(page.picture(at: 4).pixels == other.picture(at: 4).pixels)
  }

  @Test func withReducedMotionItFades() throws {
    let (chart, page) = try shown(Self.values, chartEnvironment(reducesMotion: true))
    chart.setData(PageViewChart.entries(Self.next, before: articleDay), at: 1)
    chart.replay(at: 1)
    #expect(chart.line.mark.stroke.animationKeys.isEmpty)
    #expect(vertices(chart, at: 1)[0].y == 110)
    let (_, other) = try shown(Self.next)
    #expect(page.picture(at: 1.05).pixels != other.picture(at: 2).pixels)
    #expect(page.picture(at: 2).pixels == other.picture(at: 2).pixels)
  }

  @Test func withoutMotionItIsThere() throws {
    let (chart, page) = try shown(Self.values, chartEnvironment(isAnimated: false))
    chart.replay(at: 1)
    chart.setData(PageViewChart.entries(Self.next, before: articleDay), at: 1)
    #expect(vertices(chart, at: 1)[0].y == 110)
    #expect(page.root.nextChange(after: 1, scale: 1, interval: 1 / 60) == nil)
  }

  // MARK: Themes and odd input

  /// On the dark theme, texts have the contrast of text, and the line has the contrast of a line.
  @Test func coloursStandOutOnDark() {
    let (theme, colors) = (Theme.dark, ThemeAdaptation(.dark))
    for hex: UInt32 in [0x666666, 0x9e9e9e, 0x000000, 0xffffff, 0x428eda] {
      #expect(Contrast.ratio(colors.text(Color(hex: hex)), theme.panel) >= 4.5)
    }
    for hex: UInt32 in [0x00cdd1, 0x428eda, 0xfda408, 0xfb252d, 0x0000ff] {
      #expect(Contrast.ratio(colors.line(Color(hex: hex)), theme.panel) >= 3)
    }
    #expect(colors.ground(.white) == theme.panel)
    #expect(ThemeAdaptation(.light).text(Color(hex: 0x9e9e9e)) == Color(hex: 0x9e9e9e))
    #expect(Contrast.ratio(.white, GradientLineChart.Style(today: articleDay).bubbleColor) >= 4.5)
  }

  /// No value, size or frame does harm.
  @Test("12 rows 11, 13, 16, 18: odd values, sizes and frames do no harm")
  func oddInput() throws {
    let odd = [0, -1, 1e308, -1e308, .nan, .infinity, -.infinity, 1e-308, 5]
    var random = SeededGenerator(seed: 21)
    let environment = try chartEnvironment()
    let (page, line) = (PageViewChart(), LineChart())
    let gradient = GradientLineChart.article(today: articleDay)
    for step in 0..<60 {
      func number() -> Double { odd[Int(random.unit() * Double(odd.count))] }
      let values = (0..<Int(random.unit() * 9)).map { _ in number() }
      let time = Double(step) * 0.2
      page.setData(PageViewChart.entries(values, before: articleDay), at: time)
      (line.max, line.min) = (number(), number())
      line.setData(values, labels: values.map { "\($0)" }, at: time)
      gradient.setData(values.map { Point(number(), $0) }, at: time)
      let sizes = [0, 1, 20, 375, 4000, -5, .nan, .infinity]
      func size() -> Double { sizes[Int(random.unit() * Double(sizes.count))] }
      let frame = Rect(x: 0, y: 0, width: size(), height: size())
      for chart in [page, line, gradient] as [any Chart] {
        if step % 3 == 0 { chart.layOut(frame: frame, environment: environment) }
        chart.replay(at: time)
        let root = Layer()
        root.addSublayer(chart.layer)
        let list = Compositor.record(
          root, at: time + 0.1, scale: 1, bounds: IntRect(width: 400, height: 200))
        _ = draw(list.drawList.operations, width: 400, height: 200)
      }
    }
    #expect(NumberLabel.text(.nan) == "–")
  }
}

extension Path {
  /// The height of a line of cubic curves that runs to the right, where it is above `x`; nil where
  /// it is not.
  fileprivate func height(at x: Double) -> Double? {
    var (current, next) = (Point.zero, 0)
    for verb in verbs {
      let p = Array(points[next..<next + verb.pointCount])
      next += verb.pointCount
      guard let end = p.last else { continue }
      if verb == .cubic, current.x <= x, x <= end.x, end.x - current.x > 1e-6 {
        let curve = CubicCurve(current, p[0], p[1], end)
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
          let middle = (low + high) / 2
          if curve.point(at: middle).x < x { low = middle } else { high = middle }
        }
        return curve.point(at: high).y
      }
      current = end
    }
    return nil
  }
}

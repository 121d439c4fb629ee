import Geometry
import TestSupport
import Testing

@testable import Charts

/// The curve of section 8.4 as it was published, quirks and all: an option of the line chart.
@Suite struct PublishedCurveTests {
  private static func curve(_ numbers: [Double]) -> SampledCurve {
    let points = stride(from: 0, to: numbers.count, by: 2).map {
      KeyedPoint(key: Double($0 / 2), point: Point(numbers[$0], numbers[$0 + 1]))
    }
    return SampledCurve(points, rule: .throughPoints(contraction: 0.7, isPublished: true))
  }

  /// The control point of the quadratic curve that the segment to a knot is.
  private func quadraticControl(_ knots: [SampledCurve.Knot], _ index: Int) -> Point {
    let (p, q) = (knots[index - 1].point, knots[index].point)
    let control = (knots[index].control1 * 3 - p) * 0.5
    #expect(isNear(knots[index].control2, lerp(q, control, 2.0 / 3)), "no quadratic curve")
    return control
  }

  @Test("8.4 case 4, published: C(0, -1.75)(0, 15.25)(0, 10); Q(0, 4.75)(0, 30); 12 row 14: q3")
  func turnedTangents() {
    let knots = Self.curve([0, 0, 0, 10, 0, 30]).knots
    #expect(knots.count == 4)
    #expect(isNear(knots[2].control1, Point(0, -1.75)))
    #expect(isNear(knots[2].control2, Point(0, 15.25)))
    #expect(isNear(knots[2].point, Point(0, 10)))
    #expect(isNear(quadraticControl(knots, 3), Point(0, 4.75)))
    #expect(isNear(knots[3].point, Point(0, 30)))
  }

  @Test("8.4 case 5, published: turned only where the points beside are one above the other")
  func turnedWhereUpright() {
    let knots = Self.curve([0, 0, 10, 10, 0, 20, 5, 40]).knots
    #expect(isNear(knots[2].control1, Point(1.75, 1.75)))
    #expect(isNear(knots[2].control2, Point(10, 13.5)) && isNear(knots[3].control1, Point(10, 6.5)))
    #expect(isNear(knots[3].control2, Point(0.875, 14.75)))
    #expect(isNear(quadraticControl(knots, 4), Point(-0.875, 25.25)))
  }

  @Test(
    "8.4 q1: a whisker from P0 to P0, control P0 - h (P1 - P0), reaching .0875 of the chord",
    arguments: [
      [0.0, 0, 10, 10, 20, 0], [30, 0, 20, 10, 0, 0], [0, 0, 40, 30, 100, 30, 100, 110],
    ])
  func whisker(numbers: [Double]) {
    let knots = Self.curve(numbers).knots
    let (start, next) = (Point(numbers[0], numbers[1]), Point(numbers[2], numbers[3]))
    let chord = next - start
    #expect(knots[0].startsRun && !knots[1].startsRun)
    #expect(knots[0].point == start && knots[1].point == start)
    #expect(isNear(quadraticControl(knots, 1), start - chord * 0.175))
    let whisker = CubicCurve(start, knots[1].control1, knots[1].control2, start)
    #expect(isNear(whisker.point(at: 0.5), start - chord * 0.0875))
    // Without the option the chart draws the corrected curve.
    let corrected = CurveRule.throughPoints(contraction: 0.7).controls(
      stride(from: 0, to: numbers.count, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) })
    for (knot, controls) in zip(knots.dropFirst(2), corrected) {
      #expect(isNear(knot.control1, controls.0) && isNear(knot.control2, controls.1))
    }
  }

  @Test("8.4 q2: two points are a quadratic curve, control 1.5 P0 - .5 P1, and a way back to P0")
  func twoPointsReturn() {
    let curve = Self.curve([10, 20, 30, 60])
    #expect(curve.knots.map(\.point) == [Point(10, 20), Point(30, 60), Point(10, 20)])
    #expect(isNear(quadraticControl(curve.knots, 1), Point(0, 0)))
    // 12 row 14: the published code draws no area under the line.
    #expect(curve.area(baseline: 100).enclosedArea < 1)
  }

  @Test("8.4 q4: one point is a dot, as published")
  func onePoint() {
    let line = Self.curve([5, 5]).line
    #expect(line.verbs == [.move, .line] && line.length == 0)
  }

  @Test("8.4 published: held within the plot by clampToPlot, whisker and all")
  func heldWithinThePlot() {
    let points = [Point(0, 100), Point(50, 0), Point(100, 100)].enumerated().map {
      KeyedPoint(key: Double($0), point: $1)
    }
    let curve = SampledCurve(
      points, rule: .throughPoints(contraction: 0.7, isPublished: true), within: 0...100)
    for knot in curve.knots { #expect(max(knot.control1.y, knot.control2.y) <= 100) }
  }

  @Test("8.4 published: an option of the chart, which is as it would be after any motion")
  func chart() throws {
    let environment = try chartEnvironment()
    let labels = LineChart.articleLabels
    let chart = LineChart.article()
    chart.usesPublishedCurve = true
    let page = ChartPage(chart, size: LineChart.design, environment: environment)
    let vertices = try #require(chart.line.mark.stroke.path).vertices
    #expect(vertices.count == 7 && vertices[0] == vertices[1])
    var time = 1.0
    for (data, names) in [
      ([400.0, 500], ["8-1", "8-2"]), ([400, 500, 350, 420], ["8-2", "8-3", "8-4", "8-5"]),
      ([], []),
      (LineChart.articleData, labels), (Array(LineChart.articleData[1...]) + [300], labels),
    ] {
      chart.setData(data, labels: names, at: time)
      chart.replay(at: time + 0.1)
      _ = page.picture(at: time + 0.2)
      time += 0.3
    }
    let still = LineChart.article()
    still.usesPublishedCurve = true
    still.setData(Array(LineChart.articleData[1...]) + [300], labels: labels, at: nil)
    let expected = ChartPage(still, size: LineChart.design, environment: environment)
    let isSame = page.picture(at: time + 3).pixels == expected.picture(at: 0).pixels
    #expect(isSame)
  }
}

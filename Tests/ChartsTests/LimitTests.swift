import Geometry
import Layers
import Metrics
import Raster
import TestSupport
import Testing

@testable import Charts

/// Lines beyond an end of the axis that does not give way are held at the edge, and marked.
@Suite struct LimitTests {
  private func content(_ values: [[Double]], limits: ClosedRange<Double>, isStacked: Bool = false)
    -> PlotContent
  {
    let series = values.enumerated().map { number, values in
      var samples = TimeSeries()
      for (i, value) in values.enumerated() { samples.append(time: Double(i), value: value) }
      return PlotContent.Series(samples, style: isStacked ? .stacked(number) : .primary)
    }
    var content = PlotContent(series: series, time: 0...4, axis: TickScale(fixed: 0, 100))
    content.limits = limits
    return content
  }

  /// All of a line lies within the plot, and its dot at its end.
  @Test func aLineIsHeldAtTheEdge() throws {
    let content = content([[10, 1421, 50, -30, 700]], limits: 0...100)
    let map = AxisMap(epoch: 0, time: 0...4, value: 0...100, size: Size(400, 200))
    let curve = SampledCurve(content.drawnSeries[0], positions: 0..<5, map: map)
    #expect(curve.knots.map(\.point.y) == [180, 0, 100, 200, 0])
  }

  @Test(
    arguments: [
      ([[10, 1421, 50, -30, 70]], 0...100, 1421, -30),
      ([[10, 1421, 50, -30, 700]], 0...100, 700, -30),
      ([[10, 99, 50, 0, 100]], 0...100, nil, nil),
      ([[10, 1421]], -.infinity ... .infinity, nil, nil),
      ([[10, 1421]], 0 ... .infinity, nil, nil),
      ([[10, 300, 20, 20, 20], [10, 1, 1, 1, 200]], 0...100, 200, nil),
    ] as [([[Double]], ClosedRange<Double>, Double?, Double?)])
  func marks(values: [[Double]], limits: ClosedRange<Double>, above: Double?, below: Double?) {
    let content = content(values, limits: limits)
    #expect(content.beyond(isAbove: true)?.value == above)
    #expect(content.beyond(isAbove: false)?.value == below)
  }

  /// A value without a place on a logarithmic axis is a gap, and is not held at an edge.
  @Test func aLogarithmicAxisMarksNoZeros() {
    var content = content([[10, 0, -5, 0.1, 10]], limits: 1...100)
    content.axis = TickScale(logarithmicFixed: 1, 100)
    #expect(content.beyond(isAbove: false)?.value == 0.1)
    content.series[0].samples.remove(from: 3)
    #expect(content.beyond(isAbove: false) == nil)
  }

  /// The limits are those of the left axis.
  @Test func linesOfTheRightAxisAreNotMarked() {
    var content = content([[10, 20], [100, 101]], limits: 0...100)
    content.series[1].rescaling = (1, 0)
    #expect(content.beyond(isAbove: true) == nil)
  }

  /// Values without a place on a logarithmic axis are not beyond its edge.
  @Test(
    arguments: [([10, 0], nil), ([0.5, 10, -3], 0.5), ([10, 0.2], 0.2)] as [([Double], Double?)])
  func marksOfALogarithmicAxis(values: [Double], below: Double?) {
    var content = content([values], limits: 1...100)
    content.axis = TickScale(logarithmicFixed: 1, 100)
    #expect(content.beyond(isAbove: false)?.value == below)
  }

  /// The values of the right axis are no values of the left one.
  @Test func theRightAxisHasNoMarks() {
    var content = content([[10, 20], [3e9, 4e9]], limits: 0...100)
    content.series[1].rescaling = (1e-7, 0)
    #expect(content.beyond(isAbove: true) == nil)
  }

  @Test func aStackIsMarkedByItsSum() {
    let content = content([[60, 60], [60, 50], [66, 60]], limits: 0...100, isStacked: true)
    #expect(content.beyond(isAbove: true)?.value == 170)
  }

  /// The mark is near its sample, within the plot or close above it, and covers no line.
  @Test(arguments: [
    [0.0, 0, 0, 0, 300], [0, 0, 60, 90, 300], [300, 300, 0, 0, 200], [90, 90, 300, 90, 90],
    [50, 300, 50, 300, 50],
  ])
  func marksKeepOffTheLine(values: [Double]) throws {
    let (environment, size) = (try chartEnvironment(isAnimated: false), Size(400, 200))
    let plot = Plot(environment: environment)
    let content = content([values], limits: 0...100)
    plot.layOut(
      frame: Rect(origin: .zero, size: size), gradient: LineGradient.standard[0], showsTicks: true,
      showsTimes: true, environment: environment)
    plot.update(content, at: nil)
    let mark = try #require(
      plot.layer.sublayers.first { part in
        part.sublayers.contains { ($0 as? TextLayer)?.line?.text.hasPrefix("▲") ?? false }
      })
    let ground = try #require(mark.sublayers.first).frame
    // A mark above the plot has no ground.
    let isAbove = try #require(mark.sublayers.first).isHidden
    let frame = ground.offsetBy(dx: mark.position.x, dy: mark.position.y)
      .insetBy(dx: 0, dy: isAbove ? environment.type.tick.size * 0.3 : 0)
    #expect(frame.minX >= 0 && frame.maxX <= 400 && frame.maxY <= 200)
    #expect(frame.minY >= (isAbove ? -12 : 0), "\(frame)")
    let map = AxisMap(epoch: 0, time: 0...4, value: 0...100, size: size)
    let curve = SampledCurve(content.drawnSeries[0], positions: 0..<5, map: map)
    #expect(curve.clearance(of: frame) >= 0, "\(frame)")
    let x = map.x(try #require(content.beyond(isAbove: true)).time)
    #expect(frame.minX < x + 2.5 * frame.width && frame.maxX > x - 2.5 * frame.width)
  }

  @Test(arguments: ["dark", "light"])
  func aPanel(theme name: String) throws {
    let theme = try #require(Theme(name: name))
    let environment = try chartEnvironment(theme: theme, isAnimated: false)
    let panel = Panel(title: "Latency", kind: .line, index: 0, environment: environment)
    panel.layOut(
      frame: Rect(x: 0, y: 0, width: 480, height: 320), labelColumn: 40, environment: environment)
    var content = PanelContent()
    content.state = .fresh
    var plot = self.content([[40, 1421, 50, 80, 700]], limits: 0...100)
    plot.valueFormat = ValueFormat(unit: .none, decimals: 0)
    content.body = plot
    content.value = FormattedValue(digits: "700", unit: "ms")
    panel.update(content, at: nil)
    let list = Compositor.record(
      panel.layer, at: 0, scale: 1, bounds: IntRect(width: 480, height: 320))
    expectGolden(
      draw(list.drawList.operations, width: 480, height: 320, over: theme.background),
      named: "panel-beyond-\(name)")
  }
}

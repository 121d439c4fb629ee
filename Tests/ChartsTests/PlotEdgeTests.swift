import Geometry
import Layers
import Metrics
import Raster
import TestSupport
import Testing
import Typography

@testable import Charts

/// The visible parts of lines at the left and the right edge of a plot.
@Suite struct PlotEdgeTests {
  private static let frame = Rect(x: 20, y: 20, width: 600, height: 200)

  private func plot() throws -> Plot {
    let environment = ChartEnvironment(
      theme: .dark, type: TypeScale(page: Size(1920, 1080)),
      fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc, scale: 1,
      isAnimated: true)
    let plot = Plot(environment: environment)
    plot.layOut(
      frame: Self.frame, gradient: LineGradient.standard[0], showsTicks: true, showsTimes: true,
      environment: environment)
    return plot
  }

  private func draw(_ plot: Plot, at time: Double) -> Bitmap {
    plot.layer.completeAnimations(at: time)
    let bounds = IntRect(width: 640, height: 240)
    let list = Compositor.record(plot.layer, at: time, scale: 1, bounds: bounds)
    let bitmap = Bitmap(width: bounds.width, height: bounds.height)
    Renderer().draw(list.drawList, into: bitmap.buffer)
    return bitmap
  }

  private func content(
    _ series: TimeSeries, _ style: PlotContent.Series.Style, window: Double, end: Double? = nil
  ) -> PlotContent {
    let end = end ?? series.last?.time ?? 0
    return PlotContent(
      series: [.init(series, style: style)], time: (end - window)...end,
      axis: TickScale(fixed: 0, 100))
  }

  /// A plot that slid to a place has the same pixels as a plot that was laid out there. The place of a
  /// gradient, and the rounding of points, may differ by a few levels.
  @Test(
    arguments: [20.5, 40, 299, 300.25, 420.5, 3000, 3000.25],
    [PlotContent.Series.Style.primary, .colored(0)])
  func aSlideEndsAsAFreshLayout(window: Double, style: PlotContent.Series.Style) throws {
    let slid = try plot()
    var random = SeededGenerator(seed: UInt64(window))
    var series = TimeSeries(capacity: 10_000)
    func append() {
      series.append(
        time: Double(1_000_000 + series.count), value: .random(in: 0..<100, using: &random))
    }
    for _ in 0..<3500 { append() }
    slid.update(content(series, style, window: window), at: 0)
    var differences: [Int] = []
    for step in 1...12 {
      for _ in 0..<7 { append() }
      let content = content(series, style, window: window)
      slid.update(content, at: Double(step))
      let fresh = try plot()
      fresh.update(content, at: nil)
      let time = Double(step) + 0.9
      let pixels = (draw(slid, at: time).pixels, draw(fresh, at: time).pixels)
      differences.append(
        zip(pixels.0, pixels.1).count { pair in
          stride(from: 0, to: 32, by: 8).contains {
            abs(Int(pair.0 >> $0 & 255) - Int(pair.1 >> $0 & 255)) > 4
          }
        })
    }
    #expect(differences == differences.map { _ in 0 })
  }

  /// The pixels of the dot of a sample that stands alone.
  private func dot(
    at x: Double, amongGaps: Bool, _ style: PlotContent.Series.Style
  ) throws -> [Int] {
    func pixels(_ value: Double) throws -> [UInt32] {
      let plot = try plot()
      var series = TimeSeries(capacity: 9)
      let gaps: [(Double, Double)] = [(-100, 20), (-50, .nan), (x, value), (650, .nan), (700, 20)]
      for (time, value) in amongGaps ? gaps : [(x, value)] {
        series.append(time: time, value: value)
      }
      var content = content(series, style, window: 600, end: 600)
      // The end of live data has a dot of another kind.
      content.isLive = false
      plot.update(content, at: nil)
      return draw(plot, at: 1).pixels
    }
    // Not on a line of the grid.
    let (with, without) = (try pixels(55), try pixels(.nan))
    return with.indices.filter { with[$0] != without[$0] }
  }

  @Test(
    "The dot of a lone sample is whole wherever its middle is on the plot",
    arguments: [(0.0, false), (0, true), (2, true), (599, true), (600, false), (600, true)],
    [PlotContent.Series.Style.colored(0), .area(1), .faint])
  func loneDots(place: (x: Double, amongGaps: Bool), style: PlotContent.Series.Style) throws {
    let expected = try dot(at: 300, amongGaps: true, style).map { $0 + Int(place.x) - 300 }
    #expect(expected.count > 12)
    #expect(try dot(at: place.x, amongGaps: place.amongGaps, style) == expected)
  }

  /// A copy that fades away has the whole gradient of its source.
  @Test func aFadingCopyHasAllOfTheGradient() {
    let source = GradientLayer()
    (source.colors, source.locations) = ([.black, .white, .black], [0, 0.25, 1])
    let copy = FadingCopy()
    copy.leave(source, mask: ShapeLayer(), at: 0)
    #expect(copy.layer.colors == source.colors && copy.layer.locations == source.locations)
  }

  /// The room for a dot ends with the next layout, and so does its share of the gradient.
  @Test func aLayoutResetsTheGradient() throws {
    let mark = LineMark(style: .faint)
    func layOut() throws {
      mark.layOut(
        size: Self.frame.size, environment: try chartEnvironment(),
        gradient: LineGradient.standard[0])
    }
    try layOut()
    let end = Point(600, 50)
    let lone = SampledCurve.Knot(
      key: 0, startsRun: true, point: end, control1: end, control2: end)
    let curve = SampledCurve(knots: [lone], isStraight: false)
    mark.update(from: curve, to: curve, at: nil)
    #expect(mark.line.endPoint.x < 1)
    try layOut()
    #expect(mark.line.startPoint == Point(0, 0.5) && mark.line.endPoint == Point(1, 0.5))
  }

  /// Room for a dot does not move the colours of the line.
  @Test func theGradientStays() throws {
    func pixels(last: Double) throws -> [UInt32] {
      let plot = try plot()
      var series = TimeSeries(capacity: 9)
      for (time, value) in [(0.0, 55.0), (500, 55), (550, .nan), (600, last)] {
        series.append(time: time, value: value)
      }
      plot.update(content(series, .faint, window: 600), at: nil)
      return draw(plot, at: 1).pixels
    }
    let (with, without) = (try pixels(last: 30), try pixels(last: .nan))
    let changed = with.indices.filter { with[$0] != without[$0] }
    #expect(!changed.isEmpty && changed.allSatisfy { $0 % 640 >= 610 })
  }
}

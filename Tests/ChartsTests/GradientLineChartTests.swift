import Geometry
import Layers
import Metrics
import TestSupport
import Testing

@testable import Charts

/// Every number of the first article (000): its frame is 340 by 170 points.
@Suite struct GradientLineChartTests {
  private let geometry = GradientLineGeometry(
    size: Size(340, 170), padding: 25, columns: 7, rows: 6)
  private static let places = [
    (22.5, 120.833333), (67.5, 96.666667), (112.5, 108.75), (157.5, 96.666667),
    (202.5, 48.333333), (247.5, 120.833333), (292.5, 96.666667),
  ].map { Point($0.0, $0.1) }

  private func started(
    _ environment: ChartEnvironment? = nil, showsButton: Bool = false
  ) throws -> (GradientLineChart, ChartPage) {
    let chart = GradientLineChart.article(today: articleDay)
    chart.style.showsStartButton = showsButton
    chart.style.startButtonGap = GradientLineChart.Style(today: articleDay).startButtonGap
    let page = ChartPage(
      chart, size: Size(340, showsButton ? 255 : 170),
      environment: try environment ?? chartEnvironment())
    return (chart, page)
  }

  // MARK: Geometry

  @Test("7 xSp, ySp and the gradient view: 45, 24.166667, (25, 0, 315, 145)")
  func spacing() {
    #expect(geometry.xAxisSpacing == 45)
    #expect(isNear(geometry.yAxisSpacing, 24.166667))
    #expect(geometry.plot == Rect(x: 25, y: 0, width: 315, height: 145))
  }

  @Test(
    "7 grid lines: y 145 … 24.166667",
    arguments: [
      (0, 145.0), (1, 120.833333), (2, 96.666667), (3, 72.5), (4, 48.333333), (5, 24.166667),
    ])
  func gridLines(row: Int, y: Double) { #expect(isNear(geometry.gridY(row), y)) }

  /// Centred on x 47.5, 92.5 … 317.5 and y 157.5, whatever their size.
  @Test("7 labels: centres x 47.5 … 317.5, y 157.5; origins of (28, 12) and (6, 12)")
  func labels() {
    for column in 0..<7 {
      let origin = geometry.xLabelOrigin(column, Size(28, 12))
      #expect(isNear(origin + Point(14, 6), Point(47.5 + 45 * Double(column), 157.5)))
    }
    #expect(isNear(geometry.xLabelOrigin(0, Size(28, 12)), Point(33.5, 151.5)))
    #expect(isNear(geometry.yLabelOrigin(1, Size(6, 12)), Point(9.5, 114.833333)))
  }

  /// In the coordinates of the gradient, which starts at x 25.
  @Test("7 mask points: (22.5, 120.833333) … (292.5, 96.666667)")
  func points() throws {
    let (chart, _) = try started()
    let vertices = chart.line.mark.stroke.path?.vertices ?? []
    #expect(vertices.count == 7)
    for (vertex, place) in zip(vertices, Self.places) {
      #expect(isNear(vertex - Point(25, 0), place))
    }
    // The drawn line lies at the same place.
    #expect(chart.line.mark.stroke.position.x == -25)
    #expect(chart.line.mark.line.frame.minX == 25)
  }

  @Test("7 bubble: (300.5, 62.666667, 30, 30); 12 row 3: in the space of the chart")
  func bubbleFrame() {
    let end = geometry.map(7, 2)
    #expect(isNear(end, Point(317.5, 96.666667)))
    let frame = geometry.bubbleFrame(end: end, textWidth: 12)
    #expect(isNear(frame, Rect(x: 300.5, y: 62.666667, width: 30, height: 30)))
    #expect(isNear(frame.midX, 315.5) && isNear(frame.maxY, end.y - 4))
  }

  @Test func aLongValueStaysWithinTheChart() {
    let frame = geometry.bubbleFrame(end: geometry.map(7, 2), textWidth: 60)
    #expect(frame.width == 70 && frame.maxX <= 340)
  }

  // MARK: Dates

  @Test(
    "7 dates: the seven days before today",
    arguments: [
      (2016, 1, 7, ["12-31", "01-01", "01-02", "01-03", "01-04", "01-05", "01-06"]),
      (2024, 3, 3, ["02-25", "02-26", "02-27", "02-28", "02-29", "03-01", "03-02"]),
      (2025, 1, 1, ["12-25", "12-26", "12-27", "12-28", "12-29", "12-30", "12-31"]),
    ])
  func theSevenDaysBeforeToday(year: Int, month: Int, day: Int, expected: [String]) {
    let style = GradientLineChart.Style(today: CivilTime(year: year, month: month, day: day))
    #expect(style.dayOffsets.map { style.today.addingDays($0).monthDayText } == expected)
  }

  @Test func daysAreThoseOfTheCalendar() {
    #expect(CivilTime(year: 1970, month: 1, day: 1).dayNumber == 0)
    #expect(CivilTime(year: 2016, month: 13, day: 0).monthDayText == "12-31")
    var day = CivilTime(year: 2023, month: 12, day: 28)
    for number in 0..<800 {
      let next = day.addingDays(1)
      #expect(next.dayNumber == day.dayNumber + 1, "\(number)")
      #expect(next.weekday == (day.weekday + 1) % 7)
      day = next
    }
    let farthest = CivilTime(year: .max, month: .max, day: .max)
    #expect(farthest.addingDays(.max).dayNumber > 0 && farthest.addingDays(.min).dayNumber > 0)
  }

  @Test("7 defaults: colours, lengths, 2.5 s and the point model")
  func defaults() {
    let style = GradientLineChart.Style(today: articleDay)
    #expect(style.padding == 25 && style.dayOffsets == -7..<0)
    #expect(style.yLabels == ["0", "10", "20", "30", "40", "50"])
    #expect(style.textFontSize == 10 && style.gridWidth == 1)
    #expect(style.textColor == Color(hex: 0x9e9e9e))
    #expect(style.gridColor == Color(hex: 0xe7e7e7))
    #expect(style.backgroundColor == Color(hex: 0xf3f3f3))
    #expect(style.lineWidth == 4 && style.drawOnDuration == 2.5)
    #expect(style.lineColors == [Color(hex: 0xfda408), Color(hex: 0xfb252d)])
    #expect(
      GradientLineChart.articlePoints.map(\.y) == [1, 2, 1.5, 2, 4, 1, 2]
        && GradientLineChart.articlePoints.map(\.x) == [1, 2, 3, 4, 5, 6, 7])
  }

  // MARK: Path

  @Test(
    "7 corrected path: pen; 12 row 2: dots of their own",
    arguments: [
      (0.1, 53.045343, 104.429353), (0.25, 101.882011, 105.898873), (0.5, 177.322744, 75.375571),
      (0.75, 228.725909, 90.586187), (0.9, 261.954657, 113.070647),
    ])
  func pen(fraction: Double, x: Double, y: Double) throws {
    let (chart, page) = try started()
    chart.replay(at: 10)
    _ = page
    let stroke = chart.line.mark.stroke
    #expect(isNear(stroke.scalar(.strokeEnd, at: 10 + 2.5 * fraction), fraction))
    let pen = try #require(stroke.path).pen(at: fraction)
    #expect(isNear(pen - Point(25, 0), Point(x, y), 1e-5))
  }

  @Test("7 corrected path: length 346.714367 and its segments")
  func segments() throws {
    let (chart, _) = try started()
    let path = try #require(chart.line.mark.stroke.path)
    #expect(isNear(path.length, 346.714367, 1e-5))
    let expected = [51.078643, 46.594066, 46.594066, 66.038709, 85.330241, 51.078643]
    let vertices = path.vertices
    for (i, length) in expected.enumerated() {
      #expect(isNear(vertices[i].distance(to: vertices[i + 1]), length))
    }
    #expect(path.verbs == [.move] + Array(repeating: .line, count: 6))
  }

  @Test("7 gradient: (0, 0) to (1, 0), its colours, over the plot from x 25 to 340")
  func gradient() throws {
    let (chart, _) = try started()
    let line = chart.line.mark.line
    #expect(line.startPoint.x == 0 && line.endPoint.x == 1)
    #expect(line.startPoint.y == line.endPoint.y)
    #expect(line.colors == [Color(hex: 0xfda408), Color(hex: 0xfb252d)] && line.locations == [])
    #expect(line.frame.minX == 25 && line.frame.maxX == 340)
    #expect(chart.style.lineColors[0] == Color(red: 253 / 255, green: 164 / 255, blue: 8 / 255))
    #expect(chart.style.lineColors[1] == Color(red: 251 / 255, green: 37 / 255, blue: 45 / 255))
  }

  @Test(
    "7 gradient under points 1 … 7",
    arguments: zip(
      1...7,
      [
        (252.857, 154.929, 10.643), (252.571, 136.786, 15.929), (252.286, 118.643, 21.214),
        (252, 100.5, 26.5), (251.714, 82.357, 31.786), (251.429, 64.214, 37.071),
        (251.143, 46.071, 42.357),
      ]))
  func gradientUnderPoints(column: Int, expected: (Double, Double, Double)) throws {
    let (chart, _) = try started()
    let (x, plot) = (geometry.map.x(Double(column)), geometry.plot)
    let color = GradientLineChart.color(
      of: chart.style.lineColors, at: (x - plot.minX) / plot.width)
    #expect(isNear(color.red * 255, expected.0, 0.001))
    #expect(isNear(color.green * 255, expected.1, 0.001))
    #expect(isNear(color.blue * 255, expected.2, 0.001))
  }

  /// A line of 1 point between two rows of pixels is two pale rows.
  @Test(
    "7 grid pixels: rows 120, 121, 144, 145",
    arguments: [(120, 235), (121, 239), (144, 237), (145, 237), (130, 243)])
  func gridPixels(row: Int, level: Int) throws {
    let (_, page) = try started()
    let picture = page.picture(at: 0)
    let pixel = picture.pixels[row * 340 + 180]
    for shift in [16, 8, 0] { #expect(abs(Int(pixel >> shift & 255) - level) <= 1) }
  }

  @Test("7 caps of radius 2, dots of radius 4")
  func capsAndDots() throws {
    let (chart, _) = try started()
    let style = chart.line.mark.stroke.strokeStyle
    #expect(style.width == 4 && style.cap == .round && style.join == .round)
    for (dot, place) in [(chart.startDot, Self.places[0]), (chart.endDot, Self.places[6])] {
      #expect(dot.path?.bounds == Rect(x: -4, y: -4, width: 8, height: 8))
      #expect(isNear(dot.position - Point(25, 0), place))
    }
  }

  // MARK: The run

  @Test("7 sequence: only axes before the start; 12 row 8: no line yet")
  func beforeTheStartThereAreOnlyAxes() throws {
    let (chart, page) = try started()
    let empty = GradientLineChart(style: chart.style)
    let other = ChartPage(empty, size: Size(340, 170), environment: page.environment)
    #expect(page.picture(at: 1).pixels == other.picture(at: 1).pixels)
    chart.replay(at: 1)
    #expect(page.picture(at: 2).pixels != other.picture(at: 2).pixels)
  }

  @Test("7 sequence: strokeEnd 0.4 after 1 s, the bubble after 2.5 s")
  func theLineTakesTwoAndAHalfSeconds() throws {
    let (chart, page) = try started()
    chart.replay(at: 10)
    #expect(isNear(chart.line.mark.stroke.scalar(.strokeEnd, at: 11), 0.4))
    #expect(!chart.startDot.isHidden && chart.startDot.scalar(.opacity, at: 10.001) == 1)
    page.root.completeAnimations(at: 12.49)
    #expect(chart.bubble.layer.isHidden)
    #expect(chart.endDot.scalar(.opacity, at: 12.49) == 0)
    page.root.completeAnimations(at: 12.5)
    #expect(!chart.bubble.layer.isHidden)
    #expect(chart.endDot.scalar(.opacity, at: 12.5) == 1)
  }

  @Test("7 restart at 1 s: ends at 3.5 s; 12 row 1: no bubble for the old run")
  func aSecondStartShowsNoBubbleBeforeItsOwnEnd() throws {
    let (chart, page) = try started()
    chart.replay(at: 0)
    page.root.completeAnimations(at: 1)
    chart.replay(at: 1)
    for time in [1.0, 2.5, 3.49] {
      page.root.completeAnimations(at: time)
      #expect(chart.bubble.layer.isHidden, "at \(time)")
    }
    page.root.completeAnimations(at: 3.5)
    #expect(!chart.bubble.layer.isHidden)
    chart.replay(at: 4)
    #expect(chart.bubble.layer.isHidden)
  }

  @Test("12 row 4: the bubble says the last value, also after new data")
  func theBubbleSaysTheLastValue() throws {
    let (chart, page) = try started()
    #expect(chart.lastValue == "20")
    chart.replay(at: 0)
    page.root.completeAnimations(at: 3)
    chart.setData([Point(1, 2), Point(2, 3.25)], at: 3)
    #expect(chart.lastValue == "32.5")
    #expect(!chart.bubble.layer.isHidden)
    #expect(isNear(chart.bubble.layer.position, geometry.map(2, 3.25)))
  }

  @Test("12 row 5: nothing of a finished run is kept")
  func aFinishedRunLeavesNothing() throws {
    let (chart, page) = try started()
    chart.replay(at: 0)
    #expect(chart.line.mark.stroke.animationKeys == ["drawOn"])
    page.root.completeAnimations(at: 2.5)
    #expect(chart.line.mark.stroke.animationKeys.isEmpty)
    #expect(chart.line.mark.stroke.strokeStyle.end == 1)
    #expect(page.root.nextChange(after: 2.5, scale: 1, interval: 1 / 60) == nil)
  }

  @Test("12 row 6: another size, other dates and data are other places at once")
  func geometryFollowsSizeAndData() throws {
    let (chart, page) = try started()
    chart.style.dayOffsets = -6..<1
    #expect(chart.style.today.addingDays(chart.style.dayOffsets.last!).monthDayText == "01-07")
    chart.layOut(
      frame: Rect(x: 0, y: 0, width: 410, height: 145), environment: page.environment)
    #expect(isNear(chart.geometry.xAxisSpacing, 55) && isNear(chart.geometry.yAxisSpacing, 20))
    #expect(
      isNear(chart.line.mark.stroke.path!.vertices[1], Point(25 + 27.5 + 55, 120 - 40)))
  }

  @Test("12 row 7: the width that is set is not on its way")
  func theLineIsAsWideAsItIsAtOnce() throws {
    let (chart, page) = try started()
    chart.replay(at: 0)
    for time in [0.0, 0.01, 0.1] {
      #expect(chart.line.mark.stroke.scalar(.lineWidth, at: time) == 4)
    }
    _ = page
  }

  // MARK: The host

  @Test("7 start button: (180, 375, 50, 44) on a screen with the chart at (35, 164)")
  func theButtonStartsTheLine() throws {
    let (chart, page) = try started(showsButton: true)
    // The frame on the article's screen, with the chart at (35, 164).
    #expect(
      isNear(
        chart.startButtonFrame.offsetBy(dx: 35, dy: 164),
        Rect(x: 180, y: 375, width: 50, height: 44)))
    #expect(!chart.press(at: Point(144, 220), time: 0))
    #expect(chart.line.mark.stroke.animationKeys.isEmpty)
    #expect(chart.press(at: Point(146, 212), time: 0))
    #expect(chart.line.mark.stroke.animationKeys == ["drawOn"])
    _ = page
  }

  @Test(
    "7 start button: 开始",
    arguments: [(ChartLanguage.zh, "开始"), (.en, "Start")])
  func theButtonIsNamed(language: ChartLanguage, title: String) {
    let chart = GradientLineChart.article(today: articleDay, language: language)
    #expect(chart.startButtonTitle == title)
  }

  /// In a frame of twice the size every length is twice as long.
  @Test func largerFrames() throws {
    let chart = GradientLineChart.article(today: articleDay)
    let environment = try chartEnvironment(isAnimated: false)
    let page = ChartPage(
      chart, size: Size(680, 436), at: Point(10, 20), environment: environment)
    #expect(chart.geometry == geometry)
    #expect(isNear(chart.startButtonFrame, Rect(x: 300, y: 368, width: 100, height: 88)))
    let small = ChartPage(
      GradientLineChart.article(today: articleDay), size: Size(340, 218),
      environment: try chartEnvironment(scale: 2, isAnimated: false))
    let (large, expected) = (page.picture(at: 0).pixels, small.picture(at: 0).pixels)
    var differing = 0
    for y in 0..<436 {
      for x in 0..<680 where large[(y + 20) * 690 + x + 10] != expected[y * 680 + x] {
        differing += 1
      }
    }
    #expect(differing == 0)
  }

  @Test func withoutMotionAllIsThere() throws {
    let (chart, page) = try started(chartEnvironment(isAnimated: false))
    #expect(!chart.bubble.layer.isHidden)
    let picture = page.picture(at: 0)
    chart.replay(at: 1)
    #expect(page.picture(at: 1).pixels == picture.pixels)
    #expect(page.root.nextChange(after: 1, scale: 1, interval: 1 / 60) == nil)
  }

  @Test func withReducedMotionItOnlyFades() throws {
    let (chart, page) = try started(chartEnvironment(reducesMotion: true))
    chart.replay(at: 0)
    #expect(chart.line.mark.stroke.animationKeys.isEmpty)
    #expect(chart.bubble.layer.isHidden)
    page.root.completeAnimations(at: 0.2)
    #expect(!chart.bubble.layer.isHidden)
  }
}

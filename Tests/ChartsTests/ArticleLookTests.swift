import Geometry
import Layers
import TestSupport
import Testing

@testable import Charts

/// The properties of the articles' own looks, `Style.article`, with the numbers of section 14.
@Suite struct ArticleLookTests {
  // MARK: Article 000

  private func gradientLine(
    _ change: (inout GradientLineChart.Style) -> Void = { _ in }
  ) throws -> (chart: GradientLineChart, page: ChartPage) {
    var style = GradientLineChart.Style.article(today: articleDay)
    style.showsStartButton = false
    change(&style)
    let chart = GradientLineChart(style: style)
    chart.setData(GradientLineChart.articlePoints, at: nil)
    let page = ChartPage(chart, size: Size(340, 170), environment: try chartEnvironment())
    return (chart, page)
  }

  /// The place of the pen in the coordinates of the article's gradient, 25 points to the left.
  private func pen(_ chart: GradientLineChart, at fraction: Double) throws -> Point {
    let stroke = chart.line.mark.stroke
    return try #require(stroke.path).pen(at: fraction) - Point(25, 0)
  }

  @Test("14 article 000: the path as written is 374.097197 long")
  func thePathWithItsDots() throws {
    let (chart, _) = try gradientLine()
    let path = try #require(chart.line.mark.stroke.path)
    // Circles of cubic curves are 1.4e-4 of their length longer than exact ones.
    #expect(isNear(path.length, 374.097197, 0.01))
    let style = chart.line.mark.stroke.strokeStyle
    #expect(style.width == 4 && style.cap == .round && style.join == .round)
    // The circles are parts of the path: no other dots are shown.
    #expect(chart.startDot.isHidden && chart.endDot.isHidden)
  }

  @Test(
    "14 article 000: the fractions at which the elements of the path begin",
    arguments: [
      (0.005346, Point(24.5, 120.833333)), (0.038938, Point(24.5, 120.833333)),
      (0.170791, Point(67.5, 96.666667)), (0.295343, Point(112.5, 108.75)),
      (0.419895, Point(157.5, 96.666667)), (0.596424, Point(202.5, 48.333333)),
      (0.824523, Point(247.5, 120.833333)), (0.961062, Point(292.5, 96.666667)),
      (0.966409, Point(294.5, 96.666667)), (1.0, Point(294.5, 96.666667)),
    ])
  func elementsOfThePath(fraction: Double, place: Point) throws {
    let (chart, _) = try gradientLine()
    #expect(isNear(try pen(chart, at: fraction), place, 0.02))
  }

  @Test(
    "14 article 000: the pen along the path as written",
    arguments: [
      (0.1, Point(44.413564, 109.641602)), (0.25, Point(96.117703, 104.351050)),
      (0.5, Point(177.919977, 74.734099)), (0.75, Point(232.797896, 97.146610)),
      (0.9, Point(272.375401, 107.474322)),
    ])
  func penOfThePath(fraction: Double, place: Point) throws {
    let (chart, _) = try gradientLine()
    #expect(isNear(try pen(chart, at: fraction), place, 0.01))
  }

  /// The path as written moves to other data, and has the pixels of a chart that had this data from the
  /// start.
  @Test(arguments: [
    [Point(1, 3)], [], [Point(1, 2), Point(2, 4)], GradientLineChart.articlePoints,
  ])
  func thePathWithItsDotsMoves(to points: [Point]) throws {
    let (chart, page) = try gradientLine()
    chart.replay(at: 0)
    chart.setData([Point(1, 4), Point(2, 1), Point(3, 3), Point(4, 0)], at: 3)
    _ = page.picture(at: 3.1)
    chart.setData(points, at: 3.2)
    _ = page.picture(at: 3.3)
    let (still, other) = try gradientLine()
    still.setData(points, at: nil)
    still.replay(at: 0)
    _ = other.picture(at: 0)
    let isSame = page.picture(at: 9).pixels == other.picture(at: 9).pixels
    #expect(isSame)
  }

  @Test("14 article 000: x labels are any texts, which share the width")
  func labelsOfTheCaller() throws {
    let (chart, page) = try gradientLine { $0.xLabels = ["Mon", "Tue", "Wed"] }
    #expect(isNear(chart.geometry.xAxisSpacing, 105))
    for label in ["Mon", "Tue", "Wed"] { #expect(page.root.textCount(of: label) == 1) }
    #expect(page.root.textCount(of: "12-31") == 0)
    let text = try #require(
      page.root.all.lazy.compactMap { $0 as? TextLayer }.first { $0.line?.text == "Tue" })
    #expect(isNear(text.frame.midX, 25 + 1.5 * 105) && isNear(text.frame.midY, 157.5))
    chart.style.xLabels = nil
    #expect(
      chart.style.columnLabels == ["12-31", "01-01", "01-02", "01-03", "01-04", "01-05", "01-06"])
  }

  @Test("14 article 000: the chart waits for its button, which a press starts")
  func theButtonStartsTheDrawing() throws {
    let (chart, page) = try gradientLine {
      ($0.showsStartButton, $0.startButtonGap) = (true, 4)
    }
    _ = page
    let host: any Chart = chart
    #expect(host.waitsForStart)
    #expect(!host.press(at: Point(5, 5), time: 1) && host.waitsForStart)
    #expect(host.press(at: chart.startButtonFrame.center, time: 1))
    #expect(!host.waitsForStart)
    #expect(isNear(chart.line.mark.stroke.scalar(.strokeEnd, at: 2), 0.4))
    // Charts without a button take no press.
    let other: any Chart = LineChart()
    #expect(!other.waitsForStart && !other.press(at: .zero, time: 0))
  }

  // MARK: Article 001

  private func lineChart(
    _ style: LineChartStyle = .article, _ change: (LineChart) -> Void = { _ in }
  ) throws -> (chart: LineChart, page: ChartPage) {
    let chart = LineChart.article(style: style)
    change(chart)
    let page = ChartPage(chart, size: LineChart.design, environment: try chartEnvironment())
    return (chart, page)
  }

  private func texts(_ page: ChartPage) -> [TextLayer] {
    page.root.all.compactMap { $0 as? TextLayer }.filter { $0.line?.text.isEmpty == false }
  }

  @Test("14 article 001: round caps and joins", arguments: [true, false])
  func roundCapsAndJoins(isCurve: Bool) throws {
    for style in [LineChartStyle(), .article] {
      let (chart, _) = try lineChart(style) { $0.addCurve = isCurve }
      let stroke = chart.line.mark.stroke.strokeStyle
      #expect(stroke.cap == .round && stroke.join == .round && stroke.width == 1.5)
    }
  }

  @Test("14 article 001: the labels of the sample, 2020-02 … 2020-07")
  func labelsOfTheSample() throws {
    let labels = ["2020-02", "2020-03", "2020-04", "2020-05", "2020-06", "2020-07"]
    #expect(LineChart.articleLabels == labels)
    let (_, page) = try lineChart()
    for label in labels { #expect(page.root.textCount(of: label) == 1) }
  }

  @Test("14 article 001: leftTextWidth is a width; by default a wide label takes what it needs")
  func widthOfLeftLabels() throws {
    let (chart, page) = try lineChart { $0.max = 1_000_000 }
    #expect(chart.geometry.minX == 45)
    let left = texts(page).filter { $0.frame.maxX <= 40.001 && $0.superlayer?.position.x == 0 }
    #expect(left.count == 4)
    for text in left { #expect(text.bounds.width <= 25 && isNear(text.frame.maxX, 40)) }
    #expect(page.root.textCount(of: "1000000") == 0)
    let (wide, other) = try lineChart(LineChartStyle()) { $0.max = 1_000_000 }
    #expect(wide.geometry.minX > 55)
    #expect(other.root.textCount(of: "1000000") == 1)
  }

  @Test("14 article 001: dataTextWidth is a width; by default a wide value takes what it needs")
  func widthOfValues() throws {
    let data = [502.0, 523.25, 482]
    let (_, page) = try lineChart { chart in
      chart.setData(data, labels: ["a", "b", "c"], at: nil)
    }
    let cut = try #require(texts(page).first { $0.line?.text.hasSuffix("…") == true })
    #expect(cut.bounds.width <= 20 && page.root.textCount(of: "523.25") == 0)
    #expect(page.root.textCount(of: "502") == 1)
    let (_, other) = try lineChart(LineChartStyle()) { chart in
      chart.setData(data, labels: ["a", "b", "c"], at: nil)
    }
    #expect(other.root.textCount(of: "523.25") == 1)
    let frame = try lineChart().chart.geometry.dataLabelFrame(Point(100, 50), textWidth: 34)
    #expect(frame == Rect(x: 90, y: 32, width: 20, height: 10))
    let grown = try lineChart(LineChartStyle()).chart.geometry
      .dataLabelFrame(Point(100, 50), textWidth: 34)
    #expect(grown == Rect(x: 83, y: 32, width: 34, height: 10))
  }

  @Test(
    "14 article 001: values are printed as they are, over heights of whole numbers",
    arguments: [
      (502.0, "502", "502"), (502.5, "502.5", "502.5"), (502.126, "502.126", "502.13"),
      (0.1 + 0.2, "0.30000000000000004", "0.3"), (-3.75, "-3.75", "−3.75"), (1e21, "1e+21", nil),
    ] as [(Double, String, String?)])
  func numbersAsTheyAre(value: Double, asIs: String, rounded: String?) throws {
    #expect(NumberLabel.exact(value) == asIs)
    if let rounded { #expect(NumberLabel.text(value) == rounded) }
    let (chart, page) = try lineChart { chart in
      (chart.dataTextWidth, chart.min, chart.max) = (200, -10, 600)
      chart.setData([value, 300], labels: ["a", "b"], at: nil)
    }
    #expect(page.root.textCount(of: asIs) == 1)
    let geometry = chart.geometry
    let first = try #require(chart.line.mark.stroke.path?.points.first)
    #expect(
      isNear(first, geometry.map(0, value.rounded(.towardZero)), 1e-6 * max(1, value.magnitude)))
  }

  @Test("12 row 15, the article's own: the area is painted over the line")
  func theAreaCoversTheLine() throws {
    let (chart, page) = try lineChart()
    let mark = chart.line.mark
    #expect(mark.layer.sublayers.last === mark.area)
    chart.style = LineChartStyle()
    #expect(mark.layer.sublayers.last === mark.line)
    _ = page
  }

  // MARK: Article 002

  @Test(
    "14 article 002: the area stands whole while the line is drawn on", arguments: [true, false])
  func theAreaStandsWhole(isArticle: Bool) throws {
    let chart = PageViewChart.article(
      today: articleDay, style: isArticle ? .article : PageViewChart.Style())
    let page = ChartPage(chart, size: PageViewChart.design, environment: try chartEnvironment())
    _ = page
    chart.replay(at: 5)
    let area = chart.line.mark.area
    #expect(isNear(chart.line.mark.stroke.scalar(.strokeEnd, at: 5.75), 0.129162))
    #expect(area.animationKeys.isEmpty == isArticle)
    let width = area.presentation(at: 5.75).frame.maxX
    #expect(isArticle ? width == 375 : width < 120)
    // New data meanwhile does not begin to reveal the area.
    chart.setData(PageViewChart.entries(PageViewChart.articleNextValues, before: articleDay), at: 6)
    #expect(area.animationKeys.isEmpty == isArticle)
  }

  // MARK: Article 003

  private func spectrum(
    _ values: [Double], _ style: SpectrumChart.Style, theme: Theme = .light
  ) throws -> SpectrumChart {
    let chart = SpectrumChart(style: style)
    chart.setData(
      SpectrumChart.Content(
        pointValues: SpectrumChart.Content.demoPoints(values), yRange: 0...3600), at: nil)
    chart.layOut(
      frame: Rect(x: 0, y: 0, width: 300, height: 200),
      environment: try chartEnvironment(theme: theme))
    return chart
  }

  @Test("14 article 003: drawWithAnimation switches the draw-on off", arguments: [true, false])
  func drawWithAnimation(isOn: Bool) throws {
    var style = SpectrumChart.Style.article
    #expect(style.drawWithAnimation)
    style.drawWithAnimation = isOn
    let chart = try spectrum([0, 3600, 900], style)
    chart.replay(at: 1)
    #expect(chart.layer.animated(by: "drawOn").isEmpty == !isOn)
    chart.layOut(
      frame: Rect(x: 0, y: 0, width: 300, height: 200),
      environment: try chartEnvironment(reducesMotion: true))
    chart.replay(at: 5)
    #expect(chart.layer.animated(by: "fadeIn").isEmpty == !isOn)
  }

  @Test(
    "14 article 003: the grid's own pitch, 22.111… and 33.222…, to the frame's edges; ours is crisp",
    arguments: [(true, 200.0, 22.111111, 33.222222), (false, 199.0, 22.0, 33.0)])
  func pitchOfTheGrid(isArticle: Bool, height: Double, rows: Double, columns: Double) throws {
    let chart = try spectrum(
      [360, 520, 700, 640, 900], isArticle ? .article : SpectrumChart.Style())
    #expect(chart.plot.height == height)
    let replicators = chart.layer.all.compactMap { $0 as? ReplicatorLayer }
    #expect(isNear(replicators[0].instanceTransform.ty, rows))
    #expect(isNear(replicators[1].instanceTransform.tx, columns))
    #expect(!isArticle || chart.plot == Rect(x: 0, y: 0, width: 300, height: 200))
  }

  @Test("14 article 003: the fill polygon goes through the points in straight lines")
  func theFillIsAPolygon() throws {
    var style = SpectrumChart.Style.article
    style.isSmooth = true
    let values = [900.0, 1800, 0, 3600, 1800]
    let fill = try #require(
      try spectrum(values, style).layer.all.compactMap { ($0 as? ShapeLayer)?.path }
        .first { $0.verbs.last == .close })
    #expect(
      fill.points == [
        Point(0, 150), Point(75, 100), Point(150, 200), Point(225, 0), Point(300, 100),
        Point(300, 200), Point(0, 200),
      ])
    style.fillFollowsCurve = true
    let curved = try #require(
      try spectrum(values, style).layer.all.compactMap { ($0 as? ShapeLayer)?.path }
        .first { $0.verbs.last == .close })
    #expect(curved.points.count == 4 * 10 + 1 + 2)
  }

  @Test(
    "14 article 003: colours of values cut off to whole numbers",
    arguments: [
      (511.9, 399, 400), (341.9, 379, 380), (2047.99, 599, 599), (2909.9, 700, 701),
      (0.9, 340, 340),
      (-0.5, 340, 0),
    ])
  func coloursOfWholeNumbers(value: Double, article: Int, own: Int) {
    #expect(Wavelength.of(value) == own)
    #expect(Wavelength.of(value.rounded(.towardZero)) == article)
    let colors = SpectrumColors(style: .article, ground: .white)
    #expect(colors.color(of: value) == Wavelength.color(article))
    var style = SpectrumChart.Style.article
    style.truncatesValues = false
    #expect(SpectrumColors(style: style, ground: .white).color(of: value) == Wavelength.color(own))
  }

  /// On the page of a theme, names have lines of their own: there are as many intervals between lines as
  /// between names, or a multiple.
  @Test(arguments: [(0, 9), (2, 9), (3, 9), (4, 10), (5, 9), (6, 11), (8, 15), (12, 12)])
  func linesOfTheGridAreAtNames(names: Int, lines: Int) throws {
    let content = SpectrumChart.Content(
      columnNames: (0..<names).map(String.init), rowNames: (0..<names).map(String.init))
    let style = SpectrumChart.Style.suited(to: try chartEnvironment(), content: content)
    #expect(style.gridRowCount == lines && style.gridColumnCount == lines)
  }

  // MARK: Article 004

  private func progress(
    _ content: ProgressChart.Content, _ style: ProgressChart.Style = .article
  ) throws -> ProgressChart {
    let chart = ProgressChart(style: style)
    chart.setData(content, at: nil)
    chart.layOut(
      frame: Rect(x: 0, y: 0, width: 335, height: 183.425), environment: try chartEnvironment())
    return chart
  }

  @Test("14 article 004: stepLabel is set apart from the progress")
  func theLabelIsSetApart() throws {
    let content = ProgressChart.Content(progress: 0.138, stepLabel: "1794", stepUnit: "步")
    #expect(content.progress == 0.138 && content.stepText == "1794")
    let chart = try progress(content)
    #expect(chart.layer.textCount(of: "1794") == 1)
    // Another label leaves the ring as it is, and another progress leaves the label.
    let tip = Racetrack(in: Rect(x: 0, y: 0, width: 335, height: 183), band: 28.7).region(0.138)
    func region() -> Path? { chart.layer.all.compactMap { $0.mask as? ShapeLayer }.last?.path }
    let before = try #require(region())
    #expect(before.vertices.count == tip.vertices.count)
    chart.setData(
      ProgressChart.Content(progress: 0.138, stepLabel: "almost", stepUnit: "步"), at: nil)
    #expect(region() == before && chart.layer.textCount(of: "almost") == 1)
    chart.setData(ProgressChart.Content(progress: 0.9, stepLabel: "almost"), at: 1)
    chart.layer.completeAnimations(at: 3)
    #expect(region() != before && chart.layer.textCount(of: "almost") == 1)
    // A label that is set does not count along.
    chart.replay(at: 4)
    #expect(chart.layer.textCount(of: "almost") == 1 && chart.layer.textCount(of: "0") == 0)
  }

  @Test(
    "14 article 004: one closed region, with the areas of section 11",
    arguments: [
      (400, 200, 0.25, 10890.486), (400, 200, 0.5, 21780.972), (400, 200, 0.75, 32671.459),
      (400, 200, 1, 43561.945), (335, 183.425, 1, 36115.850), (400, 200, 0, 0),
    ] as [(Double, Double, Double, Double)])
  func areasOfTheRegion(width: Double, height: Double, progress: Double, area: Double) {
    let track = Racetrack(in: Rect(x: 0, y: 0, width: width, height: height), band: 50)
    let region = track.region(progress)
    #expect(region.verbs.count { $0 == .move } == 1 && region.verbs.last == .close)
    // Arcs of cubic curves lie up to 2.7e-4 of their radius outside.
    #expect(isNear(region.enclosedArea, area, 3e-4 * area + 1e-9))
  }

  @Test(
    "14 article 004: the cut of the region",
    arguments: [
      (400, 200, 0.05, Point(12.9293, 50.8197), Point(56.4647, 75.4099)),
      (400, 200, 0.1, Point(48.3740, 14.3568), Point(74.1870, 57.1784)),
      (400, 200, 0.138, Point(84.8865, 1.1487), Point(92.4432, 50.5743)),
      (400, 200, 0.25, Point(200, 0), Point(200, 50)),
      (400, 200, 0.5, Point(400, 100), Point(350, 100)),
      (400, 200, 0.75, Point(200, 200), Point(200, 150)),
      (400, 200, 0.9, Point(48.3740, 185.6432), Point(74.1870, 142.8216)),
      (400, 200, 1, Point(0, 100), Point(50, 100)),
      (335, 183.425, 0.05, Point(10.3399, 49.4079), Point(54.7028, 72.4716)),
      (335, 183.425, 0.138, Point(69.2388, 2.7962), Point(81.4911, 51.2717)),
      (335, 183.425, 0.25, Point(167.5, 0), Point(167.5, 50)),
      (335, 183.425, 0.5, Point(335, 91.7125), Point(285, 91.7125)),
      (335, 183.425, 0.9, Point(39.0281, 166.7827), Point(67.7506, 125.8557)),
    ] as [(Double, Double, Double, Point, Point)])
  func cutOfTheRegion(
    width: Double, height: Double, progress: Double, outer: Point, inner: Point
  ) {
    let track = Racetrack(in: Rect(x: 0, y: 0, width: width, height: height), band: 50)
    let vertices = track.region(progress).vertices
    #expect(isNear(vertices[6], outer, 1e-4) && isNear(vertices[7], inner, 1e-4))
  }

  /// A ring that fills is at every moment the region of its progress: the cut and the area.
  @Test func theRegionFillsAlongItsWay() throws {
    let track = Racetrack(in: Rect(x: 0, y: 0, width: 400, height: 200), band: 50)
    let ring = RingRegion()
    ring.layOut(track)
    ring.show(0.02)
    ring.move(to: 0.97, Pace(begin: 1, duration: 2, timing: .easeInEaseOut), at: 1)
    for step in 0...100 {
      let fraction = Double(step) / 100
      let expected = track.region(lerp(0.02, 0.97, TimingFunction.easeInEaseOut(fraction)))
      let shown = ring.layer.shownPath(at: 1 + 2 * fraction)
      #expect(isNear(shown.vertices[6], expected.vertices[6], 0.05), "at \(fraction)")
      #expect(isNear(shown.vertices[7], expected.vertices[7], 0.05), "at \(fraction)")
      #expect(isNear(shown.enclosedArea, expected.enclosedArea, 4), "at \(fraction)")
    }
  }

  @Test("14 article 004: a horizontal gradient in place of the article's pictures")
  func theGradientIsHorizontal() throws {
    let content = ProgressChart.Content(progress: 0.5)
    let article = try progress(content)
    let water = try #require(
      article.layer.all.lazy.compactMap { $0 as? GradientLayer }.first)
    #expect(water.startPoint == Point(0, 0.5) && water.endPoint == Point(1, 0.5))
    #expect(water.colors == [Color(hex: 0x05cff4), Color(hex: 0x80e20e)])
    #expect(water.superlayer?.sublayers.last?.isHidden == true)
    let own = try progress(content, ProgressChart.Style())
    let ours = try #require(own.layer.all.lazy.compactMap { $0 as? GradientLayer }.first)
    #expect(ours.startPoint.y != ours.endPoint.y)
    #expect(ours.superlayer?.sublayers.last?.isHidden == false)
  }

  /// On a dark page the articles' greys are those of the page, and names have the contrast of text.
  @Test func theArticlesColoursAdaptToADarkPage() {
    let spectrum = SpectrumChart.Style.article.adapted(to: .dark)
    #expect(Contrast.ratio(spectrum.rowLabelsTitleColor, Theme.dark.panel) >= 4.5)
    #expect(Contrast.luminance(spectrum.gridLineColor) > 0.5)
    #expect(SpectrumChart.Style.article.adapted(to: .light) == .article)
    let progress = ProgressChart.Style.article.adapted(to: .dark)
    #expect(Contrast.ratio(progress.stepLabelColor, Theme.dark.panel) >= 4.5)
    #expect(Contrast.luminance(progress.trackColor) < 0.2)
    #expect(ProgressChart.Style.article.adapted(to: .light) == .article)
  }
}

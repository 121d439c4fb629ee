import Geometry
import Layers
import Raster
import TestSupport
import Testing

@testable import Charts

/// The progress ring of article 004.
@Suite struct ProgressChartTests {
  private func chart(
    _ content: ProgressChart.Content, isAnimated: Bool = true, reducesMotion: Bool = false
  ) throws -> ProgressChart {
    let environment = try chartEnvironment(
      theme: .dark, isAnimated: isAnimated, reducesMotion: reducesMotion)
    let chart = ProgressChart(style: ProgressChart.Style())
    chart.setData(content, at: nil)
    chart.layOut(frame: Rect(x: 0, y: 0, width: 400, height: 200), environment: environment)
    return chart
  }

  private func steps(_ steps: Double, of goal: Double = 2000) -> ProgressChart.Content {
    ProgressChart.Content(steps: steps, goal: goal, stepUnit: "steps")
  }

  /// The outer end of the cut.
  private func tip(_ chart: ProgressChart, at time: Double) throws -> Point {
    let region = try #require(chart.layer.all.compactMap { $0.mask as? ShapeLayer }.last)
    return region.shownPath(at: time).vertices[6]
  }

  private func tip(_ chart: ProgressChart, progress: Double) -> Point {
    chart.geometry.racetrack.region(progress).vertices[6]
  }

  /// The number on screen.
  private func text(_ chart: ProgressChart, at time: Double) -> [String] {
    chart.layer.sublayers[3].sublayers.compactMap { $0 as? TextLayer }
      .filter { $0.presentation(at: time).opacity > 0 }.compactMap { $0.line?.text }
  }

  // MARK: Geometry

  /// Radius and straight of a racetrack, the outer edge's length, and where its pieces end.
  @Test(
    "11 table: C and boundaries",
    arguments: [
      (400, 200, 1028.318531, [0.152754, 0.347246, 0.652754, 0.847246]),
      (335, 183.425, 879.396632, [0.163819, 0.336181, 0.663819, 0.836181]),
      (280, 156.2, 738.316772, [0.166161, 0.333839, 0.666161, 0.833839]),
      (335, 223.3, 924.917640, [0.189616, 0.310384, 0.689616, 0.810384]),
      (200, 200, 628.318531, [0.25, 0.25, 0.75, 0.75]),
      (200, 600, 628.318531, [0.25, 0.25, 0.75, 0.75]),
    ] as [(Double, Double, Double, [Double])])
  func boundariesOfTheOuterEdge(
    width: Double, height: Double, length: Double, boundaries: [Double]
  ) {
    let track = Racetrack(in: Rect(x: 0, y: 0, width: width, height: height), band: 50)
    #expect(abs(2 * Double.pi * track.radius + 2 * track.straight - length) < 1e-6)
    let stops = track.regionStops
    for boundary in boundaries { #expect(stops.contains { abs($0 - boundary) < 1e-6 }) }
  }

  /// Nothing jumps from one piece to the next, and no piece is a full turn.
  @Test(
    "11 exact boundaries; 12 row 30: no full turn, no jump",
    arguments: [0.152754, 0.347246, 0.5, 0.652754, 0.847246])
  func nothingJumpsBetweenPieces(progress: Double) {
    let track = Racetrack(in: Rect(x: 0, y: 0, width: 400, height: 200), band: 50)
    let tips = (-20...20).map { track.region(progress + Double($0) * 1e-7).vertices[6] }
    for (a, b) in zip(tips, tips.dropFirst()) {
      let way = a.distance(to: b)
      #expect(way > 0 && way < 2e-4)
    }
  }

  /// The filled area in pixels: R = 100, l = 200, band 50, and the article's own sizes.
  @Test(
    "11 areas: 10890.486 … 43561.945, 36115.850; 12 row 28: only the band",
    arguments: [
      (400, 200, 0.25, 10890.486), (400, 200, 0.5, 21780.972), (400, 200, 0.75, 32671.459),
      (400, 200, 1, 43561.945), (335, 183.425, 1, 36115.850), (400, 200, 0, 0),
    ] as [(Double, Double, Double, Double)])
  func filledArea(width: Double, height: Double, progress: Double, area: Double) {
    let track = Racetrack(in: Rect(x: 0, y: 0, width: width, height: height), band: 50)
    let bitmap = Bitmap(width: 400, height: 200)
    Renderer().draw(
      DrawList([
        DrawOperation(
          .fill(track.region(progress), .nonZero, transform: .identity, .color(.black)))
      ]), into: bitmap.buffer)
    #expect(abs(coveredArea(bitmap) - area) <= 0.002 * area)
  }

  /// The places of the labels in a view of 335 by 183.425 points.
  @Test("11 labels: step (67, 66.033, 201, 51.359), unit (100.5, 117.392, 134, 45.856)")
  func labelBoxes() {
    let geometry = ProgressGeometry(
      frame: Rect(x: 0, y: 0, width: 335, height: 183.425), style: ProgressChart.Style())
    for (rect, expected) in [
      (geometry.step, Rect(x: 67, y: 66.033, width: 201, height: 51.359)),
      (geometry.stepUnit, Rect(x: 100.5, y: 117.392, width: 134, height: 45.856)),
    ] {
      #expect(abs(rect.minX - expected.minX) < 1e-3 && abs(rect.minY - expected.minY) < 1e-3)
      #expect(abs(rect.width - expected.width) < 1e-3 && abs(rect.height - expected.height) < 1e-3)
    }
    #expect(abs(geometry.racetrack.band - 0.1565 * 183.425) < 1e-9)
  }

  /// Landscape, a low screen, an upright view, no room at all: nothing is negative.
  @Test(
    "11 bad geometry; 12 rows 29, 31: bounds-based, nothing negative",
    arguments: [
      (627, 103.125, 50, 51.5625, 523.875, 50), (335, 90, 50, 45, 245, 45),
      (100, 300, 20, 50, 0, 20), (0, 0, 50, 0, 0, 0), (-5, 20, 50, 0, 20, 0),
      (400, 200, -1, 100, 200, 0), (400, 200, .nan, 100, 200, 0),
    ] as [(Double, Double, Double, Double, Double, Double)])
  func degenerateGeometries(
    width: Double, height: Double, band: Double, radius: Double, straight: Double, shown: Double
  ) {
    var style = ProgressChart.Style()
    style.radiusWidth = band
    let geometry = ProgressGeometry(
      frame: Rect(x: 0, y: 0, width: width, height: height), style: style)
    #expect(geometry.racetrack.radius == radius)
    #expect(geometry.racetrack.straight == (width < 0 ? 0 : straight))
    #expect(geometry.racetrack.band == shown)
  }

  // MARK: Content

  @Test(
    "11 progress: 1794 of 13000 is .138; 12 row 31: clamped, also by the content",
    arguments: [
      (500, 2000, 0.25, "500"), (1794, 13000, 0.138, "1794"), (0, 2000, 0, "0"),
      (2500, 2000, 1, "2500"), (-5, 2000, 0, "0"), (.nan, 2000, 0, "0"), (5, 0, 1, "5"),
      (0, 0, 0, "0"), (7, .nan, 0, "7"), (.infinity, 2000, 1, "1000000000000000"),
      (12.9, 100, 0.129, "12"),
    ] as [(Double, Double, Double, String)])
  func progressAndText(steps: Double, goal: Double, progress: Double, text: String) {
    let content = self.steps(steps, of: goal)
    #expect(abs(content.progress - progress) < 1e-12)
    #expect(content.stepText == text)
  }

  /// The demo's slider: the text is ⌊2000 v⌋.
  @Test(
    "11 demo: the text of a slider at v",
    arguments: [(0.25, "500"), (0.3, "600"), (0.29, "580"), (1.0 / 3, "666"), (1, "2000")])
  func sliderText(progress: Double, text: String) {
    #expect(ProgressChart.Content(progress: progress, stepUnit: "").stepText == text)
  }

  @Test("11 defaults: colours and fonts")
  func articleDefaults() throws {
    let style = ProgressChart.Style()
    #expect(ProgressChart.Content().stepText == "0")
    func rgb(_ color: Color?) -> [Double]? {
      color.map { [$0.red, $0.green, $0.blue].map { (2 * $0 * 255).rounded() / 2 } }
    }
    #expect(rgb(style.trackColor) == [233, 233, 233])
    #expect(rgb(style.backgroundColor) == [247, 247, 247])
    #expect(rgb(style.stepLabelColor) == [255, 127.5, 0])
    #expect(rgb(style.stepUnitLabelColor) == [170, 170, 170])
    // The ring goes from cyan at the left to green.
    let water = try chart(steps(1)).layer.all.compactMap { $0 as? GradientLayer }.first
    #expect(water?.colors.map { rgb($0)! } == [[5, 207, 244], [128, 226, 14]])
    #expect(try #require(water).startPoint.x < water!.endPoint.x)
    #expect(style.stepLabelFont.size == 32 && style.stepUnitLabelFont.size == 14)
  }

  // MARK: Motion

  @Test(arguments: [0.0, 0.3, 0.6, 0.9, 1.2])
  func theRingFillsEvenlyAlongItsOuterEdge(time: Double) throws {
    let chart = try chart(steps(1700))
    chart.replay(at: 5)
    let progress = 0.85 * TimingFunction.easeInEaseOut(time / 1.2)
    // Between two of its moments, three degrees apart, the cut goes straight.
    #expect(isNear(try tip(chart, at: 5 + time), tip(chart, progress: progress), 0.05))
  }

  @Test func theNumberCountsUp() throws {
    let chart = try chart(steps(500))
    chart.replay(at: 5)
    #expect(text(chart, at: 4) == ["0"])
    var last = -1
    for time in stride(from: 5.0, through: 6.3, by: 0.01) {
      let shown = text(chart, at: time)
      try #require(shown.count == 1, "\(shown) at \(time)")
      let number = try #require(Int(shown[0]))
      #expect(number >= last)
      let exact = 500 * TimingFunction.easeInEaseOut((time - 5) / 1.2)
      #expect(abs(Double(number) - exact) < 30)
      last = number
    }
    #expect(last == 500)
    chart.layer.completeAnimations(at: 7)
    #expect(chart.layer.sublayers[3].sublayers.count == 1)
    #expect(chart.layer.nextChange(after: 7, scale: 1, interval: 1.0 / 60) == nil)
  }

  /// A change in the middle of another starts from the picture on screen.
  @Test func interruptionsDoNotJump() throws {
    let chart = try chart(steps(500))
    chart.setData(steps(1900), at: 1)
    let before = try tip(chart, at: 1.2)
    chart.setData(steps(100), at: 1.2)
    #expect(isNear(try tip(chart, at: 1.2), before, 0.05))
    let shown = 500 + 1400 * TimingFunction.easeOut(0.4)
    #expect(text(chart, at: 1.2) == [ProgressChart.Content.text(shown)])
    #expect(text(chart, at: 1.7) == ["100"])
    #expect(try tip(chart, at: 1.7) == tip(chart, progress: 0.05))
  }

  @Test func withoutMotionEverythingIsThereAtOnce() throws {
    let chart = try chart(steps(500), isAnimated: false)
    chart.replay(at: 1)
    chart.setData(steps(1000), at: 1)
    #expect(chart.layer.all.allSatisfy { $0.animationKeys.isEmpty })
    #expect(text(chart, at: 1) == ["1000"])
    #expect(try tip(chart, at: 1) == tip(chart, progress: 0.5))
  }

  @Test func reducedMotionFades() throws {
    let chart = try chart(steps(500), reducesMotion: true)
    chart.replay(at: 1)
    chart.setData(steps(1000), at: 2)
    #expect(Set(chart.layer.all.flatMap(\.animationKeys)) == ["fadeIn", "opacity"])
    chart.layer.completeAnimations(at: 3)
    #expect(chart.layer.all.allSatisfy { $0.animationKeys.isEmpty })
    #expect(text(chart, at: 3) == ["1000"])
  }

  @Test("11 texture fill: stretched over the view; 12 row 26: upright")
  func thePictureIsUpright() throws {
    var style = ProgressChart.Style()
    style.image = Image(width: 1, height: 2, pixels: [0xffff_0000, 0xff00_00ff])
    let chart = ProgressChart(style: style)
    chart.setData(steps(2000), at: nil)
    chart.layOut(
      frame: Rect(x: 0, y: 0, width: 400, height: 200),
      environment: try chartEnvironment(theme: .dark))
    let list = Compositor.record(
      chart.layer, at: 0, scale: 1, bounds: IntRect(width: 400, height: 200))
    let bitmap = draw(list.drawList.operations, width: 400, height: 200)
    for x in [110, 200, 290] {
      #expect(bitmap.pixels[8 * 400 + x] == 0xffff_0000)
      #expect(bitmap.pixels[191 * 400 + x] == 0xff00_00ff)
    }
  }

  /// One closed region, no seams: where the ring is full every pixel within the band is opaque.
  @Test("12 row 27: a full ring has no seams")
  func aFullRingHasNoSeams() {
    let track = Racetrack(in: Rect(x: 0, y: 0, width: 400, height: 200), band: 50)
    let ring = ShapeLayer()
    ring.path = track.region(1)
    let list = Compositor.record(
      ring, at: 0, scale: 1, bounds: IntRect(width: 400, height: 200))
    let bitmap = draw(list.drawList.operations, width: 400, height: 200)
    for point in [Point(25, 100), Point(100, 25), Point(300, 25), Point(300, 175), Point(100, 175)]
    {
      for y in -20...20 where !(point.x == 25) {
        for x in -3...3 {
          #expect(bitmap.pixels[(Int(point.y) + y) * 400 + Int(point.x) + x] == 0xff00_0000)
        }
      }
      for x in -20...20 where point.x == 25 {
        for y in -3...3 { #expect(bitmap.pixels[(100 + y) * 400 + 25 + x] == 0xff00_0000) }
      }
    }
  }
}

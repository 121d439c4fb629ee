import Geometry
import Raster
import TestSupport
import Testing

@testable import Layers

/// Plots whose pixels are moved while their lines slide.
@Suite struct ScrollTests {
  private static let (width, height) = (480, 240)
  /// The plot, within the panel around it.
  private static let plot = IntRect(minX: 40, minY: 40, maxX: 440, maxY: 200)

  /// A panel with round corners and a border, in which a line and its area slide under a dot and a grid line.
  private struct Scene {
    let root: Layer
    let plot = box(0, 0, 400, 160)
    let area = GradientLayer()
    let line = GradientLayer()
    let fill = ShapeLayer()
    let stroke = ShapeLayer()
    let dot = ShapeLayer()

    init(from left: Color = .black, to right: Color = .black) {
      let panel = box(20, 20, 440, 200, .white)
      (panel.cornerRadius, panel.borderWidth, panel.borderColor) = (14, 1, .black)
      let rule = box(0, 80, 400, 1, Color(hex: 0xe0e0e0))
      area.colors = [Color(hex: 0x2060c0).opacity(0.3), Color(hex: 0x2060c0).opacity(0)]
      line.colors = [left, right]
      (line.startPoint, line.endPoint) = (Point(0, 0.5), Point(1, 0.5))
      for (layer, mask) in [(area, fill), (line, stroke)] {
        layer.frame = Rect(x: 0, y: 0, width: 400, height: 160)
        layer.mask = mask
        mask.keepsCoverage = true
      }
      (stroke.fillColor, stroke.strokeColor) = (nil, .black)
      stroke.strokeStyle = StrokeStyle(width: 3, cap: .round, join: .round)
      dot.path = Path(circleCenter: .zero, radius: 5)
      dot.position = Point(400, 60)
      plot.position = Point(20, 20)
      plot.anchorPoint = .zero
      for layer in [rule, area, line, dot] { plot.addSublayer(layer) }
      panel.addSublayer(plot)
      root = stage(box(0, 0, 480, 240, Color(hex: 0xf0f0f0)), panel)
      show(samples: 0..<50)
      move(to: 0)
    }

    /// Shows samples ten points apart, of which sample 0 is at the left edge of the plot.
    func show(samples: Range<Int>) {
      func point(_ i: Int) -> Point { Point(Double(i) * 10, 80 + Double(i * i % 53) - 26) }
      var path = Path()
      path.move(to: point(samples.lowerBound))
      for i in samples.dropFirst() { path.addLine(to: point(i)) }
      stroke.path = path
      path.addLine(to: Point(Double(samples.upperBound - 1) * 10, 160))
      path.addLine(to: Point(Double(samples.lowerBound) * 10, 160))
      path.closeSubpath()
      fill.path = path
    }

    func move(to x: Double) { (fill.position, stroke.position) = (Point(x, 0), Point(x, 0)) }
  }

  private func frame(_ scene: Scene) -> DisplayList {
    scene.root.frame(at: 0, width: Self.width, height: Self.height)
  }

  private func pixels(_ list: DisplayList) -> [UInt32] {
    draw(list.drawList.operations, width: Self.width, height: Self.height).pixels
  }

  /// The difference between a scene before and after a change, which is checked against a whole drawing.
  private func change(_ scene: Scene, _ body: (Scene) -> Void) -> FrameChange {
    let before = frame(scene)
    let screen = draw(before.drawList.operations, width: Self.width, height: Self.height)
    body(scene)
    let after = frame(scene)
    let change = after.change(from: before)
    Renderer().draw(after.drawList(within: change.damage), into: screen, after: change)
    #expect(zip(screen.pixels, pixels(after)).count { $0 != $1 } == 0)
    return change
  }

  /// Only the uncovered columns, the dot and its moved picture are drawn.
  @Test(arguments: [-1.0, -3, -16, 4]) func aSlideMovesPixels(distance: Double) {
    let scene = Scene()
    let change = change(scene) { $0.move(to: distance) }
    #expect(change.scrolls.map(\.distance) == [Int(distance)])
    #expect(change.scrolls.allSatisfy { Self.plot.contains($0.area) && $0.area.width == 400 })
    #expect(change.damage.area < 20 * 160)
  }

  /// The columns that the edges of the clip cut are drawn.
  @Test(arguments: [-1.0, -7, 4]) func aClipThatCutsColumns(distance: Double) {
    let scene = Scene()
    scene.dot.isHidden = true
    scene.plot.position.x += 0.4
    let change = change(scene) { $0.move(to: distance) }
    #expect(change.scrolls.count == 1 && change.damage.area < 20 * 160)
  }

  /// Only the rows of the outlines move in each stretch of columns.
  @Test func aSlideMovesOnlyOutlines() {
    let scene = Scene()
    let parts = change(scene) { $0.move(to: -2) }.scrolls.flatMap(\.parts)
    #expect(parts.count > 1 && parts.area < 400 * 100)
  }

  /// A thing that comes or goes beside the line, or in front of it, is drawn, while the other pixels move.
  @Test(arguments: [Point(380, 60), Point(-60, 20)]) func aThingThatComesOrGoes(place: Point) {
    let scene = Scene()
    scene.dot.position = place
    for isHidden in [true, false] {
      let change = change(scene) {
        $0.dot.isHidden = isHidden
        $0.move(to: isHidden ? -2 : -5)
      }
      #expect(change.scrolls.count == 1 && change.damage.area < 40 * 160)
    }
  }

  /// Parts of a column do not move a line that keeps its coverage.
  @Test func aPartOfAColumnChangesNothing() {
    #expect(change(Scene()) { $0.move(to: -0.4) }.pixels.isEmpty)
  }

  /// A sample comes at the right, and another one leaves at the left.
  @Test func aSlideWithANewSampleMovesPixels() {
    let scene = Scene()
    scene.show(samples: 0..<42)
    let change = change(scene) {
      $0.show(samples: 1..<43)
      $0.move(to: -10)
    }
    #expect(change.scrolls.count == 1 && change.damage.area < 40 * 160)
  }

  /// The colours of a line under which a gradient lies are at most half of a level away from their exact values: a
  /// gradient of few levels is drawn again after some steps only.
  @Test(arguments: [(0x24a1f1, 0x22b4fe, 3...6), (0x000000, 0xffffff, 64...64)])
  func aGradientIsDrawnAgainAfterALevel(from: UInt32, to: UInt32, drawn: ClosedRange<Int>) {
    let scene = Scene(from: Color(hex: from), to: Color(hex: to))
    let whole = (1...64).count { step in
      change(scene) { $0.move(to: Double(-step)) }.damage.area > 400 * 40
    }
    #expect(drawn.contains(whole))
  }

  /// Everything that stays in place while the line slides is drawn again.
  @Test func manyThingsInTheWayAreNoSlide() {
    let scene = Scene()
    for i in 0..<40 { scene.plot.addSublayer(box(Double(i) * 10, 10, 6, 140, .black)) }
    #expect(change(scene) { $0.move(to: -2) }.scrolls.isEmpty)
  }

  /// The picture of a plot that turns, or that fades, is drawn as a whole.
  @Test func aGroupIsNoSlide() {
    let scene = Scene()
    scene.plot.opacity = 0.5
    #expect(change(scene) { $0.move(to: -2) }.scrolls.isEmpty)
  }

  /// A clip with round corners stays in place.
  @Test func aRoundClipIsNoSlide() {
    let scene = Scene()
    (scene.plot.cornerRadius, scene.plot.masksToBounds) = (30, true)
    #expect(change(scene) { $0.move(to: -2) }.scrolls.isEmpty)
  }

  /// A rectangle under the lines, whose corners a round clip cuts off, is not the same in all columns.
  @Test func roundCornersUnderTheLinesStay() {
    let scene = Scene()
    let clip = box(0, 0, 400, 160)
    (clip.cornerRadius, clip.masksToBounds) = (60, true)
    clip.addSublayer(box(0, 0, 400, 160, Color(hex: 0xd0d0d0)))
    scene.plot.insertSublayer(clip, at: 0)
    _ = change(scene) { $0.move(to: -6) }
  }

  /// Two lines that slide by different distances are both drawn.
  @Test func linesAtDifferentPacesAreDrawn() {
    let scene = Scene()
    let change = change(scene) {
      $0.fill.position.x = -2
      $0.stroke.position.x = -3
    }
    #expect(change.damage.area > 400 * 50)
  }

  /// Pixels are moved once, although the lines above and below a line slide by another distance than that line.
  @Test func aLineBetweenOthersAtAnotherPaceIsDrawn() {
    let scene = Scene()
    for layer in [scene.area, scene.line] { layer.removeFromSuperlayer() }
    let lines = [0.0, 70, 100].map { top -> ShapeLayer in
      var path = Path()
      path.move(to: Point(-100, top))
      for i in 0..<40 { path.addLine(to: Point(Double(i) * 15 - 85, top + Double(i % 3) * 10 + 5)) }
      for i in 0..<40 where top != 70 {
        path.addLine(to: Point(500 - Double(i) * 15, top + Double(i % 2) * 55))
      }
      let shape = ShapeLayer()
      shape.frame = Rect(x: 0, y: 0, width: 400, height: 160)
      (shape.path, shape.fillColor, shape.strokeColor) = (path, nil, .black)
      shape.keepsCoverage = true
      scene.plot.addSublayer(shape)
      return shape
    }
    scene.plot.masksToBounds = true
    let change = change(scene) {
      $0.move(to: -2)
      for (line, distance) in zip(lines, [2.0, 3, 2]) { line.position.x -= distance }
    }
    let areas = change.scrolls.map(\.area)
    #expect(!areas.isEmpty)
    for (i, area) in areas.enumerated() {
      #expect(areas.dropFirst(i + 1).allSatisfy { !$0.intersects(area) })
    }
  }

  /// Plots above each other that slide by the same distance do not move the pixels between them.
  @Test func plotsAboveEachOtherAreApart() {
    let (one, other) = (Scene(), Scene())
    other.root.sublayers[1].position.y += 220
    one.root.addSublayer(other.root.sublayers[1])
    func list() -> DisplayList { one.root.frame(at: 0, width: Self.width, height: 480) }
    let before = list()
    for scene in [one, other] { scene.move(to: -3) }
    let change = list().change(from: before)
    #expect(change.scrolls.count == 2)
    #expect(change.scrolls.allSatisfy { $0.area.height <= 160 })
  }

  /// Scenes that change at random, checked against whole drawings.
  @Test(arguments: 0..<20) func anyChangeGivesTheBytesOfAWholeDrawing(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let scene = Scene(
      from: Color(hex: 0x24a1f1), to: Color(hex: UInt32.random(in: 0...0xffffff, using: &random)))
    var (x, samples) = (0.0, 0..<50)
    var scrolls = 0
    for _ in 0..<20 {
      let change = change(scene) { scene in
        x -= Double.random(in: 0...5, using: &random)
        if Int.random(in: 0..<3, using: &random) == 0 {
          samples = samples.lowerBound + 1..<samples.upperBound + 1
          scene.show(samples: samples)
        }
        scene.move(to: x)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: scene.dot.position.y = .random(in: 0...160, using: &random)
        case 1: scene.dot.isHidden.toggle()
        case 2: scene.line.opacity = .random(in: 0.2...1, using: &random)
        case 3: scene.plot.position.y += 3
        case 4: scene.plot.sublayers[0].position.y += 2
        default: break
        }
      }
      scrolls += change.scrolls.count
    }
    #expect(scrolls > 3)
  }
}

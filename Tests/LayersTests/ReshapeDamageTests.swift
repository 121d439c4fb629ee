import Geometry
import Raster
import TestSupport
import Testing

@testable import Layers

/// The damage of a path of which a part has changed, such as the end of a line that grows.
@Suite struct ReshapeDamageTests {
  private static let side = 200

  enum Kind: CaseIterable {
    case fill, evenOdd, line, thick, kept, keptLine
  }

  private func shape(_ kind: Kind, _ path: Path) -> ShapeLayer {
    let shape = ShapeLayer()
    shape.path = path
    shape.keepsCoverage = kind == .kept || kind == .keptLine
    switch kind {
    case .fill, .kept: shape.fillColor = Color(hex: 0x204060)
    case .evenOdd: (shape.fillColor, shape.fillRule) = (Color(hex: 0x204060), .evenOdd)
    case .line, .keptLine:
      (shape.fillColor, shape.strokeColor) = (nil, .black)
      shape.strokeStyle = StrokeStyle(width: 2, cap: .round, join: .round)
    case .thick:
      (shape.fillColor, shape.strokeColor) = (nil, .black)
      shape.strokeStyle = StrokeStyle(width: 9, cap: .square, join: .miter)
    }
    return shape
  }

  private func stage(_ shape: ShapeLayer) -> Layer {
    let clip = box(0, 0, 200, 200)
    clip.masksToBounds = true
    clip.addSublayer(shape)
    return LayersTests.stage(box(0, 0, 200, 200, .white), clip)
  }

  private func frame(_ root: Layer) -> DisplayList {
    root.frame(at: 0, width: Self.side, height: Self.side)
  }

  /// The damage of a change of a shape's path.
  private func damage(_ kind: Kind, from old: Path, to new: Path) -> [IntRect] {
    let shape = shape(kind, old)
    let root = stage(shape)
    let before = frame(root)
    shape.path = new
    return frame(root).damage(from: before)
  }

  private static func line(_ heights: [Double], from x: Double = 10) -> Path {
    var path = Path()
    for (i, y) in heights.enumerated() {
      let point = Point(x + 10 * Double(i), y)
      if i == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    return path
  }

  /// The region between a line and a height, as of an area.
  private static func area(_ heights: [Double]) -> Path {
    var path = line(heights)
    path.addLine(to: Point(path.currentPoint!.x, 190))
    path.addLine(to: Point(10, 190))
    path.closeSubpath()
    return path
  }

  /// The region between a line and the line 30 below, which leads back.
  private static func band(_ heights: [Double]) -> Path {
    var path = line(heights)
    for (i, y) in heights.enumerated().reversed() {
      path.addLine(to: Point(10 + 10 * Double(i), y + 30))
    }
    path.closeSubpath()
    return path
  }

  private static let heights = (0..<18).map { 60 + 20 * Double($0 % 3) }
  private static let moved: [Double] = Array(heights.dropLast()) + [35]
  private static let grown = heights + [90]

  @Test(
    arguments: [
      (.line, line(heights), line(moved), 130), (.keptLine, line(heights), line(moved), 130),
      (.line, line(heights), line(grown), 130), (.fill, area(heights), area(moved), 165),
      (.fill, area(heights), area(grown), 165), (.kept, band(heights), band(moved), 165),
      (.kept, band(heights), band(grown), 165),
    ] as [(Kind, Path, Path, Int)])
  private func theEndThatHasChanged(_ kind: Kind, old: Path, new: Path, left: Int) throws {
    let damage = damage(kind, from: old, to: new)
    #expect(damage.count == 1)
    let rect = try #require(damage.first)
    #expect(rect.minX >= left && rect.maxX <= 200 && rect.width > 8, "\(rect)")
  }

  /// A line whose end changes or grows before another, unchanged subpath at the far left.
  @Test(arguments: [(moved, 130), (grown, 130)])
  func theEndOfASubpathBeforeAnother(heights: [Double], left: Int) throws {
    func path(_ heights: [Double]) -> Path {
      var path = Self.line(heights)
      path.append(Self.line([150, 180], from: 5))
      return path
    }
    for kind in [Kind.line, .keptLine] {
      let damage = damage(kind, from: path(Self.heights), to: path(heights))
      #expect(damage.count == 1)
      let rect = try #require(damage.first)
      #expect(rect.minX >= left && rect.maxY < 130, "\(kind): \(rect)")
    }
  }

  /// A subpath that is joined to the line before it: the line's end has a join in place of a cap.
  @Test func aSubpathThatIsJoined() throws {
    var old = Self.line([60, 60, 60])
    old.move(to: Point(30, 60))
    old.addLine(to: Point(30, 100))
    var new = Self.line([60, 60, 60])
    new.addLine(to: Point(30, 100))
    let rect = try #require(damage(.thick, from: old, to: new).first)
    #expect(rect.minX <= 30 - 5 && rect.minY <= 60 - 5, "\(rect)")
  }

  /// The oldest sample of a window changes with the latest.
  @Test func bothEndsThatHaveChanged() {
    let both: [Double] = [80] + Array(Self.moved.dropFirst())
    let shapes: [(Kind, ([Double]) -> Path)] = [
      (.line, { Self.line($0) }), (.fill, Self.area), (.kept, Self.band),
    ]
    for (kind, path) in shapes {
      let damage = damage(kind, from: path(Self.heights), to: path(both))
      #expect(!damage.contains { $0.minX < 60 && $0.maxX > 130 }, "\(kind): \(damage)")
      #expect(damage.contains { $0.minX < 20 } && damage.contains { $0.maxX > 180 })
    }
  }

  /// An area whose end changes while the area begins to slide, less far than can be seen, over a gradient that
  /// stays: the area is still on the same half of a pixel, and so are its colours.
  @Test(arguments: [(0.1363, 0.117), (0.117, 0.1363)], [false, true])
  func theEndOfAnAreaThatSlidesOverAPaint(places: (Double, Double), isUpright: Bool) throws {
    let (from, to) = places
    let shape = shape(.kept, Self.band(Self.heights))
    shape.position = Point(from, 0)
    let gradient = GradientLayer()
    (gradient.frame, gradient.colors) = (
      Rect(x: 0, y: 0, width: 200, height: 200), [.black, .white]
    )
    if !isUpright { (gradient.startPoint, gradient.endPoint) = (Point(0, 0.5), Point(1, 0.5)) }
    gradient.mask = shape
    let clip = box(0, 0, 200, 200)
    clip.masksToBounds = true
    clip.addSublayer(gradient)
    let root = LayersTests.stage(box(0, 0, 200, 200, .white), clip)
    let before = frame(root)
    shape.path = Self.band(Self.moved)
    shape.position = Point(to, 0)
    shape.add(
      BasicAnimation(
        .position, from: .point(Point(from, 0)), to: .point(Point(to, 0)), duration: 0.5),
      forKey: "slide", at: 0)
    let damage = frame(root).damage(from: before)
    #expect(damage.count == 1)
    let rect = try #require(damage.first)
    #expect(rect.minX >= 165 && rect.width > 8, "\(rect)")
  }

  /// An area whose ground sinks differs everywhere.
  @Test func aGroundThatSinks() throws {
    let old = Self.area(Self.heights)
    var new = Self.line(Self.heights)
    new.addLine(to: Point(180, 195))
    new.addLine(to: Point(10, 195))
    new.closeSubpath()
    let rect = try #require(damage(.fill, from: old, to: new).first)
    #expect(rect.minX <= 10 && rect.maxX >= 180 && rect.maxY >= 195)
  }

  /// Drawing only the damage gives the bytes of a whole drawing, whatever changes.
  @Test(arguments: 0..<120)
  func theRestStaysAsItIs(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    func point() -> Point {
      // Points with equal heights, and equal points, now and then.
      Point(number(-20...220), Bool.random(using: &random) ? 50 : number(-20...220))
    }
    var elements: [(verb: Path.Verb, points: [Point])] = [(.move, [point()])]
    func element() -> (verb: Path.Verb, points: [Point]) {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: (.move, [point()])
      case 1: (.close, [])
      case 2...3: (.quad, [point(), point()])
      case 4...5: (.cubic, [point(), point(), point()])
      default: (.line, [point()])
      }
    }
    // Long paths have more in common at both ends.
    let most = seed % 3 == 0 ? 40 : 14
    for _ in 0..<Int.random(in: 2...most, using: &random) { elements.append(element()) }
    func path() -> Path {
      Path(verbs: elements.map(\.verb), points: elements.flatMap(\.points))
    }
    let shape = shape(Kind.allCases[seed % Kind.allCases.count], path())
    let root = stage(shape)
    let screen = Bitmap(width: Self.side, height: Self.side)
    let renderer = Renderer()
    var last: DisplayList?
    for step in 0..<12 {
      let list = frame(root)
      let whole = IntRect(width: Self.side, height: Self.side)
      let change = last.map { list.change(from: $0) } ?? FrameChange(damage: [whole])
      renderer.draw(list.drawList(within: change.damage), into: screen, after: change)
      let expected = draw(list.drawList.operations, width: Self.side, height: Self.side)
      #expect(zip(screen.pixels, expected.pixels).count { $0 != $1 } == 0, "step \(step)")
      last = list
      let place = Int.random(in: 1..<max(2, elements.count), using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: elements[0].points = [point()]
      case 1: elements.append(element())
      case 2 where elements.count > 3: elements.remove(at: place)
      case 3: elements.insert(element(), at: min(place, elements.count))
      case 4 where place < elements.count:
        elements[place].points = elements[place].points.map { _ in point() }
      default:
        elements[0].points = [point()]
        let end = elements.count - 1
        elements[end].points = elements[end].points.map { $0 + Point(3, 2) }
      }
      shape.path = path()
    }
  }
}

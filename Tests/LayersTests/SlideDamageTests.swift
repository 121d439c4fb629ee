import Geometry
import Raster
import TestSupport
import Testing

@testable import Layers

/// The damage of a sliding path: the rows of its outline.
@Suite struct SlideDamageTests {
  private static let side = 200

  /// A curve in the upper half, above a baseline at the bottom; both ends lie outside the clip.
  private static var area: Path {
    var path = Path()
    path.move(to: Point(-40, 180))
    path.addLine(to: Point(-40, 60))
    for x in stride(from: -40.0, to: 260, by: 20) {
      path.addCurve(
        to: Point(x + 20, 60 + 20 * (x / 20).truncatingRemainder(dividingBy: 2)),
        control1: Point(x + 8, 50), control2: Point(x + 12, 70))
    }
    path.addLine(to: Point(260, 180))
    path.closeSubpath()
    return path
  }

  /// A stage with a clip around a shape that moves by `slide` per second.
  private func tree(_ shape: ShapeLayer, mask: Layer? = nil, slide: Double) -> Layer {
    let clip = box(20, 10, 160, 180)
    clip.masksToBounds = true
    shape.keepsCoverage = true
    if let mask {
      mask.mask = shape
      clip.addSublayer(mask)
    } else {
      clip.addSublayer(shape)
    }
    shape.add(
      BasicAnimation(.position, from: .point(.zero), to: .point(Point(slide, 0)), duration: 1),
      forKey: "slide", at: 0)
    return stage(box(0, 0, 200, 200, .white), clip)
  }

  /// A layer that snaps to columns moves in the frames in which a shape with kept coverage moves.
  @Test(arguments: [1.0, 1.5, 2])
  func aSnappingLayerMovesWithShapes(scale: Double) {
    let rect = Rect(x: 10.3, y: 5, width: 7, height: 9)
    let (carrier, shape) = (Layer(), ShapeLayer())
    carrier.snapsToColumns = true
    carrier.addSublayer(box(rect.minX, rect.minY, rect.width, rect.height, .black))
    (shape.path, shape.keepsCoverage) = (Path(rect: rect), true)
    let trees = [carrier, shape].map { layer in
      layer.position = Point(9.7, 0)
      layer.add(
        BasicAnimation(.position, from: .point(Point(3.3, 0)), duration: 1), forKey: nil, at: 0)
      let tree = stage(layer)
      tree.position = Point(0.4, 0)
      return tree
    }
    var pictures: Set<[UInt32]> = []
    for step in 0...40 {
      let (a, b) = (
        trees[0].picture(at: Double(step) / 40, scale: scale).pixels,
        trees[1].picture(at: Double(step) / 40, scale: scale).pixels
      )
      #expect(a == b, "at \(step)")
      pictures.insert(a)
    }
    #expect(pictures.count == Int((10.1 * scale).rounded() - (3.7 * scale).rounded()) + 1)
    let end = trees[0].picture(at: 1, scale: scale).pixels
    carrier.removeAllAnimations()
    #expect(trees[0].picture(at: 1, scale: scale).pixels == end)
  }

  private func gradient(upright: Bool) -> GradientLayer {
    let layer = GradientLayer()
    layer.frame = Rect(x: 0, y: 0, width: 160, height: 180)
    layer.colors = [Color(hex: 0xff0000), Color(hex: 0x0000ff)]
    if !upright { (layer.startPoint, layer.endPoint) = (Point(0, 0.5), Point(1, 0.5)) }
    return layer
  }

  private enum Kind: CaseIterable {
    case plain, stroked, uprightGradient, strokedGradient, sideways
  }

  private func scene(_ kind: Kind, path: Path = area, slide: Double = -8) -> Layer {
    let shape = ShapeLayer()
    shape.path = path
    shape.fillColor = .black
    if kind == .stroked || kind == .strokedGradient {
      shape.fillColor = nil
      shape.strokeColor = .black
      shape.strokeStyle = StrokeStyle(width: 3, cap: .round, join: .round)
    }
    switch kind {
    case .plain, .stroked: return tree(shape, slide: slide)
    case .uprightGradient: return tree(shape, mask: gradient(upright: true), slide: slide)
    case .strokedGradient, .sideways:
      return tree(shape, mask: gradient(upright: false), slide: slide)
    }
  }

  private func frame(_ root: Layer, at time: Double) -> DisplayList {
    root.frame(at: time, width: Self.side, height: Self.side)
  }

  @Test(
    arguments: zip(
      Kind.allCases, [50...92, 48...193, 50...92, 48...193, 10...190] as [ClosedRange<Int>]))
  private func theRowsOfTheOutline(_ kind: Kind, rows: ClosedRange<Int>) throws {
    let root = scene(kind)
    let damage = frame(root, at: 0.5).damage(from: frame(root, at: 0.25))
    let rect = try #require(damage.first)
    #expect(damage.count == 1)
    #expect(rect.minY >= rows.lowerBound - 3 && rect.maxY <= min(rows.upperBound, 190))
    #expect(rect.minX == 20 && rect.maxX == 180)
  }

  /// A line in the same columns is drawn again in another colour.
  @Test func aLineInAnotherColour() throws {
    let root = scene(.stroked, slide: 0.01)
    let before = frame(root, at: 0.25)
    let shape = root.sublayers[1].sublayers[0] as! ShapeLayer
    shape.strokeColor = Color(hex: 0xff0000)
    let rect = try #require(frame(root, at: 0.5).damage(from: before).first)
    #expect(rect.minX == 20 && rect.maxX == 180 && rect.minY <= 48)
  }

  /// Drawing only the damage gives the bytes of a whole drawing.
  @Test(arguments: 0..<60)
  func theRestStaysAsItIs(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    var path = Path()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      path.move(to: Point(number(-50...100), number(0...200)))
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let (end, last) = (Point(number(-50...250), number(0...200)), path.currentPoint!)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: path.addLine(to: Point(end.x, last.y))
        case 1: path.addLine(to: end)
        case 2: path.addQuadCurve(to: end, control: Point(number(0...200), number(0...200)))
        default:
          path.addCurve(
            to: end, control1: Point(number(0...200), number(0...200)), control2: last)
        }
      }
      if Bool.random(using: &random) { path.closeSubpath() }
    }
    let slide = seed.isMultiple(of: 3) ? number(-2...2) : number(-120...120)
    let root = scene(Kind.allCases[seed % 5], path: path, slide: slide)
    let content = root.sublayers[1].sublayers[0]
    let shape = content.mask as? ShapeLayer ?? content as! ShapeLayer
    let screen = Bitmap(width: Self.side, height: Self.side)
    let renderer = Renderer()
    var last: DisplayList?
    for step in 0..<8 {
      let list = frame(root, at: Double(step) / 7)
      let whole = IntRect(width: Self.side, height: Self.side)
      let change = last.map { list.change(from: $0) } ?? FrameChange(damage: [whole])
      renderer.draw(list.drawList(within: change.damage), into: screen, after: change)
      let expected = draw(list.drawList.operations, width: Self.side, height: Self.side)
      #expect(zip(screen.pixels, expected.pixels).count { $0 != $1 } == 0, "step \(step)")
      last = list
      let color = Color(red: number(0...1), green: 0, blue: 0)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: shape.strokeColor = shape.strokeColor == nil ? nil : color
      case 1: shape.fillColor = shape.fillColor == nil ? nil : color
      case 2: (content as? GradientLayer)?.colors[0] = color
      case 3: content.position.y += 3
      default: break
      }
    }
  }

  /// A mask with only an animated position is recorded once, without a visible difference.
  @Test(arguments: [Kind.uprightGradient, .strokedGradient, .sideways], [1, 0.5])
  private func aMaskThatMovesIsDrawnAsAnyOther(_ kind: Kind, opacity: Double) {
    let (slid, recorded) = (scene(kind), scene(kind))
    func shape(_ root: Layer) -> Layer { root.sublayers[1].sublayers[0].mask! }
    for root in [slid, recorded] { root.sublayers[1].sublayers[0].opacity = opacity }
    shape(recorded).add(
      BasicAnimation(.opacity, from: .scalar(1), to: .scalar(1), duration: 9), forKey: "o", at: 0)
    for time in [0.3, 0.33, 0.7, 2] {
      let pixels = [slid, recorded].map {
        draw(frame($0, at: time).drawList.operations, width: Self.side, height: Self.side).pixels
      }
      #expect(zip(pixels[0], pixels[1]).count { $0 != $1 } == 0, "at \(time)")
      // The next frame uses the model's current place and other colours.
      for root in [slid, recorded] {
        shape(root).position = Point(time * 10, 0)
        (root.sublayers[1].sublayers[0] as! GradientLayer).colors[0] = Color(
          red: time / 4, green: 1, blue: 0)
      }
    }
  }

  @Test func anotherPathIsAllDamage() {
    let root = scene(.plain)
    let before = frame(root, at: 0.25)
    let shape = root.sublayers[1].sublayers[0] as! ShapeLayer
    shape.path = Self.area
    let damage = frame(root, at: 0.5).damage(from: before)
    #expect(damage == [IntRect(minX: 20, minY: 49, maxX: 180, maxY: 190)])
  }
}

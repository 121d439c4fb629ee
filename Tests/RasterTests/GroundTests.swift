import Geometry
import TestSupport
import Testing

@testable import Raster

/// The bottom operations of a tile are written together with the area over them, or not at all.
@Suite struct GroundTests {
  private static let (width, height) = (331, 97)
  private static let available = Kernels.allCases.filter(\.isAvailable)

  /// A random picture: grounds, lines of a grid, areas with kept coverage, and other shapes.
  private struct Picture {
    var random: SeededGenerator
    var operations: [DrawOperation] = []

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      if chance(0.8) {
        operations.append(DrawOperation(.clear(color(isOpaque: chance(0.7)))))
      }
      for _ in 0..<Int.random(in: 1...9, using: &random) { add() }
    }

    private mutating func chance(_ share: Double) -> Bool {
      Double.random(in: 0..<1, using: &random) < share
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
      .random(in: range, using: &random)
    }

    private mutating func color(isOpaque: Bool) -> Color {
      func unit() -> Double { .random(in: 0...1, using: &random) }
      return Color(red: unit(), green: unit(), blue: unit(), alpha: isOpaque ? 1 : unit())
    }

    private mutating func paint() -> Paint {
      let isOpaque = chance(0.5)
      if chance(0.5) { return .color(color(isOpaque: isOpaque)) }
      let ends = [Point(0, 90), Point(0, 90), Point(300, 0), Point(300, 90)]
      return .gradient(
        LinearGradient(
          stops: [.init(0, color(isOpaque: isOpaque)), .init(1, color(isOpaque: isOpaque))],
          start: .zero, end: ends.randomElement(using: &random)!))
    }

    private mutating func rectangle() -> Rect {
      if chance(0.3) { return Rect(x: -5, y: -5, width: 400, height: 200) }
      let x = number(-20...300)
      return Rect(
        x: Double(x), y: Double(number(-20...90)), width: Double(number(1...340)),
        height: Double(chance(0.3) ? 1 : number(1...120)))
    }

    /// The area under a line through noise, which begins left of and above any clip.
    private mutating func area() -> Path {
      var path = Path()
      let step = Double.random(in: 1...40, using: &random)
      var x = -60.0
      path.move(to: Point(x, -40))
      while x < 400 {
        x += step
        path.addLine(to: Point(x, Double(number(-20...110))))
      }
      path.addLine(to: Point(x, 150))
      path.addLine(to: Point(-60, 150))
      path.closeSubpath()
      return path
    }

    private mutating func add() {
      let content: DrawOperation.Content
      var (clip, isKept): (Clip?, Bool) = (nil, false)
      switch number(0...9) {
      case 0...3:
        content = .fill(Path(rect: rectangle()), .nonZero, transform: .identity, paint())
      case 4:
        let rect = rectangle()
        content = .fill(
          Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 3), .nonZero,
          transform: .identity, paint())
      case 5:
        content = .fill(Path(ellipseIn: rectangle()), .nonZero, transform: .identity, paint())
      case 6:
        let inner = Picture(seed: .random(in: 0...999, using: &random))
        content = .group(
          DrawGroup(list: DrawList(Array(inner.operations.prefix(4))), opacity: 0.6))
        if chance(0.6) { clip = Clip(rect: rectangle().insetBy(dx: 0.5, dy: 0)) }
      default:
        let place = AffineTransform.translation(Double(number(-80...80)) / 2, 0)
        content = .fill(area(), .nonZero, transform: place, paint())
        (clip, isKept) = (Clip(rect: rectangle()), true)
      }
      if clip == nil, chance(0.2) { clip = Clip(rect: rectangle()) }
      operations.append(
        DrawOperation(content, clip: clip, keepsCoverage: isKept))
    }

    /// A list with the same pixels, in which every operation needs the pixels behind: each one is
    /// drawn through a clip that hides nothing.
    var plain: DrawList { DrawList(operations.map(GroundTests.plain)) }
  }

  private static func plain(_ operation: DrawOperation) -> DrawOperation {
    let all = Rect(x: -1000, y: -1000, width: 4000, height: 4000)
    var clip = operation.clip ?? Clip(rect: all)
    clip.paths.append(ClipPath(path: Path(ellipseIn: all)))
    var content = operation.content
    switch content {
    case .group(var group):
      group.list = DrawList(group.list.operations.map(plain))
      content = .group(group)
    case .fill(let path, let rule, let transform, let paint):
      content = .fill(path, rule, transform: operation.placed(transform), paint)
    case .clear, .stroke, .glyphs: break
    }
    return DrawOperation(content, clip: clip)
  }

  private static func bitmap() -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    bitmap.buffer.base.update(repeating: 0x2030_4050, count: width * height)
    return bitmap
  }

  /// The pixels that differ, for the whole picture and for some damage.
  private func wrongPixels(seed: UInt64, _ kernels: Kernels) -> Int {
    var picture = Picture(seed: seed)
    let list = DrawList(picture.operations)
    let renderer = Renderer(threads: 1, kernels: kernels)
    let (exact, kept, part) = (Self.bitmap(), Self.bitmap(), Self.bitmap())
    Renderer(threads: 1, kernels: .base).draw(picture.plain, into: exact)
    // Only a second drawing comes from kept coverage.
    let first = Self.bitmap()
    renderer.draw(list, into: first)
    renderer.draw(list, into: kept)
    let damage = (0..<3).map { _ in
      let x = Int.random(in: -9...320, using: &picture.random)
      let y = Int.random(in: -9...90, using: &picture.random)
      return IntRect(
        minX: x, minY: y, maxX: x + Int.random(in: 1...320, using: &picture.random),
        maxY: y + Int.random(in: 1...90, using: &picture.random))
    }
    renderer.draw(list, into: part, damage: damage)
    var wrong = 0
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let pixel = IntRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
        let isDamaged = damage.contains { $0.intersects(pixel) }
        if kept[x, y] != exact[x, y] { wrong += 1 }
        if part[x, y] != (isDamaged ? exact[x, y] : 0x2030_4050) { wrong += 1 }
      }
    }
    return wrong
  }

  @Test(arguments: available) func itIsWhatWouldBeDrawnOneAfterTheOther(_ kernels: Kernels) {
    for seed in 0..<100 as Range<UInt64> {
      #expect(wrongPixels(seed: seed, kernels) == 0, "seed \(seed)")
    }
  }

  /// A line of the grid behind an area ends within a block, beside another colour.
  @Test(arguments: available) func anAreaIsWrittenOverStripsOfItsGround(_ kernels: Kernels) {
    var area = Path()
    area.move(to: Point(0, 200))
    for i in 0...20 { area.addLine(to: Point(Double(i) * 17, i % 2 == 0 ? 3 : 61)) }
    area.addLine(to: Point(340, 200))
    area.closeSubpath()
    func filled(_ rect: Rect, _ color: Color) -> DrawOperation {
      DrawOperation(.fill(Path(rect: rect), .nonZero, transform: .identity, .color(color)))
    }
    let list = DrawList([
      DrawOperation(.clear(.black)),
      filled(Rect(x: 0, y: 0, width: 201, height: 97), Color(hex: 0x334455)),
      filled(Rect(x: 37, y: 40, width: 100, height: 1), Color(hex: 0xff8800, alpha: 0.5)),
      DrawOperation(
        .fill(area, .nonZero, transform: .identity, .color(Color(hex: 0x00ff00, alpha: 0.5))),
        clip: Clip(rect: Rect(x: 10, y: 0, width: 300, height: 97)), keepsCoverage: true),
    ])
    let renderer = Renderer(threads: 1, kernels: kernels)
    let bitmap = Self.bitmap()
    for _ in 0..<2 { renderer.draw(list, into: bitmap) }
    #expect(renderer.coverage.count > 0)
    // Above the area, and in it: the line, its row beside it, and beyond both grounds.
    #expect(bitmap[60, 0] == 0xff33_4455)
    #expect(bitmap[250, 0] == 0xff00_0000)
    #expect(bitmap[60, 80] == 0xff1a_a22b)
    #expect(bitmap[250, 80] == 0xff00_8000)
    #expect(bitmap[5, 80] == 0xff33_4455)
    #expect(bitmap[320, 80] == 0xff00_0000)
    #expect(bitmap[68, 40] != bitmap[68, 42])
    #expect(bitmap[170, 80] == bitmap[60, 80])
  }

  /// Fully covered groups of a block beside a group that is not covered at all.
  @Test(arguments: available, [16, 32, 48])
  func anAreaEndsBetweenTheGroupsOfABlock(_ kernels: Kernels, columns: Int) {
    let end = 128 + columns
    // A shape farther to the right makes the whole block be written.
    var area = Path()
    for (from, to) in [(-70, end), (250, 300)] {
      area.move(to: Point(Double(from), 20))
      for (x, y) in [(to, 20), (to, 220), (from, 220)] {
        area.addLine(to: Point(Double(x), Double(y)))
      }
      area.closeSubpath()
    }
    let list = DrawList([
      DrawOperation(.clear(.black)),
      DrawOperation(
        .fill(area, .nonZero, transform: .identity, .color(.white)),
        clip: Clip(rect: Rect(x: 0, y: 0, width: 331, height: 97)), keepsCoverage: true),
    ])
    let renderer = Renderer(threads: 1, kernels: kernels)
    let bitmap = Self.bitmap()
    for _ in 0..<2 { renderer.draw(list, into: bitmap) }
    #expect(renderer.coverage.count > 0)
    for x in 0..<Self.width {
      let isCovered = x < end || 250..<300 ~= x
      #expect(bitmap[x, 60] == (isCovered ? 0xffff_ffff : 0xff00_0000), "column \(x)")
    }
  }
}

import Geometry
import Raster

/// Makes a drawing list out of bytes, so that a fuzzer can explore all of what a list may say.
///
/// Numbers are mostly ordinary, and now and then huge, tiny or not finite. Bytes that have run out
/// count as zero.
public struct DrawingGenerator {
  public static let size = 64
  private var bytes: ArraySlice<UInt8>

  public init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  mutating func byte() -> Int { Int(bytes.popFirst() ?? 0) }

  mutating func chance(_ outOf256: Int) -> Bool { byte() > 255 - outOf256 }

  mutating func number() -> Double {
    let special: [Double] = [
      .nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, 1e9, -1e9, 2e6, -2e6,
      .leastNonzeroMagnitude, 0,
      1_048_576, -1_048_576, 32_768, 0.5,
    ]
    if chance(6) { return special[byte() & 15] }
    return Double((byte() << 8 | byte()) - 16_384) / 512
  }

  mutating func unit() -> Double {
    chance(8) ? number() : Double(byte()) / 255
  }

  private mutating func point() -> Point { Point(number(), number()) }

  public mutating func list(depth: Int = 0) -> DrawList {
    let count = 1 + byte() % (depth == 0 ? 8 : 3)
    return DrawList((0..<count).map { _ in operation(depth) })
  }

  private mutating func operation(_ depth: Int) -> DrawOperation {
    let content: DrawOperation.Content
    switch byte() % 8 {
    case 0 where depth < 3:
      let mask = chance(96) ? list(depth: depth + 1) : nil
      content = .group(
        DrawGroup(list: list(depth: depth + 1), opacity: unit(), mask: mask))
    case 1:
      content = .clear(color())
    case 2...4:
      content = .fill(path(), rule(), transform: transform(), paint())
    case 5:
      let isMoved = chance(160)
      let place = isMoved ? AffineTransform.translation(number(), number()) : transform()
      content = .glyphs(glyphs(), transform: place, paint())
    default:
      content = .stroke(path(), style(), transform: transform(), paint())
    }
    return DrawOperation(content, clip: chance(80) ? clip() : nil)
  }

  private mutating func rule() -> FillRule { chance(128) ? .evenOdd : .nonZero }

  mutating func color() -> Color {
    Color(red: unit(), green: unit(), blue: unit(), alpha: unit())
  }

  private mutating func transform() -> AffineTransform {
    if !chance(128) { return .identity }
    return AffineTransform(
      a: number() / 16, b: number() / 16, c: number() / 16, d: number() / 16, tx: number(),
      ty: number())
  }

  mutating func clip() -> Clip {
    let a = point()
    let rect =
      chance(128)
      ? Rect(x: a.x.rounded(), y: a.y.rounded(), width: 20, height: 20)
      : Rect(minX: a.x, minY: a.y, maxX: a.x + number(), maxY: a.y + number())
    let count = chance(96) ? 1 + byte() % 2 : 0
    return Clip(
      rect: rect,
      paths: (0..<count).map { _ in
        ClipPath(path: path(), rule: rule(), transform: transform())
      })
  }

  mutating func path() -> Path {
    var path = Path()
    if chance(40) {
      let p = point()
      return Path(
        roundedRect: Rect(x: p.x, y: p.y, width: abs(number()), height: abs(number())),
        cornerRadius: number())
    }
    if !chance(10) { path.move(to: point()) }
    for _ in 0..<(byte() % 12) {
      switch byte() % 8 {
      case 0: path.move(to: point())
      case 1: path.closeSubpath()
      case 2: path.addQuadCurve(to: point(), control: point())
      case 3: path.addCurve(to: point(), control1: point(), control2: point())
      case 4:
        path.addArc(center: point(), radius: number(), startAngle: number(), sweep: number())
      default: path.addLine(to: point())
      }
    }
    return path
  }

  private mutating func glyphs() -> GlyphRun {
    let outlines = (0..<(1 + byte() % 2)).map { _ in
      let path = path()
      return GlyphOutline(path: path, bounds: path.controlPointBounds)
    }
    return GlyphRun(
      (0..<(byte() % 5)).map { i in
        GlyphRun.Glyph(
          outlines[i % outlines.count], scale: chance(20) ? number() : unit(), origin: point())
      })
  }

  mutating func style() -> StrokeStyle {
    var style = StrokeStyle(width: number().magnitude / 4)
    style.cap = [.butt, .round, .square][byte() % 3]
    style.join = [.miter, .round, .bevel][byte() % 3]
    if chance(40) { style.miterLimit = number() }
    if chance(64) {
      style.dashPattern = (0..<(byte() % 4)).map { _ in chance(16) ? number() : abs(number()) }
      style.dashPhase = number()
    }
    if chance(64) { (style.start, style.end) = (unit(), unit()) }
    return style
  }

  mutating func paint() -> Paint {
    switch byte() % 4 {
    case 0:
      let stops = (0..<(byte() % 5)).map { _ in LinearGradient.Stop(unit(), color()) }
      return .gradient(
        LinearGradient(
          stops: stops, start: point(), end: chance(64) ? Point(number(), 0) : point(),
          transform: transform()))
    case 1:
      let (width, height) = (byte() % 6, byte() % 6)
      let pixels = (0..<(width * height)).map { _ in
        UInt32(byte()) &* 0x0101_0101
      }
      return .image(
        ImagePaint(
          image: Image(width: width, height: height, pixels: pixels), transform: transform(),
          opacity: unit()))
    default:
      return .color(color())
    }
  }

  /// Rectangles to be redrawn, some of them overlapping or outside.
  public mutating func damage() -> [IntRect] {
    (0..<(1 + byte() % 4)).map { _ in
      let (x, y) = (byte() % 80 - 8, byte() % 80 - 8)
      return IntRect(minX: x, minY: y, maxX: x + byte() % 40, maxY: y + byte() % 40)
    }
  }
}

/// Finds a flaw in the drawing of a list: pixels whose channels exceed their alpha, or that depend on
/// the threads, the kernels or the damage, or lie beside the picture. Nil where all is well.
public func flaw(in bytes: [UInt8]) -> String? {
  var generator = DrawingGenerator(bytes)
  let list = generator.list()
  let damage = generator.damage()
  let size = DrawingGenerator.size
  let (one, many, part) = (
    Bitmap(width: size, height: size), Bitmap(width: size, height: size),
    Bitmap(width: size, height: size)
  )
  Renderer().draw(list, into: one)
  for pixel in one.pixels {
    let alpha = pixel >> 24
    let largest = max(pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
    if largest > alpha { return "a channel exceeds its alpha: \(String(pixel, radix: 16))" }
  }
  Renderer(threads: 3).draw(list, into: many)
  if one.pixels != many.pixels { return "the bytes depend on the number of threads" }
  for kernels in Kernels.allCases where kernels.isAvailable {
    let picture = GuardedPicture(width: size, height: size)
    picture.draw(list, with: Renderer(threads: 1, kernels: kernels))
    if !picture.isIntact { return "pixels beside the picture are written by \(kernels)" }
    if picture.pixels != one.pixels { return "the bytes depend on the kernels: \(kernels)" }
  }
  Renderer().draw(list, into: part, damage: damage)
  for y in 0..<size {
    for x in 0..<size {
      let isDamaged = damage.contains { $0.minX <= x && x < $0.maxX && $0.minY <= y && y < $0.maxY }
      if part[x, y] != (isDamaged ? one[x, y] : 0) {
        return "pixel (\(x), \(y)) depends on the damage"
      }
    }
  }
  return nil
}

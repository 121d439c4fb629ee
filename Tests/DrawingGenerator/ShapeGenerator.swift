import Geometry
import Raster

#if canImport(Glibc)
  import Glibc
#endif

/// Polygons, and what they cover of pixels, worked out without the rasterizer.
extension DrawingGenerator {
  /// A polygon around a centre, its corners in the order of their angles: it never crosses itself.
  fileprivate mutating func star(isOnGrid: Bool) -> [Point] {
    let center = Point(8 + 48 * share(), 8 + 48 * share())
    let radius = [0.4, 3, 20, 60, 500, 5000][byte() % 6]
    let (corners, start) = (3 + byte() % 20, 6 * share())
    return (0..<corners).map { i in
      let angle = start + 2 * Double.pi * Double(i) / Double(corners)
      let r = radius * (0.2 + 0.8 * share())
      let p = Point(center.x + r * cos(angle), center.y + r * sin(angle))
      return isOnGrid ? Point((p.x * 256).rounded() / 256, (p.y * 256).rounded() / 256) : p
    }
  }

  private mutating func share() -> Double { Double(byte() << 8 | byte()) / 65535 }
}

/// Finds a flaw in the filling of a polygon: pixels whose coverage is not the part of them that lies
/// inside, to a level or, where corners are moved to the device grid, two. Nil where all is well.
public func shapeFlaw(in bytes: [UInt8]) -> String? {
  var generator = DrawingGenerator(bytes)
  let isOnGrid = generator.chance(128)
  let corners = generator.star(isOnGrid: isOnGrid)
  var path = Path()
  path.move(to: corners[0])
  for corner in corners.dropFirst() { path.addLine(to: corner) }
  path.closeSubpath()
  let rule: FillRule = generator.chance(128) ? .evenOdd : .nonZero
  let bitmap = Bitmap(width: DrawingGenerator.size, height: DrawingGenerator.size)
  let fill = DrawOperation(.fill(path, rule, transform: .identity, .color(.black)))
  Renderer().draw(DrawList([fill]), into: bitmap)
  let error = largestAreaError(corners, bitmap)
  return error <= (isOnGrid ? 1 : 2) ? nil : "a polygon's coverage is wrong by \(error) levels"
}

/// By how many of 255 levels the alphas of a bitmap differ from what a polygon that does not cross
/// itself covers of the pixels.
public func largestAreaError(_ corners: [Point], _ bitmap: Bitmap) -> Double {
  var worst = 0.0
  for y in 0..<bitmap.height {
    for x in 0..<bitmap.width {
      let pixel = Rect(x: Double(x), y: Double(y), width: 1, height: 1)
      let exact = area(of: corners, in: pixel).magnitude * 255
      worst = max(worst, (exact - Double(bitmap[x, y] >> 24)).magnitude)
    }
  }
  return worst
}

/// The signed area of a polygon's part in a rectangle, by clipping at its four sides.
private func area(of polygon: [Point], in rect: Rect) -> Double {
  var points = polygon
  func clip(_ inside: (Point) -> Double) {
    var result: [Point] = []
    for i in points.indices {
      let (a, b) = (points[i], points[(i + 1) % points.count])
      let (da, db) = (inside(a), inside(b))
      if da >= 0 { result.append(a) }
      if (da >= 0) != (db >= 0) { result.append(lerp(a, b, da / (da - db))) }
    }
    points = result
  }
  clip { $0.x - rect.minX }
  clip { rect.maxX - $0.x }
  clip { $0.y - rect.minY }
  clip { rect.maxY - $0.y }
  return points.indices.reduce(0) { sum, i in
    let (a, b) = (points[i], points[(i + 1) % points.count])
    return sum + (a.x * b.y - b.x * a.y) / 2
  }
}

import Geometry
import Raster

#if canImport(Glibc)
  import Glibc
#endif

/// A picture for several renderers, so that their speed can be compared.
///
/// The other renderers draw the same scenes with the same random numbers. Coordinates lie on a grid of
/// 1/256 pixel.
struct Scene {
  static let width = 1920
  static let height = 1080

  var name: String
  var list: DrawList
  /// Whether a frame ends with a copy of all pixels.
  var copies = false
  /// Whether the scene is drawn only as a picture, and never timed.
  var isProbe = false

  static let all = [
    gradientLine, dashboard, dense, ring, bigFills, clearAndCopy, antialiasingProbe,
  ]
}

/// The linear congruential generator of "Numerical Recipes".
private struct Generator {
  var state: UInt32

  mutating func next() -> Double {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Double(state >> 8) / 16_777_216
  }
}

private func q(_ value: Double) -> Double { (value * 256 + 0.5).rounded(.down) / 256 }

private func point(_ x: Double, _ y: Double) -> Point { Point(q(x), q(y)) }

private func rgb(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int = 255) -> Color {
  Color(
    red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255,
    alpha: Double(alpha) / 255)
}

private let palette = [(0, 122, 255), (52, 199, 89), (255, 149, 0), (175, 82, 222)]

private func clear(_ color: Color) -> DrawOperation { DrawOperation(.clear(color)) }

private func fill(_ path: Path, _ paint: Paint, _ rule: FillRule = .nonZero) -> DrawOperation {
  DrawOperation(.fill(path, rule, transform: .identity, paint))
}

private func stroke(_ path: Path, _ style: StrokeStyle, _ paint: Paint) -> DrawOperation {
  DrawOperation(.stroke(path, style, transform: .identity, paint))
}

private func gradient(
  from start: Point, to end: Point, _ stops: [LinearGradient.Stop]
) -> Paint {
  .gradient(LinearGradient(stops: stops, start: start, end: end))
}

/// Horizontal lines below each other.
private func lines(_ count: Int, x: ClosedRange<Double>, y: Double, step: Double) -> Path {
  var path = Path()
  for i in 0..<count {
    path.move(to: point(x.lowerBound, y + step * Double(i) + 0.5))
    path.addLine(to: point(x.upperBound, y + step * Double(i) + 0.5))
  }
  return path
}

extension Scene {
  private static var gradientLine: Scene {
    let values = [0.20, 0.55, 0.35, 0.80, 0.60, 0.95, 0.40]
    let p = values.indices.map { (x: 120 + 280 * Double($0), y: 940 - 800 * values[$0]) }
    var curve = Path()
    curve.move(to: point(p[0].x, p[0].y))
    for i in 0..<6 {
      let (before, after) = (p[max(i - 1, 0)], p[min(i + 2, 6)])
      curve.addCurve(
        to: point(p[i + 1].x, p[i + 1].y),
        control1: point(
          p[i].x + (p[i + 1].x - before.x) / 6, p[i].y + (p[i + 1].y - before.y) / 6),
        control2: point(
          p[i + 1].x - (after.x - p[i].x) / 6, p[i + 1].y - (after.y - p[i].y) / 6))
    }
    return Scene(
      name: "S1",
      list: DrawList([
        clear(rgb(243, 243, 243)),
        stroke(
          lines(6, x: 60...1860, y: 140, step: 160), StrokeStyle(), .color(rgb(217, 217, 217))),
        stroke(
          curve, StrokeStyle(width: 4, cap: .round, join: .round),
          gradient(
            from: Point(120, 0), to: Point(1800, 0),
            [.init(0, rgb(253, 164, 8)), .init(1, rgb(251, 37, 45))])),
      ]))
  }

  private static var dashboard: Scene {
    var operations = [clear(.white)]
    for k in 0..<4 { operations += panel(k) }
    return Scene(name: "S2", list: DrawList(operations))
  }

  private static func panel(_ k: Int) -> [DrawOperation] {
    let (left, top) = (20 + 960 * Double(k % 2), 20 + 540 * Double(k / 2))
    let (r, g, b) = palette[k]
    var random = Generator(state: UInt32(1000 + k))
    var w = 0.0
    let points = (0..<500).map { i in
      w = 0.98 * w + (random.next() - 0.5) * 30
      return point(left + 10 + 900 * Double(i) / 499, top + 250 + w)
    }
    var curve = Path()
    curve.move(to: points[0])
    for i in 1..<500 {
      let middle = (points[i - 1].x + points[i].x) / 2
      curve.addCurve(
        to: points[i], control1: point(middle, points[i - 1].y),
        control2: point(middle, points[i].y))
    }
    var area = curve
    area.addLine(to: point(points[499].x, top + 490))
    area.addLine(to: point(points[0].x, top + 490))
    area.closeSubpath()
    var operations = [
      fill(
        Path(rect: Rect(x: left, y: top, width: 920, height: 500)),
        .color(rgb(248, 249, 251))),
      stroke(
        lines(10, x: left...left + 920, y: top + 25, step: 50), StrokeStyle(),
        .color(rgb(222, 226, 230))),
      fill(
        area,
        gradient(
          from: Point(0, top), to: Point(0, top + 490),
          [.init(0, rgb(r, g, b, 77)), .init(1, rgb(r, g, b, 0))])),
      stroke(
        curve, StrokeStyle(width: 2, cap: .round, join: .round), .color(rgb(r, g, b))),
    ]
    for j in 0..<20 {
      let dot = circle(points[12 + 25 * j], 3)
      operations.append(fill(dot, .color(.white)))
      operations.append(
        stroke(dot, StrokeStyle(width: 1.5, join: .round), .color(rgb(r, g, b))))
    }
    return operations
  }

  private static func circle(_ c: Point, _ r: Double) -> Path {
    let k = r * 0.5522847498307936
    var path = Path()
    path.move(to: point(c.x + r, c.y))
    path.addCurve(
      to: point(c.x, c.y + r), control1: point(c.x + r, c.y + k), control2: point(c.x + k, c.y + r))
    path.addCurve(
      to: point(c.x - r, c.y), control1: point(c.x - k, c.y + r), control2: point(c.x - r, c.y + k))
    path.addCurve(
      to: point(c.x, c.y - r), control1: point(c.x - r, c.y - k), control2: point(c.x - k, c.y - r))
    path.addCurve(
      to: point(c.x + r, c.y), control1: point(c.x + k, c.y - r), control2: point(c.x + r, c.y - k))
    path.closeSubpath()
    return path
  }

  private static var dense: Scene {
    var operations = [clear(.white)]
    for k in 0..<4 {
      var random = Generator(state: UInt32(2000 + k))
      var w = 0.0
      var path = Path()
      for i in 0..<10_000 {
        w = 0.999 * w + (random.next() - 0.5) * 12
        let y = min(max(216 + 216 * Double(k) + w, 4), 1076)
        let p = point(20 + 1880 * Double(i) / 9999, y)
        if i == 0 { path.move(to: p) } else { path.addLine(to: p) }
      }
      let (r, g, b) = palette[k]
      operations.append(
        stroke(path, StrokeStyle(width: 1.5, join: .round), .color(rgb(r, g, b))))
    }
    return Scene(name: "S3", list: DrawList(operations))
  }

  private static var ring: Scene {
    var path = stadium(160, 140, 1600, 800)
    path.append(stadium(210, 190, 1500, 700))
    return Scene(
      name: "S4",
      list: DrawList([
        clear(.white),
        fill(
          Path(rect: Rect(x: 0, y: 0, width: 1920, height: 1080)),
          gradient(
            from: Point(0, 0), to: Point(1920, 1080),
            [
              .init(0, rgb(18, 32, 74)), .init(0.5, rgb(94, 53, 177)), .init(1, rgb(255, 112, 67)),
            ])),
        fill(path, .color(.white), .evenOdd),
      ]))
  }

  private static func stadium(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> Path {
    let r = h / 2
    let k = r * 0.5522847498307936
    let (a, b, c) = (x + r, x + w - r, y + r)
    let (right, bottom) = (x + w, y + h)
    var path = Path()
    path.move(to: point(a, y))
    path.addLine(to: point(b, y))
    path.addCurve(
      to: point(right, c), control1: point(b + k, y), control2: point(right, c - k))
    path.addCurve(
      to: point(b, bottom), control1: point(right, c + k), control2: point(b + k, bottom))
    path.addLine(to: point(a, bottom))
    path.addCurve(to: point(x, c), control1: point(a - k, bottom), control2: point(x, c + k))
    path.addCurve(to: point(a, y), control1: point(x, c - k), control2: point(a - k, y))
    path.closeSubpath()
    return path
  }

  private static var bigFills: Scene {
    var random = Generator(state: 5000)
    var operations = [clear(.white)]
    for _ in 0..<200 {
      let (cx, cy) = (1920 * random.next(), 1080 * random.next())
      let radius = 150 + 250 * random.next()
      let corners = 3 + Int(6 * random.next())
      let phase = 2 * Double.pi * random.next()
      let (r, g, b) = (
        Int(256 * random.next()), Int(256 * random.next()), Int(256 * random.next())
      )
      var path = Path()
      for j in 0..<corners {
        let rho = radius * (0.6 + 0.4 * random.next())
        let t = phase + 2 * Double.pi * Double(j) / Double(corners)
        let p = point(cx + rho * cos(t), cy + rho * sin(t))
        if j == 0 { path.move(to: p) } else { path.addLine(to: p) }
      }
      path.closeSubpath()
      operations.append(fill(path, .color(rgb(r, g, b, 128))))
    }
    return Scene(name: "S5", list: DrawList(operations))
  }

  private static var clearAndCopy: Scene {
    Scene(name: "S6", list: DrawList([clear(rgb(30, 60, 90))]), copies: true)
  }

  private static var antialiasingProbe: Scene {
    func polygon(_ corners: [(Double, Double)]) -> Path {
      var path = Path()
      path.move(to: point(corners[0].0, corners[0].1))
      for c in corners.dropFirst() { path.addLine(to: point(c.0, c.1)) }
      path.closeSubpath()
      return path
    }
    return Scene(
      name: "QA",
      list: DrawList([
        clear(.white),
        fill(polygon([(100, 100), (1800, 101), (1800, 110), (100, 110)]), .color(.black)),
        fill(polygon([(100, 200), (110, 200), (110, 1000), (101, 1000)]), .color(.black)),
      ]), isProbe: true)
  }
}

import Geometry
import Raster
import TestSupport
import Testing

@Suite struct GoldenTests {
  @Test func strokes() {
    var operations: [DrawOperation] = []
    let caps = [LineCap.butt, .round, .square]
    let joins = [LineJoin.miter, .round, .bevel]
    for (row, cap) in caps.enumerated() {
      for (column, join) in joins.enumerated() {
        let place = AffineTransform.translation(Double(column) * 80 + 12, Double(row) * 60 + 12)
        var path = line([Point(0, 36), Point(20, 4), Point(30, 34), Point(36, 20)])
        path.addCurve(
          to: Point(56, 8), control1: Point(36, 50), control2: Point(60, 40))
        let style = StrokeStyle(width: 9, cap: cap, join: join)
        let blue = Paint.color(Color(hex: 0x007aff, alpha: 0.6))
        operations.append(stroked(path, style, place, blue))
        operations.append(stroked(path, StrokeStyle(width: 1), place))
        let dashed = StrokeStyle(
          width: 4, cap: cap, join: join, dashPattern: [9, 7], dashPhase: 3, end: 0.9)
        var ring = Path()
        ring.addArc(center: Point(28, 46), radius: 8, startAngle: 0, sweep: 5)
        operations.append(stroked(ring, dashed, place, .color(Color(hex: 0xff3b30))))
      }
    }
    expectGolden(draw(operations, width: 248, height: 190), named: "raster-strokes")
  }

  @Test func paints() {
    let rainbow = [
      LinearGradient.Stop(0, Color(hex: 0xff3b30)), .init(0.5, Color(hex: 0xffcc00, alpha: 0.5)),
      .init(1, Color(hex: 0x34c759)),
    ]
    func gradient(_ end: Point) -> Paint {
      .gradient(LinearGradient(stops: rainbow, start: .zero, end: end))
    }
    func tile(_ x: Double, _ paint: Paint, clip: Clip? = nil) -> DrawOperation {
      let path = Path(
        roundedRect: Rect(x: 0, y: 0, width: 50, height: 50), cornerRadius: 12)
      return filled(path, .nonZero, .translation(x, 8), paint, clip: clip)
    }
    let circle = ClipPath(path: Path(circleCenter: Point(258, 33), radius: 22.5))
    let clip = Clip(rect: Rect(x: 0, y: 0, width: 400, height: 60), paths: [circle])
    let mask = DrawList([
      filled(Path(circleCenter: Point(318, 33), radius: 20.5), .nonZero, .identity)
    ])
    let group = DrawGroup(
      list: DrawList([tile(293, gradient(Point(50, 50)))]), opacity: 0.7, mask: mask)
    let operations = [
      tile(8, gradient(Point(50, 0))), tile(65, gradient(Point(0, 50))),
      tile(122, gradient(Point(50, 50))), tile(179, gradient(Point(0, 50))),
      tile(233, gradient(Point(50, 0)), clip: clip), DrawOperation(.group(group)),
    ]
    expectGolden(draw(operations, width: 352, height: 66), named: "raster-paints")
  }
}

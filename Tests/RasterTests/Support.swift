import Geometry
import Raster
import TestSupport

func polygon(_ points: [Point]) -> Path {
  var path = Path()
  path.move(to: points[0])
  for p in points.dropFirst() { path.addLine(to: p) }
  path.closeSubpath()
  return path
}

func line(_ points: [Point]) -> Path {
  var path = Path()
  path.move(to: points[0])
  for p in points.dropFirst() { path.addLine(to: p) }
  return path
}

func filled(
  _ path: Path, _ rule: FillRule = .nonZero, _ transform: AffineTransform = .identity,
  _ paint: Paint = .color(.black), clip: Clip? = nil
) -> DrawOperation {
  DrawOperation(.fill(path, rule, transform: transform, paint), clip: clip)
}

func stroked(
  _ path: Path, _ style: StrokeStyle, _ transform: AffineTransform = .identity,
  _ paint: Paint = .color(.black)
) -> DrawOperation {
  DrawOperation(.stroke(path, style, transform: transform, paint))
}

/// A picture over transparent pixels: the alphas of black paint are coverages.
func coverage(_ operations: [DrawOperation], width: Int = 64, height: Int = 64) -> Bitmap {
  draw(operations, width: width, height: height, over: .clear)
}

func channels(_ pixel: UInt32) -> [Double] {
  [16, 8, 0, 24].map { Double(pixel >> UInt32($0) & 255) }
}

/// Whether a pixel's red, green and blue are within a distance of what is expected.
func isNear(_ pixel: UInt32, _ rgb: [Double], _ tolerance: Double = 1) -> Bool {
  zip(channels(pixel), rgb).allSatisfy { ($0 - $1).magnitude <= tolerance }
}

func largestDifference(_ a: Bitmap, _ b: Bitmap) -> Int {
  zip(a.pixels, b.pixels).map { p, q in
    zip(channels(p), channels(q)).map { Int(($0 - $1).magnitude) }.max()!
  }.max()!
}

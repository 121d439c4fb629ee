import Geometry

/// A band between two racetracks: half circles joined by straights, run through clockwise from the
/// middle of the left side. Progress measures the outer edge.
struct Racetrack: Equatable {
  /// The outer radius of the half circles.
  let radius: Double
  /// The length of each straight.
  let straight: Double
  let band: Double
  let center: Point

  /// The largest racetrack in a rectangle; upright ones become circles.
  init(in rect: Rect, band: Double) {
    radius = max(0, min(rect.width, rect.height) / 2)
    straight = max(0, rect.width - rect.height)
    self.band = min(max(0, band), radius)
    center = rect.center
  }

  /// The line in the middle of the band; stroked as wide as the band, it fills it.
  var centerLine: Path {
    let r = radius - band / 2
    let (left, right) = (center.x - straight / 2, center.x + straight / 2)
    let k = r * 0.5522847498307934
    let y = center.y
    var path = Path()
    path.move(to: Point(left - r, y))
    path.addCurve(
      to: Point(left, y - r), control1: Point(left - r, y - k), control2: Point(left - k, y - r))
    if straight > 0 { path.addLine(to: Point(right, y - r)) }
    path.addCurve(
      to: Point(right + r, y), control1: Point(right + k, y - r), control2: Point(right + r, y - k))
    path.addCurve(
      to: Point(right, y + r), control1: Point(right + r, y + k), control2: Point(right + k, y + r))
    if straight > 0 { path.addLine(to: Point(left, y + r)) }
    path.addCurve(
      to: Point(left - r, y), control1: Point(left - k, y + r), control2: Point(left - r, y + k))
    path.closeSubpath()
    return path
  }

  /// The fraction of the centre line at which the band's cut is when its outer edge has come as far
  /// as `progress`, held within 0...1; 0 for NaN.
  func centerFraction(_ progress: Double) -> Double {
    guard progress > 0 else { return 0 }
    guard progress < 1 else { return 1 }
    let outer = pieces(radius: radius)
    let inner = pieces(radius: radius - band / 2)
    let (outerLength, innerLength) = (outer.reduce(0, +), inner.reduce(0, +))
    guard outerLength > 0, innerLength > 0 else { return progress }
    var left = progress * outerLength
    var reached = 0.0
    for (o, i) in zip(outer, inner) {
      if left <= o { return (reached + (o > 0 ? i * left / o : 0)) / innerLength }
      left -= o
      reached += i
    }
    return 1
  }

  /// The progress at which an arc or a straight ends and the next begins, ascending; none where the
  /// racetrack has no length.
  var boundaries: [Double] {
    let lengths = pieces(radius: radius)
    let whole = lengths.reduce(0, +)
    guard whole > 0 else { return [] }
    var reached = 0.0
    return lengths.dropLast().map { length in
      reached += length
      return reached / whole
    }
  }

  /// A quarter, the top, a half, the bottom, a quarter.
  private func pieces(radius: Double) -> [Double] {
    let quarter = radius * Double.pi / 2
    return [quarter, straight, 2 * quarter, straight, quarter]
  }
}

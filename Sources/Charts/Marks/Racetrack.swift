import Geometry
import Glibc

/// A band between two racetracks: half circles joined by straights, clockwise from the middle of the left side.
/// Progress measures the outer edge.
struct Racetrack: Equatable {
  /// The outer radius of the half circles.
  let radius: Double
  /// The length of each straight.
  let straight: Double
  let band: Double
  let center: Point

  /// The largest racetrack in a rectangle; in an upright rectangle, a circle.
  init(in rect: Rect, band: Double) {
    radius = max(0, min(rect.width, rect.height) / 2)
    straight = max(0, rect.width - rect.height)
    self.band = min(max(0, band), radius)
    center = rect.center
  }

  /// The line in the middle of the band; a stroke of this line, as wide as the band, fills the band.
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

  /// The fraction of the centre line at the cut of the band, whose outer edge ends at `progress`, held within 0...1; 0
  /// for NaN.
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

  /// The progresses at which an arc or a straight ends and the next begins, ascending; empty for a racetrack without
  /// length.
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

  /// The band from the start to a progress, held within 0...1, as one closed region: along the outer
  /// edge to the cut, and back along the inner edge. NaN counts as 0.
  ///
  /// The region has the same elements for every progress, so that one region can become another.
  func region(_ progress: Double) -> Path {
    let held = progress > 0 ? min(progress, 1) : 0
    let outer = edge(radius: radius, upTo: held)
    let inner = edge(radius: radius - band, upTo: held)
    var path = Path()
    path.move(to: outer[0].p0)
    for curve in outer { path.addCurve(to: curve.p3, control1: curve.p1, control2: curve.p2) }
    path.addLine(to: inner[inner.count - 1].p3)
    for curve in inner.reversed() {
      path.addCurve(to: curve.p0, control1: curve.p2, control2: curve.p1)
    }
    path.closeSubpath()
    return path
  }

  /// The edge at a radius up to the cut, as one curve for each side: a side beyond the cut is a point at the cut.
  private func edge(radius edgeRadius: Double, upTo progress: Double) -> [CubicCurve] {
    let quarter = radius * Double.pi / 2
    var left = progress * (4 * quarter + 2 * straight)
    var curves: [CubicCurve] = []
    for side in Side.allCases {
      let length = side.isStraight ? straight : quarter
      // A rounded sum of the lengths must not leave a gap in a full ring.
      let isWhole = progress == 1 || left >= length
      if let tip = curves.last?.p3, left <= 0, !isWhole {
        curves.append(CubicCurve(lineFrom: tip, to: tip))
      } else {
        curves.append(edge(side, radius: edgeRadius, upTo: isWhole ? 1 : max(0, left / length)))
      }
      left -= length
    }
    return curves
  }

  /// The part of a side's edge up to a fraction of its length; a point for 0.
  private func edge(_ side: Side, radius: Double, upTo fraction: Double) -> CubicCurve {
    let (left, right) = (center.x - straight / 2, center.x + straight / 2)
    switch side {
    case .top, .bottom:
      let y = center.y + (side == .top ? -radius : radius)
      let (start, end) = side == .top ? (left, right) : (right, left)
      return CubicCurve(lineFrom: Point(start, y), to: Point(lerp(start, end, fraction), y))
    case .topLeft, .topRight, .bottomRight, .bottomLeft:
      let middle = Point(side == .topLeft || side == .bottomLeft ? left : right, center.y)
      let (start, turn) = (side.startAngle, fraction * Double.pi / 2)
      let reach = 4.0 / 3 * tan(turn / 4) * radius
      func place(_ angle: Double) -> Point { middle + Point(cos(angle), sin(angle)) * radius }
      func heading(_ angle: Double) -> Point { Point(-sin(angle), cos(angle)) * reach }
      let (p, q) = (place(start), place(start + turn))
      return CubicCurve(p, p + heading(start), q - heading(start + turn), q)
    }
  }

  /// The progresses, ascending, between which a region becomes the next one in straight lines with an
  /// error of no more than 1/2900 of the radius: the ends of the sides, and three degrees of each arc.
  var regionStops: [Double] {
    let quarter = radius * Double.pi / 2
    let whole = 4 * quarter + 2 * straight
    guard whole > 0 else { return [] }
    var reached = 0.0
    return Side.allCases.flatMap { side -> [Double] in
      let length = side.isStraight ? straight : quarter
      defer { reached += length }
      let steps = side.isStraight ? 1 : Racetrack.stepsOfQuarter
      return (1...steps).map { (reached + length * Double($0) / Double(steps)) / whole }
    }.dropLast()
  }

  private static let stepsOfQuarter = 30

  /// The sides in the order of progress.
  private enum Side: CaseIterable {
    case topLeft, top, topRight, bottomRight, bottom, bottomLeft

    var isStraight: Bool { self == .top || self == .bottom }

    /// The angle, clockwise on screen from the right, at which an arc begins.
    var startAngle: Double {
      switch self {
      case .topLeft: .pi
      case .topRight: 1.5 * .pi
      case .bottomRight: 0
      default: 0.5 * .pi
      }
    }
  }

  /// The lengths of a quarter circle, the top, a half circle, the bottom, and a quarter circle.
  private func pieces(radius: Double) -> [Double] {
    let quarter = radius * Double.pi / 2
    return [quarter, straight, 2 * quarter, straight, quarter]
  }
}

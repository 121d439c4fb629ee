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

  /// The band from the start to a progress, held within 0...1, as one closed region: along the outer
  /// edge to the cut, and back along the inner edge. NaN counts as 0.
  ///
  /// The region has the same elements for every progress, so that one region can become another.
  /// - Parameter share: the width of the region in the middle of the band, as a share of the band's. Default 1.
  func region(_ progress: Double, share: Double = 1) -> Path {
    let held = progress > 0 ? min(progress, 1) : 0
    let margin = band * (1 - share) / 2
    let outer = edge(radius: radius - margin, upTo: held)
    let inner = edge(radius: radius - band + margin, upTo: held)
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
}

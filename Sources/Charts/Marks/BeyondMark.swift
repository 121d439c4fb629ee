import Geometry
import Layers
import Typography

/// The value of a line that is held at an edge of its plot: `▲ 1421`.
final class BeyondMark {
  let layer = Layer()
  private let ground = Layer()
  private let text = TextLayer()
  private var spot = Spot.all[0]

  /// A place of the mark beside its sample.
  private struct Spot: Equatable {
    /// Whether the mark stands at the right of the line.
    var isRight: Bool
    /// The distance from the edge beyond the usual one, in half heights of the mark.
    var down: Int
    /// The distance from the sample beyond the usual one, in half widths of the mark.
    var away: Int
    /// Whether the mark stands on the other side of the plot's edge, where no line is.
    var isOutside = false

    /// All places, the best ones first: the mark stays near its edge.
    static let all =
      beside([(0, 0), (1, 0)]) + [outside] + beside((1..<5).map { (0, $0) })
      + beside((2..<4).map { ($0, 0) })
    private static let outside = Spot(isRight: false, down: 0, away: 0, isOutside: true)

    private static func beside(_ distances: [(down: Int, away: Int)]) -> [Spot] {
      distances.flatMap { distance in
        [true, false].map { Spot(isRight: $0, down: distance.down, away: distance.away) }
      }
    }
  }

  /// The gap between the line and a mark outside of the plot, in points.
  private static let gapOutside = 2.0

  init() {
    layer.anchorPoint = .zero
    layer.addSublayer(ground)
    layer.addSublayer(text)
    layer.isHidden = true
  }

  /// - Parameters:
  ///   - mark: the sample; nil for none.
  ///   - motion: the motion of the axes.
  ///   - hasRoomOutside: whether the mark may stand on the other side of the plot's edge.
  ///   - panel: the colour of the panel.
  ///   - time: the moment at which the motion starts; nil for none.
  ///   - clearance: the distance from a rectangle of the plot to the nearest line above or below.
  func update(
    _ mark: PlotContent.Beyond?, format: ValueFormat, _ motion: PlotTransition, size: Size,
    hasRoomOutside: Bool, panel: Color, environment: ChartEnvironment, at time: Double?,
    clearance: (Rect) -> Double
  ) {
    layer.isHidden = mark == nil
    guard let mark else { return }
    let type = environment.type
    let line = environment.fonts.line(
      (mark.isAbove ? "▲ " : "▼ ") + digits(mark.value, format), font: type.tick)
    let capHeight = environment.fonts.metrics(of: type.tick).capHeight
    let padding = type.tick.size * 0.3
    let height = capHeight + 2 * padding
    let width = line.width + 2 * padding
    text.line = line
    text.foregroundColor = environment.theme.text
    text.placeBaseline(at: Point(padding, padding + capHeight))
    ground.frame = Rect(x: 0, y: 0, width: width, height: height)
    ground.backgroundColor = panel.opacity(0.78)
    ground.cornerRadius = padding
    // The dot at the end, and the line at the edge, stay free.
    let gap = Crosshair.radius(environment) + padding
    // The line runs to the edge and back, so that the mark stands beside the line.
    func distance(_ spot: Spot) -> Double {
      type.lineWidth + padding + width / 2 * Double(spot.away)
    }
    func hasRoom(_ spot: Spot, _ map: AxisMap) -> Bool {
      !spot.isRight || map.x(mark.time) + distance(spot) + width <= size.width
    }
    func frameOutside(_ map: AxisMap) -> Rect {
      let distance = type.lineWidth / 2 + Self.gapOutside - padding
      let left = min(map.x(mark.time) - width / 2, size.width - type.lineWidth - padding - width)
      return Rect(
        x: environment.snapped(max(left, 0)),
        y: mark.isAbove ? -distance - height : size.height + distance, width: width, height: height)
    }
    func frame(_ spot: Spot, _ map: AxisMap) -> Rect {
      if spot.isOutside { return frameOutside(map) }
      let (x, distance) = (map.x(mark.time), distance(spot))
      let left = spot.isRight && hasRoom(spot, map) ? x + distance : x - distance - width
      let down = gap + height / 2 * Double(spot.down)
      return Rect(
        x: environment.snapped(min(max(left, 0), max(0, size.width - width))),
        y: mark.isAbove ? down : size.height - down - height, width: width, height: height)
    }
    func isFree(_ spot: Spot) -> Bool {
      let frame = frame(spot, motion.to)
      if spot.isOutside {
        let letters = frame.insetBy(dx: 0, dy: padding)
        return hasRoomOutside && clearance(letters) >= type.lineWidth / 2
      }
      return hasRoom(spot, motion.to) && frame.minY >= 0 && frame.maxY <= size.height
        && clearance(frame) >= type.lineWidth / 2
    }
    // The mark stays in its place as long as the place is free.
    if !isFree(spot) { spot = Spot.all.first(where: isFree) ?? Spot.all[0] }
    ground.isHidden = spot.isOutside
    layer.move(
      .position, from: .point(frame(spot, motion.from).origin),
      to: .point(frame(spot, motion.to).origin), at: time, duration: motion.duration)
  }

  /// The digits of a value beyond the axis, which is large compared with the ticks: a value of three or more digits has
  /// no decimals.
  private func digits(_ value: Double, _ format: ValueFormat) -> String {
    var format = format
    if abs(value) >= 100 * (format.scale?.divisor ?? 1) { format.decimals = 0 }
    return format(value).digits
  }
}

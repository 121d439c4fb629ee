import Geometry
import Layers
import Typography

/// A speech bubble with a text, which points at a place below, or at a place above if there is no room over that place.
final class Bubble {
  let layer = Layer()
  private let shape = ShapeLayer()
  private let text = TextLayer()

  init() {
    layer.addSublayer(shape)
    layer.addSublayer(text)
    layer.anchorPoint = .zero
  }

  /// - Parameters:
  ///   - frame: the frame of the bubble with its pointer, relative to `place`.
  ///   - place: the place that the bubble points at.
  ///   - time: the start of the motion to the place; nil for an immediate change.
  func show(
    _ line: TextLine, frame: Rect, place: Point, capHeight: Double, colors: (Color, Color),
    at time: Double?
  ) {
    // A bubble that would be clipped at the top hangs below its place instead.
    let isBelow = place.y + frame.minY < 0
    let box = isBelow ? Rect(origin: Point(frame.minX, -frame.maxY), size: frame.size) : frame
    shape.path = Bubble.outline(box, tip: 0, pointsUp: isBelow)
    shape.fillColor = colors.0
    text.line = line
    text.foregroundColor = colors.1
    let middle = isBelow ? box.maxY - Bubble.body(box) / 2 : box.minY + Bubble.body(box) / 2
    text.placeBaseline(at: Point(box.midX - line.width / 2, middle + capHeight / 2))
    layer.move(.position, to: .point(place), at: time)
  }

  /// The height without the pointer.
  private static func body(_ box: Rect) -> Double { box.height * 0.76 }

  private static func outline(_ box: Rect, tip: Double, pointsUp: Bool) -> Path {
    let height = body(box)
    let top = pointsUp ? box.maxY - height : box.minY
    let rect = Rect(x: box.minX, y: top, width: box.width, height: height)
    var path = Path(roundedRect: rect, cornerRadius: height * 0.27)
    let (base, end) = pointsUp ? (rect.minY + 1, box.minY) : (rect.maxY - 1, box.maxY)
    let half = height * 0.25
    // The tip has the winding of the rectangle, so that the overlap is no hole.
    path.move(to: Point(tip, end))
    path.addLine(to: Point(tip - (pointsUp ? -half : half), base))
    path.addLine(to: Point(tip + (pointsUp ? -half : half), base))
    path.closeSubpath()
    return path
  }
}

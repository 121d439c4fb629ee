import Geometry
import Layers
import Typography

extension TextLayer {
  /// A line of text, the left end of whose baseline is at a point.
  convenience init(_ line: TextLine, color: Color, baseline: Point) {
    self.init()
    self.line = line
    foregroundColor = color
    placeBaseline(at: baseline)
  }

  /// Puts the left end of the baseline at a point of the superlayer.
  public func placeBaseline(at origin: Point) {
    anchorPoint = .zero
    position = Point(origin.x, origin.y - (line?.ascent ?? 0))
  }
}

extension TextLine {
  /// The distance from the line's start to the left edge of its first letter, in points.
  var inkEdge: Double { inkBounds.isNull ? 0 : inkBounds.minX }
}

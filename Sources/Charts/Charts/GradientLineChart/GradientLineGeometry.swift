import Geometry

/// The places of the parts of a `GradientLineChart`, in its own lengths.
struct GradientLineGeometry: Equatable {
  let size: Size
  /// The strips at the left and at the bottom, for labels.
  let padding: Double
  /// The number of dates that share the width, and of value labels that share the height.
  let columns: Int
  let rows: Int

  static let bubbleSize = Size(30, 30)
  static let bubbleOffset = Point(-17, -34)

  var xAxisSpacing: Double { max(0, size.width - padding) / Double(max(1, columns)) }
  var yAxisSpacing: Double { max(0, size.height - padding) / Double(max(1, rows)) }

  /// The rectangle of the gradient: all but the strips for labels.
  var plot: Rect {
    Rect(
      minX: padding, minY: 0, maxX: max(padding, size.width),
      maxY: max(0, size.height - padding))
  }

  /// The map from a column, counted from 1, and a height in rows to a place.
  var map: AxisMap {
    AxisMap(
      xScale: xAxisSpacing, xOffset: padding - xAxisSpacing / 2, yScale: -yAxisSpacing,
      yOffset: size.height - padding)
  }

  /// The y of a grid line; row 0 is the lowest.
  func gridY(_ row: Int) -> Double { map.y(Double(row)) }

  /// The top left corner of a date with a given size; column 0 is the first.
  func xLabelOrigin(_ column: Int, _ label: Size) -> Point {
    Point(
      padding + Double(column) * xAxisSpacing + (xAxisSpacing - label.width) / 2,
      size.height - padding + (padding - label.height) / 2)
  }

  /// The top left corner of a value label with a given size; row 0 is the lowest.
  func yLabelOrigin(_ row: Int, _ label: Size) -> Point {
    Point((padding - label.width) / 2, gridY(row) - label.height / 2)
  }

  /// The frame of the bubble over the end of the line, as wide as its text needs, and no further
  /// out than the right edge.
  func bubbleFrame(end: Point, textWidth: Double) -> Rect {
    let width = max(Self.bubbleSize.width, textWidth + 10)
    let left = min(end.x + Self.bubbleOffset.x, max(end.x - width + 10, size.width - width))
    return Rect(
      x: left, y: end.y + Self.bubbleOffset.y, width: width, height: Self.bubbleSize.height)
  }
}

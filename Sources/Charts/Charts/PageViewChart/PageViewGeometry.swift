import Geometry

/// The places of the parts of a `PageViewChart`, in its own lengths.
struct PageViewGeometry: Equatable {
  let size: Size
  let insets: EdgeInsets
  /// The number of dates.
  let count: Int

  /// The points by which the y axis extends beyond its topmost value.
  static let axisOverhang = 10.0
  static let tickLength = 2.5

  /// The rectangle between the axes.
  var plot: Rect {
    Rect(
      minX: insets.left, minY: insets.top, maxX: max(insets.left, size.width - insets.right),
      maxY: max(insets.top, size.height - insets.bottom))
  }

  /// The distance between two dates; 0 for a single one, which lies at the left.
  var spacing: Double { count > 1 ? plot.width / Double(count - 1) : 0 }

  /// The map from a date's index and a value to a place.
  func map(_ scale: PageViewScale) -> AxisMap {
    AxisMap(
      xScale: spacing, xOffset: plot.minX, yScale: -plot.height / scale.maximum,
      yOffset: plot.maxY)
  }

  /// Both axes as one path.
  var axes: Path {
    var path = Path()
    path.move(to: Point(plot.minX, plot.minY - Self.axisOverhang))
    path.addLine(to: Point(plot.minX, plot.maxY))
    path.addLine(to: Point(plot.maxX, plot.maxY))
    return path
  }
}

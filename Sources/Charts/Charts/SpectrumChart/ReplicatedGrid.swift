import Geometry
import Layers

/// Horizontal and vertical lines at equal distances, from edge to edge: one of each, replicated.
final class ReplicatedGrid {
  let layer = Layer()
  private let rows = ReplicatorLayer()
  private let columns = ReplicatorLayer()
  private let row = Layer()
  private let column = Layer()

  init() {
    rows.addSublayer(row)
    columns.addSublayer(column)
    layer.addSublayer(rows)
    layer.addSublayer(columns)
  }

  /// The distance between neighbouring lines of which the first and the last lie at the ends of a length; 0 for fewer
  /// than two lines.
  static func pitch(length: Double, count: Int, lineWidth: Double) -> Double {
    count > 1 ? (length - lineWidth) / Double(count - 1) : 0
  }

  /// The greatest length, not above the given one, at which all lines lie on whole device pixels.
  static func crispLength(
    _ length: Double, count: Int, lineWidth: Double, scale: Double
  ) -> Double {
    let pitch = (pitch(length: length, count: count, lineWidth: lineWidth) * scale).rounded(.down)
    return pitch > 0 ? pitch / scale * Double(count - 1) + lineWidth : length
  }

  func layOut(frame: Rect, rowCount: Int, columnCount: Int, lineWidth: Double, color: Color) {
    layer.frame = frame
    let bounds = Rect(origin: .zero, size: frame.size)
    for replicator in [rows, columns] { replicator.frame = bounds }
    row.frame = Rect(x: 0, y: 0, width: bounds.width, height: lineWidth)
    column.frame = Rect(x: 0, y: 0, width: lineWidth, height: bounds.height)
    for line in [row, column] { line.backgroundColor = color }
    rows.instanceCount = rowCount
    rows.instanceTransform = .translation(
      0, Self.pitch(length: bounds.height, count: rowCount, lineWidth: lineWidth))
    columns.instanceCount = columnCount
    columns.instanceTransform = .translation(
      Self.pitch(length: bounds.width, count: columnCount, lineWidth: lineWidth), 0)
  }
}

import Charts
import Geometry

/// Where the header and the panels of a page are.
public struct PageLayout: Equatable, Sendable {
  /// Nil where the page has no room for one.
  public let header: Rect?
  /// One for each panel, row by row.
  public let panels: [Rect]
  /// How many panels stand side by side.
  public let columns: Int

  /// The width over the height of a panel that suits a chart over time.
  private static let aspect = 1.3
  /// The least size of a panel that still has room for a value.
  private static let narrowest = 120.0
  private static let lowest = 56.0
  private static let lowestWithHeader = 360.0

  /// - Parameters:
  ///   - size: the page in points.
  ///   - count: how many panels there are.
  public init(size: Size, count: Int, type: TypeScale) {
    let margin = type.pageMargin
    let hasHeader = size.height >= PageLayout.lowestWithHeader
    let headerHeight = hasHeader ? max(type.length(31), (type.pageTitle.size * 1.15).rounded()) : 0
    let inner = Rect(
      x: margin, y: margin, width: max(0, size.width - 2 * margin),
      height: max(0, size.height - 2 * margin))
    header =
      hasHeader
      ? Rect(x: inner.minX, y: inner.minY, width: inner.width, height: headerHeight) : nil
    let top = hasHeader ? headerHeight + type.gap : 0
    let area = Rect(
      x: inner.minX, y: inner.minY + top, width: inner.width, height: max(0, inner.height - top))
    let columns = PageLayout.bestColumns(area: area.size, count: count, gap: type.gap)
    self.columns = columns
    panels = PageLayout.grid(area: area, count: count, columns: columns, gap: type.gap)
  }

  private static func bestColumns(area: Size, count: Int, gap: Double) -> Int {
    guard count > 1 else { return 1 }
    return (1...count).min {
      penalty(area: area, count: count, columns: $0, gap: gap)
        < penalty(area: area, count: count, columns: $1, gap: gap)
    }!
  }

  /// How far the panels of a grid are from what suits them.
  private static func penalty(area: Size, count: Int, columns: Int, gap: Double) -> Double {
    let rows = (count + columns - 1) / columns
    let cell = cell(area: area, rows: rows, columns: columns, gap: gap)
    let empty = rows * columns - count
    let shape = cell.width / max(cell.height, 1) / aspect
    let distance = max(shape, 1 / max(shape, 1e-6))
    let tooSmall = max(0, narrowest - cell.width) + max(0, lowest - cell.height)
    return distance + 0.3 * Double(empty) + tooSmall
  }

  private static func cell(area: Size, rows: Int, columns: Int, gap: Double) -> Size {
    Size(
      max(0, area.width - gap * Double(columns - 1)) / Double(columns),
      max(0, area.height - gap * Double(rows - 1)) / Double(rows))
  }

  /// Edges are rounded to whole points, so that all gaps are alike.
  private static func grid(area: Rect, count: Int, columns: Int, gap: Double) -> [Rect] {
    let rows = max(1, (count + columns - 1) / columns)
    let cell = cell(area: area.size, rows: rows, columns: columns, gap: gap)
    return (0..<count).map { i in
      let x = area.minX + Double(i % columns) * (cell.width + gap)
      let y = area.minY + Double(i / columns) * (cell.height + gap)
      return Rect(
        minX: x.rounded(), minY: y.rounded(), maxX: (x + cell.width).rounded(),
        maxY: (y + cell.height).rounded())
    }
  }
}

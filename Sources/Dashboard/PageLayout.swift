import Charts
import Geometry

/// The places of a page's header and panels.
public struct PageLayout: Equatable, Sendable {
  /// The frame of the header; nil if the page has no room for a header.
  public let header: Rect?
  /// The frames of the panels.
  public let panels: [Rect]
  /// The number of columns and rows of the grid.
  public let columns: Int
  public let rows: Int

  /// The ratio of width to height that suits a chart over time.
  private static let aspect = 1.3
  /// The smallest size of a panel with room for a value.
  private static let narrowest = 120.0
  private static let lowest = 56.0
  private static let lowestWithHeader = 360.0

  /// - Parameters:
  ///   - size: the page's size in points.
  ///   - spans: the number of columns and rows of each panel; excess columns are cut off.
  ///   - columns: the number of columns, if there is room for them; nil for the number that suits the page
  ///     best.
  public init(size: Size, spans: [PanelSpan], columns: Int? = nil, type: TypeScale) {
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
    let placement = PageLayout.placement(
      of: spans, columns: columns, area: area.size, gap: type.gap)
    self.columns = placement.columns
    rows = placement.rows
    panels = PageLayout.frames(of: placement, area: area, gap: type.gap)
  }

  /// A page of panels with one cell each.
  public init(size: Size, count: Int, type: TypeScale) {
    self.init(
      size: size, spans: Array(repeating: PanelSpan(), count: max(0, count)), type: type)
  }

  private static func placement(
    of spans: [PanelSpan], columns: Int?, area: Size, gap: Double
  ) -> GridPlacement {
    if let columns {
      let most = max(1, Int(min(1000, (area.width + gap) / (narrowest + gap))))
      return GridPlacement(spans, columns: min(max(1, columns), most))
    }
    // More columns than cells are useless.
    let cells = spans.reduce(0) { $0 + min($1.columns, PanelSpan.most) }
    return (1...max(1, min(cells, PanelSpan.most))).map { GridPlacement(spans, columns: $0) }
      .min { penalty(of: $0, area: area, gap: gap) < penalty(of: $1, area: area, gap: gap) }!
  }

  /// The deviation of a grid's panels from the sizes that suit them.
  private static func penalty(of placement: GridPlacement, area: Size, gap: Double) -> Double {
    let cell = cell(area: area, rows: placement.rows, columns: placement.columns, gap: gap)
    let shape = cell.width / max(cell.height, 1) / aspect
    let distance = max(shape, 1 / max(shape, 1e-6))
    let tooSmall = max(0, narrowest - cell.width) + max(0, lowest - cell.height)
    return distance + 0.3 * Double(placement.emptyCells) + tooSmall
  }

  private static func cell(area: Size, rows: Int, columns: Int, gap: Double) -> Size {
    Size(
      max(0, area.width - gap * Double(columns - 1)) / Double(columns),
      max(0, area.height - gap * Double(rows - 1)) / Double(rows))
  }

  /// The frames of panels. Edges are rounded to whole points, so that all gaps are equal.
  private static func frames(of placement: GridPlacement, area: Rect, gap: Double) -> [Rect] {
    let cell = cell(area: area.size, rows: placement.rows, columns: placement.columns, gap: gap)
    return placement.places.map { place in
      let x = area.minX + Double(place.column) * (cell.width + gap)
      let y = area.minY + Double(place.row) * (cell.height + gap)
      let width = Double(place.columns) * (cell.width + gap) - gap
      let height = Double(place.rows) * (cell.height + gap) - gap
      return Rect(
        minX: x.rounded(), minY: y.rounded(), maxX: (x + width).rounded(),
        maxY: (y + height).rounded())
    }
  }
}

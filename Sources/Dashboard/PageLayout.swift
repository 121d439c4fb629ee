import Charts
import Geometry

/// The places of a page's header and panels.
public struct PageLayout: Equatable, Sendable {
  /// The frame of the header; nil if the page has no room for a header.
  public let header: Rect?
  /// The frames of the panels.
  public let panels: [Rect]
  /// The number of columns of the grid.
  public let columns: Int
  /// The number of rows of the grid.
  public let rows: Int

  /// The ratio of width to height that suits a chart over time.
  private static let aspect = 1.3
  /// The smallest size of a panel with room for a value.
  private static let narrowest = 120.0
  private static let lowest = 56.0
  /// The smallest height of a panel with room for a line.
  private static let lowestLine = 24.0
  /// The penalty of a panel that is too small by its whole size.
  private static let smallness = 8.0
  /// The penalties of the first and of each further cell that a row lacks.
  private static let unevenness = (first: 0.01, more: 0.1)
  private static let lowestWithHeader = 360.0

  /// - Parameters:
  ///   - size: the page's size in points.
  ///   - spans: the number of columns and rows of each panel; excess columns are cut off.
  ///   - columns: the number of columns, if there is room for them; nil for the number that suits the page
  ///     best.
  ///   - shares: the shares of the rows in the height, from the first row on; 1 for each further row.
  public init(
    size: Size, spans: [PanelSpan], columns: Int? = nil, rows shares: [Double] = [],
    type: TypeScale
  ) {
    let margin = type.pageMargin
    let hasHeader = Self.hasHeader(size)
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
      of: spans, columns: columns, area: area, gap: type.gap)
    self.columns = placement.columns
    rows = placement.rows
    panels = PageLayout.frames(of: placement, rows: shares, area: area, gap: type.gap)
  }

  /// Whether a page has room for a header.
  static func hasHeader(_ size: Size) -> Bool { size.height >= lowestWithHeader }

  /// A page of panels with one cell each.
  public init(size: Size, count: Int, type: TypeScale) {
    self.init(
      size: size, spans: Array(repeating: PanelSpan(), count: max(0, count)), type: type)
  }

  private static func placement(
    of spans: [PanelSpan], columns: Int?, area: Rect, gap: Double
  ) -> GridPlacement {
    if let columns {
      let most = max(1, Int(min(1000, (area.width + gap) / (narrowest + gap))))
      // The file's rows have no room, and the last row would have few panels, each wider than all others.
      if columns > most, spans.count > most, spans.allSatisfy({ $0 == PanelSpan() }) {
        return GridPlacement(count: spans.count, rows: (spans.count + most - 1) / most)
      }
      return GridPlacement(spans, columns: min(max(1, columns), most))
    }
    // There is at least one candidate.
    return candidates(for: spans).min {
      penalty(of: $0, area: area, gap: gap) < penalty(of: $1, area: area, gap: gap)
    }!
  }

  /// The grids among which a page chooses.
  private static func candidates(for spans: [PanelSpan]) -> [GridPlacement] {
    if spans.allSatisfy({ $0 == PanelSpan() }) {
      return (1...max(1, spans.count)).map { GridPlacement(count: spans.count, rows: $0) }
    }
    // More columns than cells are useless, except for panels whose own column is further right.
    let cells = spans.reduce(0) { $0 + min($1.columns, PanelSpan.most) }
    let placed = spans.map { ($0.column ?? 0) + $0.columns }.max() ?? 0
    let most = max(1, min(max(cells, placed), PanelSpan.most))
    let least = spans.contains { $0.column != nil } ? min(placed, most) : 1
    return (least...most).map { GridPlacement(spans, columns: $0) }
  }

  /// The deviation of a grid's panels from the shape that suits a cell, on average, and from the smallest
  /// size.
  private static func penalty(of placement: GridPlacement, area: Rect, gap: Double) -> Double {
    let frames = frames(of: placement, area: area, gap: gap)
    var (distance, tooSmall) = (0.0, 0.0)
    for (frame, place) in zip(frames, placement.places) {
      let (width, height) = (
        frame.width / Double(place.columns), frame.height / Double(place.rows)
      )
      let shape = width / max(height, 1) / aspect
      distance += max(shape, 1 / max(shape, 1e-6))
      tooSmall = max(
        tooSmall,
        max(0, 1 - width / narrowest) + max(0, 1 - height / lowest)
          + max(0, 1 - height / lowestLine))
    }
    let missing = placement.columns * placement.rows - placement.cells
    let uneven = missing > 0 ? unevenness.first + unevenness.more * Double(missing - 1) : 0
    return distance / Double(max(1, frames.count)) + smallness * tooSmall + uneven
  }

  /// The frames of panels. Edges are rounded to whole points, so that all gaps are equal. The panels of a
  /// row that has free cells share the whole width.
  private static func frames(
    of placement: GridPlacement, rows shares: [Double] = [], area: Rect, gap: Double
  ) -> [Rect] {
    let width =
      max(0, area.width - gap * Double(placement.columns - 1)) / Double(placement.columns)
    let rows = edges(ofRows: placement.rows, shares: shares, area: area, gap: gap)
    var frames = placement.places.indices.map { panel in
      let place = placement.widened(panel)
      let x = area.minX + Double(place.column) * (width + gap)
      return Rect(
        minX: x, minY: rows[place.row].top,
        maxX: x + Double(place.columns) * (width + gap) - gap,
        maxY: rows[place.row + place.rows - 1].bottom)
    }
    for row in 0..<placement.rows where placement.isLoose(row: row) {
      share(area, gap: gap, among: placement.panels[row], of: placement, &frames)
    }
    return frames.map { frame in
      Rect(
        minX: frame.minX.rounded(), minY: frame.minY.rounded(), maxX: frame.maxX.rounded(),
        maxY: frame.maxY.rounded())
    }
  }

  /// The upper and the lower edge of each row. Rows without a share have the share 1.
  private static func edges(
    ofRows count: Int, shares: [Double], area: Rect, gap: Double
  ) -> [(top: Double, bottom: Double)] {
    let shares = (0..<count).map { $0 < shares.count ? shares[$0] : 1 }
    let height = max(0, area.height - gap * Double(count - 1))
    let sum = shares.reduce(0, +)
    var top = area.minY
    return shares.map { share in
      let bottom = top + height * share / sum
      defer { top = bottom + gap }
      return (top, bottom)
    }
  }

  /// Gives the panels of a row the whole width, in proportion to their columns.
  private static func share(
    _ area: Rect, gap: Double, among panels: [Int], of placement: GridPlacement,
    _ frames: inout [Rect]
  ) {
    let columns = panels.reduce(0) { $0 + placement.places[$1].columns }
    let width = max(0, area.width - gap * Double(panels.count - 1)) / Double(columns)
    var x = area.minX
    for panel in panels {
      let own = width * Double(placement.places[panel].columns)
      frames[panel] = Rect(x: x, y: frames[panel].minY, width: own, height: frames[panel].height)
      x += own + gap
    }
  }
}

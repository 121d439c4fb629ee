import Geometry
import Layers
import Messages
import Typography

extension Panel.Kind {
  /// Series in rows.
  public static let table = Panel.Kind("table", .filling) { TableBody(environment: $0) }
}

/// Series in rows, with columns of values and a small plot each. Rows glide to their new places when their
/// order changes.
final class TableBody: PanelBody {
  let layer = Layer()
  private let head = Layer()
  /// The number of columns without room.
  private let leftOut = TextLayer()
  private let lines = Layer()
  private let rows = GlidingRows<TableRow>()
  private let parts = ListPages()
  var pages: ListPages? { parts }
  private var environment: ChartEnvironment
  private var place: PanelBodyPlace?

  init(environment: ChartEnvironment) {
    self.environment = environment
    for part in [lines, head, leftOut, rows.layer, parts.text] { layer.addSublayer(part) }
  }

  func layOut(_ place: PanelBodyPlace, environment: ChartEnvironment) {
    self.environment = environment
    self.place = place
    layer.frame = place.frame
    rows.removeAll()
  }

  func update(_ content: any PanelBodyContent, look: PanelBodyLook, at time: Double?) {
    guard let content = content as? TableContent, let place, !place.frame.isEmpty else { return }
    let size = place.frame.size
    let headHeight = environment.snapped(environment.type.tick.size * 2)
    let leastRows = max(
      2.5 * environment.type.note.size, content.leastHeight(in: size.width, environment.type))
    let hasHead = size.height >= headHeight + leastRows
    let top = hasHead ? headHeight : 0
    let letters = 11 + 5.5 * Double(content.titles.count) + (content.hasSparklines ? 6 : 0)
    let layout = ListLayout(
      count: content.rows.count, in: Size(size.width, size.height - top), letters: letters,
      environment: environment)
    let columns = TableColumns(
      content, width: size.width, font: layout.font, environment: environment)
    let frames = layout.frames.map { $0.offsetBy(dx: 0, dy: top) }
    showHead(content, columns, height: hasHead ? headHeight : 0)
    showLines(frames, layout.rest?.offsetBy(dx: 0, dy: top))
    var shown = parts.rows(
      of: content.rows, room: frames.count, isUrgent: { !content.keepsOrder && $0.isUrgent })
    environment.fonts.distinguish(
      &shown, by: \.name, font: columns.font, fitting: columns.nameWidth)
    rows.update(
      zip(shown, frames).map { ($0.number, $1) }, environment: environment, at: time
    ) { row, i, isNew in
      row.show(
        shown[i], columns, gradient: place.gradient, look: look, environment: environment,
        at: isNew ? nil : time)
    }
    parts.showRest(in: layout.rest?.offsetBy(dx: 0, dy: top), environment)
  }

  private func showHead(_ content: TableContent, _ columns: TableColumns, height: Double) {
    head.isHidden = height == 0
    let titles = columns.cells.map { content.titles[$0.column] }
    while head.sublayers.count > titles.count { head.sublayers.last?.removeFromSuperlayer() }
    while head.sublayers.count < titles.count { head.addSublayer(TextLayer()) }
    let font = environment.type.tick
    let baseline = environment.snapped(height * 0.5 + font.size * 0.1)
    for (i, cell) in columns.cells.enumerated() {
      guard let text = head.sublayers[i] as? TextLayer else { continue }
      let line = environment.fonts.line(titles[i], font: font)
      text.line = line
      text.foregroundColor =
        cell.column == content.sortedColumn ? environment.theme.text : environment.theme.secondary
      text.placeBaseline(at: Point(cell.right - line.width, baseline))
    }
    let count = content.titles.count - columns.cells.count
    leftOut.isHidden = height == 0 || count == 0
    let words = String(localized: count == 1 ? "1 column more" : "\(count) columns more")
    leftOut.line = [words, "+\(count)"].lazy.map { self.environment.fonts.line($0, font: font) }
      .first { $0.width <= columns.nameWidth }
    leftOut.foregroundColor = environment.theme.secondary
    leftOut.placeBaseline(at: Point(0, baseline))
  }

  /// The thin lines over the rows.
  private func showLines(_ frames: [Rect], _ rest: Rect?) {
    let tops = frames.map(\.minY) + [rest?.minY].compactMap { $0 }
    while lines.sublayers.count > tops.count { lines.sublayers.last?.removeFromSuperlayer() }
    while lines.sublayers.count < tops.count { lines.addSublayer(Layer()) }
    for (line, y) in zip(lines.sublayers, tops) {
      line.backgroundColor = environment.theme.grid
      line.frame = Rect(
        x: 0, y: environment.snapped(y), width: frames.first?.width ?? 0,
        height: environment.hairline)
    }
  }
}

/// The places of a table's columns.
struct TableColumns {
  /// A visible column of values.
  struct Cell {
    /// The index of the column among the content's columns.
    let column: Int
    /// The right end of its values.
    let right: Double
    let width: Double
  }

  let cells: [Cell]
  let nameWidth: Double
  /// The place of the small plots, from left to right; nil if they have no room.
  let sparkline: ClosedRange<Double>?
  let font: FontDescription
  let valueFont: FontDescription

  /// The step in which widths change, in points, so that columns keep their places.
  private static let step = 8.0
  /// The width that names keep at least, in multiples of their font's size.
  private static let leastName = 6.0

  init(
    _ content: TableContent, width: Double, font: FontDescription, environment: ChartEnvironment
  ) {
    self.font = font
    var bold = font
    bold.weight = .medium
    valueFont = bold
    let fonts = environment.fonts
    let gap = font.size * 1.4
    func stepped(_ width: Double) -> Double { (width / Self.step).rounded(.up) * Self.step }
    let widths = content.titles.indices.map { column in
      let cells = content.rows.map { fonts.line($0.cells[column].text, font: bold).width }
      let title = fonts.line(content.titles[column], font: environment.type.tick).width
      return stepped(max(cells.max() ?? 0, title))
    }
    let names = content.rows.map { fonts.line($0.name, font: font).width }.max() ?? 0
    let leastName = min(names, font.size * Self.leastName)
    // The last column is left out first, and the sorted column and those with a failure or a warning are kept longest.
    var kept = Array(widths.indices)
    func total() -> Double { kept.reduce(0) { $0 + widths[$1] + gap } }
    while kept.count > 1, leastName > width - total() {
      let isCalm = { (column: Int) in !content.rows.contains { $0.cells[column].isUrgent } }
      let last =
        kept.lastIndex { $0 != content.sortedColumn && isCalm($0) }
        ?? kept.lastIndex { $0 != content.sortedColumn } ?? kept.count - 1
      kept.remove(at: last)
    }
    let room = max(0, width - total())
    let shared =
      content.hasSparklines
      ? Self.share(room - gap, names: stepped(names), font, width: width) : nil
    nameWidth = shared?.name ?? room
    let end = width - (shared.map { $0.plot + gap } ?? 0)
    sparkline = shared.map { width - $0.plot...width }
    var right = end
    var cells: [Cell] = []
    for column in kept.reversed() {
      cells.append(Cell(column: column, right: right, width: widths[column]))
      right -= widths[column] + gap
    }
    self.cells = cells.reversed()
  }

  /// The widths of the names and of the small plots in the room for both; nil if the plots have no room.
  ///
  /// The names are whole where the plots only become somewhat narrower. The width of whole names is the given one, not
  /// a difference, which might be smaller by rounding.
  /// - Parameter names: the width of the longest name.
  private static func share(
    _ room: Double, names: Double, _ font: FontDescription, width: Double
  ) -> (name: Double, plot: Double)? {
    let most = max(font.size * 6, width * 0.24)
    let least = max(font.size * 4, width * 0.16)
    // Long names give way to the plots, and the plots to the first letters of the names.
    let name = max(
      min(names, font.size * leastName), min(max(names, room - most), room - least))
    let plot = room - name
    return plot < font.size * 4 ? nil : (name, plot)
  }
}

/// One row of a table.
final class TableRow: GlidingRow {
  let layer = Layer()
  private let name = TextLayer()
  private let values = Layer()
  private let sparkline = Sparkline(hasSmallDot: true)

  init() {
    for part in [name, values, sparkline.layer] { layer.addSublayer(part) }
  }

  func show(
    _ row: TableContent.Row, _ columns: TableColumns, gradient: LineGradient, look: PanelBodyLook,
    environment: ChartEnvironment, at time: Double?
  ) {
    let (theme, fonts) = (environment.theme, environment.fonts)
    let size = layer.bounds.size
    let capHeight = fonts.metrics(of: columns.font).capHeight
    let baseline = environment.snapped((size.height + capHeight) / 2)
    name.line = fonts.nameLine(row.name, font: columns.font, fitting: columns.nameWidth)
    name.foregroundColor = look.recedes ? theme.secondary : theme.text
    name.placeBaseline(at: Point(0, baseline))
    while values.sublayers.count > columns.cells.count {
      values.sublayers.last?.removeFromSuperlayer()
    }
    while values.sublayers.count < columns.cells.count { values.addSublayer(TextLayer()) }
    for (i, cell) in columns.cells.enumerated() {
      guard let text = values.sublayers[i] as? TextLayer else { continue }
      let content = row.cells[cell.column]
      let line = fonts.line(content.text, font: columns.valueFont)
      text.line = line
      text.foregroundColor =
        row.isLate || content.isLate
        ? theme.secondary
        : content.signal.map { theme.value($0, on: look.ground) }
          ?? content.color.map { theme.word($0, on: look.ground) }
          ?? (look.recedes ? theme.quietText : theme.text)
      text.placeBaseline(at: Point(cell.right - line.width, baseline))
    }
    sparkline.show(
      row.sparkline, in: plotFrame(columns, environment), gradient: gradient, on: look.ground,
      recedes: look.recedes, environment, at: time)
  }

  /// The place of the small plot; nil if the plots have no room.
  private func plotFrame(_ columns: TableColumns, _ environment: ChartEnvironment) -> Rect? {
    guard let place = columns.sparkline else { return nil }
    let height = layer.bounds.height
    let margin = max(3, height * 0.16)
    // The dot at the end stays within the row.
    let right = place.upperBound - EndDot.Radii.small.sized(environment).core
    return environment.snapped(
      Rect(
        minX: place.lowerBound, minY: margin, maxX: right, maxY: max(margin, height - margin)))
  }
}

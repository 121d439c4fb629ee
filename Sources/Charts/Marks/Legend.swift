import Geometry
import Layers
import Typography

/// The series of a plot in one row: a sample of each line, its name and its latest value.
/// Series for which there is no room are counted.
final class Legend {
  let layer = Layer()
  private var shown: State?
  private var accent = Color.black
  /// The frames of the entries that have room.
  private var places: [(series: Int, frame: Rect)] = []

  /// All that a legend is drawn from, so that what has not changed is left as it is.
  private struct State: Equatable {
    var entries: [LegendEntry]
    var baseline: Point
    var width: Double
    var type: TypeScale
    var theme: Theme
    var accent: Color
  }

  private struct Item {
    let name: TextLine
    /// The latest value; nil where there is no room for values.
    let value: TextLine?
    let swatch: LineSwatch
    let series: Int
    let isHidden: Bool
    let signal: SignalColor?
  }

  /// The series whose entry is at a point.
  func series(at point: Point) -> Int? { places.first { $0.frame.contains(point) }?.series }

  /// - Parameter accent: the colour of the series that stands out.
  func update(
    _ entries: [LegendEntry], baseline: Point, width: Double, accent: Color,
    environment: ChartEnvironment
  ) {
    self.accent = accent
    let state = State(
      entries: entries, baseline: baseline, width: width, type: environment.type,
      theme: environment.theme, accent: accent)
    guard shown != state else { return }
    shown = state
    layer.removeAllSublayers()
    places = []
    guard !entries.isEmpty else { return }
    draw(entries, at: baseline, width: width, environment)
  }

  /// The width of the legend that shows all series in at most this width, with as much of
  /// their values as there is room for; infinite where not all names have room.
  func width(of entries: [LegendEntry], in width: Double, environment: ChartEnvironment) -> Double {
    let needed = Spacing(environment.type).width(of: items(entries, in: width, environment))
    return needed <= width ? needed.rounded(.up) : .infinity
  }

  /// Names matter more than values, and all the series more than the values of some.
  private func items(_ entries: [LegendEntry], in width: Double, _ environment: ChartEnvironment)
    -> [Item]
  {
    let type = environment.type
    var items: [Item] = []
    for font in [type.unit, type.panelTitle, nil] {
      items = entries.map { item($0, valueFont: font, width: width, environment) }
      if Spacing(type).width(of: items) <= width { break }
    }
    return items
  }

  private func draw(
    _ entries: [LegendEntry], at baseline: Point, width: Double, _ environment: ChartEnvironment
  ) {
    let type = environment.type
    let spacing = Spacing(type)
    var items = items(entries, in: width, environment)
    var hidden = 0
    func more() -> TextLine { environment.fonts.line("+\(hidden)", font: type.note) }
    while items.count > 1,
      spacing.width(of: items) + (hidden > 0 ? spacing.between + more().width : 0) > width
    {
      items.removeLast()
      hidden += 1
    }
    var x = baseline.x
    for item in items {
      add(item, x: x, y: baseline.y, spacing, environment)
      x += spacing.width(of: [item]) + spacing.between
    }
    if hidden > 0 { add(more(), environment.theme.secondary, Point(x, baseline.y)) }
  }

  private func item(
    _ entry: LegendEntry, valueFont: FontDescription?, width: Double,
    _ environment: ChartEnvironment
  ) -> Item {
    let fonts = environment.fonts
    let style = entry.style ?? .colored(entry.series)
    return Item(
      name: fonts.line(entry.name, font: environment.type.note, fitting: width * 0.5),
      value: valueFont.map { fonts.line(entry.value, font: $0) },
      swatch: style.swatch(
        color(of: entry, environment.theme).opacity(entry.isHidden ? 0.4 : 1)),
      series: entry.series, isHidden: entry.isHidden, signal: entry.signal)
  }

  private func color(of entry: LegendEntry, _ theme: Theme) -> Color {
    switch entry.style {
    case .primary, .spectrum: accent
    case .dotted: theme.secondary
    case .faint: lerp(theme.panel, theme.secondary, 0.6)
    default: theme.seriesColor(entry.series)
    }
  }

  private func add(
    _ item: Item, x: Double, y: Double, _ spacing: Spacing, _ environment: ChartEnvironment
  ) {
    let capHeight = environment.fonts.metrics(of: environment.type.note).capHeight
    let parts = item.swatch.layers(
      x: x, middle: y - capHeight / 2, width: spacing.sample, environment: environment)
    for part in parts { layer.addSublayer(part) }
    let left = x + spacing.sample + spacing.inside
    let secondary = environment.theme.secondary
    add(item.name, item.isHidden ? secondary.opacity(0.6) : secondary, Point(left, y))
    if let value = item.value {
      add(
        value,
        item.isHidden
          ? secondary.opacity(0.6)
          : item.signal.map { environment.theme.text($0) } ?? environment.theme.text,
        Point(left + item.name.width + spacing.inside, y))
    }
    let right = x + spacing.width(of: [item])
    if item.isHidden { strike(from: left, to: right, y: y - capHeight / 2, environment) }
    let reach = spacing.between / 2
    places.append(
      (
        item.series,
        Rect(minX: x - reach, minY: y - capHeight * 2, maxX: right + reach, maxY: y + capHeight)
      ))
  }

  private func strike(
    from left: Double, to right: Double, y: Double, _ environment: ChartEnvironment
  ) {
    let line = Layer()
    line.frame = environment.snapped(
      Rect(x: left, y: y, width: right - left, height: max(1, environment.hairline)))
    line.backgroundColor = environment.theme.secondary
    layer.addSublayer(line)
  }

  private func add(_ line: TextLine, _ color: Color, _ baseline: Point) {
    layer.addSublayer(TextLayer(line, color: color, baseline: baseline))
  }

  private struct Spacing {
    let sample: Double
    let inside: Double
    let between: Double

    init(_ type: TypeScale) {
      sample = type.note.size * 1.3
      inside = type.note.size * 0.45
      between = type.note.size * 1.1
    }

    func width(of items: [Item]) -> Double {
      items.reduce(-between) {
        $0 + sample + inside + $1.name.width + ($1.value.map { inside + $0.width } ?? 0) + between
      }
    }
  }
}

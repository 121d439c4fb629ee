import Geometry
import Layers
import Metrics
import Typography

extension Panel.Kind {
  /// Tiles with large values.
  public static let tiles = Panel.Kind("tiles", .filling) { TilesBody(environment: $0) }
}

/// A tile for each series, with its name, its value in large type and a small plot. Tiles glide to their new places when
/// their order changes.
final class TilesBody: PanelBody {
  let layer = Layer()
  private let tiles = GlidingRows<TileLayer>()
  private let parts = ListPages()
  var pages: ListPages? { parts }
  private var environment: ChartEnvironment
  private var place: PanelBodyPlace?

  init(environment: ChartEnvironment) {
    self.environment = environment
    layer.addSublayer(tiles.layer)
    layer.addSublayer(parts.text)
  }

  func layOut(_ place: PanelBodyPlace, environment: ChartEnvironment) {
    self.environment = environment
    self.place = place
    layer.frame = place.frame
    tiles.removeAll()
  }

  func update(_ content: any PanelBodyContent, look: PanelBodyLook, at time: Double?) {
    guard let content = content as? TilesContent, let place, !place.frame.isEmpty else { return }
    let layout = TileLayout(
      count: content.tiles.count, in: place.frame.size, letters: letters(of: content.tiles),
      environment: environment)
    var shown = parts.rows(
      of: content.tiles, room: layout.frames.count,
      isUrgent: { !content.keepsOrder && $0.isUrgent })
    environment.fonts.distinguish(
      &shown, by: \.name, font: layout.nameFont,
      fitting: (layout.frames.first?.width ?? 0) - 2 * layout.padding)
    let style = TileLayer.Style(
      layout: layout, gradient: place.gradient, look: look, environment: environment)
    tiles.update(
      zip(shown, layout.frames).map { ($0.number, $1) }, environment: environment, at: time
    ) { tile, i, isNew in
      tile.show(shown[i], style, at: isNew ? nil : time)
    }
    parts.showRest(in: layout.rest?.insetBy(dx: layout.padding, dy: 0), environment)
  }

  /// The width of the widest value, in sizes of its font. The steps are so wide that values seldom change their size.
  private func letters(of tiles: [TilesContent.Tile]) -> Double {
    let (fonts, type) = (environment.fonts, environment.type)
    let widest =
      tiles.map { tile in
        let unit = fonts.line(tile.value.unit, font: type.unit).width / type.unit.size
        return fonts.line(tile.value.digits, font: type.value).width / type.value.size
          + (unit > 0 ? TileLayout.unitGap + unit * TileLayout.unitShare : 0)
      }.max() ?? 0
    return max(3, widest.rounded(.up))
  }
}

/// One tile with its name, its value and its plot.
final class TileLayer: GlidingRow {
  /// The look that all tiles of a panel share.
  struct Style {
    var layout: TileLayout
    var gradient: LineGradient
    var look: PanelBodyLook
    var environment: ChartEnvironment
  }

  let layer = Layer()
  private let name = TextLayer()
  private let value = TextLayer()
  private let unit = TextLayer()
  private let sparkline = Sparkline()

  /// The share of a signal's colour in the ground of its tile.
  private static let tint = 0.16
  /// The contrast of names and units with the ground of their tile.
  private static let leastContrast = 4.6
  /// The share of the grid's colour in the ground of other tiles.
  private static let shade = 0.5

  init() {
    layer.masksToBounds = true
    for part in [name, value, unit, sparkline.layer] { layer.addSublayer(part) }
  }

  func show(_ tile: TilesContent.Tile, _ style: Style, at time: Double?) {
    let (environment, layout) = (style.environment, style.layout)
    let (theme, look) = (environment.theme, style.look)
    let ground = ground(of: tile, style)
    layer.cornerRadius = environment.type.cornerRadius / 2
    layer.move(.backgroundColor, to: .color(ground), at: environment.fadeTime(time))
    let inner = layer.bounds.width - 2 * layout.padding
    let nameHeight = environment.fonts.metrics(of: layout.nameFont).capHeight
    let valueHeight = environment.fonts.metrics(of: layout.valueFont).capHeight
    name.line = environment.fonts.nameLine(tile.name, font: layout.nameFont, fitting: inner)
    let quiet = Contrast.mixed(
      theme.secondary, with: theme.text, toStandOutFrom: ground, by: Self.leastContrast)
    name.foregroundColor = quiet
    unit.foregroundColor = quiet
    let (first, second) = baselines(nameHeight, valueHeight, hasName: !tile.name.isEmpty, layout)
    name.placeBaseline(at: Point(layout.padding, environment.snapped(first)))
    showValue(tile, color(of: tile, on: ground, look, theme), at: second, inner, style)
    sparkline.show(
      tile.sparkline, in: layout.hasPlots ? plotFrame(below: second, style) : nil,
      gradient: style.gradient, on: ground, recedes: look.recedes, environment, at: time)
  }

  /// The baselines of the name and of the value. Without a plot, the two are in the middle of the tile.
  private func baselines(
    _ nameHeight: Double, _ valueHeight: Double, hasName: Bool, _ layout: TileLayout
  ) -> (name: Double, value: Double) {
    let named = hasName ? nameHeight + max(nameHeight * 0.8, valueHeight * 0.45) : 0
    let height = named + valueHeight
    let top =
      layout.hasPlots
      ? layout.padding + nameHeight * 0.25
      : max(layout.padding * 0.5, (layer.bounds.height - height) / 2)
    return (top + nameHeight, top + height)
  }

  private func ground(of tile: TilesContent.Tile, _ style: Style) -> Color {
    let (theme, look) = (style.environment.theme, style.look)
    if !tile.isLate {
      if let signal = tile.signal { return lerp(look.ground, theme.mark(signal), Self.tint) }
      if let color = tile.wordColor, color.isUrgent {
        return lerp(look.ground, theme.mark(color), Self.tint)
      }
    }
    return lerp(look.ground, theme.grid, Self.shade)
  }

  private func color(
    of tile: TilesContent.Tile, on ground: Color, _ look: PanelBodyLook, _ theme: Theme
  ) -> Color {
    if tile.isLate { return theme.secondary }
    if let signal = tile.signal { return theme.value(signal, on: ground) }
    if let color = tile.wordColor { return theme.word(color, on: ground) }
    return look.recedes ? theme.quietText : theme.text
  }

  private func showValue(
    _ tile: TilesContent.Tile, _ color: Color, at baseline: Double, _ room: Double, _ style: Style
  ) {
    let (environment, layout) = (style.environment, style.layout)
    let fonts = environment.fonts
    let symbol = tile.value.digits == "–" ? "" : tile.value.unit
    let unitLine = fonts.line(symbol, font: layout.unitFont)
    let gap = layout.valueFont.size * TileLayout.unitGap
    let line = fonts.line(tile.value.digits, font: layout.valueFont, fitting: room)
    value.line = line
    value.foregroundColor = color
    let left = layout.padding + (name.line?.inkEdge ?? 0) - line.inkEdge
    value.placeBaseline(at: Point(left, environment.snapped(baseline)))
    unit.isHidden = symbol.isEmpty || line.width + gap + unitLine.width > room
    unit.line = unitLine
    unit.placeBaseline(
      at: Point(left + line.width + gap, environment.snapped(baseline)))
  }

  /// The place of the small plot under the value.
  private func plotFrame(below baseline: Double, _ style: Style) -> Rect {
    let (layout, size) = (style.layout, layer.bounds.size)
    // A comma of the value touches nothing, and the dot at the line's end stays within the tile.
    let top = baseline + layout.valueFont.size * 0.36
    let bottom = size.height - layout.padding
    return style.environment.snapped(
      Rect(
        minX: layout.padding, minY: min(top, bottom), maxX: size.width - layout.padding,
        maxY: bottom))
  }
}

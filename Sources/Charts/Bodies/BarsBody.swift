import Geometry
import Layers
import Typography

extension Panel.Kind {
  /// Bar gauges of many series.
  public static let bars = Panel.Kind("bars", .filling) { BarsBody(environment: $0) }
}

/// Bar gauges of many series, each with its name, a bar and its value. Bars of a scale with a limit lie on tracks;
/// other bars stand on a thin line, because a track would suggest that the largest value is a limit.
final class BarsBody: PanelBody {
  let layer = Layer()
  private let rows = GlidingRows<BarRow>()
  private let parts = ListPages()
  var pages: ListPages? { parts }
  private var environment: ChartEnvironment
  private var place: PanelBodyPlace?
  private var ranking = CalmRanking()
  /// The share of the width that names may take, and the share if all of them are then whole.
  private static let nameShare = (usual: 0.34, most: 0.5)
  /// The least share of the width that is left to the bars beside such long names.
  private static let barShare = 0.25
  /// The width of the narrowest bar between a name and a value, in sizes of their font.
  private static let narrowestBar = 5.0
  /// The step in which the widths of names and values change, in points, so that bars keep their places.
  private static let step = 8.0

  init(environment: ChartEnvironment) {
    self.environment = environment
    layer.addSublayer(rows.layer)
    layer.addSublayer(parts.text)
  }

  func layOut(_ place: PanelBodyPlace, environment: ChartEnvironment) {
    self.environment = environment
    self.place = place
    layer.frame = place.frame
    rows.removeAll()
  }

  func update(_ content: any PanelBodyContent, look: PanelBodyLook, at time: Double?) {
    guard let content = content as? BarsContent, let place, !place.frame.isEmpty else { return }
    let layout = ListLayout(
      count: content.bars.count, in: place.frame.size, hasColumns: true,
      enlargement: content.bars.count == 1 ? Self.loneEnlargement : 1, environment: environment)
    var shown = content
    shown.bars = bars(of: content, layout)
    let style = style(shown, layout, look, color: place.gradient.end)
    environment.fonts.distinguish(
      &shown.bars, by: \.name, font: style.font, fitting: style.nameWidth)
    rows.update(
      zip(shown.bars, layout.frames).map { ($0.number, $1) }, environment: environment, at: time
    ) { row, i, isNew in
      row.show(shown.bars[i], style, at: isNew ? nil : environment.travelTime(time))
    }
    parts.showRest(in: layout.rest, environment)
  }

  /// The bars that have room, in the order in which they are shown.
  private func bars(of content: BarsContent, _ layout: ListLayout) -> [BarsContent.Bar] {
    let bars = content.bars
    guard layout.restCount > 0, !content.keepsOrder else {
      return parts.rows(of: bars, room: layout.frames.count)
    }
    let ranks = ranking.ranks(bars.map(\.number), bars.map { abs($0.place - content.origin) })
    return parts.rows(
      of: ranks.map { bars[$0] }, room: layout.frames.count, isUrgent: \.isUrgent)
  }

  /// The factor of the height and of the letters of a single bar, so that the bar fills its panel.
  private static let loneEnlargement = 2.0

  /// The widths that all rows share.
  private func style(
    _ content: BarsContent, _ layout: ListLayout, _ look: PanelBodyLook, color: Color
  ) -> BarRow.Style {
    let width = layout.frames.first?.width ?? 0
    var widths = widths(of: content, in: width, layout.font)
    // Letters that are larger than those of notes become smaller before names are cut.
    var font = layout.font
    while !widths.areNamesWhole, font.size > environment.type.note.size {
      font.size = max(environment.type.note.size, font.size - 1)
      let smaller = self.widths(of: content, in: width, font)
      if smaller.areNamesWhole { widths = smaller }
    }
    let (fonts, gap) = (environment.fonts, widths.gap)
    font = widths.font
    let room = width * Self.nameShare.usual
    let names = fonts.distinctNames(content.bars.map(\.name), font: font, fitting: room)
    var name = widths.areNamesWhole ? widths.name : min(widest(names, font), room)
    // Without room for a bar beside the name, the name stands over the bar.
    let isStacked = width - name - widths.value - 2 * gap < Self.narrowestBar * font.size
    if isStacked { name = max(0, width - widths.value - gap) }
    return BarRow.Style(
      font: font, valueFont: Self.valueFont(font), nameWidth: name, valueWidth: widths.value,
      gap: gap, isStacked: isStacked, color: color, origin: content.origin,
      hasLimit: content.hasLimit, marks: content.marks, look: look, environment: environment)
  }

  /// The widths of the parts of rows in a font.
  private struct Widths {
    let font: FontDescription
    /// The width of the widest name.
    let name: Double
    let value: Double
    let gap: Double
    /// Whether all names have room beside bars.
    let areNamesWhole: Bool
  }

  private func widths(
    of content: BarsContent, in width: Double, _ font: FontDescription
  ) -> Widths {
    let value = min(widest(content.bars.map(\.text), Self.valueFont(font)), width * 0.5)
    let (name, gap) = (widest(content.bars.map(\.name), font), font.size * 0.8)
    let areWhole =
      name <= width * Self.nameShare.most
      && width - name - value - 2 * gap >= width * Self.barShare
    return Widths(font: font, name: name, value: value, gap: gap, areNamesWhole: areWhole)
  }

  private func widest(_ texts: [String], _ font: FontDescription) -> Double {
    let width = texts.map { environment.fonts.line($0, font: font).width }.max() ?? 0
    return (width / Self.step).rounded(.up) * Self.step
  }

  private static func valueFont(_ font: FontDescription) -> FontDescription {
    var bold = font
    bold.weight = .semibold
    return bold
  }
}

/// One bar with its name and its value.
final class BarRow: GlidingRow {
  /// The look that all bars of a panel share.
  struct Style {
    var font: FontDescription
    var valueFont: FontDescription
    var nameWidth: Double
    var valueWidth: Double
    var gap: Double
    /// Whether name and value stand over the bar.
    var isStacked: Bool
    var color: Color
    var origin: Double
    var hasLimit: Bool
    var marks: [BarsContent.Mark]
    var look: PanelBodyLook
    var environment: ChartEnvironment

    /// Whether bars stand on a line of their own, because no end of a track is their base.
    var hasBase: Bool { !hasLimit || origin > 0 && origin < 1 }
  }

  let layer = Layer()
  private let name = TextLayer()
  private let value = TextLayer()
  private let track = Layer()
  /// The thin line on which the bar stands.
  private let base = Layer()
  /// The side of the base on which the bar is.
  private let side = Layer()
  private let fill = Layer()
  private var marks: [Layer] = []

  init() {
    side.anchorPoint = .zero
    side.masksToBounds = true
    fill.anchorPoint = .zero
    side.addSublayer(fill)
    for part in [name, track, base, side, value] { layer.addSublayer(part) }
  }

  func show(_ bar: BarsContent.Bar, _ style: Style, at time: Double?) {
    let (environment, theme) = (style.environment, style.environment.theme)
    let size = layer.bounds.size
    let capHeight = environment.fonts.metrics(of: style.font).capHeight
    let box = barFrame(in: size, style, capHeight: capHeight)
    let baseline = environment.snapped(
      style.isStacked ? box.minY - capHeight * 0.7 : (size.height + capHeight) / 2)
    name.line = environment.fonts.nameLine(bar.name, font: style.font, fitting: style.nameWidth)
    name.foregroundColor = style.look.recedes ? theme.secondary : theme.text
    name.placeBaseline(at: Point(0, baseline))
    let line = environment.fonts.line(bar.text, font: style.valueFont, fitting: style.valueWidth)
    value.line = line
    value.foregroundColor = valueColor(of: bar, style)
    value.placeBaseline(at: Point(size.width - line.width, baseline))
    showGround(style, box)
    showFill(bar, style, box, at: time)
    showMarks(style, box)
  }

  /// Shows the track of a scale with a limit, and the line on which bars stand.
  private func showGround(_ style: Style, _ box: Rect) {
    let environment = style.environment
    track.isHidden = !style.hasLimit
    track.frame = box
    track.cornerRadius = box.height / 2
    track.backgroundColor = environment.theme.grid
    base.isHidden = !style.hasBase
    let x = environment.snapped(box.minX + style.origin * box.width)
    // The line is as faint as a track, and is visible beyond the edges of the track.
    let reach = box.height * 0.6
    let (top, bottom) =
      style.isStacked
      ? (box.minY - reach, min(box.maxY + reach, layer.bounds.height)) : (0, layer.bounds.height)
    base.frame = Rect(
      minX: x - environment.hairline, minY: top, maxX: x, maxY: bottom)
    base.backgroundColor = environment.theme.grid
  }

  private func valueColor(of bar: BarsContent.Bar, _ style: Style) -> Color {
    let theme = style.environment.theme
    if bar.isLate { return theme.secondary }
    if let signal = bar.signal { return theme.value(signal, on: style.look.ground) }
    if let color = bar.wordColor { return theme.word(color, on: style.look.ground) }
    return style.look.recedes ? theme.quietText : theme.text
  }

  /// The place of the bar: between the name and the value, or under both.
  private func barFrame(in size: Size, _ style: Style, capHeight: Double) -> Rect {
    let environment = style.environment
    let height = max(4, environment.snapped(min(style.font.size * 0.62, size.height * 0.36)))
    guard !style.isStacked else {
      let low = max(3, environment.snapped(size.height * 0.16))
      let top = environment.snapped((size.height + capHeight * 1.7 - low) / 2)
      return Rect(x: 0, y: min(top, size.height - low), width: size.width, height: low)
    }
    let left = style.nameWidth > 0 ? style.nameWidth + style.gap : 0
    let right = size.width - style.valueWidth - style.gap
    return environment.snapped(
      Rect(
        minX: left, minY: (size.height - height) / 2, maxX: max(left, right),
        maxY: (size.height + height) / 2))
  }

  private func showFill(
    _ bar: BarsContent.Bar, _ style: Style, _ box: Rect, at time: Double?
  ) {
    let theme = style.environment.theme
    let color = bar.signal.map { theme.mark($0) } ?? bar.color.map { theme.mark($0) } ?? style.color
    let isFaint = bar.isLate || style.look.recedes && bar.signal == nil
    fill.move(
      .backgroundColor, to: .color(color.opacity(isFaint ? Plot.lateStrength : 1)), at: time)
    let (width, height) = (box.width, box.height)
    let origin = style.origin * width
    let end = bar.place.isFinite ? min(max(bar.place, 0), 1) * width : origin
    // The side clips the bar at the base, which hides the other round end.
    let isAbove = end == origin ? style.origin < 0.5 : end > origin
    side.cornerRadius = style.hasBase ? 0 : height / 2
    side.position = Point(box.minX + (isAbove ? origin : 0), box.minY)
    side.bounds = Rect(
      x: isAbove ? origin : 0, y: 0, width: isAbove ? width - origin : origin, height: height)
    // The shortest bar is just visible.
    let length = end == origin ? 0 : max(style.environment.hairline, abs(end - origin))
    // The end of a short bar is less round, because the tip of a dot would look even shorter.
    fill.move(.cornerRadius, to: .scalar(min(height / 2, length)), at: time)
    let left = isAbove ? origin - height : origin - length
    fill.move(.position, to: .point(Point(left, 0)), at: time)
    fill.move(
      .bounds, to: .rect(Rect(x: 0, y: 0, width: length + height, height: height)), at: time)
  }

  private func showMarks(_ style: Style, _ box: Rect) {
    let environment = style.environment
    let width = environment.snapped(max(2 * environment.hairline, environment.type.lineWidth * 0.6))
    while marks.count > style.marks.count { marks.removeLast().removeFromSuperlayer() }
    while marks.count < style.marks.count {
      marks.append(Layer())
      layer.addSublayer(marks[marks.count - 1])
    }
    for (line, mark) in zip(marks, style.marks) {
      line.backgroundColor = environment.theme.mark(mark.color)
      line.frame = environment.snapped(
        Rect(
          x: box.minX + mark.place * box.width - width / 2, y: box.minY - width, width: width,
          height: box.height + 2 * width))
    }
  }
}

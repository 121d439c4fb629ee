import Geometry
import Typography

/// The places of the parts of a panel, in the panel's coordinates, and which parts have room.
struct PanelGeometry {
  let padding: Double
  let titleBaseline: Double
  let valueBaseline: Double
  /// The width between the paddings.
  let innerWidth: Double
  let plot: Rect
  let ring: Rect
  let meter: Rect
  let valueFont: FontDescription
  /// The baseline of a value's change; nil where there is no room.
  let changeBaseline: Double?
  let showsNote: Bool
  let showsTicks: Bool
  let showsTimes: Bool

  /// The widths in points below which a panel drops a part.
  static let narrowestWithNote = 360.0
  static let narrowestWithTimes = 240.0
  static let narrowestWithTicks = 160.0
  /// The least height that a plot needs for its labels not to touch each other.
  private static let lowestWithTicks = 56.0
  private static let lowestWithTimes = 84.0
  /// A lower plot says nothing.
  static let lowestPlot = 8.0

  init(size: Size, kind: Panel.Kind, labelColumn: Double, environment: ChartEnvironment) {
    let type = environment.type
    padding = type.padding
    let titleHeight = environment.fonts.metrics(of: type.panelTitle).capHeight
    innerWidth = max(0, size.width - 2 * padding)
    titleBaseline = padding + titleHeight
    let below = size.height - padding - titleBaseline
    valueFont =
      kind == .number
      ? PanelGeometry.largeFont(width: innerWidth, height: below, type: type) : type.value
    let valueHeight = environment.fonts.metrics(of: valueFont).capHeight
    valueBaseline = titleBaseline + max(8, type.length(18), valueHeight * 0.36) + valueHeight
    showsNote = size.width >= PanelGeometry.narrowestWithNote * min(1, type.type)
    let tickHeight = environment.fonts.metrics(of: type.tick).capHeight
    // The highest tick label stands beside the plot's top edge, and keeps off the value above it.
    var top = valueBaseline + max(tickHeight / 2 + 8, type.length(24))
    let change = valueBaseline + max(8, type.length(18), valueHeight * 0.36) + titleHeight
    changeBaseline = kind == .number && change <= size.height - padding ? change : nil
    if kind == .number {
      top = max((changeBaseline ?? valueBaseline) + max(12, type.length(28)), size.height * 0.5)
    }
    let room = size.height - top
    showsTicks =
      kind != .number && size.width >= PanelGeometry.narrowestWithTicks
      && room > PanelGeometry.lowestWithTicks
    showsTimes =
      showsTicks && size.width >= PanelGeometry.narrowestWithTimes
      && room > PanelGeometry.lowestWithTimes
    let bottom = showsTimes ? max(type.length(44), tickHeight + 20) : padding
    let left = padding + (showsTicks ? labelColumn + type.tickGap : 0)
    plot = environment.snapped(
      Rect(
        minX: left, minY: top, maxX: max(left, size.width - padding),
        maxY: max(top, size.height - bottom)))
    let ringTop = titleBaseline + padding / 2
    ring = Rect(
      minX: padding, minY: ringTop, maxX: max(padding, size.width - padding),
      maxY: max(ringTop, size.height - padding))
    meter = environment.snapped(
      Rect(
        x: padding + innerWidth * 0.6, y: valueBaseline - valueHeight * 0.6,
        width: innerWidth * 0.4, height: valueHeight * 0.6))
  }

  /// The font of a value that is all that a panel shows, but for a small plot.
  private static func largeFont(width: Double, height: Double, type: TypeScale)
    -> FontDescription
  {
    var font = type.value
    // Six digits and a unit have room.
    let size = min(height * 0.30, width / 4.6, font.size * 2.4)
    font.size = max(TypeScale.smallestType, size.rounded(.down))
    return font
  }
}

import Geometry
import Metrics

/// The colours of a dashboard.
public struct Theme: Sendable, Equatable {
  /// The colour of the page.
  public var background: Color
  /// The colour of panels, and behind a chart on its own.
  public var panel: Color
  /// The colour of the thin lines around panels.
  public var edge: Color
  /// The colour of the lines across plots.
  public var grid: Color
  /// The colour of values and of the page's title.
  public var text: Color
  /// The colour of titles, notes, units and tick labels.
  public var secondary: Color
  /// The gradients of lines, one panel after another; an empty list counts as
  /// `LineGradient.standard`. Default the theme's six.
  public var gradients: [LineGradient]

  /// Light text on a dark ground, for screens on a wall.
  public static let dark = Theme(
    background: Color(hex: 0x0d1117), panel: Color(hex: 0x151b23), edge: Color(hex: 0x21262d),
    grid: Color(hex: 0x262c36), text: Color(hex: 0xe6edf3), secondary: Color(hex: 0x8b949e),
    gradients: LineGradient.standard)

  /// Dark text on a light ground.
  public static let light = Theme(
    background: Color(hex: 0xeef1f5), panel: Color(hex: 0xffffff), edge: Color(hex: 0xdfe4ea),
    grid: Color(hex: 0xe8ecf1), text: Color(hex: 0x14181f), secondary: Color(hex: 0x5d6774),
    gradients: LineGradient.onWhite)

  /// The colours of series.
  public enum Style: String, Sendable, Equatable, CaseIterable {
    /// Calm hues, which leave red and amber to signals.
    case calm
    /// The warm gradients of the articles.
    case sunset
  }

  /// The theme with the colours of series of a style.
  public func styled(_ style: Style) -> Theme {
    var result = self
    result.gradients =
      switch style {
      case .calm: isDark ? LineGradient.standard : LineGradient.onWhite
      case .sunset: isDark ? LineGradient.sunset : LineGradient.sunsetOnWhite
      }
    return result
  }

  /// The light theme of a dark one, and the dark theme of a light one, in the same style.
  public var opposite: Theme {
    let isSunset = gradients == LineGradient.sunset || gradients == LineGradient.sunsetOnWhite
    return (isDark ? Theme.light : .dark).styled(isSunset ? .sunset : .calm)
  }

  /// The gradient of a panel by its place: the gradients repeat after the last one.
  public func gradient(_ place: Int) -> LineGradient {
    let all = gradients.isEmpty ? LineGradient.standard : gradients
    return all[floorModulo(place, all.count)]
  }

  /// The gradient of one of several series that share a plot, by the series' number; grey for
  /// `SeriesLook.rest`.
  public func seriesGradient(_ number: Int) -> LineGradient {
    guard number >= 0 else { return LineGradient(secondary, secondary) }
    let look = SeriesLook(number)
    let base = gradient(look.hue)
    guard look.shade > 0 else { return base }
    // A shade towards text is lighter on dark, and darker on white: the contrast grows.
    func shaded(_ color: Color) -> Color { lerp(color, text, SeriesLook.shades[look.shade]) }
    return LineGradient(shaded(base.start), shaded(base.end))
  }

  /// The single colour of one of several series: that of its line's end.
  public func seriesColor(_ number: Int) -> Color { seriesGradient(number).end }

  /// The theme with a name, `dark` or `light`. Fails for other names.
  public init?(name: String) {
    switch name {
    case "dark": self = .dark
    case "light": self = .light
    default: return nil
    }
  }

  init(
    background: Color, panel: Color, edge: Color, grid: Color, text: Color, secondary: Color,
    gradients: [LineGradient]
  ) {
    self.background = background
    self.panel = panel
    self.edge = edge
    self.grid = grid
    self.text = text
    self.secondary = secondary
    self.gradients = gradients
  }
}

import Geometry

/// The colours of a light page, adapted to a theme. On a light theme, the colours stay as they are. On a dark theme,
/// greys keep their distance from the page, and other colours stay; both are mixed with the colour of text as far as
/// necessary to be visible.
struct ThemeAdaptation {
  private let theme: Theme

  init(_ theme: Theme) { self.theme = theme }

  /// The colour of a surface, of a grid, or of a fill.
  func ground(_ color: Color) -> Color {
    guard theme.isDark, max(color.red, color.green, color.blue) < Self.greyness(of: color) else {
      return color
    }
    let lightness = (color.red + color.green + color.blue) / 3
    let distance = min(max((1 - lightness) * Self.emphasis, 0), 1)
    return lerp(theme.panel, theme.text, distance).opacity(color.alpha)
  }

  /// The colour of a line that carries data.
  func line(_ color: Color) -> Color { standingOut(color, contrast: 3) }

  /// The colour of text, even on a surface that differs from the page.
  func text(_ color: Color) -> Color { standingOut(color, contrast: 5.6) }

  private func standingOut(_ color: Color, contrast: Double) -> Color {
    guard theme.isDark else { return color }
    return Contrast.mixed(
      ground(color), with: theme.text, toStandOutFrom: theme.panel, by: contrast
    ).opacity(color.alpha)
  }

  /// The factor by which a grey is further from a dark page than from a white page, so that both are equally visible.
  private static let emphasis = 1.5

  /// The largest component that a colour may have to count as grey.
  private static func greyness(of color: Color) -> Double {
    min(color.red, color.green, color.blue) + 0.15
  }
}

import Geometry

/// Colours that were chosen for a light page, on the page of a theme: on a light one they are as
/// they were chosen. On a dark one what is grey keeps its distance from the page, and what is
/// coloured keeps its colour; both are moved towards the colour of text as far as they need to be
/// seen.
struct ThemeAdaptation {
  private let theme: Theme
  private let isDark: Bool

  init(_ theme: Theme) {
    self.theme = theme
    isDark = Contrast.luminance(theme.panel) < 0.2
  }

  /// The colour of a surface, of a grid, or of a fill.
  func ground(_ color: Color) -> Color {
    guard isDark, max(color.red, color.green, color.blue) < Self.greyness(of: color) else {
      return color
    }
    let lightness = (color.red + color.green + color.blue) / 3
    let distance = min(max((1 - lightness) * Self.emphasis, 0), 1)
    return lerp(theme.panel, theme.text, distance).opacity(color.alpha)
  }

  /// The colour of a line that carries data.
  func line(_ color: Color) -> Color { standingOut(color, contrast: 3) }

  /// The colour of text, also on a surface that stands off from the page.
  func text(_ color: Color) -> Color { standingOut(color, contrast: 5.6) }

  private func standingOut(_ color: Color, contrast: Double) -> Color {
    guard isDark else { return color }
    return Contrast.mixed(
      ground(color), with: theme.text, toStandOutFrom: theme.panel, by: contrast
    ).opacity(color.alpha)
  }

  /// The factor by which a grey keeps further from a dark page than from a white one to be seen as
  /// well.
  private static let emphasis = 1.5

  /// The largest component that a colour may have to count as grey.
  private static func greyness(of color: Color) -> Double {
    min(color.red, color.green, color.blue) + 0.15
  }
}

import Geometry
import Metrics
import Typography

/// What charts draw with; the same for all of a page.
public struct ChartEnvironment {
  public var theme: Theme
  public var type: TypeScale
  public var fonts: FontLibrary
  public var zone: TimeZoneRules
  /// Device pixels per point: what lies on whole pixels is rounded to them.
  public var scale: Double
  /// Whether new data moves what is shown; without it, everything is where it belongs at once.
  public var isAnimated: Bool

  public init(
    theme: Theme, type: TypeScale, fonts: FontLibrary, zone: TimeZoneRules, scale: Double,
    isAnimated: Bool
  ) {
    self.theme = theme
    self.type = type
    self.fonts = fonts
    self.zone = zone
    self.scale = scale
    self.isAnimated = isAnimated
  }

  /// The nearest whole device pixel, in points.
  func snapped(_ length: Double) -> Double { (length * scale).rounded() / scale }

  func snapped(_ rect: Rect) -> Rect {
    Rect(
      minX: snapped(rect.minX), minY: snapped(rect.minY), maxX: snapped(rect.maxX),
      maxY: snapped(rect.maxY))
  }

  /// The thinnest line that is seen: one device pixel.
  public var hairline: Double { 1 / scale }
}

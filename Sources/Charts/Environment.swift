import Geometry
import Metrics
import Typography

/// What charts draw with; the same for all of a page.
public struct ChartEnvironment {
  /// The colours.
  public var theme: Theme
  /// The sizes of type and space.
  public var type: TypeScale
  /// What makes text into glyphs.
  public var fonts: FontLibrary
  /// How times are written.
  public var zone: TimeZoneRules
  /// Tells the time of day, in UTC seconds: a time axis of another day than today names the date. Nil,
  /// the default, for no such names.
  public var wallClock: (@Sendable () -> Double)?
  /// Device pixels per point: what lies on whole pixels is rounded to them.
  public var scale: Double
  /// Whether new data moves what is shown; without it, everything is where it belongs at once.
  public var isAnimated: Bool
  /// Whether what would move to its new place fades over to it instead. Default false.
  public var reducesMotion: Bool

  /// All of it; `ChartEnvironment(size:theme:scale:)` takes what suits a chart on its own.
  public init(
    theme: Theme, type: TypeScale, fonts: FontLibrary, zone: TimeZoneRules, scale: Double,
    isAnimated: Bool, reducesMotion: Bool = false, wallClock: (@Sendable () -> Double)? = nil
  ) {
    self.theme = theme
    self.type = type
    self.fonts = fonts
    self.zone = zone
    self.wallClock = wallClock
    self.scale = scale
    self.isAnimated = isAnimated
    self.reducesMotion = reducesMotion
  }

  /// When what changes its place starts to move, for a change at a time; nil for not at all.
  func travelTime(_ time: Double?) -> Double? { isAnimated && !reducesMotion ? time : nil }

  /// When what changes its look starts to fade; nil for not at all.
  public func fadeTime(_ time: Double?) -> Double? { isAnimated ? time : nil }

  /// The nearest whole device pixel, in points.
  public func snapped(_ length: Double) -> Double { (length * scale).rounded() / scale }

  /// The nearest middle of a device pixel, in points: where a hairline covers one row of them.
  func pixelCenter(_ length: Double) -> Double {
    ((length * scale - 0.5).rounded() + 0.5) / scale
  }

  /// The nearest rectangle whose edges are on whole device pixels.
  public func snapped(_ rect: Rect) -> Rect {
    Rect(
      minX: snapped(rect.minX), minY: snapped(rect.minY), maxX: snapped(rect.maxX),
      maxY: snapped(rect.maxY))
  }

  /// The thinnest line that is seen: one device pixel.
  public var hairline: Double { 1 / scale }
}

import Geometry
import Metrics
import Typography

/// The environment in which charts draw; all charts of a page share it.
public struct ChartEnvironment {
  /// The colours.
  public var theme: Theme
  /// The sizes of type and space.
  public var type: TypeScale
  /// The fonts.
  public var fonts: FontLibrary
  /// The zone in which times are written.
  public var zone: TimeZoneRules
  /// Returns the current time in UTC seconds, so that a time axis of another day than today names the date; nil, the
  /// default, for no such names.
  public var wallClock: (@Sendable () -> Double)?
  /// The screen and the distance from which a page is read; nil, the default, for a screen on a desk.
  public var viewing: Viewing?
  /// Device pixels per point.
  public var scale: Double
  /// Whether new data moves the picture; otherwise everything is in its place at once.
  public var isAnimated: Bool
  /// Whether the old picture fades into the new one instead of moving. Default false.
  public var reducesMotion: Bool

  /// An environment of these parts; `ChartEnvironment(size:theme:scale:)` suits a chart on its own.
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

  /// The time at which a change of place starts to move; nil for no motion.
  func travelTime(_ time: Double?) -> Double? { isAnimated && !reducesMotion ? time : nil }

  /// The time at which a change of look starts to fade; nil for no fading.
  public func fadeTime(_ time: Double?) -> Double? { isAnimated ? time : nil }

  /// The nearest whole device pixel, in points.
  public func snapped(_ length: Double) -> Double { (length * scale).rounded() / scale }

  /// The nearest centre of a device pixel, in points, where a hairline covers a single row of pixels.
  func pixelCenter(_ length: Double) -> Double {
    ((length * scale - 0.5).rounded() + 0.5) / scale
  }

  /// The nearest rectangle whose edges are on whole device pixels.
  public func snapped(_ rect: Rect) -> Rect {
    Rect(
      minX: snapped(rect.minX), minY: snapped(rect.minY), maxX: snapped(rect.maxX),
      maxY: snapped(rect.maxY))
  }

  /// The width of the thinnest visible line: one device pixel.
  public var hairline: Double { 1 / scale }
}

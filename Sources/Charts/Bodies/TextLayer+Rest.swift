import Geometry
import Layers
import Messages

extension TextLayer {
  /// Shows the number of rows for which a list has no room.
  /// - Parameter frame: the place that the list's layout leaves for the number; nil for no number.
  func showRest(_ count: Int, in frame: Rect?, _ environment: ChartEnvironment) {
    isHidden = frame == nil
    guard let frame else { return }
    line = environment.fonts.line(
      String(localized: "\(count) more"), font: environment.type.tick,
      fitting: frame.width)
    foregroundColor = environment.theme.secondary
    placeBaseline(at: Point(frame.minX, frame.midY + environment.type.tick.size * 0.36))
  }
}

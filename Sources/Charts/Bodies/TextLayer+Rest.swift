import Geometry
import Layers
import Messages

extension TextLayer {
  /// Shows the number of rows for which a list has no room, in the place that the layout leaves for the number.
  /// - Parameter top: the upper edge of the list.
  func showRest(of layout: ListLayout, top: Double = 0, _ environment: ChartEnvironment) {
    isHidden = layout.rest == nil
    guard let frame = layout.rest?.offsetBy(dx: 0, dy: top) else { return }
    line = environment.fonts.line(
      String(localized: "\(layout.restCount) more"), font: environment.type.tick,
      fitting: frame.width)
    foregroundColor = environment.theme.secondary
    placeBaseline(at: Point(frame.minX, frame.midY + environment.type.tick.size * 0.36))
  }
}

import Geometry
import Layers

/// A small plot without axes in a row or a tile.
final class Sparkline {
  let layer = Layer()
  private var plot: Plot?
  private var plotFrame = Rect.zero

  /// Whether the dot at the line's end is small, for a plot in a low row.
  private let hasSmallDot: Bool

  init(hasSmallDot: Bool = false) {
    self.hasSmallDot = hasSmallDot
    layer.anchorPoint = .zero
  }

  /// Shows a plot in its place.
  /// - Parameters:
  ///   - content: the plot; nil for none.
  ///   - frame: the place of the plot; nil if the plot has no room.
  ///   - ground: the colour behind the plot.
  ///   - time: the start of the motion towards the content; nil for no motion.
  func show(
    _ content: PlotContent?, in frame: Rect?, gradient: LineGradient, on ground: Color,
    recedes: Bool, _ environment: ChartEnvironment, at time: Double?
  ) {
    guard let frame, let content else {
      plot?.layer.removeFromSuperlayer()
      plot = nil
      return
    }
    let isNew = plot == nil
    let plot = plot ?? Plot(environment: environment, hasSmallDots: hasSmallDot)
    self.plot = plot
    if isNew { layer.addSublayer(plot.layer) }
    if isNew || frame != plotFrame {
      plotFrame = frame
      plot.layOut(
        frame: frame, gradient: gradient, showsTicks: false, showsTimes: false,
        environment: environment)
    }
    plot.recedes = recedes
    plot.ground = ground
    plot.update(content, labels: [], at: isNew ? nil : time)
  }
}

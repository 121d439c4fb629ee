import Geometry
import Layers

/// The stretch of a plot that is being chosen: a translucent band with an edge on either side.
final class SelectionBand {
  let layer = Layer()
  private let edges = (Layer(), Layer())

  init() {
    layer.addSublayer(edges.0)
    layer.addSublayer(edges.1)
    layer.isHidden = true
  }

  /// - Parameter range: the left and the right end in points of the plot; nil for no band.
  func show(_ range: ClosedRange<Double>?, height: Double, environment: ChartEnvironment) {
    layer.isHidden = range == nil
    guard let range else { return }
    let band = environment.snapped(
      Rect(minX: range.lowerBound, minY: 0, maxX: range.upperBound, maxY: height))
    layer.frame = band
    layer.backgroundColor = environment.theme.text.opacity(0.12)
    for (edge, x) in [(edges.0, 0), (edges.1, band.width - environment.hairline)] {
      edge.backgroundColor = environment.theme.secondary
      edge.frame = Rect(x: x, y: 0, width: environment.hairline, height: height)
    }
  }
}

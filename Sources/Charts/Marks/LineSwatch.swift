import Geometry
import Layers

/// A short sample of a line, as legends and readouts show it.
struct LineSwatch: Equatable {
  var color: Color
  var pattern = LinePattern.solid
  /// The ratio of the line's width to that of the first of several series.
  var weight = 1.0

  /// The parts of a sample of the given width.
  func layers(
    x: Double, middle y: Double, width: Double, environment: ChartEnvironment
  ) -> [Layer] {
    let height = max(2, environment.type.lineWidth) * weight
    return pattern.sample.map { part in
      let layer = Layer()
      layer.frame = environment.snapped(
        Rect(
          x: x + part.lowerBound * width, y: y - height / 2,
          width: (part.upperBound - part.lowerBound) * width, height: height))
      layer.cornerRadius = pattern == .solid ? height / 2 : 0
      layer.backgroundColor = color
      return layer
    }
  }
}

extension PlotContent.Series.Style {
  /// The sample of a line of this style in a colour.
  func swatch(_ color: Color) -> LineSwatch {
    LineSwatch(color: color, pattern: pattern, weight: look?.weight ?? 1)
  }
}

import CLanes
import Geometry

/// A paint, ready to be drawn.
enum Shader {
  case solid(SolidColor)
  case gradient(GradientShader)
  case image(ImageShader)

  /// Whether full coverage hides all earlier colours.
  var isOpaque: Bool {
    switch self {
    case .solid(let color): color.isOpaque
    case .gradient(let gradient): gradient.isOpaque
    case .image: false
    }
  }

  /// Whether each row has one colour in all columns.
  var isConstantInRows: Bool {
    switch self {
    case .solid: true
    case .gradient(let gradient): gradient.isConstantInRows
    case .image: false
    }
  }

  /// Calls `body` with the colours of some rows; returns nil if a row may have more than one colour.
  @inline(__always)
  func withColors<Result>(ofRows rows: Range<Int>, _ body: (row_colors) -> Result) -> Result? {
    switch self {
    case .solid(let color):
      withUnsafePointer(to: color.lanes) { body(row_colors(first: $0, step: 0)) }
    case .gradient(let gradient) where gradient.isConstantInRows:
      body(row_colors(first: gradient.colors(ofRows: rows), step: 1))
    case .gradient, .image: nil
    }
  }
}

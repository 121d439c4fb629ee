import Geometry

/// Where colours come from, ready to be drawn.
enum Shader {
  case solid(SolidColor)
  case gradient(GradientShader)
  case image(ImageShader)

  /// Whether full coverage leaves nothing of what was there.
  var isOpaque: Bool {
    switch self {
    case .solid(let color): color.isOpaque
    case .gradient(let gradient): gradient.isOpaque
    case .image: false
    }
  }

  /// Whether each row has one colour, whatever the column.
  var isConstantInRows: Bool {
    switch self {
    case .solid: true
    case .gradient(let gradient): gradient.isConstantInRows && !gradient.isDithered
    case .image: false
    }
  }
}

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

  /// Nil where the paint draws nothing.
  init?(_ paint: Paint, transform: AffineTransform) {
    switch paint {
    case .color(let color):
      let solid = SolidColor(color.red, color.green, color.blue, color.alpha)
      if solid.isInvisible { return nil }
      self = .solid(solid)
    case .gradient(let gradient):
      guard let shader = GradientShader(gradient, transform: transform) else { return nil }
      self = .gradient(shader)
    case .image(let image):
      guard let shader = ImageShader(image, transform: transform) else { return nil }
      self = .image(shader)
    }
  }
}

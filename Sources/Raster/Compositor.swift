import Geometry

/// Blends spans of colours into a target, through a clip.
struct Compositor {
  let target: Target
  /// The coverage of the clip; nil where there is none.
  let mask: Target?
  /// Rows of memory for coverages through the clip, and for colours.
  let masked: UnsafeMutablePointer<UInt32>
  let colors: UnsafeMutablePointer<UInt32>

  /// A painter of one shader over an area.
  func painter(_ shader: Shader, area: IntRect) -> Painter {
    Painter(shader, area: area, self)
  }

  /// What is left of a coverage behind the clip.
  @inline(__always)
  func clipped(row: Int, x: Int, count: Int, _ coverage: Coverage) -> Coverage {
    guard let mask else { return coverage }
    let clip = mask.row(row) + x
    switch coverage {
    case .constant(let c):
      for i in 0..<count { masked[i] = Blend.product(clip[i], c) }
    case .varying(let c):
      for i in 0..<count { masked[i] = Blend.product(clip[i], c[i]) }
    }
    return .varying(masked)
  }

  @inline(__always)
  func paint(_ color: SolidColor, row: Int, x: Int, count: Int, _ coverage: Coverage) {
    let pixels = target.row(row) + x
    switch clipped(row: row, x: x, count: count, coverage) {
    case .constant(let c): Blend.solid(pixels, count, color, coverage: c)
    case .varying(let c): Blend.solid(pixels, count, color, coverage: c)
    }
  }

  /// Blends pixels that lie in memory.
  func paint(
    _ source: UnsafePointer<UInt32>, row: Int, x: Int, count: Int, _ coverage: Coverage
  ) {
    let pixels = target.row(row) + x
    switch clipped(row: row, x: x, count: count, coverage) {
    case .constant(let c): Blend.pixels(pixels, count, source, coverage: c)
    case .varying(let c): Blend.pixels(pixels, count, source, coverage: c)
    }
  }
}

/// Paints the spans of one operation in one tile.
struct Painter {
  private enum Source {
    case solid(SolidColor)
    /// One colour a row; which row it was made for last.
    case rows(GradientShader, row: Int, SolidColor)
    /// The same row of colours everywhere.
    case columns
    case gradient(GradientShader)
    case image(ImageShader)
  }

  private let compositor: Compositor
  private let area: IntRect
  private var source: Source

  init(_ shader: Shader, area: IntRect, _ compositor: Compositor) {
    self.compositor = compositor
    self.area = area
    switch shader {
    case .solid(let color):
      source = .solid(color)
    case .gradient(let gradient) where gradient.isDithered:
      source = .gradient(gradient)
    case .gradient(let gradient) where gradient.isConstantInRows:
      source = .rows(gradient, row: area.minY, gradient.solid(row: area.minY))
    case .gradient(let gradient) where gradient.isConstantInColumns:
      gradient.fetch(
        row: area.minY, column: area.minX, count: area.width, into: compositor.colors)
      source = .columns
    case .gradient(let gradient):
      source = .gradient(gradient)
    case .image(let image):
      source = .image(image)
    }
  }

  @inline(__always)
  mutating func paint(row: Int, x: Int, count: Int, _ coverage: Coverage) {
    let colors = compositor.colors
    switch source {
    case .solid(let color):
      compositor.paint(color, row: row, x: x, count: count, coverage)
    case .rows(let gradient, let last, var color):
      if row != last {
        color = gradient.solid(row: row)
        source = .rows(gradient, row: row, color)
      }
      compositor.paint(color, row: row, x: x, count: count, coverage)
    case .columns:
      compositor.paint(colors + (x - area.minX), row: row, x: x, count: count, coverage)
    case .gradient(let gradient):
      gradient.fetch(row: row, column: x, count: count, into: colors)
      compositor.paint(colors, row: row, x: x, count: count, coverage)
    case .image(let image):
      image.fetch(row: row, column: x, count: count, into: colors)
      paintImage(image, row: row, x: x, count: count, coverage)
    }
  }

  /// The image's own opacity multiplies the coverage.
  private func paintImage(
    _ image: ImageShader, row: Int, x: Int, count: Int, _ coverage: Coverage
  ) {
    let colors = compositor.colors
    switch compositor.clipped(row: row, x: x, count: count, coverage) {
    case .constant(let c):
      Blend.pixels(
        compositor.target.row(row) + x, count, colors, coverage: Blend.product(c, image.opacity))
    case .varying(let c):
      for i in 0..<count { compositor.masked[i] = Blend.product(c[i], image.opacity) }
      Blend.pixels(compositor.target.row(row) + x, count, colors, coverage: compositor.masked)
    }
  }
}

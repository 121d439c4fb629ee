import Geometry

/// Blends spans of colours into a target, through a clip.
struct Compositor {
  let target: Target
  /// The coverage of the clip; nil where there is none.
  let mask: Target?
  let blend: Blend
  /// Rows of memory for coverages, without and with the clip, and for colours.
  let coverage: UnsafeMutablePointer<UInt32>
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
    blend.multiply(mask.row(row) + x, count, by: coverage, into: masked)
    return .varying(masked)
  }

  @inline(__always)
  func paint(_ color: SolidColor, row: Int, x: Int, count: Int, _ coverage: Coverage) {
    let pixels = target.row(row) + x
    switch clipped(row: row, x: x, count: count, coverage) {
    case .constant(let c): blend.solid(pixels, count, color, coverage: c)
    case .varying(let c): blend.solid(pixels, count, color, coverages: c)
    }
  }

  /// Blends pixels that lie in memory.
  func paint(
    _ source: UnsafePointer<UInt32>, row: Int, x: Int, count: Int, _ coverage: Coverage
  ) {
    blend.pixels(
      target.row(row) + x, count, source, clipped(row: row, x: x, count: count, coverage))
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
      if case .constant(Blend.full) = coverage, gradient.isOpaque, compositor.mask == nil {
        gradient.fetch(
          row: row, column: x, count: count, into: compositor.target.row(row) + x)
        return
      }
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
    var rest = compositor.clipped(row: row, x: x, count: count, coverage)
    switch rest {
    case .constant(let c):
      rest = .constant(Blend.product(c, image.opacity))
    case .varying(let c):
      compositor.blend.multiply(
        c, count, by: .constant(image.opacity), into: compositor.masked)
      rest = .varying(compositor.masked)
    }
    compositor.blend.pixels(compositor.target.row(row) + x, count, compositor.colors, rest)
  }
}

extension Painter: SpanReceiver {
  @inline(__always)
  mutating func span(row: Int, x: Int, count: Int, coverage: UInt32) {
    paint(row: row, x: x, count: count, .constant(coverage))
  }

  @inline(__always)
  mutating func run(row: Int, x: Int, count: Int, _ run: CellRun, sum: inout Int32) {
    if case .solid(let color) = source, compositor.mask == nil {
      compositor.blend.solid(
        compositor.target.row(row) + x, count, color, cells: run, sum: &sum)
      return
    }
    compositor.blend.sumUp(run, sum: &sum, into: compositor.coverage)
    if count > 0 { paint(row: row, x: x, count: count, .varying(compositor.coverage)) }
  }
}

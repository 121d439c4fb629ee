import CLanes
import Geometry

/// Blends spans of colours into a target, through a clip.
struct Compositor {
  let target: Target
  /// The coverage of the clip; nil where there is none.
  let mask: Target?
  let blend: Blend
  let scratch: PaintScratch

  /// What is left of a coverage behind the clip.
  @inline(__always)
  func clipped(row: Int, x: Int, count: Int, _ coverage: Coverage) -> Coverage {
    guard let mask else { return coverage }
    blend.multiply(mask.row(row) + x, count, by: coverage, into: scratch.masked)
    return .varying(scratch.masked)
  }

  @inline(__always)
  func paint(_ color: SolidColor, row: Int, x: Int, count: Int, _ coverage: Coverage) {
    blend.solid(
      target.row(row) + x, count, color, clipped(row: row, x: x, count: count, coverage))
  }

  /// Blends pixels that lie in memory.
  func paint(
    _ source: UnsafePointer<UInt32>, row: Int, x: Int, count: Int, _ coverage: Coverage
  ) {
    blend.pixels(
      target.row(row) + x, count, source, clipped(row: row, x: x, count: count, coverage))
  }
}

/// The memory that one thread paints with: rows of coverages and colours.
final class PaintScratch {
  let masked: UnsafeMutablePointer<UInt32>
  let colors: UnsafeMutablePointer<UInt32>
  /// The blocks of one operation in a tile.
  let blocks: UnsafeMutablePointer<placed_block>

  init(width: Int) {
    masked = .allocate(capacity: width)
    colors = .allocate(capacity: width)
    // Of two of them only a part may lie in the tile.
    blocks = .allocate(capacity: width / BlockCoverage.width + 2)
  }

  deinit {
    masked.deallocate()
    colors.deallocate()
    blocks.deallocate()
  }
}

/// Paints the spans of one operation in one tile.
struct Painter {
  enum Source {
    case solid(SolidColor)
    /// One colour a row.
    case rows(GradientShader)
    /// The same row of colours everywhere, from the left of the area on.
    case columns(UnsafePointer<UInt32>)
    case gradient(GradientShader)
    case image(ImageShader)
  }

  let compositor: Compositor
  let area: IntRect
  let source: Source

  init(_ shader: Shader, area: IntRect, _ compositor: Compositor) {
    self.compositor = compositor
    self.area = area
    switch shader {
    case .solid(let color):
      source = .solid(color)
    case .gradient(let gradient) where gradient.isDithered:
      source = .gradient(gradient)
    case .gradient(let gradient) where gradient.isConstantInRows:
      source = .rows(gradient)
    case .gradient(let gradient) where gradient.isConstantInColumns:
      source = .columns(gradient.pixels(ofColumns: area.minX..<area.maxX))
    case .gradient(let gradient):
      source = .gradient(gradient)
    case .image(let image):
      source = .image(image)
    }
  }

  /// Paints what cells over the area cover, and clears them.
  func paint(_ cells: Cells, _ rule: FillRule) {
    if compositor.mask == nil {
      switch source {
      case .solid(let color):
        withUnsafePointer(to: color.lanes) {
          compositor.blend.solid(compositor.target, cells, rule, $0, step: 0)
        }
        return
      case .rows(let gradient):
        compositor.blend.solid(
          compositor.target, cells, rule, gradient.colors(ofRows: area.minY..<area.maxY), step: 1)
        return
      case .columns(let colors):
        compositor.blend.pixels(compositor.target, cells, rule, colors)
        return
      case .gradient, .image:
        break
      }
    }
    cells.resolve(rule, compositor.blend.kernels) { row, x, count, coverage in
      paint(row: row, x: x, count: count, coverage)
    }
  }

  /// Paints the whole area.
  func paintArea() {
    if case .solid = source, compositor.mask == nil, area.width == compositor.target.stride {
      // Rows that follow each other in memory are one.
      paint(row: area.minY, x: area.minX, count: area.area, .constant(Blend.full))
      return
    }
    for y in area.minY..<area.maxY {
      paint(row: y, x: area.minX, count: area.width, .constant(Blend.full))
    }
  }

  func paint(row: Int, x: Int, count: Int, _ coverage: Coverage) {
    switch source {
    case .solid(let color):
      compositor.paint(color, row: row, x: x, count: count, coverage)
    case .rows(let gradient):
      let color = SolidColor(lanes: gradient.colors(ofRows: row..<row + 1).pointee)
      compositor.paint(color, row: row, x: x, count: count, coverage)
    case .columns(let colors):
      compositor.paint(colors + (x - area.minX), row: row, x: x, count: count, coverage)
    case .gradient(let gradient):
      if case .constant(Blend.full) = coverage, gradient.isOpaque, compositor.mask == nil {
        gradient.fetch(
          row: row, column: x, count: count, into: compositor.target.row(row) + x)
        return
      }
      let colors = compositor.scratch.colors
      gradient.fetch(row: row, column: x, count: count, into: colors)
      compositor.paint(colors, row: row, x: x, count: count, coverage)
    case .image(let image):
      image.fetch(row: row, column: x, count: count, into: compositor.scratch.colors)
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
        c, count, by: .constant(image.opacity), into: compositor.scratch.masked)
      rest = .varying(compositor.scratch.masked)
    }
    compositor.blend.pixels(
      compositor.target.row(row) + x, count, compositor.scratch.colors, rest)
  }
}

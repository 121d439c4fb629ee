import CLanes
import Geometry

/// Paints the spans of one operation in one tile.
struct Painter {
  let canvas: Canvas
  let area: IntRect
  let shader: Shader
  /// The colours of a row, from the left of the area, of a gradient that is constant in columns; nil for other shaders.
  let columns: UnsafePointer<UInt32>?

  init(_ shader: Shader, area: IntRect, _ canvas: Canvas) {
    (self.canvas, self.area, self.shader) = (canvas, area, shader)
    if case .gradient(let gradient) = shader, gradient.isConstantInColumns {
      columns = gradient.pixels(ofColumns: area.minX..<area.maxX)
    } else {
      columns = nil
    }
  }

  /// Paints the pixels that the cells cover in the area, and clears the cells.
  func paint(_ cells: borrowing Cells, _ rule: FillRule) {
    if canvas.mask == nil {
      let (grid, kernels) = (cells.grid, canvas.kernels)
      let to = canvas.target.at(area.minX, area.minY)
      let (stride, isEvenOdd) = (canvas.target.stride, rule == .evenOdd)
      if let columns {
        return kernels.pointee.blendPixelsInCells(grid, isEvenOdd, columns, to, stride)
      }
      let painted: Void? = shader.withColors(ofRows: area.minY..<area.maxY) {
        kernels.pointee.blendColorsInCells(grid, isEvenOdd, $0, to, stride)
      }
      if painted != nil { return }
    }
    cells.resolve(rule) { row, x, count, coverage in
      paint(row: row, x: x, count: count, coverage)
    }
  }

  /// Paints the whole area.
  func paintArea() {
    if case .solid = shader, canvas.mask == nil, area.width == canvas.target.stride {
      // Rows that are contiguous in memory are painted as one.
      paint(row: area.minY, x: area.minX, count: area.area, .constant(Coverage.full))
      return
    }
    for y in area.minY..<area.maxY {
      paint(row: y, x: area.minX, count: area.width, .constant(Coverage.full))
    }
  }

  func paint(row: Int, x: Int, count: Int, _ coverage: Coverage) {
    if let columns {
      canvas.paint(columns + (x - area.minX), row: row, x: x, count: count, coverage)
      return
    }
    switch shader {
    case .solid(let color):
      canvas.paint(color, row: row, x: x, count: count, coverage)
    case .gradient(let gradient) where gradient.isConstantInRows:
      let color = SolidColor(lanes: gradient.colors(ofRows: row..<row + 1).pointee)
      canvas.paint(color, row: row, x: x, count: count, coverage)
    case .gradient(let gradient):
      if coverage.isFull, gradient.isOpaque, canvas.mask == nil {
        gradient.fetch(
          row: row, column: x, count: count, canvas.kernels, into: canvas.target.at(x, row))
        return
      }
      let colors = canvas.scratch.colors
      gradient.fetch(row: row, column: x, count: count, canvas.kernels, into: colors)
      canvas.paint(colors, row: row, x: x, count: count, coverage)
    case .image(let image):
      image.fetch(row: row, column: x, count: count, into: canvas.scratch.colors)
      paintImage(image, row: row, x: x, count: count, coverage)
    }
  }

  /// The image's own opacity multiplies the coverage.
  private func paintImage(
    _ image: ImageShader, row: Int, x: Int, count: Int, _ coverage: Coverage
  ) {
    let (kernels, scratch) = (canvas.kernels, canvas.scratch)
    var rest = canvas.clipped(row: row, x: x, count: count, coverage)
    if let values = rest.values {
      kernels.pointee.multiply(values, count, .constant(image.opacity), scratch.masked)
      rest = .varying(scratch.masked)
    } else {
      rest = .constant(Coverage.product(rest.constant, image.opacity))
    }
    kernels.pointee.blendPixels(canvas.target.at(x, row), count, scratch.colors, rest)
  }
}

extension Canvas {
  /// The number of edges above which few rows of a band have only two edges.
  private static let mostEdges = 32

  /// Paints the rows of an area that are enclosed by two edges.
  /// - Parameters:
  ///   - cells: the cells of the area, whose accumulators are not used.
  ///   - tile: the pixels that may be rewritten unchanged, although nothing covers them.
  /// - Returns: the remaining rows, one bit each from the top of the area; nil for all rows.
  func paintTrapezoids(
    _ edges: UnsafeBufferPointer<Edge>, _ shader: Shader, _ cells: borrowing Cells,
    in tile: IntRect
  ) -> UInt64? {
    guard mask == nil, edges.count <= Canvas.mostEdges, let list = edges.baseAddress else {
      return nil
    }
    let grid = cells.grid
    return shader.withColors(ofRows: grid.top..<grid.top + grid.height) {
      kernels.pointee.blendTrapezoids(
        list, edges.count, grid, tile.minX - grid.left, tile.maxX - grid.left, $0,
        target.at(grid.left, grid.top), target.stride)
    }
  }
}

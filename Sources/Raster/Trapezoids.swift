import CLanes
import Geometry
import KernelsBase
import KernelsWide
import KernelsWidest

extension Compositor {
  /// Paints those rows of an area that lie between two edges.
  /// - Parameters:
  ///   - cells: over the area; they are not used.
  ///   - tile: the pixels that may be written where nothing covers them.
  /// - Returns: the rows that are left, a bit each from the top of the area; nil for all.
  func paintTrapezoids(
    _ edges: UnsafeBufferPointer<Edge>, _ shader: Shader, _ cells: Cells, in tile: IntRect
  ) -> UInt64? {
    if mask != nil || edges.count > Blend.mostEdges { return nil }
    switch shader {
    case .solid(let color):
      return withUnsafePointer(to: color.lanes) {
        blend.trapezoids(target, edges, cells, columns: tile.minX..<tile.maxX, $0, step: 0)
      }
    case .gradient(let gradient) where gradient.isConstantInRows && !gradient.isDithered:
      let colors = gradient.colors(
        ofRows: cells.grid.top..<cells.grid.top + cells.grid.height)
      return blend.trapezoids(
        target, edges, cells, columns: tile.minX..<tile.maxX, colors, step: 1)
    case .gradient, .image:
      return nil
    }
  }
}

extension Blend {
  /// With more edges than this, few rows of a band lie between two.
  fileprivate static let mostEdges = 32

  /// Colours, one for each row or one for all, into the rows of an area that lie between two edges.
  /// - Returns: the rows that are left, a bit each from the top of the area; nil for all.
  fileprivate func trapezoids(
    _ target: Target, _ list: UnsafeBufferPointer<Edge>, _ cells: Cells, columns: Range<Int>,
    _ colors: UnsafePointer<solid_color>, step: Int
  ) -> UInt64? {
    guard let edges = list.baseAddress else { return nil }
    let count = list.count
    let grid = cells.grid
    let columns = columns.lowerBound - grid.left..<columns.upperBound - grid.left
    let to = target.row(grid.top) + grid.left
    switch kernels {
    case .base:
      return KernelsBase.blendTrapezoids(
        edges, count, grid, columns: columns, colors, colorStep: step, to, stride: target.stride)
    case .wide:
      return KernelsWide.blendTrapezoids(
        edges, count, grid, columns: columns, colors, colorStep: step, to, stride: target.stride)
    case .widest:
      return KernelsWidest.blendTrapezoids(
        edges, count, grid, columns: columns, colors, colorStep: step, to, stride: target.stride)
    }
  }
}

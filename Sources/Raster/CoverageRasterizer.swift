import Geometry

/// Makes coverage that is kept, of one small shape after another.
final class CoverageRasterizer {
  private let arena: EdgeArena
  private var cells: Cells
  private let kernels: Kernels

  /// - Parameter width: the widest region to come.
  init(width: Int, kernels: Kernels) {
    self.kernels = kernels
    arena = EdgeArena(kernels: kernels)
    cells = Cells(width: width)
  }

  deinit { cells.deallocate() }

  /// The shape of a source whose region begins at (0, 0); it holds until the next one is made.
  func shape(_ source: ShapeSource) -> Shape {
    arena.reset(bandCount: (source.region.height + Band.rows - 1) >> Band.shift)
    return arena.shape(source)
  }

  /// Writes what a shape covers of its region: 0...65535 for each pixel that it touches.
  /// - Parameter values: where the region's first row is, or would be; zero so far.
  func draw(_ shape: Shape, region: IntRect, into values: UnsafeMutablePointer<UInt16>) {
    let bounds = shape.bounds
    if bounds.isEmpty { return }
    switch shape.kind {
    case .rectangle:
      for y in bounds.minY..<bounds.maxY {
        (values + y * region.width + bounds.minX).update(repeating: .max, count: bounds.width)
      }
    case .edges(_, let first, let ranges, let rule):
      for (i, range) in arena.ranges[ranges].enumerated() {
        let top = (first + i) << Band.shift
        cells.setTile(
          IntRect(
            minX: 0, minY: top, maxX: region.width, maxY: min(top + Band.rows, region.height)))
        cells.add(
          UnsafeBufferPointer(
            start: arena.lists[first + i].base + Int(range.lowerBound), count: range.count),
          kernels)
        cells.resolve(rule, kernels) { y, x, count, coverage in
          let row = values + y * region.width + x
          switch coverage {
          case .constant(let c): row.update(repeating: UInt16(c), count: count)
          case .varying(let c): for i in 0..<count { row[i] = UInt16(c[i]) }
          }
        }
      }
    }
  }
}

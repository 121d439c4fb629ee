import CLanes
import Geometry

/// Computes the coverage that a cache keeps, one small shape after another.
final class CoverageRasterizer {
  private let arena: EdgeArena
  private let cells: Cells
  var writer = BlockWriter()

  /// The widest region.
  static let width = max(BlockCoverage.width, Int(GlyphCache.largestExtent) + 4)

  init(kernels: UnsafePointer<KernelTable>) {
    arena = EdgeArena(kernels: kernels)
    cells = Cells(width: CoverageRasterizer.width, kernels: kernels)
  }

  /// The shape of a source whose region starts in row 0; valid until the next call.
  func shape(_ source: ShapeSource) -> Shape {
    arena.reset(bandCount: (source.region.height + Band.rows - 1) >> Band.shift)
    return arena.shape(source)
  }

  /// Writes the levels of coverage, 0...255, of the pixels that a shape touches in some rows of its region.
  /// - Parameter values: the first pixel of the region in the first of the rows; all levels must be zero.
  func draw(
    _ shape: Shape, region: IntRect, rows: Range<Int>, into values: UnsafeMutablePointer<UInt8>,
    stride: Int
  ) {
    let bounds = shape.bounds
    if bounds.isEmpty { return }
    let covered = rows.clamped(to: bounds.minY..<bounds.maxY)
    if covered.isEmpty { return }
    switch shape.kind {
    case .rectangle:
      for y in covered {
        (values + ((y - rows.lowerBound) * stride + bounds.minX - region.minX))
          .update(repeating: .max, count: bounds.width)
      }
    case .edges(_, let first, let ranges, let rule):
      var top = covered.lowerBound
      while top < covered.upperBound {
        let band = top >> Band.shift
        let bottom = min((band + 1) << Band.shift, covered.upperBound)
        let range = arena.ranges[ranges.lowerBound + band - first]
        let edges = UnsafeMutableBufferPointer(
          start: arena.lists[band].base + Int(range.lowerBound), count: range.count)
        hold(edges, rightOf: region.minX)
        cells.setTile(IntRect(minX: region.minX, minY: top, maxX: region.maxX, maxY: bottom))
        cells.add(UnsafeBufferPointer(edges))
        cells.resolve(rule) { y, x, count, coverage in
          let row = values + ((y - rows.lowerBound) * stride + x - region.minX)
          if let varying = coverage.values {
            for i in 0..<count { row[i] = UInt8(truncatingIfNeeded: varying[i]) }
          } else {
            row.update(repeating: UInt8(truncatingIfNeeded: coverage.constant), count: count)
          }
        }
        top = bottom
      }
    }
  }

  /// Moves edges left of a column to the column's start. The moved edges enclose the same pixels to their right, and
  /// edges within the cells are added faster.
  private func hold(_ edges: UnsafeMutableBufferPointer<Edge>, rightOf column: Int) {
    let left = Int32(column) << Grid.bits
    for i in edges.indices where max(edges[i].x0, edges[i].x1) < left {
      (edges[i].x0, edges[i].x1) = (left, left)
    }
  }
}

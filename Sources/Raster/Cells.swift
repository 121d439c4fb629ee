import CLanes
import Geometry

/// The accumulators of one tile: for each pixel the change of covered area relative to the left neighbour, in 1/65536
/// of a pixel, and for every eight pixels a bit that is set if they were touched.
///
/// The sum of a row up to a pixel is the pixel's signed coverage, regardless of the order of the edges.
struct Cells: ~Copyable {
  /// The grid, in memory of its own, so that its owner need not change while the accumulators move.
  private let place: UnsafeMutablePointer<cell_grid>
  private let kernels: UnsafePointer<KernelTable>
  private let capacity: (values: Int, words: Int)
  /// The spans and varying coverages of one row.
  private let spans: UnsafeMutablePointer<coverage_span>
  let coverages: UnsafeMutablePointer<UInt32>

  /// Allocates zeroed cells for tiles up to a width, `Band.rows` high.
  init(width: Int, kernels: UnsafePointer<KernelTable>) {
    self.kernels = kernels
    let stride = Cells.stride(width)
    capacity = (stride * Band.rows + 16, (stride + 511) / 512 * Band.rows)
    let values = UnsafeMutableRawPointer.allocate(byteCount: 4 * capacity.values, alignment: 64)
      .bindMemory(to: Int32.self, capacity: capacity.values)
    values.initialize(repeating: 0, count: capacity.values)
    let touched = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity.words)
    touched.initialize(repeating: 0, count: capacity.words)
    place = .allocate(capacity: 1)
    place.initialize(
      to: cell_grid(
        values: values, touched: touched, stride: 0, words: 0, left: 0, top: 0, width: 0, height: 0,
        parts: Cells.zeroed(), trapezoids: Cells.zeroed()))
    spans = .allocate(capacity: stride / 4 + 2)
    coverages = .allocate(capacity: stride)
    coverages.initialize(repeating: 0, count: stride)
  }

  /// Zeroed memory for the kernels, which read whole vectors, of which a part may never have been written.
  private static func zeroed<Columns>() -> UnsafeMutablePointer<Columns> {
    let size = MemoryLayout<Columns>.size
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    return memory.bindMemory(to: Columns.self, capacity: 1)
  }

  deinit {
    grid.values.deallocate()
    grid.touched.deallocate()
    grid.parts.deallocate()
    grid.trapezoids.deallocate()
    place.deallocate()
    spans.deallocate()
    coverages.deallocate()
  }

  var grid: cell_grid { place.pointee }

  /// Two cells after the last pixel take the coverage to its right, and more cells let loops over whole vectors run
  /// past the end.
  private static func stride(_ width: Int) -> Int { (width + 9 + 15) & ~15 }

  /// Moves the empty accumulators to another tile.
  func setTile(_ area: IntRect) {
    let (width, height) = (area.width, area.height)
    let stride = Cells.stride(width)
    let words = (stride + 511) / 512
    precondition(height <= Band.rows && stride * height <= capacity.values)
    precondition(words * height <= capacity.words)
    place.pointee = cell_grid(
      values: grid.values, touched: grid.touched, stride: stride, words: words, left: area.minX,
      top: area.minY, width: width, height: height, parts: grid.parts, trapezoids: grid.trapezoids)
  }

  func add(_ list: UnsafeBufferPointer<Edge>) {
    guard let edges = list.baseAddress else { return }
    kernels.pointee.addEdges(edges, list.count, grid)
  }

  /// Passes the covered spans of all rows to `paint`, and empties the cells.
  func resolve(
    _ rule: FillRule, _ paint: (_ row: Int, _ x: Int, _ count: Int, Coverage) -> Void
  ) {
    for row in 0..<grid.height {
      for i in 0..<kernels.pointee.resolveRow(grid, row, rule == .evenOdd, coverages, spans) {
        let span = spans[i]
        let x = Int(span.x)
        paint(
          grid.top &+ row, grid.left &+ x, Int(span.count),
          span.coverage == UInt32(LANES_VARYING)
            ? .varying(coverages + x) : .constant(span.coverage))
      }
    }
  }
}

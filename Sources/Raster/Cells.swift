import CLanes
import Geometry
import KernelsBase
import KernelsWide
import KernelsWidest

/// The accumulators of one tile: for each pixel the change of covered area against its left
/// neighbour, in 1/65536 of a pixel, and a bit for each eight pixels that were touched.
///
/// The sum of a row up to a pixel is its signed coverage, whatever the order of the edges was.
struct Cells {
  private(set) var grid = cell_grid()
  private let capacity: (values: Int, words: Int)
  /// The spans and varying coverages of one row.
  private let spans: UnsafeMutablePointer<coverage_span>
  let coverages: UnsafeMutablePointer<UInt32>

  /// Makes room for tiles up to a width, `Band.rows` high, with all cells zero.
  init(width: Int) {
    let stride = Cells.stride(width)
    capacity = (stride * Band.rows + 16, (stride + 511) / 512 * Band.rows)
    grid.values = UnsafeMutableRawPointer.allocate(
      byteCount: 4 * capacity.values, alignment: 64
    ).bindMemory(to: Int32.self, capacity: capacity.values)
    grid.values.initialize(repeating: 0, count: capacity.values)
    grid.touched = .allocate(capacity: capacity.words)
    grid.touched.initialize(repeating: 0, count: capacity.words)
    grid.parts = .allocate(capacity: Int(PARTS_ROOM))
    grid.numbers = .allocate(capacity: EDGE_NUMBERS)
    grid.reals = .allocate(capacity: EDGE_REALS)
    grid.parts.initialize(repeating: Edge(), count: Int(PARTS_ROOM))
    grid.numbers.initialize(repeating: 0, count: EDGE_NUMBERS)
    grid.reals.initialize(repeating: 0, count: EDGE_REALS)
    spans = .allocate(capacity: stride / 4 + 2)
    coverages = .allocate(capacity: stride)
    coverages.initialize(repeating: 0, count: stride)
  }

  func deallocate() {
    grid.values.deallocate()
    grid.touched.deallocate()
    grid.parts.deallocate()
    grid.numbers.deallocate()
    grid.reals.deallocate()
    spans.deallocate()
    coverages.deallocate()
  }

  /// Two cells beyond the last pixel take what falls to its right, and more let loops over whole
  /// vectors run past the end.
  private static func stride(_ width: Int) -> Int { (width + 9 + 15) & ~15 }

  /// Moves the empty accumulators over another tile.
  mutating func setTile(_ area: IntRect) {
    let (width, height) = (area.width, area.height)
    grid.stride = Cells.stride(width)
    grid.words = (grid.stride + 511) / 512
    precondition(height <= Band.rows && grid.stride * height <= capacity.values)
    precondition(grid.words * height <= capacity.words)
    (grid.left, grid.top, grid.width, grid.height) = (area.minX, area.minY, width, height)
  }

  func add(_ list: UnsafeBufferPointer<Edge>, _ kernels: Kernels) {
    guard let edges = list.baseAddress else { return }
    let count = list.count
    switch kernels {
    case .base: KernelsBase.addEdges(edges, count, to: grid)
    case .wide: KernelsWide.addEdges(edges, count, to: grid)
    case .widest: KernelsWidest.addEdges(edges, count, to: grid)
    }
  }

  /// Passes the spans of all rows, those that are not covered left out, and leaves the cells
  /// empty.
  func resolve(
    _ rule: FillRule, _ kernels: Kernels,
    _ paint: (_ row: Int, _ x: Int, _ count: Int, Coverage) -> Void
  ) {
    for row in 0..<grid.height {
      for i in 0..<resolve(row: row, isEvenOdd: rule == .evenOdd, kernels) {
        let span = spans[i]
        let x = Int(span.x)
        paint(
          grid.top &+ row, grid.left &+ x, Int(span.count),
          span.coverage == UInt32(LANES_VARYING)
            ? .varying(coverages + x) : .constant(span.coverage))
      }
    }
  }

  private func resolve(row: Int, isEvenOdd: Bool, _ kernels: Kernels) -> Int {
    switch kernels {
    case .base:
      KernelsBase.resolveRow(
        grid, row: row, isEvenOdd: isEvenOdd, coverages: coverages, spans: spans)
    case .wide:
      KernelsWide.resolveRow(
        grid, row: row, isEvenOdd: isEvenOdd, coverages: coverages, spans: spans)
    case .widest:
      KernelsWidest.resolveRow(
        grid, row: row, isEvenOdd: isEvenOdd, coverages: coverages, spans: spans)
    }
  }
}

import CLanes
import Dispatch
import Geometry
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Executes drawing operations.
///
/// A list is first recorded: each shape becomes edges, sorted into bands of rows. The bands are then drawn one after
/// another, all operations in each, so that cells and pixels stay in the cache. Several threads can share both steps,
/// but only one thread at a time may use a renderer.
public final class Renderer {
  private let threads: Int
  private let share: Int
  private let kernels: UnsafePointer<KernelTable>
  private var arenas: [EdgeArena] = []
  private var tiles: [TileRenderer] = []
  private var size = Planner.Size()
  let glyphs: GlyphCache
  let coverage: CoverageCache
  let gradients = GradientCache()

  /// The number of path points that take one thread some milliseconds.
  public static let pointsPerThread = 10_000

  /// - Parameters:
  ///   - threads: the largest number of drawing threads; the bytes are the same for any number. 0 means one per
  ///     processor.
  ///   - share: the number of path points for each thread. A frame with fewer points is drawn by one thread, so that no
  ///     other thread wakes up; the memory of the other threads is freed after a larger frame. Default 0: every frame
  ///     uses all threads.
  public convenience init(threads: Int = 1, pointsPerThread share: Int = 0) {
    self.init(threads: threads, pointsPerThread: share, kernels: .best)
  }

  package init(threads: Int, pointsPerThread share: Int = 0, kernels: Kernels) {
    self.kernels = kernels.table
    self.share = share
    let rasterizer = CoverageRasterizer(kernels: kernels.table)
    glyphs = GlyphCache(rasterizer)
    coverage = CoverageCache(rasterizer)
    let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    self.threads = threads > 0 ? min(threads, 64) : min(processors, 64)
  }

  /// Draws `list` over the whole of `buffer`.
  public func draw(_ list: DrawList, into buffer: PixelBuffer) {
    draw(list, into: buffer, damage: [IntRect(width: buffer.width, height: buffer.height)])
  }

  /// Draws `list` into `buffer` without touching pixels outside `damage`.
  /// - Parameter damage: the pixels to draw. The rectangles may overlap: a pixel in several of them is drawn once.
  ///   Pixels outside the buffer are ignored.
  public func draw(_ list: DrawList, into buffer: PixelBuffer, damage: [IntRect]) {
    let rects = disjoint(damage, within: IntRect(width: buffer.width, height: buffer.height))
    if rects.isEmpty { return }
    let region = rects.reduce(rects[0]) { $0.union($1) }
    coverage.beginFrame(pixels: buffer.width * buffer.height)
    gradients.beginFrame()
    var planner = Planner(
      damage: rects, region: region, glyphs: glyphs, coverage: coverage, gradients: gradients,
      size: size)
    planner.record(list)
    size = planner.size
    var plan = planner.plan
    let workers = workers(for: planner.sources)
    plan.shapes = shapes(planner.sources, height: buffer.height, workers: workers)
    drawTiles(plan, tiles(of: rects), into: buffer, width: region.width, workers: workers)
    if share > 0 {
      arenas.removeLast(max(arenas.count - 1, 0))
      self.tiles.removeLast(max(self.tiles.count - 1, 0))
    }
    glyphs.endFrame()
    coverage.endFrame()
  }

  /// Draws `list` over the whole of a bitmap.
  public func draw(_ list: DrawList, into bitmap: Bitmap) {
    withExtendedLifetime(bitmap) { draw(list, into: bitmap.buffer) }
  }

  /// Draws `list` into a bitmap without touching pixels outside `damage`.
  public func draw(_ list: DrawList, into bitmap: Bitmap, damage: [IntRect]) {
    withExtendedLifetime(bitmap) { draw(list, into: bitmap.buffer, damage: damage) }
  }

  /// Frees the memory that makes later frames faster, for example while no frame is visible. The next frame takes
  /// longer, and has the same bytes.
  public func releaseMemory() {
    (arenas, tiles) = ([], [])
    glyphs.removeAll()
    coverage.removeAll()
    gradients.removeAll()
  }

  /// The number of threads for a frame.
  func workers(for sources: [ShapeSource]) -> Int {
    if threads == 1 || share == 0 { return threads }
    let points = sources.reduce(0) { $0 + $1.pointCount }
    return min(max(points / share, 1), threads)
  }

  /// The number of threads that have memory of their own after the last frame.
  var threadCount: Int { arenas.count }

  /// The number of edges and vertices for which there is memory.
  var edgeCapacity: Int { arenas.reduce(0) { $0 + $1.capacity } }

  /// The parts of rectangles in each band.
  private func tiles(of rects: [IntRect]) -> [IntRect] {
    func bands(of rect: IntRect) -> ClosedRange<Int> {
      rect.minY >> Band.shift...(rect.maxY - 1) >> Band.shift
    }
    var tiles: [IntRect] = []
    tiles.reserveCapacity(rects.reduce(0) { $0 + bands(of: $1).count })
    for rect in rects {
      for band in bands(of: rect) {
        var part = rect
        part.minY = max(rect.minY, band << Band.shift)
        part.maxY = min(rect.maxY, (band + 1) << Band.shift)
        tiles.append(part)
      }
    }
    return tiles
  }

  private func shapes(_ sources: [ShapeSource], height: Int, workers: Int) -> [Shape] {
    let workers = sources.count < 2 ? 1 : workers
    while arenas.count < workers { arenas.append(EdgeArena(kernels: kernels)) }
    for arena in arenas { arena.reset(bandCount: (height + Band.rows - 1) >> Band.shift) }
    var shapes = [Shape](repeating: .empty, count: sources.count)
    shapes.withUnsafeMutableBufferPointer { shapes in
      let output = Unshared(shapes)
      let arenas = self.arenas
      forEach(sources.count, workers: workers) { worker, index in
        output.value[index] = arenas[worker].shape(sources[index])
      }
    }
    return shapes
  }

  private func drawTiles(
    _ plan: Plan, _ tiles: [IntRect], into buffer: PixelBuffer, width: Int, workers: Int
  ) {
    let workers = min(tiles.count, workers)
    self.tiles.removeAll { !$0.fits(width: width) }
    while self.tiles.count < workers {
      self.tiles.append(TileRenderer(width: width, kernels: kernels))
    }
    let renderers = Unshared(self.tiles)
    let shared = Unshared(plan)
    let target = Unshared(Target(buffer.base, stride: buffer.stride))
    forEach(tiles.count, workers: workers) { worker, index in
      renderers.value[worker].draw(shared.value, into: target.value, tile: tiles[index])
    }
  }

  /// Calls `body` with each index once, and with the number of a worker, which only one thread at a time uses.
  private func forEach(_ count: Int, workers: Int, _ body: @Sendable (Int, Int) -> Void) {
    if workers < 2 {
      for index in 0..<count { body(0, index) }
      return
    }
    let next = Counter()
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      while true {
        let index = next.take()
        if index >= count { return }
        body(worker, index)
      }
    }
  }
}

/// Returns the numbers from 0 on, one after another.
private final class Counter: Sendable {
  private let value = Atomic(0)

  func take() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
}

/// A value that threads may use at the same time, because each thread touches a part of its own: its own renderer, its
/// shape's element of an array, its tile's pixels.
private struct Unshared<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

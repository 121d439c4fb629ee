import CLanes
import Geometry

/// The clip around a path, and the placement of the path on the device except its horizontal position.
struct KeptSpace: Hashable {
  let outline: Outline
  let scaleX: Double
  let scaleY: Double
  let offsetY: Double
  let top: Int
  let height: Int
  /// The columns of the clip, which tell the lines of one plot from those of a plot beside it: each plot slides in
  /// frames of its own.
  private let columns: Range<Int>
  /// The number of pixels by which the outline may extend beyond the path: half of the stroke's width, and a pixel for
  /// the device grid and flattening.
  private let reach: Double

  /// Fails for an operation whose coverage is not kept, because no clip limits its rows, because only a part of the
  /// path is stroked, or because a number is very large.
  init?(_ outline: Outline, _ transform: AffineTransform, _ clip: Clip?) {
    guard let clip, transform.isScaleAndTranslation, transform.a > 0, transform.a < 1e4,
      transform.d.magnitude < 1e4, transform.ty.magnitude < 1e6
    else { return nil }
    if let style = outline.style {
      let isWhole = style.dashPattern.isEmpty && style.start <= 0 && style.end >= 1
      guard isWhole, style.reach * transform.a < Double(BlockCoverage.width) else { return nil }
    }
    let rows = IntRect(covering: clip.rect)
    guard rows.minY > -(1 << 16), rows.maxY < 1 << 16, rows.height <= 1 << 13 else { return nil }
    self.outline = outline
    (scaleX, scaleY, offsetY) = (transform.a, transform.d, transform.ty)
    (top, height, columns) = (rows.minY, rows.height, rows.minX..<rows.maxX)
    reach = (outline.style?.reach ?? 0) * scaleX + 1
  }

  /// Hashes the parts that differ between most spaces.
  func hash(into hasher: inout Hasher) {
    hasher.combine(offsetY)
    hasher.combine(columns.lowerBound)
    hasher.combine(outline.style == nil)
  }

  /// The range of x, in the path's space, from which the outline may reach a block, or the columns of a block from a
  /// given one on.
  func columns(ofBlock index: Int, from column: Int = 0) -> ClosedRange<Double> {
    let left = Double(index * BlockCoverage.width)
    return (left + Double(column) - reach) / scaleX...(left + Double(BlockCoverage.width) + reach)
      / scaleX
  }

  /// The first column of a block, 0...`BlockCoverage.width`, that the outline of segments right of x, in the path's
  /// space, may reach.
  func column(ofBlock index: Int, reachedFrom x: Double) -> Int {
    let column = x * scaleX - Double(index * BlockCoverage.width) - reach
    return Int(min(max(column.rounded(.down), 0), Double(BlockCoverage.width)))
  }
}

extension KeptSpace {
  /// An estimate, slightly too high, of the bytes of a finite path's coverage: in a steep part of a line,
  /// each row has one partly covered group of pixels; in a level part, each group has two such rows.
  /// - Parameter most: the number of bytes above which the result need not be exact, and may be too small.
  func estimatedCost(of path: Path, most: Int = .max) -> Int {
    let groupCost = BlockCoverage.groupWidth * MemoryLayout<UInt8>.size
    let mostGroups = most / groupCost
    guard var last = path.points.first else { return 0 }
    var (left, right) = (last.x, last.x)
    // The rows of one column of groups count once, even if the path goes up and down several times there.
    var (column, low, high) = (-Double.infinity, last.y, last.y)
    var rows = 0.0
    var across: Double { (right - left) * scaleX / Double(BlockCoverage.groupWidth) }
    var groups: Double {
      min((rows + high - low) * scaleY.magnitude + 2 * across, across * Double(height))
    }
    for point in path.points {
      let next = (point.x * scaleX / Double(BlockCoverage.groupWidth)).rounded(.down)
      if next != column {
        rows += high - low
        (column, low, high) = (next, last.y, last.y)
        if groups > Double(mostGroups) { break }
      }
      (low, high) = (min(low, point.y), max(high, point.y))
      (left, right) = (min(left, point.x), max(right, point.x))
      last = point
    }
    let blocks = across * Double(BlockCoverage.groupWidth) / Double(BlockCoverage.width)
    let cost = groups * Double(groupCost) + blocks * Double(KeptBlock.overhead)
    // The comparison also handles NaN, from an infinite number of rows without height.
    return cost < 1e12 ? Int(cost) : Int(1e12)
  }
}

extension AffineTransform {
  /// The transform moved by a ten-millionth of a pixel, for paths whose coverage is worth keeping.
  ///
  /// Drawings often have numbers with few digits, which are half-way between two points of the device grid. The
  /// rounding of sums, which depends on the position, would choose one of the two points, so that a path drawn from
  /// kept coverage would differ here and there by a level from the same path drawn without.
  var besideTies: AffineTransform {
    var result = self
    result.tx += 1.3e-7
    result.ty += 1.3e-7
    return result
  }
}

/// The known paths of one space.
final class KeptFamily {
  let space: KeptSpace
  var paths: [KeptPath.Key: KeptPath] = [:]
  /// The blocks that other paths can find by their fragments. The blocks outlive the paths.
  var blocks: [KeptBlock.Key: KeptBlock] = [:]
  /// The last frame in which paths of the space were drawn; 0 before the first.
  private(set) var lastFrame = 0
  /// Whether more than one frame has drawn paths of the space. A space that was drawn only once was a step of a moving
  /// scale.
  private(set) var isSteady = false

  init(_ space: KeptSpace) { self.space = space }

  /// Starts a frame of the space, and forgets the paths that the space's last frame did not draw. They were steps of a
  /// morph, or the state of a line before new samples came.
  func begin(_ frame: Int) {
    for (key, path) in paths where path.lastFrame < lastFrame { paths[key] = nil }
    isSteady = lastFrame > 0
    lastFrame = frame
  }
}

/// A path whose coverage is kept, and the blocks through which the path runs.
final class KeptPath {
  /// The addresses of a path's points and verbs, which no other path has while the path is kept.
  struct Key: Hashable {
    let points: UnsafeRawPointer
    let verbs: UnsafeRawPointer

    /// Fails for an empty path.
    init?(_ path: Path) {
      let points = path.points.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
      let verbs = path.verbs.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
      guard let points, let verbs else { return nil }
      (self.points, self.verbs) = (points, verbs)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(points) }
  }

  let path: Path
  /// The estimated number of bytes of the coverage.
  let cost: Int
  /// The blocks from number `first` on; nil for blocks that have not been searched yet.
  private var blocks: [KeptBlock?] = []
  private var first = 0
  /// The numbers of the blocks in view when the path was last drawn.
  private var view = 0...0
  /// The frame in which a part of the path was last drawn; 0 before the first.
  private(set) var lastFrame = 0

  init(_ path: Path, cost: Int) {
    (self.path, self.cost) = (path, cost)
  }

  /// Notes that a part of the path is drawn.
  func draw(_ frame: Int, view: ClosedRange<Int>) { (lastFrame, self.view) = (frame, view) }

  /// Keeps the coverage in view, if the path was drawn since a frame, as if the whole view had been drawn when a part
  /// was last drawn.
  func keepView(since frame: Int) {
    guard lastFrame >= frame else { return }
    for (i, block) in blocks.enumerated() where view.contains(first + i) {
      guard let block else { continue }
      block.lastFrame = max(block.lastFrame, lastFrame)
    }
  }

  /// The blocks of a range of numbers; `find` is called for blocks that have not been searched yet.
  func blocks(_ range: ClosedRange<Int>, find: (Int) -> KeptBlock) -> ArraySlice<KeptBlock?> {
    if blocks.isEmpty { first = range.lowerBound }
    let before = max(first - range.lowerBound, 0)
    if before > 0 {
      blocks.insert(contentsOf: repeatElement(nil, count: before), at: 0)
      first = range.lowerBound
    }
    let after = max(range.upperBound - first + 1 - blocks.count, 0)
    if after > 0 { blocks.append(contentsOf: repeatElement(nil, count: after)) }
    let places = range.lowerBound - first...range.upperBound - first
    for i in places where blocks[i] == nil { blocks[i] = find(first + i) }
    return blocks[places]
  }

  /// Takes over the blocks of the path from which this one has grown, starting with the first block in view.
  func inherit(_ other: KeptPath, _ successor: (KeptBlock, _ index: Int) -> KeptBlock) {
    let from = max(other.view.lowerBound - other.first, 0)
    guard from < other.blocks.count else { return }
    first = other.first + from
    blocks = other.blocks[from...].enumerated().map { i, block in
      block.map { successor($0, first + i) }
    }
  }
}

/// A block: 64 columns of a space, and the coverage of the part of a path that matters there.
final class KeptBlock {
  /// The identity of a block in its space.
  struct Key: Hashable {
    let fragment: FragmentDigest
    let index: Int
  }

  let key: Key
  /// Whether other paths can find the block by its fragment.
  var isShared = false
  /// A copy of the block in `coverage`, so that the planning of a frame does not access that object.
  private(set) var block: coverage_block?
  private(set) var rows = 0..<0
  var coverage: BlockCoverage? {
    didSet {
      guard let coverage else { return }
      (block, rows) = (coverage.block, coverage.rows)
    }
  }
  /// The number of valid columns of `coverage`, from the left. The others show the path before its growth.
  var validColumns = BlockCoverage.width
  /// The frame in which the block was last drawn.
  var lastFrame = 0

  init(_ key: Key) { self.key = key }

  var isComplete: Bool { coverage != nil && validColumns == BlockCoverage.width }

  /// The bytes of a coverage's object and of the block's object.
  static let overhead = 256

  /// The bytes of a coverage, with its objects.
  static func cost(of coverage: BlockCoverage) -> Int { coverage.cost + overhead }

  /// The bytes of the coverage, with its objects; 0 without a coverage.
  var cost: Int { coverage.map { KeptBlock.cost(of: $0) } ?? 0 }
}

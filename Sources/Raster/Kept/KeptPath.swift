import CLanes
import Geometry

/// The way in which a path lies on the device, but for its horizontal place.
struct KeptSpace: Hashable {
  let outline: Outline
  let scaleX: Double
  let scaleY: Double
  let offsetY: Double
  let top: Int
  let height: Int
  /// The pixels by which the outline may reach beyond the path: half of the stroke's width, and a pixel
  /// for the phase, the device grid and flattening.
  private let reach: Double

  /// Fails for an operation whose coverage is not kept: there is no clip to tell the rows in which it is
  /// drawn, only a part of the path is stroked, or a number is very large.
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
    (top, height) = (rows.minY, rows.height)
    reach = (outline.style?.reach ?? 0) * scaleX + 1
  }

  /// Hashes the parts that differ between most spaces.
  func hash(into hasher: inout Hasher) {
    hasher.combine(offsetY)
    hasher.combine(outline.style == nil)
  }

  /// The range of x, in the path's space, from which the outline may reach a block, or the columns of a
  /// block from one on, in any phase.
  func columns(ofBlock index: Int, from column: Int = 0) -> ClosedRange<Double> {
    let left = Double(index * BlockCoverage.width)
    return (left + Double(column) - reach) / scaleX...(left + Double(BlockCoverage.width) + reach)
      / scaleX
  }

  /// The first column of a block, 0...`BlockCoverage.width`, that the outline of anything right of x, in
  /// the path's space, may reach.
  func column(ofBlock index: Int, reachedFrom x: Double) -> Int {
    let column = x * scaleX - Double(index * BlockCoverage.width) - reach
    return Int(min(max(column.rounded(.down), 0), Double(BlockCoverage.width)))
  }
}

extension KeptSpace {
  /// The bytes that the coverage of a finite path takes in one phase, or slightly more: where a line is steep, each row
  /// has one group of pixels that are covered in part; where the line is level, a group has two such rows.
  /// - Parameter most: the bytes above which the number does not matter, and may be too small.
  func estimatedCost(of path: Path, most: Int = .max) -> Int {
    let groupCost = BlockCoverage.groupWidth * MemoryLayout<UInt8>.size
    let mostGroups = most / groupCost
    guard var last = path.points.first else { return 0 }
    var (left, right) = (last.x, last.x)
    // The rows of one column of groups, however often the path goes up and down there.
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
    // Also where an infinite number of rows has no height.
    return cost < 1e12 ? Int(cost) : Int(1e12)
  }
}

extension AffineTransform {
  /// The transform moved by a ten-millionth of a pixel, for paths whose coverage is worth keeping.
  ///
  /// Numbers with few digits, of which drawings are made, often lie half-way between two points of the
  /// device grid. The rounding of sums, which differs from place to place, would decide which of the two
  /// is taken, and a path drawn from kept coverage would differ by a level here and there from the same
  /// path drawn without.
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
  /// The blocks that other paths can find by their fragments. They outlive the paths.
  var blocks: [KeptBlock.Key: KeptBlock] = [:]
  /// The last frame in which paths of the space were drawn; 0 before the first.
  private(set) var lastFrame = 0
  /// Whether more than one frame has drawn paths of the space. A space that was drawn once was a step of a scale
  /// on its way.
  private(set) var isSteady = false

  init(_ space: KeptSpace) { self.space = space }

  /// Begins a frame of the space. Forgets the paths that the space's last frame has not drawn: they were steps
  /// of a morph, or the state of a line before new samples came.
  func begin(_ frame: Int) {
    for (key, path) in paths where path.lastFrame < lastFrame { paths[key] = nil }
    isSteady = lastFrame > 0
    lastFrame = frame
  }
}

/// A path whose coverage is kept, and the blocks that it runs through.
final class KeptPath {
  /// The memory of a path's points and verbs: as long as the path is kept, no other path has it.
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
  /// The bytes that the coverage takes in one phase, as estimated.
  let cost: Int
  /// The blocks from number `first` on; nil for those that have not been looked for yet.
  private var blocks: [KeptBlock?] = []
  private var first = 0
  /// The numbers of the blocks in view when the path was last drawn.
  private var view = 0...0
  /// The phase in which the path, or the path that it has grown from, was last drawn; nil before the first time.
  private var phase: Int?
  /// Whether the path, or a path that it has grown from, was drawn in either phase.
  private(set) var hasBothPhases = false
  /// The frame in which a part of the path was last drawn; 0 before the first.
  private(set) var lastFrame = 0

  init(_ path: Path, cost: Int) {
    (self.path, self.cost) = (path, cost)
  }

  /// Notes that a part of the path is drawn.
  func draw(_ frame: Int, phase: Int, view: ClosedRange<Int>) {
    if let before = self.phase, phase != before { hasBothPhases = true }
    (lastFrame, self.phase, self.view) = (frame, phase, view)
  }

  /// Keeps the coverage in view of a path that was drawn since a frame, as if all of the view had been drawn when a
  /// part was last drawn.
  func keepView(since frame: Int) {
    guard let phase, lastFrame >= frame else { return }
    for (i, block) in blocks.enumerated() where view.contains(first + i) {
      guard let block else { continue }
      block.phases[phase].lastFrame = max(block.phases[phase].lastFrame, lastFrame)
    }
  }

  /// The blocks of a range of numbers; `find` looks for those that have not been looked for yet.
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

  /// Takes over the blocks of the path that this one has grown from, from the first that was in view.
  func inherit(_ other: KeptPath, _ successor: (KeptBlock, _ index: Int) -> KeptBlock) {
    (hasBothPhases, phase) = (other.hasBothPhases, other.phase)
    let from = max(other.view.lowerBound - other.first, 0)
    guard from < other.blocks.count else { return }
    first = other.first + from
    blocks = other.blocks[from...].enumerated().map { i, block in
      block.map { successor($0, first + i) }
    }
  }
}

/// A block: 64 columns of a space, and the coverage of the part of a path that matters there, in each
/// phase.
final class KeptBlock {
  struct Phase {
    /// A copy of what `coverage` refers to, so that planning a frame does not touch that object.
    private(set) var block: coverage_block?
    private(set) var rows = 0..<0
    var coverage: BlockCoverage? {
      didSet {
        guard let coverage else { return }
        (block, rows) = (coverage.block, coverage.rows)
      }
    }
    /// The number of columns of `coverage`, from the left, that are valid: the others show the path before
    /// the path grew.
    var validColumns = BlockCoverage.width
    var lastFrame = 0

    var isComplete: Bool { coverage != nil && validColumns == BlockCoverage.width }
  }

  /// The identity of a block in its space.
  struct Key: Hashable {
    let fragment: FragmentDigest
    let index: Int
  }

  typealias Phases = InlineArray<2, Phase>

  let key: Key
  var phases = Phases(repeating: Phase())
  /// Whether other paths can find the block by its fragment.
  var isShared = false

  init(_ key: Key) { self.key = key }

  /// The frame in which the block was last drawn.
  var lastFrame: Int { phases.indices.reduce(0) { max($0, phases[$1].lastFrame) } }
  var count: Int { phases.indices.count { phases[$0].coverage != nil } }

  /// The bytes of a coverage's object and half of the block's.
  static let overhead = 256

  /// The bytes of a coverage, with its objects.
  static func cost(of coverage: BlockCoverage) -> Int { coverage.cost + overhead }

  /// The bytes of all coverages.
  var cost: Int {
    phases.indices.reduce(0) { sum, phase in
      sum + (phases[phase].coverage.map { KeptBlock.cost(of: $0) } ?? 0)
    }
  }
}

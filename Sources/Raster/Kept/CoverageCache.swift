import CLanes
import Geometry

/// The part of the plane that a path covers: its inside, or its stroke.
enum Outline: Hashable {
  case fill(FillRule)
  case stroke(StrokeStyle)

  var rule: FillRule {
    switch self {
    case .fill(let rule): rule
    case .stroke: .nonZero
    }
  }

  var style: StrokeStyle? {
    switch self {
    case .fill: nil
    case .stroke(let style): style
    }
  }
}

/// The coverage of long paths that slide sideways, kept from frame to frame.
///
/// The terms, from the whole to the parts:
/// - A path (`KeptPath`) belongs to a space (`KeptSpace`): an outline, a scale and a vertical position. When the path
///   slides, only its horizontal position changes, by whole pixels. The lines of one plot are the paths of one space
///   (`KeptFamily`), which has the blocks of all of them.
/// - The space is divided into blocks (`KeptBlock`) of 64 columns. A block is fixed to the path, not to the screen. The
///   part of the path that matters for the block is its fragment. Paths with equal fragments in the same block share
///   the block: if a path grows at one end, only the blocks at that end are drawn again. Only the digest of a fragment
///   is kept (`FragmentDigest`), because the points of all fragments would take as much memory as their coverage.
/// - A block has a coverage (`BlockCoverage`).
/// - A planned block (`PlannedBlock`) is a coverage at its position in the frame.
///
/// The cache forgets coverages that have not been drawn for many frames. The visible coverage of a path that is still
/// drawn stays, because frames may draw parts of a path for a long time, and then the whole path. If memory is short,
/// the cache first forgets the coverages that were drawn least recently. If a frame has more paths than the memory can
/// keep, the first paths are kept and the others are drawn from their edges; otherwise each frame would displace all
/// coverages that the next frame needs.
final class CoverageCache {
  /// The largest number of kept bytes as a function of the frame's pixels: 4 for each pixel, the size of a frame, and
  /// at least 4 MiB. Four lines of 3,000 samples across the width of a screen take 6 MB.
  var bound: (Int) -> Int = { max(4 * $0, 4 << 20) }
  private var limit = 0
  private(set) var cost = 0
  /// The estimated number of bytes of this frame's paths.
  private var placedCost = 0
  /// The number of searches through all blocks for the oldest.
  private(set) var searchCount = 0
  private var frame = 0
  private var families: [KeptSpace: KeptFamily] = [:]
  /// Coverages that the cache has forgotten during this frame. They stay alive until the frame ends, because the frame
  /// may have planned them already.
  private var released: [BlockCoverage] = []
  private let rasterizer: CoverageRasterizer
  /// The last examined fragment, in memory that is reused.
  private var fragment = Path()

  init(_ rasterizer: CoverageRasterizer) { self.rasterizer = rasterizer }

  /// The number of frames for which a path and its blocks are kept without being drawn.
  private static let memory = 32
  /// The number of frames for which a coverage is kept without being drawn. A block that has left the screen does not
  /// return, a block of a growing window of time is replaced, and a page of a kiosk returns only after many seconds.
  private static let coverageMemory = 64

  /// The number of known paths.
  var pathCount: Int { families.values.reduce(0) { $0 + $1.paths.count } }
  /// The number of kept coverages.
  var count: Int { allBlocks.count { $0.coverage != nil } }
  /// The sum of the sizes of all kept coverages, which `cost` must equal.
  var countedCost: Int { allBlocks.reduce(0) { $0 + $1.cost } }
  private var allBlocks: some Sequence<KeptBlock> { families.values.lazy.flatMap(\.blocks.values) }

  /// Starts a frame of a number of pixels.
  func beginFrame(pixels: Int) {
    frame += 1
    limit = bound(pixels)
    placedCost = 0
    for (space, family) in families
    where family.lastFrame < frame - (family.isSteady ? CoverageCache.memory : 1) {
      family.paths.removeAll()
      if family.blocks.isEmpty { families[space] = nil }
    }
    if frame % (CoverageCache.coverageMemory / 4) == 0 {
      for family in families.values {
        for path in family.paths.values { path.keepView(since: frame - CoverageCache.memory) }
      }
      forget(through: frame - CoverageCache.coverageMemory)
    }
  }

  /// The largest number of points for which a fragment's memory stays from frame to frame.
  private static let mostFragmentPoints = 1 << 14

  /// Frees the memory that only the ended frame needed.
  func endFrame() {
    released.removeAll()
    if fragment.points.capacity > CoverageCache.mostFragmentPoints { fragment = Path() }
  }

  /// Forgets all paths and coverages, between two frames.
  func removeAll() {
    families = [:]
    cost = 0
    fragment = Path()
  }

  /// Appends the blocks of an operation's coverage that are in a region to `output`.
  /// - Returns: false, with nothing added, if the operation must be drawn without kept coverage.
  func place(
    _ path: Path, _ outline: Outline, _ transform: AffineTransform, clip: Clip?, region: IntRect,
    into output: inout [PlannedBlock]
  ) -> Bool {
    guard let space = KeptSpace(outline, transform, clip), transform.tx.magnitude < 1e8,
      let place = Int(exactly: transform.tx)
    else { return false }
    let family = family(of: space)
    guard let kept = keptPath(path, family) else { return false }
    let isNew = kept.lastFrame == 0
    // A `KeptSpace` requires a clip.
    kept.draw(frame, view: blocks(of: IntRect(covering: clip!.rect), place))
    let width = BlockCoverage.width
    let range = self.blocks(of: region, place)
    // The call finds the missing blocks, so that no block of the range is nil.
    let blocks = kept.blocks(range) { block(of: path, $0, family) }
    // The coverage of a path that is drawn only once, such as a step of a morph, would be kept in vain.
    if isNew, blocks.count(where: { $0!.isShared }) * 2 < blocks.count { return false }
    for (i, block) in zip(range, blocks) {
      let (coverage, rows) = coverage(of: block!, path, family)
      let area = IntRect(
        minX: i * width + place, minY: space.top + rows.lowerBound,
        maxX: (i + 1) * width + place, maxY: space.top + rows.upperBound)
      if area.intersects(region) {
        output.append(PlannedBlock(coverage: coverage, area: area))
      }
    }
    return true
  }

  /// The numbers of the blocks that a region of the device, which must not be empty, touches.
  /// - Parameter place: the column of block 0.
  private func blocks(of region: IntRect, _ place: Int) -> ClosedRange<Int> {
    let shift = BlockCoverage.width.trailingZeroBitCount
    return (region.minX - place) >> shift...(region.maxX - 1 - place) >> shift
  }

  private func keptPath(_ path: Path, _ family: KeptFamily) -> KeptPath? {
    guard let key = KeptPath.Key(path) else { return nil }
    let space = family.space
    if let known = family.paths[key], known.path == path {
      return reserve(known) ? known : nil
    }
    guard path.isFinite, space.outline.style == nil || !path.hasLoops,
      space.outline.style?.join != .round || path.subpathsTurningBack.isEmpty
    else { return nil }
    // A larger path would fill half of the memory.
    let most = limit / 2
    let cost = space.estimatedCost(of: path, most: most)
    guard cost <= most else { return nil }
    let kept = KeptPath(path, cost: cost)
    inherit(kept, in: family)
    guard reserve(kept) else { return nil }
    family.paths[key] = kept
    return kept
  }

  private func family(of space: KeptSpace) -> KeptFamily {
    let family = families[space] ?? KeptFamily(space)
    if family.lastFrame == 0 { families[space] = family }
    if family.lastFrame < frame { family.begin(frame) }
    return family
  }

  /// Reserves the bytes of a path in the part of the memory for the paths of a frame, three quarters. The rest of the
  /// memory is for coverage that replaces other coverage.
  /// - Returns: false, with nothing reserved, if fewer bytes are left.
  private func reserve(_ path: KeptPath) -> Bool {
    if placedCost + path.cost > limit / 4 * 3 { return false }
    placedCost += path.cost
    return true
  }

  /// Hands the blocks of an old path over to the new path that has grown from it, and forgets the old path.
  private func inherit(_ kept: KeptPath, in family: KeptFamily) {
    let space = family.space
    for (key, other) in family.paths {
      guard let changes = PathChanges(from: other.path, to: kept.path, space.outline) else {
        continue
      }
      kept.inherit(other) { block, index in
        guard let x = changes.first(in: space.columns(ofBlock: index)) else { return block }
        return successor(
          of: block, kept.path, index, family, from: space.column(ofBlock: index, reachedFrom: x))
      }
      if other.lastFrame < frame { family.paths[key] = nil }
      return
    }
  }

  /// The block that a path shares with others; a new block, not yet shared, if there is none.
  private func block(of path: Path, _ index: Int, _ family: KeptFamily) -> KeptBlock {
    let space = family.space
    path.writePart(of: space.outline, in: space.columns(ofBlock: index), to: &fragment)
    let key = KeptBlock.Key(fragment: FragmentDigest(fragment), index: index)
    return family.blocks[key] ?? KeptBlock(key)
  }

  /// The block of a path that has changed from a column on. The new block takes over the coverage of the old one,
  /// whose columns before that column are still valid; the old block is forgotten.
  private func successor(
    of old: KeptBlock, _ path: Path, _ index: Int, _ family: KeptFamily, from column: Int
  ) -> KeptBlock {
    let new = block(of: path, index, family)
    if new.isShared || !old.isShared || old.lastFrame == frame { return new }
    family.blocks[old.key] = nil
    cost -= old.cost
    let coverage = old.coverage
    old.coverage = nil
    old.isShared = false
    if column == 0 { return new }
    (new.coverage, new.lastFrame) = (coverage, old.lastFrame)
    new.validColumns = min(old.validColumns, column)
    cost += new.cost
    return shared(new, family)
  }

  /// A block's coverage and its rows, in memory that is valid until the end of the frame.
  @inline(__always)
  private func coverage(
    of block: KeptBlock, _ path: Path, _ family: KeptFamily
  ) -> (coverage_block, rows: Range<Int>) {
    if block.isComplete, let coverage = block.block {
      block.lastFrame = frame
      return (coverage, block.rows)
    }
    let coverage = newCoverage(of: block, path, family)
    return (coverage.block, coverage.rows)
  }

  private func newCoverage(
    of block: KeptBlock, _ path: Path, _ family: KeptFamily
  ) -> BlockCoverage {
    let block = shared(block, family)
    block.lastFrame = frame
    let before = block.coverage
    let column = before == nil ? 0 : block.validColumns
    if let before, column == BlockCoverage.width { return before }
    let result = coverage(of: path, family.space, block.key.index, from: column, over: before)
    if let before {
      cost -= KeptBlock.cost(of: before)
      released.append(before)
    }
    block.coverage = nil
    let size = KeptBlock.cost(of: result)
    if cost + size > limit { forgetOldest() }
    if cost + size > limit {
      released.append(result)
      return result
    }
    block.coverage = result
    block.validColumns = BlockCoverage.width
    cost += size
    return result
  }

  private func coverage(
    of path: Path, _ space: KeptSpace, _ index: Int, from column: Int, over before: BlockCoverage?
  ) -> BlockCoverage {
    path.writePart(
      of: space.outline, in: space.columns(ofBlock: index, from: column), to: &fragment)
    let transform = AffineTransform(
      a: space.scaleX, b: 0, c: 0, d: space.scaleY, tx: Double(-index * BlockCoverage.width),
      ty: space.offsetY - Double(space.top))
    return rasterizer.coverage(
      of: fragment, space.outline, transform.besideTies, height: space.height, from: column,
      over: before)
  }

  /// Makes a block available to other paths. Returns the equal block that is already shared, if there is one.
  private func shared(_ block: KeptBlock, _ family: KeptFamily) -> KeptBlock {
    if block.isShared { return block }
    if let other = family.blocks[block.key] { return other }
    block.isShared = true
    family.blocks[block.key] = block
    return block
  }

  /// Forgets the oldest coverages, except those of this frame, until a quarter of the memory is free.
  private func forgetOldest() {
    searchCount += 1
    var ages: [Int: Int] = [:]
    for block in allBlocks where block.coverage != nil {
      ages[block.lastFrame, default: 0] += block.cost
    }
    var (rest, oldest) = (cost, Int.min)
    for (age, size) in ages.sorted(by: { $0.key < $1.key }) where age < frame {
      if rest <= limit / 4 * 3 { break }
      rest -= size
      oldest = age
    }
    forget(through: oldest)
  }

  /// Forgets the coverages that were last drawn in or before a frame.
  private func forget(through oldest: Int) {
    for block in allBlocks where block.lastFrame <= oldest {
      cost -= block.cost
      block.coverage = nil
    }
    for family in families.values {
      let gone = family.blocks.values.filter { $0.coverage == nil && $0.lastFrame < frame }
      for block in gone {
        block.isShared = false
        family.blocks[block.key] = nil
      }
    }
  }
}

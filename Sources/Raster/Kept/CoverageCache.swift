import CLanes
import Geometry

/// What of a path is covered: its inside, or its stroke.
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

/// The coverage of long paths that slide, block of columns by block.
///
/// A block lies still on the path, not on the screen. Its coverage serves wherever the path is
/// drawn as many quarters of a pixel beside whole ones, and for any path that is the same there: of a
/// path that grows at one end, only the columns at that end are drawn anew. What was not used for
/// longest is forgotten first.
final class CoverageCache {
  /// The bytes that are kept at most, by the pixels of a frame: as many as the frame has, but not
  /// fewer than 8 MiB.
  var bound: (Int) -> Int = { max(4 * $0, 8 << 20) }
  private var limit = 0
  private(set) var cost = 0
  private var frame = 0
  private var paths: [KeptPath.Key: KeptPath] = [:]
  /// Those that were new in the frame before the last one, and in the last one: what the frame after
  /// that does not draw again is on its way to something else, and forgotten.
  private var passing: (before: [KeptPath.Key], last: [KeptPath.Key]) = ([], [])
  private var blocks: [KeptBlock.Key: KeptBlock] = [:]
  /// What was let go of since the frame began, and may have been placed before.
  private var released: [BlockCoverage] = []
  private let rasterizer: CoverageRasterizer

  init(_ rasterizer: CoverageRasterizer) { self.rasterizer = rasterizer }

  /// How many frames a path and its blocks are remembered that are not drawn.
  private static let memory = 32

  /// How many paths are known.
  var pathCount: Int { paths.count }
  /// How many coverages are kept.
  var count: Int { blocks.values.reduce(0) { $0 + $1.count } }
  /// What they take, counted anew.
  var countedCost: Int { blocks.values.reduce(0) { $0 + $1.cost } }

  /// - Parameter pixels: of the whole frame.
  func beginFrame(pixels: Int) {
    frame += 1
    limit = bound(pixels)
    for key in passing.before where paths[key]?.lastFrame == frame - 2 { paths[key] = nil }
    passing = (before: passing.last, last: [])
    if frame % CoverageCache.memory == 0 {
      paths = paths.filter { $0.value.lastFrame > frame - CoverageCache.memory }
    }
  }

  /// Lets go of what only the frame needed that is drawn now.
  func endFrame() { released.removeAll() }

  /// Adds the blocks of an operation's coverage that lie in a region to `output`.
  /// - Returns: false where it is to be drawn without.
  func place(
    _ path: Path, _ outline: Outline, _ transform: AffineTransform, clip: Clip?, region: IntRect,
    into output: inout [PlannedBlock]
  ) -> Bool {
    guard let space = KeptSpace(outline, transform, clip), let place = Quarters(transform.tx),
      let kept = keptPath(path, space)
    else { return false }
    let isNew = kept.lastFrame == 0
    kept.lastFrame = frame
    let width = BlockCoverage.width
    let range =
      Quarters.block(region.minX - place.whole)...Quarters.block(region.maxX - 1 - place.whole)
    let blocks = kept.blocks(range) { block(of: path, $0, space) }
    // A path that is drawn once only, on its way to another one, would be kept in vain.
    if isNew, blocks.count(where: { $0!.isShared }) * 2 < blocks.count {
      passing.last.append(kept.key)
      return false
    }
    for (i, block) in zip(range, blocks) {
      let (coverage, rows) = coverage(of: block!, i, phase: place.phase, space)
      let area = IntRect(
        minX: i * width + place.whole, minY: space.top + rows.lowerBound,
        maxX: (i + 1) * width + place.whole, maxY: space.top + rows.upperBound)
      if area.intersects(region) {
        output.append(PlannedBlock(coverage: coverage, area: area))
      }
    }
    return true
  }

  private func keptPath(_ path: Path, _ space: KeptSpace) -> KeptPath? {
    guard let key = KeptPath.Key(path, space) else { return nil }
    if let known = paths[key], known.path == path { return known }
    guard path.isFinite, space.outline.style == nil || !path.hasLoops else { return nil }
    let kept = KeptPath(key, path)
    inherit(kept)
    paths[key] = kept
    return kept
  }

  /// Lets a new path have the blocks of the one that it has grown from, which is forgotten then.
  private func inherit(_ kept: KeptPath) {
    let space = kept.key.space
    for (key, other) in paths where key.space == space {
      guard let changes = PathChanges(from: other.path, to: kept.path, space.outline) else {
        continue
      }
      kept.inherit(other, since: frame - CoverageCache.memory) { block, index in
        guard let x = changes.first(in: space.columns(ofBlock: index)) else { return block }
        return successor(
          of: block, kept.path, index, space, from: space.column(ofBlock: index, reachedFrom: x))
      }
      if other.lastFrame < frame { paths[key] = nil }
      return
    }
  }

  /// The block that a path has in common with others, or one of its own.
  private func block(of path: Path, _ index: Int, _ space: KeptSpace) -> KeptBlock {
    let fragment = path.part(of: space.outline, in: space.columns(ofBlock: index))
    return blocks[KeptBlock.Key(fragment: fragment, index: index, space: space)]
      ?? KeptBlock(fragment)
  }

  /// The block of a path that has changed from a column on, with what is right of the one before,
  /// which is forgotten.
  private func successor(
    of old: KeptBlock, _ path: Path, _ index: Int, _ space: KeptSpace, from column: Int
  ) -> KeptBlock {
    let new = block(of: path, index, space)
    if new.isShared || !old.isShared || old.lastFrame == frame { return new }
    blocks[KeptBlock.Key(fragment: old.fragment, index: index, space: space)] = nil
    cost -= old.cost
    let phases = old.phases
    old.phases = KeptBlock.Phases(repeating: KeptBlock.Phase())
    old.isShared = false
    if column == 0 { return new }
    new.phases = phases
    for phase in 0..<4 { new.phases[phase].right = min(phases[phase].right, column) }
    cost += new.cost
    return shared(new, index, space)
  }

  /// A block's coverage, and the rows that it has; it stays where it is until the frame has ended.
  @inline(__always)
  private func coverage(
    of block: KeptBlock, _ index: Int, phase: Int, _ space: KeptSpace
  ) -> (coverage_block, rows: Range<Int>) {
    if block.phases[phase].isRight, let coverage = block.phases[phase].block {
      block.phases[phase].lastFrame = frame
      return (coverage, block.phases[phase].rows)
    }
    let coverage = newCoverage(of: block, index, phase: phase, space)
    return (coverage.block, coverage.rows)
  }

  private func newCoverage(
    of block: KeptBlock, _ index: Int, phase: Int, _ space: KeptSpace
  ) -> BlockCoverage {
    let block = shared(block, index, space)
    block.phases[phase].lastFrame = frame
    let before = block.phases[phase].coverage
    let column = before == nil ? 0 : block.phases[phase].right
    if let before, column == BlockCoverage.width { return before }
    let result = coverage(
      of: column == 0
        ? block.fragment
        : block.fragment.part(
          of: space.outline, in: space.columns(ofBlock: index, from: column)),
      index, phase: phase, space, from: column, over: before)
    if let before {
      cost -= block.cost(of: before)
      released.append(before)
    }
    block.phases[phase].coverage = nil
    let size = block.cost(of: result)
    if cost + size > limit { forgetOldest() }
    if cost + size > limit {
      released.append(result)
      return result
    }
    block.phases[phase].coverage = result
    block.phases[phase].right = BlockCoverage.width
    cost += size
    return result
  }

  private func coverage(
    of fragment: Path, _ index: Int, phase: Int, _ space: KeptSpace, from column: Int,
    over before: BlockCoverage?
  ) -> BlockCoverage {
    let transform = AffineTransform(
      a: space.scaleX, b: 0, c: 0, d: space.scaleY,
      tx: Double(phase) / 4 - Double(index * BlockCoverage.width),
      ty: space.offsetY - Double(space.top))
    return rasterizer.coverage(
      of: fragment, space.outline, transform.besideTies, height: space.height, from: column,
      over: before)
  }

  /// The block that can be found by what it holds: this one, or one that is alike.
  private func shared(_ block: KeptBlock, _ index: Int, _ space: KeptSpace) -> KeptBlock {
    if block.isShared { return block }
    let key = KeptBlock.Key(fragment: block.fragment, index: index, space: space)
    if let other = blocks[key] { return other }
    block.isShared = true
    blocks[key] = block
    return block
  }

  /// Makes room for a quarter of what may be kept, but not with what the present frame uses.
  private func forgetOldest() {
    var ages: [Int: Int] = [:]
    for block in blocks.values {
      for phase in block.phases.indices {
        if let coverage = block.phases[phase].coverage {
          ages[block.phases[phase].lastFrame, default: 0] += block.cost(of: coverage)
        }
      }
    }
    var (rest, oldest) = (cost, Int.min)
    for (age, size) in ages.sorted(by: { $0.key < $1.key }) where age < frame {
      if rest <= limit / 4 * 3 { break }
      rest -= size
      oldest = age
    }
    for (key, block) in blocks {
      for phase in 0..<4 where block.phases[phase].lastFrame <= oldest {
        block.phases[phase].coverage = nil
      }
      if block.count == 0, block.lastFrame < frame {
        block.isShared = false
        blocks[key] = nil
      }
    }
    cost = rest
  }
}

/// A length of whole pixels and quarters.
private struct Quarters {
  let whole: Int
  let phase: Int

  /// Nil for a length that is none, or longer than a drawing may be.
  init?(_ length: Double) {
    let quarters = length * 4
    guard quarters.magnitude < 1e8, quarters == quarters.rounded() else { return nil }
    let count = Int(quarters)
    (whole, phase) = (count >> 2, count & 3)
  }

  /// The block that a column lies in.
  static func block(_ column: Int) -> Int { column >> BlockCoverage.width.trailingZeroBitCount }
}

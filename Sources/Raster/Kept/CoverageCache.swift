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
/// path that grows at one end, only the blocks at that end are drawn anew. What was not used for
/// longest is forgotten first.
final class CoverageCache {
  /// The bytes that are kept at most, by the pixels of a frame: as many as the frame has, but not
  /// fewer than 8 MiB.
  var bound: (Int) -> Int = { max(4 * $0, 8 << 20) }
  private var limit = 0
  private(set) var cost = 0
  private var frame = 0
  private var paths: [PathKey: KeptPath] = [:]
  /// Those that were new in the frame before the last one, and in the last one: what the frame after
  /// that does not draw again is on its way to something else, and forgotten.
  private var passing: (before: [PathKey], last: [PathKey]) = ([], [])
  private var blocks: [BlockKey: KeptBlock] = [:]
  private let kernels: Kernels
  private lazy var rasterizer = CoverageRasterizer(
    width: BlockCoverage.width, kernels: kernels)

  init(kernels: Kernels) { self.kernels = kernels }

  /// How a path is laid on the device, but for how far across.
  fileprivate struct Space: Hashable {
    var outline: Outline
    var scaleX: Double
    var scaleY: Double
    var offsetY: Double
    var top: Int
    var height: Int
  }

  /// The storage of a path that is kept, and so not used for another one.
  private struct PathKey: Hashable {
    let points: UnsafeRawPointer
    let verbs: UnsafeRawPointer
    let space: Space
  }

  private struct BlockKey: Hashable {
    let fragment: Path
    let index: Int
    let space: Space
  }

  private final class KeptPath {
    let key: PathKey
    let path: Path
    let segments: PathSegments
    /// Those from `first` on that have been looked for.
    private var blocks: [KeptBlock?] = []
    private var first = 0
    var lastFrame = 0

    init(_ key: PathKey, _ path: Path, _ segments: PathSegments) {
      (self.key, self.path, self.segments) = (key, path, segments)
    }

    /// The blocks of a range; those that were not looked for yet are.
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
  }

  private final class KeptBlock {
    let fragment: Path
    var phases: [BlockCoverage?] = [nil, nil, nil, nil]
    var lastFrames = [0, 0, 0, 0]
    /// Whether it can be found by what it holds.
    var isShared = false

    init(_ fragment: Path) { self.fragment = fragment }

    /// The bytes that a coverage takes, with its share of the fragment.
    func cost(of coverage: BlockCoverage) -> Int {
      coverage.cost + 4 * fragment.points.count + fragment.verbs.count / 4 + 64
    }
  }

  /// How many paths are known.
  var pathCount: Int { paths.count }
  /// How many coverages are kept.
  var count: Int { blocks.values.reduce(0) { $0 + $1.phases.count { $0 != nil } } }

  /// - Parameter pixels: of the whole frame.
  func beginFrame(pixels: Int) {
    frame += 1
    limit = bound(pixels)
    for key in passing.before where paths[key]?.lastFrame == frame - 2 { paths[key] = nil }
    passing = (before: passing.last, last: [])
    if frame % 32 == 0 { paths = paths.filter { $0.value.lastFrame > frame - 32 } }
  }

  /// Adds the blocks of an operation's coverage that lie in a region to `output`.
  /// - Returns: false where it is to be drawn without.
  func place(
    _ path: Path, _ outline: Outline, _ transform: AffineTransform, clip: Clip?, region: IntRect,
    into output: inout [PlannedBlock]
  ) -> Bool {
    guard let space = Space(outline, transform, clip), let place = Quarters(transform.tx),
      let kept = keptPath(path, space)
    else { return false }
    let isNew = kept.lastFrame == 0
    kept.lastFrame = frame
    let width = BlockCoverage.width
    let range =
      Quarters.block(region.minX - place.whole)...Quarters.block(region.maxX - 1 - place.whole)
    let blocks = kept.blocks(range) { block($0, of: kept, space) }
    // A path that is drawn once only, on its way to another one, would be kept in vain.
    if isNew, blocks.count(where: { $0!.isShared }) * 2 < blocks.count {
      passing.last.append(kept.key)
      return false
    }
    for (i, block) in zip(range, blocks) {
      let coverage = coverage(of: block!, i, phase: place.phase, space)
      let area = IntRect(
        minX: i * width + place.whole, minY: space.top + coverage.rows.lowerBound,
        maxX: (i + 1) * width + place.whole, maxY: space.top + coverage.rows.upperBound)
      if area.intersects(region) {
        output.append(PlannedBlock(coverage: coverage, area: area))
      }
    }
    return true
  }

  private func keptPath(_ path: Path, _ space: Space) -> KeptPath? {
    let points = path.points.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
    let verbs = path.verbs.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
    guard let points, let verbs else { return nil }
    let key = PathKey(points: points, verbs: verbs, space: space)
    if let known = paths[key], known.path == path { return known }
    guard let segments = PathSegments(path) else { return nil }
    let kept = KeptPath(key, path, segments)
    paths[key] = kept
    return kept
  }

  /// The block that a path has in common with others, or one of its own.
  private func block(_ index: Int, of kept: KeptPath, _ space: Space) -> KeptBlock {
    let columns = space.columns(ofBlock: index)
    let fragment =
      switch space.outline {
      case .fill: kept.segments.filled(in: columns)
      case .stroke: kept.segments.stroked(in: columns)
      }
    return blocks[BlockKey(fragment: fragment, index: index, space: space)] ?? KeptBlock(fragment)
  }

  private func coverage(
    of block: KeptBlock, _ index: Int, phase: Int, _ space: Space
  ) -> BlockCoverage {
    block.lastFrames[phase] = frame
    if let known = block.phases[phase] { return known }
    let block = shared(block, index, space)
    block.lastFrames[phase] = frame
    if let known = block.phases[phase] { return known }
    let scale = AffineTransform(
      a: space.scaleX, b: 0, c: 0, d: space.scaleY,
      tx: Double(phase) / 4 - Double(index * BlockCoverage.width),
      ty: space.offsetY - Double(space.top))
    let result = rasterizer.coverage(
      of: block.fragment, space.outline, scale, height: space.height)
    let size = block.cost(of: result)
    if cost + size > limit { forgetOldest() }
    if cost + size > limit { return result }
    block.phases[phase] = result
    cost += size
    return result
  }

  /// The block that can be found by what it holds: this one, or one that is alike.
  private func shared(_ block: KeptBlock, _ index: Int, _ space: Space) -> KeptBlock {
    if block.isShared { return block }
    let key = BlockKey(fragment: block.fragment, index: index, space: space)
    if let other = blocks[key] { return other }
    block.isShared = true
    blocks[key] = block
    return block
  }

  /// Makes room for a quarter of what may be kept, but not with what the present frame uses.
  private func forgetOldest() {
    var ages: [Int: Int] = [:]
    for block in blocks.values {
      for (phase, coverage) in block.phases.enumerated() {
        if let coverage { ages[block.lastFrames[phase], default: 0] += block.cost(of: coverage) }
      }
    }
    var (rest, oldest) = (cost, Int.min)
    for (age, size) in ages.sorted(by: { $0.key < $1.key }) where age < frame {
      if rest <= limit / 4 * 3 { break }
      rest -= size
      oldest = age
    }
    for (key, block) in blocks {
      for phase in 0..<4 where block.lastFrames[phase] <= oldest {
        block.phases[phase] = nil
      }
      if block.phases.allSatisfy({ $0 == nil }), block.lastFrames.allSatisfy({ $0 < frame }) {
        block.isShared = false
        blocks[key] = nil
      }
    }
    cost = rest
  }
}

extension CoverageCache.Space {
  /// Nil for an operation whose coverage is not kept: its clip does not tell in which rows it is
  /// drawn, only a part of the path is stroked, or anything is out of the ordinary.
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
    self.init(
      outline: outline, scaleX: transform.a, scaleY: transform.d, offsetY: transform.ty,
      top: rows.minY, height: rows.height)
  }

  /// The columns of the path's space from which something may reach a block, on any quarter of a
  /// pixel.
  func columns(ofBlock index: Int) -> ClosedRange<Double> {
    let left = Double(index * BlockCoverage.width)
    let reach = (outline.style?.reach ?? 0) * scaleX + 2
    return (left - reach) / scaleX...(left + Double(BlockCoverage.width) + reach) / scaleX
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

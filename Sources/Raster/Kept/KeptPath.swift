import CLanes
import Geometry

/// How a path is laid on the device, but for how far across.
struct KeptSpace: Hashable {
  let outline: Outline
  let scaleX: Double
  let scaleY: Double
  let offsetY: Double
  let top: Int
  let height: Int
  /// How far beyond its path the outline may reach, in pixels, with as much as it is moved by phases,
  /// the grid and flattening.
  private let reach: Double

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
    self.outline = outline
    (scaleX, scaleY, offsetY) = (transform.a, transform.d, transform.ty)
    (top, height) = (rows.minY, rows.height)
    reach = (outline.style?.reach ?? 0) * scaleX + 1
  }

  /// What differs in most of the spaces there are.
  func hash(into hasher: inout Hasher) {
    hasher.combine(offsetY)
    hasher.combine(outline.style == nil)
  }

  /// The columns of the path's space from which something may reach a block, or its columns from one
  /// on, on any quarter of a pixel.
  func columns(ofBlock index: Int, from column: Int = 0) -> ClosedRange<Double> {
    let left = Double(index * BlockCoverage.width)
    return (left + Double(column) - reach) / scaleX...(left + Double(BlockCoverage.width) + reach)
      / scaleX
  }

  /// The first column of a block, 0...`BlockCoverage.width`, that something may reach which begins
  /// at a place of the path's space.
  func column(ofBlock index: Int, reachedFrom x: Double) -> Int {
    let column = x * scaleX - Double(index * BlockCoverage.width) - reach
    return Int(min(max(column.rounded(.down), 0), Double(BlockCoverage.width)))
  }
}

extension AffineTransform {
  /// The same, a ten-millionth of a pixel farther, for paths whose coverage is worth keeping.
  ///
  /// Numbers with few digits, of which drawings are made, often lie half-way between two points of the
  /// device grid: which of them is taken would depend on the rounding of sums, which differs from place
  /// to place, and a path that is drawn from kept coverage would differ by a level here and there from
  /// the same path drawn anew.
  var besideTies: AffineTransform {
    var result = self
    result.tx += 1.3e-7
    result.ty += 1.3e-7
    return result
  }
}

/// A path that is kept, and the blocks that it runs through.
final class KeptPath {
  /// The storage of a path, which is not used for another one while it is kept.
  struct Key: Hashable {
    let points: UnsafeRawPointer
    let verbs: UnsafeRawPointer
    let space: KeptSpace

    /// Nil for an empty path.
    init?(_ path: Path, _ space: KeptSpace) {
      let points = path.points.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
      let verbs = path.verbs.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
      guard let points, let verbs else { return nil }
      (self.points, self.verbs, self.space) = (points, verbs, space)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(points) }
  }

  let key: Key
  let path: Path
  /// Those from `first` on that have been looked for.
  private var blocks: [KeptBlock?] = []
  private var first = 0
  var lastFrame = 0

  init(_ key: Key, _ path: Path) {
    (self.key, self.path) = (key, path)
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

  /// Takes over the blocks of a path before it that were drawn since some frame.
  func inherit(
    _ other: KeptPath, since frame: Int, _ successor: (KeptBlock, _ index: Int) -> KeptBlock
  ) {
    guard let from = other.blocks.firstIndex(where: { $0.map { $0.lastFrame >= frame } ?? false })
    else { return }
    first = other.first + from
    blocks = other.blocks[from...].enumerated().map { i, block in
      block.map { successor($0, first + i) }
    }
  }
}

/// What a block shows of a path, and its coverage on each quarter of a pixel.
final class KeptBlock {
  struct Phase {
    /// What `coverage` holds, read where it is placed without touching that.
    private(set) var block: coverage_block?
    private(set) var rows = 0..<0
    var coverage: BlockCoverage? {
      didSet {
        guard let coverage else { return }
        (block, rows) = (coverage.block, coverage.rows)
      }
    }
    /// How many columns from the left are right: the others are of the path before it grew.
    var right = BlockCoverage.width
    var lastFrame = 0

    var isRight: Bool { coverage != nil && right == BlockCoverage.width }
  }

  struct Key: Hashable {
    let fragment: Path
    let index: Int
    let space: KeptSpace

    /// Fragments of as many points that begin and end alike are rare.
    func hash(into hasher: inout Hasher) {
      hasher.combine(index)
      hasher.combine(fragment.points.count)
      for point in [fragment.points.first, fragment.points.last] {
        hasher.combine(point?.x)
        hasher.combine(point?.y)
      }
    }
  }

  typealias Phases = InlineArray<4, Phase>

  let fragment: Path
  var phases = Phases(repeating: Phase())
  /// Whether it can be found by what it holds.
  var isShared = false

  init(_ fragment: Path) { self.fragment = fragment }

  /// When it was last drawn.
  var lastFrame: Int { phases.indices.reduce(0) { max($0, phases[$1].lastFrame) } }
  var count: Int { phases.indices.count { phases[$0].coverage != nil } }

  /// The bytes that a coverage takes, with its share of the fragment.
  func cost(of coverage: BlockCoverage) -> Int {
    coverage.cost + 4 * fragment.points.count + fragment.verbs.count / 4 + 64
  }

  /// The bytes that all of them take.
  var cost: Int {
    phases.indices.reduce(0) { sum, phase in
      sum + (phases[phase].coverage.map { cost(of: $0) } ?? 0)
    }
  }
}

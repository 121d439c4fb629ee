import Geometry

/// A prepared drawing list: shaders are built, and shapes are converted into edges by bands.
struct Plan {
  var operations: [PlannedOperation] = []
  var shapes: [Shape] = []
  var clips: [PlannedClip] = []
  var glyphs: [PlannedGlyph] = []
  var blocks: [PlannedBlock] = []
}

struct PlannedOperation {
  enum Content {
    case clear(SolidColor)
    case fill(shape: Int, Shader)
    /// A range of the plan's glyphs.
    case glyphs(Range<Int>, Shader)
    /// A range of the plan's blocks.
    case blocks(Range<Int>, Shader)
    case group(PlannedGroup)
  }

  var content: Content
  /// An index into the plan's clips.
  var clip: Int?
  /// The pixels that the operation may change.
  var bounds: IntRect
  /// Pixels that a fill is known to cover fully, and pixels that the fill is known not to cover at all.
  var core = IntRect(width: 0, height: 0)
  var hole = IntRect(width: 0, height: 0)
}

struct PlannedGroup {
  var operations: [PlannedOperation]
  /// The opacity, 0...65535.
  var opacity: UInt32
  var mask: [PlannedOperation]?
}

/// A clip as whole pixels and further shapes.
struct PlannedClip {
  var bounds: IntRect
  var shapes: [Int]
}

/// The pixels inside a path or inside the outline of a stroke.
struct Shape {
  enum Kind {
    /// All pixels of the bounds.
    case rectangle
    /// The inside of edges, kept in the lists of an arena.
    case edges(EdgeArena, firstBand: Int, ranges: Range<Int>, FillRule)
  }

  var kind: Kind
  var bounds: IntRect

  var isRectangle: Bool {
    if case .rectangle = kind { true } else { false }
  }

  static let empty = Shape(kind: .rectangle, bounds: IntRect(width: 0, height: 0))
}

/// A path to be filled or stroked, the source of a shape.
struct ShapeSource {
  var path: Path
  var rule: FillRule
  var style: StrokeStyle?
  var transform: AffineTransform
  /// The pixels of the path that are drawn.
  var region: IntRect
  /// Whether parts of the path may be outside `region`.
  var isCut: Bool
  /// The share of the path's width that the region covers, 0...1.
  var share = 1.0

  /// The approximate number of the path's points in the region.
  var pointCount: Int { Int(share * Double(path.points.count)) }
}

/// Plans a list, except the geometry, which is kept as sources of shapes so that several threads can build the shapes.
struct Planner {
  private(set) var plan = Plan()
  private(set) var sources: [ShapeSource] = []
  private let damage: [IntRect]
  private let glyphs: GlyphCache
  private let coverage: CoverageCache
  private let gradients: GradientCache
  private var lastClip: (clip: Clip, index: Int)?

  /// The number of rectangles above which their union is used instead.
  private static let mostRectangles = 16

  /// - Parameters:
  ///   - damage: the pixels that are drawn.
  ///   - region: the rectangle around the damage.
  ///   - size: the size of an earlier frame's plan, which is probably similar.
  init(
    damage: [IntRect], region: IntRect, glyphs: GlyphCache, coverage: CoverageCache,
    gradients: GradientCache, size: Size
  ) {
    self.damage = damage.count <= Planner.mostRectangles ? damage : [region]
    self.glyphs = glyphs
    self.coverage = coverage
    self.gradients = gradients
    sources.reserveCapacity(size.sources)
    plan.glyphs.reserveCapacity(size.glyphs)
    plan.blocks.reserveCapacity(size.blocks)
  }

  /// The sizes of a plan's arrays.
  struct Size {
    var sources = 0
    var glyphs = 0
    var blocks = 0
  }

  var size: Size {
    Size(sources: sources.count, glyphs: plan.glyphs.count, blocks: plan.blocks.count)
  }

  mutating func record(_ list: DrawList) {
    plan.operations = operations(of: list)
  }

  private mutating func operations(of list: DrawList) -> [PlannedOperation] {
    var result: [PlannedOperation] = []
    result.reserveCapacity(list.operations.count)
    for operation in list.operations {
      var whole = IntRect(covering: operation.bounds)
      if let clip = operation.clip {
        // The intersection in `bounds` was rounded, and may extend beyond the clip.
        whole = whole.intersection(IntRect(covering: clip.rect))
      }
      for part in parts(of: whole, operation) {
        if let planned = plan(operation, part, of: whole) { result.append(planned) }
      }
    }
    return result
  }

  /// The number of columns between two parts of a long path above which the parts are drawn separately.
  private static let farApart = 64

  /// The rectangles, side by side, in which an operation is drawn. If a long path has changed at both ends, the ends
  /// are drawn separately.
  private func parts(of whole: IntRect, _ operation: DrawOperation) -> [IntRect] {
    let all = damaged(whole)
    if all.isEmpty { return [] }
    guard operation.keepsCoverage, damage.count > 1 else { return [all] }
    var parts: [IntRect] = []
    for rect in damage {
      var part = whole.intersection(rect)
      if part.isEmpty { continue }
      while let near = parts.firstIndex(where: {
        part.minX - $0.maxX < Planner.farApart && $0.minX - part.maxX < Planner.farApart
      }) {
        part = part.union(parts.remove(at: near))
      }
      parts.append(part)
    }
    return parts.reduce(0) { $0 + $1.width } < all.width / 2 ? parts : [all]
  }

  /// Plans an operation; nil if nothing is visible.
  /// - Parameter part: the part of the operation's pixels that is drawn.
  private mutating func plan(
    _ operation: DrawOperation, _ part: IntRect, of whole: IntRect
  ) -> PlannedOperation? {
    let isCut = part != whole
    // Damage mostly touches only one side of a border.
    let hole = isCut ? hole(of: operation, in: part) : IntRect(width: 0, height: 0)
    let bounds = part.beside(hole)
    if bounds.isEmpty { return nil }
    guard let content = content(of: operation, within: bounds, isCut: isCut) else { return nil }
    var planned = PlannedOperation(
      content: content, clip: operation.clip.flatMap { clip($0) }, bounds: bounds)
    planned.hole = hole
    if isCut, case .fill(let path, _, let transform, _) = operation.content {
      planned.core = path.core(of: bounds, operation.placed(transform))
    }
    return planned
  }

  /// The content of an operation within some pixels; nil if the operation draws nothing.
  private mutating func content(
    of operation: DrawOperation, within bounds: IntRect, isCut: Bool
  ) -> PlannedOperation.Content? {
    func shader(_ paint: Paint, _ transform: AffineTransform) -> Shader? {
      self.shader(paint, operation.placed(paint, transform), for: bounds)
    }
    switch operation.content {
    case .clear(let c):
      return .clear(SolidColor(c.red, c.green, c.blue, c.alpha, replacing: true))
    case .fill(let path, let rule, let transform, let paint):
      guard let shader = shader(paint, transform) else { return nil }
      return covered(
        .fill(rule), of: path, operation.placed(transform), of: operation, within: bounds,
        isCut: isCut, shader)
    case .stroke(let path, let style, let transform, let paint):
      guard let shader = shader(paint, transform) else { return nil }
      return covered(
        .stroke(style), of: path, operation.placed(transform), of: operation, within: bounds,
        isCut: isCut, shader)
    case .glyphs(let run, let transform, let paint):
      guard let shader = shader(paint, transform) else { return nil }
      return glyphs(run, operation.placed(transform), within: bounds, isCut: isCut, shader)
    case .group(let group):
      guard group.opacity > 0 else { return nil }
      return .group(
        PlannedGroup(
          operations: operations(of: group.list),
          opacity: UInt32(min(group.opacity, 1) * 65535 + 0.5),
          mask: group.mask.map { operations(of: $0) }))
    }
  }

  /// Glyphs from their cache, or as the fill of their outlines.
  private mutating func glyphs(
    _ run: GlyphRun, _ transform: AffineTransform, within bounds: IntRect, isCut: Bool,
    _ shader: Shader
  ) -> PlannedOperation.Content {
    let first = plan.glyphs.count
    if glyphs.place(run, transform, region: bounds, into: &plan.glyphs) {
      return .glyphs(first..<plan.glyphs.count, shader)
    }
    let source = ShapeSource(
      path: run.path, rule: .nonZero, style: nil, transform: transform, region: bounds,
      isCut: isCut)
    return .fill(shape: shape(source), shader)
  }

  /// The shader of a paint; nil if the paint draws nothing.
  private func shader(
    _ paint: Paint, _ transform: AffineTransform, for pixels: IntRect
  ) -> Shader? {
    switch paint {
    case .color(let color):
      let solid = SolidColor(color.red, color.green, color.blue, color.alpha)
      return solid.isInvisible ? nil : .solid(solid)
    case .gradient(let gradient):
      return gradients.shader(gradient, transform, for: pixels).map { .gradient($0) }
    case .image(let image):
      return ImageShader(image, transform: transform).map { .image($0) }
    }
  }

  /// A rectangle of pixels that an operation is known not to cover.
  private func hole(of operation: DrawOperation, in pixels: IntRect) -> IntRect {
    guard case .fill(let path, .evenOdd, let transform, _) = operation.content else {
      return IntRect(width: 0, height: 0)
    }
    return path.hole(of: pixels, operation.placed(transform))
  }

  /// The content of an operation with an outline: blocks of kept coverage, or a shape.
  private mutating func covered(
    _ outline: Outline, of path: Path, _ transform: AffineTransform, of operation: DrawOperation,
    within bounds: IntRect, isCut: Bool, _ shader: Shader
  ) -> PlannedOperation.Content {
    let first = plan.blocks.count
    if operation.keepsCoverage,
      coverage.place(
        path, outline, transform, clip: operation.clip, region: bounds, into: &plan.blocks)
    {
      return .blocks(first..<plan.blocks.count, shader)
    }
    let source = ShapeSource(
      path: operation.keepsCoverage && isCut
        ? part(of: path, outline, transform, bounds) : path,
      rule: outline.rule, style: outline.style,
      transform: operation.keepsCoverage ? transform.besideTies : transform, region: bounds,
      isCut: isCut,
      share: min(Double(bounds.width) / max(operation.bounds.maxX - operation.bounds.minX, 1), 1))
    return .fill(shape: shape(source), shader)
  }

  /// The part of a long path that matters for some pixels: edges left of them would only be summed. Strokes are cut
  /// when they are made.
  private func part(
    of path: Path, _ outline: Outline, _ transform: AffineTransform, _ pixels: IntRect
  ) -> Path {
    guard outline.style == nil, path.verbs.count > 64, transform.isScaleAndTranslation,
      transform.a > 0, path.isFinite
    else { return path }
    let left = (Double(pixels.minX) - 2 - transform.tx) / transform.a
    let right = (Double(pixels.maxX) + 2 - transform.tx) / transform.a
    guard left.isFinite, right.isFinite, left < right else { return path }
    var result = Path()
    path.writePart(of: outline, in: left...right, to: &result)
    return result
  }

  /// The rectangle around the damaged ones of some pixels: if a long line is damaged at one end, only that end,
  /// regardless of other damage.
  private func damaged(_ whole: IntRect) -> IntRect {
    var result = IntRect(width: 0, height: 0)
    for rect in damage {
      let part = whole.intersection(rect)
      if !part.isEmpty { result = result.isEmpty ? part : result.union(part) }
    }
    return result
  }

  private mutating func shape(_ source: ShapeSource) -> Int {
    sources.append(source)
    return sources.count - 1
  }

  /// The index of a clip; nil for a clip that restricts no more than the operation's bounds.
  private mutating func clip(_ clip: Clip) -> Int? {
    let r = clip.rect
    let isWhole = [r.minX, r.minY, r.maxX, r.maxY].allSatisfy { $0 == $0.rounded() }
    if isWhole && clip.paths.isEmpty { return nil }
    if let lastClip, lastClip.clip == clip { return lastClip.index }
    let covered = IntRect(covering: r)
    let bounds = damaged(covered)
    var shapes: [Int] = []
    if !isWhole {
      shapes.append(
        shape(
          ShapeSource(
            path: Path(rect: r), rule: .nonZero, style: nil, transform: .identity,
            region: bounds, isCut: true)))
    }
    for p in clip.paths {
      shapes.append(
        shape(
          ShapeSource(
            path: p.path, rule: p.rule, style: nil, transform: p.transform,
            region: bounds, isCut: true)))
    }
    plan.clips.append(PlannedClip(bounds: covered, shapes: shapes))
    lastClip = (clip, plan.clips.count - 1)
    return plan.clips.count - 1
  }
}

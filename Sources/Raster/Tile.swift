import Geometry

/// Memory for pixels, addressed by device coordinates.
struct Target {
  /// Where the pixel (0, 0) is, or would be.
  let origin: UnsafeMutablePointer<UInt32>
  let stride: Int

  @inline(__always)
  func row(_ y: Int) -> UnsafeMutablePointer<UInt32> { origin + y &* stride }
}

/// Zeroed memory for the pixels or coverages of a tile.
struct Plane {
  let area: IntRect
  let target: Target
  private let base: UnsafeMutablePointer<UInt32>

  /// Rows are readable to a multiple of eight pixels.
  init(_ area: IntRect) {
    let stride = (area.width + 15) & ~7
    base = .allocate(capacity: stride * area.height)
    base.initialize(repeating: 0, count: stride * area.height)
    self.area = area
    target = Target(origin: base - (area.minY * stride + area.minX), stride: stride)
  }

  func deallocate() { base.deallocate() }

  func fill(_ value: UInt32) {
    base.update(repeating: value, count: target.stride * area.height)
  }
}

/// Draws a plan tile by tile; one for each thread.
final class TileRenderer {
  private var cells: Cells
  private let cellWidth: Int
  /// Rows of coverages and of colours.
  private let coverage: UnsafeMutablePointer<UInt32>
  private let masked: UnsafeMutablePointer<UInt32>
  private let colors: UnsafeMutablePointer<UInt32>

  private let blend: Blend

  /// - Parameter width: the widest tile to come.
  init(width: Int, kernels: Kernels) {
    blend = Blend(kernels: kernels)
    cellWidth = width
    cells = Cells(width: width)
    coverage = .allocate(capacity: width + 32)
    coverage.initialize(repeating: 0, count: width + 32)
    masked = .allocate(capacity: width + 32)
    masked.initialize(repeating: 0, count: width + 32)
    colors = .allocate(capacity: width + 32)
    colors.initialize(repeating: 0, count: width + 32)
  }

  deinit {
    cells.deallocate()
    coverage.deallocate()
    masked.deallocate()
    colors.deallocate()
  }

  func fits(width: Int) -> Bool { width <= cellWidth }

  /// Draws a plan into the pixels of one tile, which lies within one band.
  func draw(_ plan: Plan, into target: Target, tile: IntRect) {
    draw(plan.operations, of: plan, into: target, tile: tile)
  }

  private func draw(
    _ operations: [PlannedOperation], of plan: Plan, into target: Target, tile: IntRect
  ) {
    var mask: (clip: Int, plane: Plane)?
    defer { mask?.plane.deallocate() }
    for operation in operations[firstVisible(operations, of: plan, tile: tile)...] {
      var area = operation.bounds.intersection(tile)
      if case .fill(let shape, _) = operation.content {
        area = area.intersection(plan.shapes[shape].bounds)
      }
      if area.isEmpty { continue }
      if let clip = operation.clip {
        if mask?.clip != clip {
          mask?.plane.deallocate()
          mask = (clip, clipPlane(plan.clips[clip], of: plan, tile: tile))
        }
        area = area.intersection(mask!.plane.area)
        if area.isEmpty { continue }
      }
      draw(
        operation.content, of: plan, area: area,
        Compositor(
          target: target, mask: operation.clip == nil ? nil : mask!.plane.target,
          blend: blend, coverage: coverage, masked: masked, colors: colors))
    }
  }

  /// The last operation that hides all before it in a tile; else the first.
  private func firstVisible(
    _ operations: [PlannedOperation], of plan: Plan, tile: IntRect
  ) -> Int {
    operations.lastIndex { operation in
      guard operation.clip == nil, operation.bounds.contains(tile) else { return false }
      switch operation.content {
      case .clear: return true
      case .glyphs, .group: return false
      case .fill(let shape, let shader):
        guard case .rectangle = plan.shapes[shape].kind else { return false }
        return shader.isOpaque && plan.shapes[shape].bounds.contains(tile)
      }
    } ?? 0
  }

  private func draw(
    _ content: PlannedOperation.Content, of plan: Plan, area: IntRect, _ compositor: Compositor
  ) {
    switch content {
    case .clear(let color):
      fill(area, with: .solid(color), compositor)
    case .fill(let shape, let shader):
      switch plan.shapes[shape].kind {
      case .rectangle:
        fill(area, with: shader, compositor)
      case .edges(_, _, _, let rule):
        accumulate(plan.shapes[shape], area)
        var painter = compositor.painter(shader, area: area)
        cells.resolve(rule, &painter)
      }
    case .glyphs(let range, let shader):
      draw(plan.glyphs[range], with: shader, area: area, compositor)
    case .group(let group):
      draw(group, of: plan, area: area, compositor)
    }
  }

  private func fill(_ area: IntRect, with shader: Shader, _ compositor: Compositor) {
    var painter = compositor.painter(shader, area: area)
    for y in area.minY..<area.maxY {
      painter.paint(row: y, x: area.minX, count: area.width, .constant(Blend.full))
    }
  }

  /// Draws a group into memory of its own and then over the target.
  private func draw(
    _ group: PlannedGroup, of plan: Plan, area: IntRect, _ compositor: Compositor
  ) {
    let picture = Plane(area)
    defer { picture.deallocate() }
    draw(group.operations, of: plan, into: picture.target, tile: area)
    var mask: Plane?
    if let operations = group.mask {
      mask = Plane(area)
      draw(operations, of: plan, into: mask!.target, tile: area)
    }
    defer { mask?.deallocate() }
    for y in area.minY..<area.maxY {
      let source = picture.target.row(y) + area.minX
      if let mask {
        let alpha = mask.target.row(y) + area.minX
        for i in 0..<area.width { coverage[i] = alphaCoverage(alpha[i], group.opacity) }
        compositor.paint(source, row: y, x: area.minX, count: area.width, .varying(coverage))
      } else {
        compositor.paint(
          source, row: y, x: area.minX, count: area.width, .constant(group.opacity))
      }
    }
  }

  @inline(__always)
  private func alphaCoverage(_ pixel: UInt32, _ opacity: UInt32) -> UInt32 {
    Blend.product((pixel >> 24) &* 257, opacity)
  }

  /// Adds a shape's edges in the band of `area` to the cells.
  private func accumulate(_ shape: Shape, _ area: IntRect) {
    guard case .edges(let arena, let firstBand, let ranges, _) = shape.kind else { return }
    cells.setTile(
      minX: area.minX, minY: area.minY, width: area.width, height: area.height)
    let band = area.minY >> Band.shift
    let range = arena.ranges[ranges.lowerBound + band - firstBand]
    cells.add(arena.lists[band].base + Int(range.lowerBound), count: range.count)
  }

  /// The coverage of a clip over a tile.
  private func clipPlane(_ clip: PlannedClip, of plan: Plan, tile: IntRect) -> Plane {
    var area = clip.bounds.intersection(tile)
    for shape in clip.shapes { area = area.intersection(plan.shapes[shape].bounds) }
    if area.isEmpty { return Plane(IntRect(width: 0, height: 0)) }
    let plane = Plane(area)
    plane.fill(Blend.full)
    for shape in clip.shapes {
      guard case .edges(_, _, _, let rule) = plan.shapes[shape].kind else { continue }
      accumulate(plan.shapes[shape], area)
      let factors = Plane(area)
      var receiver = PlaneFiller(plane: factors.target, blend: blend, coverage: coverage)
      cells.resolve(rule, &receiver)
      for y in area.minY..<area.maxY {
        let values = plane.target.row(y) + area.minX
        blend.multiply(
          values, area.width, by: .varying(factors.target.row(y) + area.minX), into: values)
      }
      factors.deallocate()
    }
    return plane
  }
}

/// Writes coverages into a plane that is zero at first.
private struct PlaneFiller: SpanReceiver {
  let plane: Target
  let blend: Blend
  let coverage: UnsafeMutablePointer<UInt32>

  func span(row: Int, x: Int, count: Int, coverage: UInt32) {
    (plane.row(row) + x).update(repeating: coverage, count: count)
  }

  func run(row: Int, x: Int, count: Int, _ run: CellRun, sum: inout Int32) {
    blend.sumUp(run, sum: &sum, into: coverage)
    (plane.row(row) + x).update(from: coverage, count: count)
  }
}

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

  init(_ area: IntRect) {
    base = .allocate(capacity: area.area)
    base.initialize(repeating: 0, count: area.area)
    self.area = area
    target = Target(
      origin: base - (area.minY * area.width + area.minX), stride: area.width)
  }

  func deallocate() { base.deallocate() }

  func fill(_ value: UInt32) { base.update(repeating: value, count: area.area) }
}

/// Draws a plan tile by tile; one for each thread.
final class TileRenderer {
  private var cells: Cells
  private let cellWidth: Int
  private let scratch: PaintScratch
  private let grounds: GroundMemory
  private let blend: Blend

  /// - Parameter width: the widest tile to come.
  init(width: Int, kernels: Kernels) {
    blend = Blend(kernels: kernels)
    cellWidth = width
    cells = Cells(width: width)
    scratch = PaintScratch(width: width)
    grounds = GroundMemory()
  }

  deinit {
    cells.deallocate()
    grounds.deallocate()
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
    var ground = Ground(tile, of: target, plan, blend, grounds, scratch)
    defer { ground.write() }
    // An operation is large: it is looked at where it is, and taken out only to be drawn.
    for i in firstVisible(operations, of: plan, tile: tile)..<operations.count
    where operations[i].bounds.intersects(tile) {
      var area = operations[i].bounds.intersection(tile)
      if operations[i].hole.contains(area) { continue }
      let operation = operations[i]
      if case .fill(let shape, _) = operation.content {
        area = area.intersection(plan.shapes[shape].bounds)
        if area.isEmpty || operation.hole.contains(area) { continue }
      }
      if ground.take(operation, of: plan, area: area) { continue }
      if let clip = operation.clip {
        if mask?.clip != clip {
          mask?.plane.deallocate()
          mask = (clip, clipPlane(plan.clips[clip], of: plan, tile: tile))
        }
        area = area.intersection(mask!.plane.area)
        if area.isEmpty { continue }
      }
      draw(
        operation, of: plan, area: area, left: max(tile.minX, operation.bounds.minX),
        tile: tile,
        Compositor(
          target: target, mask: operation.clip == nil ? nil : mask!.plane.target,
          blend: blend, scratch: scratch))
    }
  }

  /// The last operation that hides all before it in a tile; else the first.
  private func firstVisible(
    _ operations: [PlannedOperation], of plan: Plan, tile: IntRect
  ) -> Int {
    // Most do not reach as far, and need not be taken out.
    operations.indices.last {
      operations[$0].clip == nil && operations[$0].bounds.contains(tile)
        && hides(operations[$0], tile, plan)
    } ?? 0
  }

  /// Whether an operation over all of a tile, without a clip, does so.
  private func hides(_ operation: PlannedOperation, _ tile: IntRect, _ plan: Plan) -> Bool {
    switch operation.content {
    case .clear: return true
    case .glyphs, .blocks, .group: return false
    case .fill(let shape, let shader):
      guard shader.isOpaque else { return false }
      if case .rectangle = plan.shapes[shape].kind {
        return plan.shapes[shape].bounds.contains(tile)
      }
      return operation.core.contains(tile)
    }
  }

  private func draw(
    _ operation: PlannedOperation, of plan: Plan, area: IntRect, left: Int, tile: IntRect,
    _ compositor: Compositor
  ) {
    switch operation.content {
    case .clear(let color):
      Painter(.solid(color), area: area, compositor).paintArea()
    case .fill(let shape, let shader):
      switch plan.shapes[shape].kind {
      case .rectangle:
        Painter(shader, area: area, compositor).paintArea()
      case .edges where operation.core.contains(area):
        Painter(shader, area: area, compositor).paintArea()
      case .edges(_, _, _, let rule):
        var area = area
        // Vectors of whole cache lines are loaded and stored faster; what is added where the shape
        // begins is not covered.
        if compositor.mask == nil, area.minX == plan.shapes[shape].bounds.minX {
          area.minX = max(area.minX & ~15, left)
        }
        paint(edges(of: plan.shapes[shape], area), rule, shader, area: area, tile: tile, compositor)
      }
    case .glyphs(let range, let shader):
      draw(plan.glyphs[range], with: shader, area: area, compositor)
    case .blocks(let range, let shader):
      Painter(shader, area: area, compositor).paint(plan.blocks[range])
    case .group(let group):
      draw(group, of: plan, area: area, compositor)
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
        let coverages = cells.coverages
        for i in 0..<area.width { coverages[i] = alphaCoverage(alpha[i], group.opacity) }
        compositor.paint(source, row: y, x: area.minX, count: area.width, .varying(coverages))
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

  /// A shape's edges in the band of `area`.
  private func edges(of shape: Shape, _ area: IntRect) -> UnsafeBufferPointer<Edge> {
    guard case .edges(let arena, let firstBand, let ranges, _) = shape.kind else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    let band = area.minY >> Band.shift
    let range = arena.ranges[ranges.lowerBound + band - firstBand]
    return UnsafeBufferPointer(
      start: arena.lists[band].base + Int(range.lowerBound), count: range.count)
  }

  /// Adds edges to the cells over an area.
  private func accumulate(_ edges: UnsafeBufferPointer<Edge>, _ area: IntRect) {
    cells.setTile(area)
    cells.add(edges, blend.kernels)
  }

  /// Paints what edges enclose: the rows between two of them at once, the others through the cells.
  private func paint(
    _ edges: UnsafeBufferPointer<Edge>, _ rule: FillRule, _ shader: Shader, area: IntRect,
    tile: IntRect, _ compositor: Compositor
  ) {
    cells.setTile(area)
    guard var left = compositor.paintTrapezoids(edges, shader, cells, in: tile) else {
      cells.add(edges, blend.kernels)
      Painter(shader, area: area, compositor).paint(cells, rule)
      return
    }
    while left != 0 {
      let first = left.trailingZeroBitCount
      let count = (~(left >> first)).trailingZeroBitCount
      left &= left &+ (1 << first)
      var rows = area
      rows.minY = area.minY + first
      rows.maxY = rows.minY + count
      accumulate(edges, rows)
      Painter(shader, area: rows, compositor).paint(cells, rule)
    }
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
      accumulate(edges(of: plan.shapes[shape], area), area)
      let factors = Plane(area)
      cells.resolve(rule, blend.kernels) { row, x, count, coverage in
        let values = factors.target.row(row) + x
        switch coverage {
        case .constant(let c): values.update(repeating: c, count: count)
        case .varying(let c): values.update(from: c, count: count)
        }
      }
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

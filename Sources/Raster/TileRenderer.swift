import CLanes
import Geometry

/// Draws a plan tile by tile. Each thread has a renderer of its own.
final class TileRenderer {
  private let cells: Cells
  private let cellWidth: Int
  private let scratch: PaintScratch

  /// - Parameter width: the widest tile to come.
  init(width: Int, kernels: UnsafePointer<KernelTable>) {
    cellWidth = width
    cells = Cells(width: width, kernels: kernels)
    scratch = PaintScratch(width: width, kernels: kernels)
  }

  func fits(width: Int) -> Bool { width <= cellWidth }

  /// Draws a plan into the pixels of one tile, which is within one band.
  func draw(_ plan: Plan, into target: Target, tile: IntRect) {
    draw(plan.operations, of: plan, into: target, tile: tile)
  }

  private func draw(
    _ operations: [PlannedOperation], of plan: Plan, into target: Target, tile: IntRect
  ) {
    var clip = ClipPlane()
    var ground = Ground(tile, of: target, plan, scratch)
    defer { ground.write() }
    // Operations are large, so an operation is examined in place and copied only to be drawn.
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
      if let index = operation.clip {
        if clip.index != index {
          clip = ClipPlane(index: index, plane: clipPlane(plan.clips[index], of: plan, tile: tile))
        }
        area = area.intersection(clip.plane.area)
        if area.isEmpty { continue }
      }
      draw(
        operation, of: plan, area: area, left: max(tile.minX, operation.bounds.minX), tile: tile,
        Canvas(
          target: target, mask: operation.clip == nil ? nil : clip.plane.target, scratch: scratch))
    }
  }

  /// The coverage of a plan's clip over a tile.
  private struct ClipPlane: ~Copyable {
    var index: Int?
    var plane = Plane(IntRect(width: 0, height: 0))
  }

  /// The index of the last operation that hides all earlier ones in a tile; otherwise 0.
  private func firstVisible(
    _ operations: [PlannedOperation], of plan: Plan, tile: IntRect
  ) -> Int {
    // Most operations do not cover the tile, and need not be copied.
    operations.indices.last {
      operations[$0].clip == nil && operations[$0].bounds.contains(tile)
        && hides(operations[$0], tile, plan)
    } ?? 0
  }

  /// Whether an operation that covers a tile, without a clip, hides all earlier operations there.
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

  @inline(__always)
  private func draw(
    _ operation: PlannedOperation, of plan: Plan, area: IntRect, left: Int, tile: IntRect,
    _ canvas: Canvas
  ) {
    switch operation.content {
    case .clear(let color):
      Painter(.solid(color), area: area, canvas).paintArea()
    case .fill(let shape, let shader):
      switch plan.shapes[shape].kind {
      case .rectangle:
        Painter(shader, area: area, canvas).paintArea()
      case .edges where operation.core.contains(area):
        Painter(shader, area: area, canvas).paintArea()
      case .edges(_, _, _, let rule):
        var area = area
        // Vectors of whole cache lines are loaded and stored faster; the pixels added before the shape are not covered.
        if canvas.mask == nil, area.minX == plan.shapes[shape].bounds.minX {
          area.minX = max(area.minX & ~15, left)
        }
        paint(edges(of: plan.shapes[shape], area), rule, shader, area: area, tile: tile, canvas)
      }
    case .glyphs(let range, let shader):
      draw(plan.glyphs[range], with: shader, area: area, canvas)
    case .blocks(let range, let shader):
      Painter(shader, area: area, canvas).paint(plan.blocks[range])
    case .group(let group):
      draw(group, of: plan, area: area, canvas)
    }
  }

  /// Draws a group into memory of its own and then over the target.
  private func draw(
    _ group: PlannedGroup, of plan: Plan, area: IntRect, _ canvas: Canvas
  ) {
    let picture = Plane(area)
    draw(group.operations, of: plan, into: picture.target, tile: area)
    let mask = Plane(group.mask == nil ? IntRect(width: 0, height: 0) : area)
    if let operations = group.mask { draw(operations, of: plan, into: mask.target, tile: area) }
    for y in area.minY..<area.maxY {
      let source = picture.target.at(area.minX, y)
      if group.mask != nil {
        let alpha = mask.target.at(area.minX, y)
        let coverages = cells.coverages
        for i in 0..<area.width { coverages[i] = alphaCoverage(alpha[i], group.opacity) }
        canvas.paint(source, row: y, x: area.minX, count: area.width, .varying(coverages))
      } else {
        canvas.paint(
          source, row: y, x: area.minX, count: area.width, .constant(group.opacity))
      }
    }
  }

  @inline(__always)
  private func alphaCoverage(_ pixel: UInt32, _ opacity: UInt32) -> UInt32 {
    Coverage.product((pixel >> 24) &* 257, opacity)
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
    cells.add(edges)
  }

  /// Paints the inside of edges: rows with only two edges directly, the others through the cells.
  private func paint(
    _ edges: UnsafeBufferPointer<Edge>, _ rule: FillRule, _ shader: Shader, area: IntRect,
    tile: IntRect, _ canvas: Canvas
  ) {
    cells.setTile(area)
    guard var left = canvas.paintTrapezoids(edges, shader, cells, in: tile) else {
      cells.add(edges)
      Painter(shader, area: area, canvas).paint(cells, rule)
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
      Painter(shader, area: rows, canvas).paint(cells, rule)
    }
  }

  /// The coverage of a clip over a tile.
  private func clipPlane(_ clip: PlannedClip, of plan: Plan, tile: IntRect) -> Plane {
    var area = clip.bounds.intersection(tile)
    for shape in clip.shapes { area = area.intersection(plan.shapes[shape].bounds) }
    if area.isEmpty { return Plane(IntRect(width: 0, height: 0)) }
    let plane = Plane(area)
    plane.fill(Coverage.full)
    for shape in clip.shapes {
      guard case .edges(_, _, _, let rule) = plan.shapes[shape].kind else { continue }
      accumulate(edges(of: plan.shapes[shape], area), area)
      let factors = Plane(area)
      let target = factors.target
      cells.resolve(rule) { row, x, count, coverage in
        let values = target.at(x, row)
        if let varying = coverage.values {
          values.update(from: varying, count: count)
        } else {
          values.update(repeating: coverage.constant, count: count)
        }
      }
      for y in area.minY..<area.maxY {
        let values = plane.target.at(area.minX, y)
        scratch.kernels.pointee.multiply(
          values, area.width, .varying(target.at(area.minX, y)), values)
      }
    }
    return plane
  }
}

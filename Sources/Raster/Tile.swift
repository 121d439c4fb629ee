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
}

/// Draws a plan tile by tile; one for each thread.
final class TileRenderer {
  private var cells: Cells
  private let cellWidth: Int
  /// Rows of coverages and of colours.
  private let coverage: UnsafeMutablePointer<UInt32>
  private let masked: UnsafeMutablePointer<UInt32>
  private let colors: UnsafeMutablePointer<UInt32>

  /// - Parameter width: the widest tile to come.
  init(width: Int) {
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
    for operation in operations {
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
          masked: masked, colors: colors))
    }
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
        resolve(rule) { row, x, count, coverage in
          painter.paint(row: row, x: x, count: count, coverage)
        }
      }
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

  /// The coverage of a clip over a tile.
  private func clipPlane(_ clip: PlannedClip, of plan: Plan, tile: IntRect) -> Plane {
    var area = clip.bounds.intersection(tile)
    for shape in clip.shapes { area = area.intersection(plan.shapes[shape].bounds) }
    if area.isEmpty { return Plane(IntRect(width: 0, height: 0)) }
    let plane = Plane(area)
    for y in area.minY..<area.maxY {
      (plane.target.row(y) + area.minX).update(repeating: Blend.full, count: area.width)
    }
    for shape in clip.shapes {
      guard case .edges(_, _, _, let rule) = plan.shapes[shape].kind else { continue }
      accumulate(plan.shapes[shape], area)
      resolve(rule, includingEmpty: true) { row, x, count, coverage in
        let values = plane.target.row(row) + x
        switch coverage {
        case .constant(let c):
          for i in 0..<count { values[i] = Blend.product(values[i], c) }
        case .varying(let c):
          for i in 0..<count { values[i] = Blend.product(values[i], c[i]) }
        }
      }
    }
    return plane
  }
}

// MARK: Coverage
/// How much of the pixels of a span is covered, 0...65535.
enum Coverage {
  case constant(UInt32)
  /// One for each pixel, readable to a multiple of eight.
  case varying(UnsafePointer<UInt32>)
}

extension TileRenderer {
  /// Adds a shape's edges in the band of `area` to the cells.
  private func accumulate(_ shape: Shape, _ area: IntRect) {
    guard case .edges(let arena, let firstBand, let ranges, _) = shape.kind else { return }
    cells.setTile(
      minX: area.minX, minY: area.minY, width: area.width, height: area.height)
    let band = area.minY >> Band.shift
    let range = arena.ranges[ranges.lowerBound + band - firstBand]
    cells.add(arena.lists[band].base + Int(range.lowerBound), count: range.count)
  }

  /// Sums up the cells, leaves them empty, and passes the spans of each row from left to right.
  /// - Parameter includingEmpty: pass spans that are not covered too.
  @inline(__always)
  private func resolve(
    _ rule: FillRule, includingEmpty: Bool = false, _ body: (Int, Int, Int, Coverage) -> Void
  ) {
    let cells = self.cells
    for row in 0..<cells.height {
      let y = cells.minY + row
      let values = cells.values + row * cells.stride
      let touched = cells.touched + row * cells.words
      var sum: Int32 = 0
      var x = 0
      @inline(__always)
      func span(to end: Int) {
        let c = covered(sum, rule)
        if end > x, c > 0 || includingEmpty { body(y, cells.minX + x, end - x, .constant(c)) }
      }
      for word in 0..<cells.words {
        var bits = touched[word]
        if bits == 0 { continue }
        touched[word] = 0
        while bits != 0 {
          let first = bits.trailingZeroBitCount
          let run = (~(bits >> UInt64(first))).trailingZeroBitCount
          bits &= run + first >= 64 ? 0 : ~0 << UInt64(first + run)
          let start = word * 256 + first * 4
          span(to: min(start, cells.width))
          sumUp(values + start, run * 4, rule, &sum)
          x = min(start + run * 4, cells.width)
          if x > start { body(y, cells.minX + start, x - start, .varying(coverage)) }
        }
      }
      span(to: cells.width)
    }
  }

  @inline(__always)
  private func covered(_ sum: Int32, _ rule: FillRule) -> UInt32 {
    var area = sum.magnitude
    if rule == .evenOdd {
      area &= 0x1ffff
      if area > 0x10000 { area = 0x20000 - area }
    }
    return min(area, Blend.full)
  }

  /// Turns changes of coverage into the coverages of a run and clears the cells.
  @inline(__always)
  private func sumUp(
    _ cells: UnsafeMutablePointer<Int32>, _ count: Int, _ rule: FillRule, _ sum: inout Int32
  ) {
    var total = sum
    for i in 0..<count {
      total &+= cells[i]
      cells[i] = 0
      coverage[i] = covered(total, rule)
    }
    sum = total
  }
}

import Geometry

/// The coverage of one glyph at one size, at one quarter of a pixel.
final class GlyphCoverage: @unchecked Sendable {
  /// The pixels around the glyph's origin.
  let area: IntRect
  /// Levels of coverage, 0...255, row by row.
  let values: UnsafeMutablePointer<UInt8>

  init(_ area: IntRect) {
    self.area = area
    values = .allocate(capacity: area.area)
    values.initialize(repeating: 0, count: area.area)
  }

  deinit { values.deallocate() }

  /// The approximate number of bytes in a cache.
  var cost: Int { area.area + 160 }
}

/// A glyph's coverage at its position.
struct PlannedGlyph {
  /// The levels, in memory of the cache, which frees no planned coverage until the frame is drawn.
  let values: UnsafePointer<UInt8>
  let area: IntRect
}

/// A cache of the coverage of small glyphs, which need not be computed again for each drawing of text.
///
/// A glyph is drawn at a quarter of a device pixel in both directions, so that sixteen coverages suffice for all its
/// positions; most text has its baseline on a whole row and needs four. The cache forgets coverages that were not used
/// while others of half the limit were used.
final class GlyphCache {
  /// The largest number of kept bytes; a glyph of 11-pixel text takes some 230.
  static let limit = 1 << 20
  /// The largest extent, in device pixels, of a kept glyph. Larger glyphs are drawn as outlines, because they rarely
  /// recur.
  static let largestExtent = 64.0

  private struct Key: Hashable {
    let outline: Int
    let scale: Double
    let phase: Int

    /// The scale is left out, because most text has few sizes.
    func hash(into hasher: inout Hasher) { hasher.combine(outline &* 16 | phase) }
  }

  private struct Kept {
    let coverage: GlyphCoverage
    /// The values of the coverage, available without an access to the object.
    let values: UnsafePointer<UInt8>
  }

  private var recent: [Key: Kept] = [:]
  private var older: [Key: Kept] = [:]
  /// Glyphs that the cache has forgotten during this frame, which may have placed them already.
  private var released: [[Key: Kept]] = []
  private var recentCost = 0
  private var olderCost = 0
  private let rasterizer: CoverageRasterizer

  init(_ rasterizer: CoverageRasterizer) { self.rasterizer = rasterizer }

  /// The number of kept bytes.
  var cost: Int { recentCost + olderCost }
  var count: Int { recent.count + older.count }

  /// Frees the coverages that only this frame still needed.
  func endFrame() { released.removeAll() }

  /// Forgets all glyphs, between two frames.
  func removeAll() {
    (recent, older) = ([:], [:])
    (recentCost, olderCost) = (0, 0)
  }

  /// Appends the glyphs of a run that are in a region to `output`.
  /// - Returns: false if the glyphs must be drawn as outlines.
  func place(
    _ run: GlyphRun, _ transform: AffineTransform, region: IntRect,
    into output: inout [PlannedGlyph]
  ) -> Bool {
    guard transform.isScaleAndTranslation, transform.a == transform.d, transform.a > 0 else {
      return false
    }
    let first = output.count
    for glyph in run.glyphs {
      let origin = glyph.origin.applying(transform)
      let scale = glyph.scale * transform.a
      guard origin.x.magnitude < 1e6, origin.y.magnitude < 1e6, glyph.outline.isSmall(scale: scale)
      else {
        output.removeSubrange(first...)
        return false
      }
      let (x, y) = (Int((origin.x * 4).rounded()), Int((origin.y * 4).rounded()))
      let key = Key(
        outline: glyph.outline.identity, scale: scale, phase: x & 3 | (y & 3) << 2)
      let box = glyph.outline.pixels(scale: scale, phase: key.phase)
      let area = IntRect(
        minX: box.minX + (x >> 2), minY: box.minY + (y >> 2), maxX: box.maxX + (x >> 2),
        maxY: box.maxY + (y >> 2))
      if !area.intersects(region) { continue }
      output.append(PlannedGlyph(values: values(key, glyph.outline, box), area: area))
    }
    return true
  }

  /// A glyph's coverage, in memory that is valid until the end of the frame.
  private func values(
    _ key: Key, _ outline: GlyphOutline, _ area: IntRect
  ) -> UnsafePointer<UInt8> {
    if let values = recent[key]?.values { return values }
    let result: GlyphCoverage
    if let known = older.removeValue(forKey: key) {
      result = known.coverage
      olderCost -= result.cost
    } else {
      result = GlyphCoverage(area)
      rasterizer.draw(outline, scale: key.scale, phase: key.phase, into: result)
    }
    if recentCost + result.cost > GlyphCache.limit / 2 {
      released.append(older)
      (older, olderCost) = (recent, recentCost)
      (recent, recentCost) = ([:], 0)
    }
    let values = UnsafePointer(result.values)
    recent[key] = Kept(coverage: result, values: values)
    recentCost += result.cost
    return values
  }
}

extension GlyphOutline {
  /// Whether the glyph's coverage is kept; false for any NaN.
  fileprivate func isSmall(scale: Double) -> Bool {
    let limit = GlyphCache.largestExtent
    return scale > 0 && bounds.width * scale <= limit && bounds.height * scale <= limit
      && (bounds.minX * scale).magnitude < 1e6 && (bounds.minY * scale).magnitude < 1e6
  }

  /// The pixels that the glyph covers, around its origin moved by a phase of quarters of a pixel.
  fileprivate func pixels(scale: Double, phase: Int) -> IntRect {
    let (dx, dy) = (Double(phase & 3) / 4, Double(phase >> 2) / 4)
    // Flattening and the grid may move an edge by up to 0.2 pixels.
    return IntRect(
      covering: Rect(
        minX: bounds.minX * scale + dx - 0.2, minY: bounds.minY * scale + dy - 0.2,
        maxX: bounds.maxX * scale + dx + 0.2, maxY: bounds.maxY * scale + dy + 0.2))
  }
}

extension CoverageRasterizer {
  fileprivate func draw(
    _ outline: GlyphOutline, scale: Double, phase: Int, into output: GlyphCoverage
  ) {
    let area = output.area
    let transform = AffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: Double(phase & 3) / 4 - Double(area.minX),
      ty: Double(phase >> 2) / 4 - Double(area.minY))
    let region = IntRect(width: area.width, height: area.height)
    let shape = shape(
      ShapeSource(
        path: outline.path, rule: .nonZero, style: nil, transform: transform, region: region,
        isCut: false))
    if shape.bounds.isEmpty { return }
    draw(
      shape, region: region, rows: 0..<area.height, into: output.values, stride: area.width)
  }
}

extension TileRenderer {
  /// Draws glyphs as one shape: overlapping glyphs cover no pixel twice.
  func draw(
    _ glyphs: ArraySlice<PlannedGlyph>, with shader: Shader, area: IntRect, _ canvas: Canvas
  ) {
    let painter = Painter(shader, area: area, canvas)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: area.width + 32) { memory in
      let row = memory.baseAddress!
      row.initialize(repeating: 0, count: area.width + 32)
      for y in area.minY..<area.maxY {
        guard let covered = add(glyphs, to: row, y: y, area: area) else { continue }
        let start = row + (covered.lowerBound - area.minX)
        painter.paint(row: y, x: covered.lowerBound, count: covered.count, .varying(start))
        start.update(repeating: 0, count: covered.count)
      }
    }
  }

  /// Adds the glyphs' coverage of a row of pixels to coverages that are zero.
  /// - Returns: the columns that the glyphs reach; nil if there are none.
  private func add(
    _ glyphs: ArraySlice<PlannedGlyph>, to row: UnsafeMutablePointer<UInt32>, y: Int, area: IntRect
  ) -> Range<Int>? {
    var (left, right) = (area.maxX, area.minX)
    for glyph in glyphs where glyph.area.minY <= y && y < glyph.area.maxY {
      let (from, to) = (max(glyph.area.minX, area.minX), min(glyph.area.maxX, area.maxX))
      if from >= to { continue }
      let start = (y - glyph.area.minY) * glyph.area.width + from - glyph.area.minX
      let values = glyph.values + start
      let target = row + (from - area.minX)
      for i in 0..<(to - from) {
        target[i] = min(target[i] &+ Coverage.of(level: values[i]), Coverage.full)
      }
      (left, right) = (min(left, from), max(right, to))
    }
    return left < right ? left..<right : nil
  }
}

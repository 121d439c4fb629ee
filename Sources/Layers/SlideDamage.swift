import Geometry
import Raster

extension DisplayItem {
  /// The pixels that may differ between an operation and another one with the same path some pixels
  /// aside: the rows of the path's outline. Nil for a different operation.
  func damage(slidFrom old: DisplayItem) -> IntRect? {
    guard let columns, old.columns === columns, operation.clip == old.operation.clip,
      let (from, to) = operation.slide(from: old.operation)
    else { return nil }
    // A path that keeps its coverage is drawn on quarters of pixels, and moves when it has come to the next one.
    if from == to { return IntRect(width: 0, height: 0) }
    let pixels = bounds.union(old.bounds)
    // Snapping to a grid and flattening move edges by less than a pixel.
    guard
      let rows = columns.rows(
        from: (Double(pixels.minX) - 1 - max(from.tx, to.tx)) / to.a,
        to: (Double(pixels.maxX) + 1 - min(from.tx, to.tx)) / to.a)
    else { return nil }
    if rows.isEmpty { return IntRect(width: 0, height: 0) }
    let ends = [rows.lowerBound, rows.upperBound].map { $0 * to.d + to.ty }
    let outline = IntRect(
      covering: Rect(
        minX: Double(pixels.minX), minY: ends.min()! - 1, maxX: Double(pixels.maxX),
        maxY: ends.max()! + 1))
    return outline.intersection(pixels)
  }
}

extension DrawOperation {
  /// The transforms of two operations that draw one path with the same pixels inside, apart from a
  /// horizontal distance.
  fileprivate func slide(
    from old: DrawOperation
  ) -> (from: AffineTransform, to: AffineTransform)? {
    let transforms: (from: AffineTransform, to: AffineTransform)
    switch (old.content, content) {
    case (.fill(_, let oldRule, let from, let oldPaint), .fill(_, let rule, let to, let paint)):
      guard rule == oldRule, paint.isUpright(as: oldPaint) else { return nil }
      transforms = (old.placed(from), placed(to))
    case (.stroke(_, let oldStyle, let from, _), .stroke(_, let style, let to, _)):
      guard style == oldStyle else { return nil }
      transforms = (old.placed(from), placed(to))
    default: return nil
    }
    var beside = transforms.from
    beside.tx = transforms.to.tx
    guard beside == transforms.to, beside.isScaleAndTranslation, beside.a > 0 else { return nil }
    return transforms
  }
}

extension Paint {
  /// Whether the paint has the same colours as another paint in every column, for operations side by
  /// side.
  fileprivate func isUpright(as other: Paint) -> Bool {
    switch (self, other) {
    case (.color(let a), .color(let b)): return a == b
    case (.gradient(let a), .gradient(var b)):
      b.transform.tx = a.transform.tx
      return a == b && a.transform.isScaleAndTranslation && a.start.x == a.end.x
    default: return false
    }
  }
}

import Geometry
import Raster

extension DisplayItem {
  /// The pixels that may differ between two operations whose paths differ only in parts, such as the end of a line that
  /// has grown. Nil for operations that differ in more.
  func damage(reshapedFrom old: DisplayItem) -> [IntRect]? {
    guard operation.clip == old.operation.clip, let shape = operation.shape(in: old.operation),
      let difference = PathDifference(from: shape.old, to: shape.new, isFill: shape.reach == nil)
    else { return nil }
    let reach = shape.reach ?? 0
    let all = bounds.union(old.bounds)
    var result: [IntRect] = []
    for box in difference.boxes {
      let device: Rect = box.insetBy(dx: -reach, dy: -reach).applying(shape.transform)
      guard device.minX.isFinite, device.minY.isFinite, device.maxX.isFinite, device.maxY.isFinite
      else { return nil }
      // Snapping to a grid and flattening move edges by less than a pixel each.
      result.append(IntRect(covering: device.insetBy(dx: -2, dy: -2)).intersection(all))
    }
    return result
  }
}

extension DrawOperation {
  /// The paths of two operations that differ in nothing else, with the transform to pixels and the distance that a
  /// stroke extends from its path; the distance is nil for a fill.
  fileprivate func shape(
    in old: DrawOperation
  ) -> (old: Path, new: Path, transform: AffineTransform, reach: Double?)? {
    guard keepsCoverage == old.keepsCoverage, isPainted(as: old) else { return nil }
    switch (old.content, content) {
    case (.fill(let a, let oldRule, let from, _), .fill(let b, let rule, let to, _)):
      guard rule == oldRule, old.placed(from) == placed(to) else { return nil }
      return (a, b, placed(to), nil)
    case (.stroke(let a, let oldStyle, let from, _), .stroke(let b, let style, let to, _)):
      // Dashes, and the ends of a partial stroke, are elsewhere on a line of another length.
      let isWhole = style.dashPattern.isEmpty && style.start <= 0 && style.end >= 1
      guard style == oldStyle, isWhole, old.placed(from) == placed(to) else { return nil }
      return (a, b, placed(to), style.reach)
    default: return nil
    }
  }
}

import Geometry

/// The pixels of several rectangles as rectangles that do not overlap, within `bounds`. Rectangles that overlap no
/// others are only cut to the bounds.
func disjoint(_ rects: [IntRect], within bounds: IntRect) -> [IntRect] {
  var result: [IntRect] = []
  result.reserveCapacity(rects.count)
  for rect in rects {
    let part = rect.intersection(bounds)
    if !result.contains(where: { $0.intersects(part) }) {
      if !part.isEmpty { result.append(part) }
      continue
    }
    var pieces = [part]
    for other in result {
      if !pieces.contains(where: { $0.intersects(other) }) { continue }
      pieces = pieces.flatMap { $0.without(other) }
    }
    result += pieces.filter { !$0.isEmpty }
  }
  return result
}

extension IntRect {
  /// The parts of a rectangle outside another one: whole rows above and below, then the parts beside it.
  package func without(_ other: IntRect) -> [IntRect] {
    let common = intersection(other)
    if common.isEmpty { return [self] }
    return [
      IntRect(minX: minX, minY: minY, maxX: maxX, maxY: common.minY),
      IntRect(minX: minX, minY: common.maxY, maxX: maxX, maxY: maxY),
      IntRect(minX: minX, minY: common.minY, maxX: common.minX, maxY: common.maxY),
      IntRect(minX: common.maxX, minY: common.minY, maxX: maxX, maxY: common.maxY),
    ].filter { !$0.isEmpty }
  }
}

extension IntRect {
  /// The part beside another rectangle that spans all rows, if the part is on one side only; otherwise the whole
  /// rectangle.
  func beside(_ other: IntRect) -> IntRect {
    guard !other.isEmpty, other.minY <= minY, other.maxY >= maxY else { return self }
    var result = self
    if other.minX <= minX {
      result.minX = max(minX, min(other.maxX, maxX))
    } else if other.maxX >= maxX {
      result.maxX = min(maxX, other.minX)
    }
    return result
  }
}

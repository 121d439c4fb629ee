import Geometry

/// Operations on rectangles that cover the pixels to draw again.
public enum Damage {
  static let mostRectangles = 32
  /// The cost of one more rectangle, as the number of pixels that are drawn and presented in the same time.
  static let rectangleCost = 4096

  /// Fewer rectangles that cover the same pixels. Two rectangles are joined if the union has fewer
  /// additional pixels than a rectangle costs.
  public static func simplified(_ rects: [IntRect]) -> [IntRect] {
    var result: [IntRect] = []
    for rect in rects where !rect.isEmpty { insert(rect, into: &result) }
    while result.count > mostRectangles { joinCheapestPair(&result) }
    return result
  }

  private static func insert(_ rect: IntRect, into rects: inout [IntRect]) {
    var rect = rect
    // Successive rectangles are usually side by side.
    var i = rects.count - 1
    while i >= 0 {
      let union = rects[i].union(rect)
      let overlap = rects[i].intersection(rect)
      let separate = rects[i].area + rect.area - (overlap.isEmpty ? 0 : overlap.area)
      if union.area <= separate + rectangleCost {
        rect = union
        rects.remove(at: i)
        i = rects.count
      }
      i -= 1
    }
    rects.append(rect)
  }

  private static func joinCheapestPair(_ rects: inout [IntRect]) {
    var best = (growth: Int.max, i: 0, j: 1)
    for i in rects.indices {
      for j in (i + 1)..<max(rects.count, i + 1) {
        let growth = rects[i].union(rects[j]).area - rects[i].area - rects[j].area
        if growth < best.growth { best = (growth, i, j) }
      }
    }
    let joined = rects[best.i].union(rects[best.j])
    rects.remove(at: best.j)
    rects[best.i] = joined
  }
}

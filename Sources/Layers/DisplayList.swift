import Geometry
import Raster

/// The drawing operations of one frame, each named by its layer, so that two frames can be compared.
public struct DisplayList: Sendable {
  public let items: [DisplayItem]

  public init(items: [DisplayItem] = []) { self.items = items }

  /// The operations in drawing order.
  public var drawList: DrawList { DrawList(items.map(\.operation)) }

  /// The pixels that may differ between a frame that was drawn from `old` and one drawn from this
  /// list: all that an operation touches which is new, gone, different, or in another order.
  public func damage(from old: DisplayList) -> [IntRect] {
    var places: [DisplayItem.Key: Int] = [:]
    places.reserveCapacity(old.items.count)
    for (i, item) in old.items.enumerated() { places[item.key] = i }
    var kept = [Bool](repeating: false, count: old.items.count)
    var furthest = -1
    var damage: [IntRect] = []
    for item in items {
      guard let place = places[item.key], place > furthest,
        old.items[place].operation == item.operation
      else {
        damage.append(item.bounds)
        continue
      }
      furthest = place
      kept[place] = true
    }
    for (i, item) in old.items.enumerated() where !kept[i] { damage.append(item.bounds) }
    return Damage.simplified(damage)
  }
}

/// Sets of rectangles that cover what must be drawn again.
public enum Damage {
  /// More rectangles than this cost more than the pixels they spare.
  static let mostRectangles = 32

  /// Fewer rectangles that cover the same pixels: those are joined whose union hardly has more
  /// pixels than they have themselves.
  public static func simplified(_ rects: [IntRect]) -> [IntRect] {
    var result: [IntRect] = []
    for rect in rects where !rect.isEmpty { insert(rect, into: &result) }
    while result.count > mostRectangles { joinCheapestPair(&result) }
    return result
  }

  private static func insert(_ rect: IntRect, into rects: inout [IntRect]) {
    var rect = rect
    var i = 0
    while i < rects.count {
      let union = rects[i].union(rect)
      let overlap = rects[i].intersection(rect)
      let separate = rects[i].area + rect.area - (overlap.isEmpty ? 0 : overlap.area)
      if union.area <= separate + separate / 8 {
        rect = union
        rects.swapAt(i, rects.count - 1)
        rects.removeLast()
        i = 0
      } else {
        i += 1
      }
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

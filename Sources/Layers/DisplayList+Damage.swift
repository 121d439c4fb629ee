import Geometry
import Raster

extension DisplayList {
  /// The pixels that may differ between a frame that was drawn from `old` and one drawn from this
  /// list: all that an operation touches which is new, gone, different, or in another order.
  public func damage(from old: DisplayList) -> [IntRect] {
    let shared = sharedSegments(with: old)
    let before = DisplayList.looseItems(old.segments, shared: shared)
    var places: [DisplayItem.Key: Int] = [:]
    places.reserveCapacity(before.count)
    for (i, loose) in before.enumerated() { places[loose.key] = i }
    var kept = [Bool](repeating: false, count: before.count)
    var furthest = -1
    var damage: [IntRect] = []
    for loose in DisplayList.looseItems(segments, shared: shared) {
      guard let place = places[loose.key], place > furthest,
        let change = loose.damage(from: before[place])
      else {
        damage.append(loose.bounds)
        continue
      }
      furthest = place
      kept[place] = true
      damage.append(change)
    }
    for (i, loose) in before.enumerated() where !kept[i] { damage.append(loose.bounds) }
    return Damage.simplified(damage)
  }

  /// The segments that are in both lists, as far as they are in the same order.
  private func sharedSegments(with old: DisplayList) -> Set<ObjectIdentifier> {
    var places: [ObjectIdentifier: Int] = [:]
    places.reserveCapacity(old.segments.count)
    for (i, segment) in old.segments.enumerated() { places[ObjectIdentifier(segment)] = i }
    var shared: Set<ObjectIdentifier> = []
    shared.reserveCapacity(min(segments.count, old.segments.count))
    var furthest = -1
    for segment in segments {
      let identifier = ObjectIdentifier(segment)
      guard let place = places[identifier], place > furthest else { continue }
      furthest = place
      shared.insert(identifier)
    }
    return shared
  }

  /// An item outside of the shared segments. Items are large: they are looked up, not copied.
  private struct LooseItem {
    let key: DisplayItem.Key
    let bounds: IntRect
    let segment: DisplaySegment
    let index: Int
    /// Above how many shared segments it lies.
    let depth: Int

    private var item: DisplayItem { segment.items[index] }

    /// The pixels that differ where this is drawn in place of another item; nil for all of both.
    func damage(from other: LooseItem) -> IntRect? {
      guard depth == other.depth else { return nil }
      if bounds == other.bounds, item.operation == other.item.operation {
        return IntRect(width: 0, height: 0)
      }
      return item.damage(slidFrom: other.item)
    }
  }

  /// The items of all other segments.
  private static func looseItems(
    _ segments: [DisplaySegment], shared: Set<ObjectIdentifier>
  ) -> [LooseItem] {
    var depth = 0
    var result: [LooseItem] = []
    result.reserveCapacity(segments.count)
    for segment in segments {
      if shared.contains(ObjectIdentifier(segment)) {
        depth += 1
      } else {
        for i in segment.items.indices {
          result.append(
            LooseItem(
              key: segment.items[i].key, bounds: segment.items[i].bounds, segment: segment,
              index: i, depth: depth))
        }
      }
    }
    return result
  }
}

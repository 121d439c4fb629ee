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
    for (i, loose) in before.enumerated() { places[loose.item.key] = i }
    var kept = [Bool](repeating: false, count: before.count)
    var furthest = -1
    var damage: [IntRect] = []
    for loose in DisplayList.looseItems(segments, shared: shared) {
      guard let place = places[loose.item.key], place > furthest,
        before[place].depth == loose.depth,
        before[place].item.operation == loose.item.operation
      else {
        damage.append(loose.item.bounds)
        continue
      }
      furthest = place
      kept[place] = true
    }
    for (i, loose) in before.enumerated() where !kept[i] { damage.append(loose.item.bounds) }
    return Damage.simplified(damage)
  }

  /// The segments that are in both lists, as far as they are in the same order.
  private func sharedSegments(with old: DisplayList) -> Set<ObjectIdentifier> {
    var places: [ObjectIdentifier: Int] = [:]
    places.reserveCapacity(old.segments.count)
    for (i, segment) in old.segments.enumerated() { places[ObjectIdentifier(segment)] = i }
    var shared: Set<ObjectIdentifier> = []
    var furthest = -1
    for segment in segments {
      let identifier = ObjectIdentifier(segment)
      guard let place = places[identifier], place > furthest else { continue }
      furthest = place
      shared.insert(identifier)
    }
    return shared
  }

  /// The items of all other segments, and above how many shared segments each lies.
  private static func looseItems(
    _ segments: [DisplaySegment], shared: Set<ObjectIdentifier>
  ) -> [(item: DisplayItem, depth: Int)] {
    var depth = 0
    var result: [(item: DisplayItem, depth: Int)] = []
    for segment in segments {
      if shared.contains(ObjectIdentifier(segment)) {
        depth += 1
      } else {
        for item in segment.items { result.append((item, depth)) }
      }
    }
    return result
  }
}


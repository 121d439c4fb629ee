import Geometry
import Raster

extension DisplayList {
  /// The pixels that may differ between a frame that was drawn from `old` and one drawn from this
  /// list: all that an operation touches which is new, gone, different, or in another order.
  public func damage(from old: DisplayList) -> [IntRect] {
    var damage: [IntRect] = []
    // One frame mostly has what the other one has, but for a little in between.
    var (before, after) = (old.segments[...], segments[...])
    while let a = before.first, let b = after.first, b.addDamage(from: a, to: &damage) {
      before.removeFirst()
      after.removeFirst()
    }
    while let a = before.last, let b = after.last, b.addDamage(from: a, to: &damage) {
      before.removeLast()
      after.removeLast()
    }
    DisplayList.addDamage(from: before, to: after, &damage)
    return Damage.simplified(damage)
  }

  /// The same for segments of any kind, in any order.
  private static func addDamage(
    from old: ArraySlice<DisplaySegment>, to new: ArraySlice<DisplaySegment>,
    _ damage: inout [IntRect]
  ) {
    if old.isEmpty, new.isEmpty { return }
    let shared = sharedSegments(of: old, new)
    let before = looseItems(old, shared: shared)
    var places: [DisplayItem.Key: Int] = [:]
    places.reserveCapacity(before.count)
    for (i, loose) in before.enumerated() { places[loose.key] = i }
    var kept = [Bool](repeating: false, count: before.count)
    var furthest = -1
    for loose in looseItems(new, shared: shared) {
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
  }

  /// The segments that are in both lists, as far as they are in the same order.
  private static func sharedSegments(
    of old: ArraySlice<DisplaySegment>, _ new: ArraySlice<DisplaySegment>
  ) -> Set<ObjectIdentifier> {
    var places: [ObjectIdentifier: Int] = [:]
    places.reserveCapacity(old.count)
    for (i, segment) in zip(old.indices, old) { places[ObjectIdentifier(segment)] = i }
    var shared: Set<ObjectIdentifier> = []
    shared.reserveCapacity(min(new.count, old.count))
    var furthest = -1
    for segment in new {
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
      depth == other.depth ? item.damage(from: other.item) : nil
    }
  }

  /// The items of all other segments.
  private static func looseItems(
    _ segments: ArraySlice<DisplaySegment>, shared: Set<ObjectIdentifier>
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

extension DisplaySegment {
  /// Adds the pixels that differ where this is drawn in place of another segment.
  /// - Returns: false for one that does not come from the same parts of the same layers: then nothing
  ///   is added.
  fileprivate func addDamage(from old: DisplaySegment, to damage: inout [IntRect]) -> Bool {
    if self === old { return true }
    // Items are large: they are looked at where they are.
    return items.withUnsafeBufferPointer { items in
      old.items.withUnsafeBufferPointer { old in
        guard items.count == old.count, items.indices.allSatisfy({ items[$0].key == old[$0].key })
        else { return false }
        for i in items.indices {
          if let change = items[i].damage(from: old[i]) {
            damage.append(change)
          } else {
            damage.append(items[i].bounds)
            damage.append(old[i].bounds)
          }
        }
        return true
      }
    }
  }
}

extension DisplayItem {
  /// The pixels that differ where this is drawn in place of another item; nil for all of both.
  fileprivate func damage(from other: DisplayItem) -> IntRect? {
    if bounds == other.bounds, operation == other.operation { return IntRect(width: 0, height: 0) }
    return damage(slidFrom: other)
  }
}

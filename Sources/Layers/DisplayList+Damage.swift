import Geometry
import Raster

extension DisplayList {
  /// The pixels that may differ between a frame drawn from `old` and a frame drawn from this list, which are the pixels
  /// of all operations that are new, gone, changed or reordered.
  public func damage(from old: DisplayList) -> [IntRect] {
    var damage: [IntRect] = []
    // Two frames usually differ only in a small part in the middle of their lists.
    let (before, after) = DisplayList.different(old.segments, segments) {
      $1.addDamage(from: $0, to: &damage)
    }
    DisplayList.addDamage(from: before, to: after, &damage)
    return Damage.simplified(damage)
  }

  /// The segments that remain without those that two lists share at their starts and at their ends.
  /// - Parameter isShared: whether a segment of the first list counts as the same as one of the second list.
  static func different(
    _ old: [DisplaySegment], _ new: [DisplaySegment],
    isShared: (DisplaySegment, DisplaySegment) -> Bool
  ) -> (old: ArraySlice<DisplaySegment>, new: ArraySlice<DisplaySegment>) {
    let most = min(old.count, new.count)
    // Indices are counted, because a segment that is removed from a slice costs a copy of the whole slice.
    var first = 0
    while first < most, isShared(old[first], new[first]) { first += 1 }
    var last = 0
    while last < most - first, isShared(old[old.count - 1 - last], new[new.count - 1 - last]) {
      last += 1
    }
    return (old[first..<old.count - last], new[first..<new.count - last])
  }

  /// Adds the damage between segments of any kind, in any order.
  private static func addDamage(
    from old: ArraySlice<DisplaySegment>, to new: ArraySlice<DisplaySegment>,
    _ damage: inout [IntRect]
  ) {
    if old.isEmpty, new.isEmpty { return }
    let shared = sharedSegments(of: old, new)
    let before = looseItems(old, shared: shared)
    var indices: [DisplayItem.Key: Int] = [:]
    indices.reserveCapacity(before.count)
    for (i, loose) in before.enumerated() { indices[loose.item.key] = i }
    var kept = [Bool](repeating: false, count: before.count)
    var furthest = -1
    for loose in looseItems(new, shared: shared) {
      guard let index = indices[loose.item.key], index > furthest,
        let change = loose.damage(from: before[index])
      else {
        damage.append(loose.item.bounds)
        continue
      }
      furthest = index
      kept[index] = true
      damage += change
    }
    for (i, loose) in before.enumerated() where !kept[i] { damage.append(loose.item.bounds) }
  }

  /// The segments in both lists that are in the same order.
  private static func sharedSegments(
    of old: ArraySlice<DisplaySegment>, _ new: ArraySlice<DisplaySegment>
  ) -> Set<ObjectIdentifier> {
    var indices: [ObjectIdentifier: Int] = [:]
    indices.reserveCapacity(old.count)
    for (i, segment) in zip(old.indices, old) { indices[ObjectIdentifier(segment)] = i }
    var shared: Set<ObjectIdentifier> = []
    shared.reserveCapacity(min(new.count, old.count))
    var furthest = -1
    for segment in new {
      let identifier = ObjectIdentifier(segment)
      guard let index = indices[identifier], index > furthest else { continue }
      furthest = index
      shared.insert(identifier)
    }
    return shared
  }

  /// An item outside the shared segments.
  private struct LooseItem {
    let item: DisplayItem
    /// The number of shared segments below the item.
    let depth: Int

    /// The pixels that differ if this item replaces another; nil for all pixels of both.
    func damage(from other: LooseItem) -> [IntRect]? {
      depth == other.depth ? item.damage(from: other.item) : nil
    }
  }

  /// The items of the segments that are not shared.
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
        for item in segment.items { result.append(LooseItem(item: item, depth: depth)) }
      }
    }
    return result
  }
}

extension DisplaySegment {
  /// Adds the pixels that differ if this segment replaces another.
  /// - Returns: false, with nothing added, if the segments do not come from the same parts of the same
  ///   layers.
  fileprivate func addDamage(from old: DisplaySegment, to damage: inout [IntRect]) -> Bool {
    if self === old { return true }
    guard items.count == old.items.count, zip(items, old.items).allSatisfy({ $0.key == $1.key })
    else { return false }
    for (item, before) in zip(items, old.items) {
      if let change = item.damage(from: before) {
        damage += change
      } else {
        damage.append(item.bounds)
        damage.append(before.bounds)
      }
    }
    return true
  }
}

extension DisplayItem {
  /// The pixels that differ if this item replaces another; nil for all pixels of both.
  func damage(from other: DisplayItem) -> [IntRect]? {
    if self === other { return [] }
    // The items of a group are compared one by one: most of them are the same objects.
    if let change = damage(regroupedFrom: other) { return change }
    if bounds == other.bounds && operation == other.operation { return [] }
    return damage(slidFrom: other).map { [$0] } ?? damage(reshapedFrom: other)
  }

  /// The pixels that may differ between two groups that differ only in their contents or in their masks, as a page does
  /// between two steps of a cross-fade, and a picture behind a mask that grows; nil for operations that differ in more.
  private func damage(regroupedFrom old: DisplayItem) -> [IntRect]? {
    guard let parts, let before = old.parts, (parts.mask == nil) == (before.mask == nil),
      case .group(let oldGroup) = old.operation.content,
      case .group(let group) = operation.content,
      oldGroup.opacity == group.opacity, operation.clip == old.operation.clip
    else { return nil }
    func damage(_ old: [DisplayItem], _ new: [DisplayItem]) -> [IntRect] {
      DisplayList(segments: [DisplaySegment(new)])
        .damage(from: DisplayList(segments: [DisplaySegment(old)]))
    }
    return damage(before.contents, parts.contents) + damage(before.mask ?? [], parts.mask ?? [])
  }
}

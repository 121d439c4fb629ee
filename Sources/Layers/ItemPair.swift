import Geometry

/// An item before and after a change.
struct ItemPair {
  /// The item before the change; nil for a new item.
  let old: DisplayItem?
  /// The item after the change; nil for a removed item.
  let new: DisplayItem?

  /// Whether the item has, or has had, pixels in an area.
  func touches(_ area: IntRect) -> Bool {
    new?.bounds.intersects(area) == true || old?.bounds.intersects(area) == true
  }

  /// The items of two lists side by side, in drawing order; nil if items that are in both lists have changed their
  /// order.
  static func all(from old: [DisplayItem], to new: [DisplayItem]) -> [ItemPair]? {
    if old.count == new.count, zip(old, new).allSatisfy({ $0 === $1 || $0.key == $1.key }) {
      return zip(old, new).map { ItemPair(old: $0, new: $1) }
    }
    let (oldKeys, newKeys) = (Set(old.map(\.key)), Set(new.map(\.key)))
    var pairs: [ItemPair] = []
    var rest = old[...]
    func addGone() {
      while let item = rest.first, !newKeys.contains(item.key) {
        pairs.append(ItemPair(old: item, new: nil))
        rest = rest.dropFirst()
      }
    }
    for item in new {
      addGone()
      if !oldKeys.contains(item.key) {
        pairs.append(ItemPair(old: nil, new: item))
      } else if let before = rest.popFirst(), before.key == item.key {
        pairs.append(ItemPair(old: before, new: item))
      } else {
        return nil
      }
    }
    addGone()
    return rest.isEmpty ? pairs : nil
  }
}

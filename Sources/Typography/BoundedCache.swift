/// A cache that drops the least recently used entries when the cost of all entries exceeds a bound.
///
/// An entry that alone costs more than a quarter of the bound is not kept: it would displace entries in
/// use, and is probably used only once.
struct BoundedCache<Key: Hashable, Value> {
  private struct Entry {
    let value: Value
    let cost: Int
    var lastUse: UInt64
  }

  let costLimit: Int
  private(set) var cost = 0
  private var entries: [Key: Entry] = [:]
  private var clock: UInt64 = 0

  init(costLimit: Int) { self.costLimit = costLimit }

  var count: Int { entries.count }

  mutating func value(for key: Key) -> Value? {
    guard let index = entries.index(forKey: key) else { return nil }
    clock += 1
    entries.values[index].lastUse = clock
    return entries.values[index].value
  }

  mutating func insert(_ value: Value, for key: Key, cost: Int = 1) {
    if let old = entries.removeValue(forKey: key) { self.cost -= old.cost }
    guard cost <= max(1, costLimit / 4) else { return }
    clock += 1
    entries[key] = Entry(value: value, cost: cost, lastUse: clock)
    self.cost += cost
    if self.cost > costLimit { evict() }
  }

  /// Drops the oldest entries until three quarters of the bound are left. So the entries are sorted once
  /// per quarter of the cache, not once per insertion.
  private mutating func evict() {
    let target = costLimit - costLimit / 4
    // The entries themselves are not sorted: copies of them would be retained and released.
    let uses = entries.values.map { (time: $0.lastUse, cost: $0.cost) }.sorted { $0.time < $1.time }
    var newest = UInt64(0)
    for use in uses {
      if cost <= target { break }
      newest = use.time
      cost -= use.cost
    }
    for key in entries.filter({ $0.value.lastUse <= newest }).keys { entries[key] = nil }
  }
}

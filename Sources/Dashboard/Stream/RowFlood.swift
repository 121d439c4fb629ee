/// Detects rows that come too fast to be followed in motion: as many rows as the window holds, or more, within half a
/// second. Such rows are shown without motion. Such rows replace the whole window at once: they are the past, not new
/// data.
struct RowFlood {
  /// The number of rows that the window holds.
  let capacity: Int
  private(set) var isOn = false
  private var rows = 0
  private var start = -Double.infinity

  /// The period in seconds.
  private static let period = 0.5

  init(capacity: Int) { self.capacity = capacity }

  /// Takes rows that are shown at a time.
  /// - Returns: whether a flood begins with these rows.
  mutating func begins(with newRows: Int, at time: Double) -> Bool {
    let wasOn = isOn
    if time >= start + RowFlood.period {
      isOn = rows >= capacity && time < start + 2 * RowFlood.period
      (start, rows) = (time, 0)
    }
    rows += newRows
    isOn = isOn || rows >= capacity
    return isOn && !wasOn
  }
}

/// Says whether rows come faster than anyone could follow them in motion: as many as the window holds, or
/// more, within half a second. Such rows are shown at once: what fills the window from one moment to the
/// next has happened before, and none of it is new.
struct RowFlood {
  /// The rows that the window holds.
  let capacity: Int
  private(set) var isOn = false
  private var rows = 0
  private var start = -Double.infinity

  /// In seconds.
  private static let period = 0.5

  init(capacity: Int) { self.capacity = capacity }

  /// Takes rows that are shown at a time.
  /// - Returns: whether a flood begins with them.
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

/// Says whether rows come faster than anyone could follow them in motion: more than the window has
/// within half a second. Such rows are shown at once.
struct RowFlood {
  /// The rows of the window.
  let most: Int
  private(set) var isOn = false
  private var rows = 0
  private var start = -Double.infinity

  /// In seconds.
  private static let period = 0.5

  init(most: Int) { self.most = most }

  /// Takes rows that are shown at a time.
  /// - Returns: whether a flood begins with them.
  mutating func begins(with newRows: Int, at time: Double) -> Bool {
    let wasOn = isOn
    if time >= start + RowFlood.period {
      isOn = rows > most && time < start + 2 * RowFlood.period
      (start, rows) = (time, 0)
    }
    rows += newRows
    isOn = isOn || rows > most
    return isOn && !wasOn
  }
}

import Charts

/// The edge of a panel, which stays for a moment after a breach. Without this memory, the edge of a value near its
/// threshold would blink, together with all healthy panels of the page.
struct RecentBreach {
  private var last: SignalColor?
  /// The time when the last breach ended; nil while a breach lasts.
  private var over: Double?

  /// Takes the colour of the present breach.
  /// - Parameters:
  ///   - signal: the colour; nil for no breach.
  ///   - time: the current data time.
  /// - Returns: the colour of a breach that ended a moment ago, and the time when its edge ends; nil for none.
  mutating func take(
    _ signal: SignalColor?, at time: Double
  ) -> (signal: SignalColor, end: Double)? {
    guard signal == nil else {
      (last, over) = (signal, nil)
      return nil
    }
    guard let last else { return nil }
    let end = (over ?? time) + BreachWatch.calm
    over = over ?? time
    if time < end { return (last, end) }
    (self.last, over) = (nil, nil)
    return nil
  }
}

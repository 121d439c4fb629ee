import Charts

/// The panels' latest breaches. The edge of a panel stays for as long as a breach still counts. Without this memory the
/// edge of a value near its threshold would blink, together with all healthy panels of the page.
struct RecentBreaches {
  /// The colours of the breaches, and the times since which the values are within their thresholds again, by the
  /// panel's key.
  private var latest: [Int: (signal: SignalColor, recovered: Double?)] = [:]

  /// Forgets all panels but some.
  mutating func keep(_ keys: [Int]) { latest = latest.filter { keys.contains($0.key) } }

  /// Takes the present state of a panel.
  /// - Parameters:
  ///   - signal: the colour of the breach; nil for a value that is within its thresholds.
  ///   - time: the present time of the frame clock.
  /// - Returns: the colour of a breach that is over and still counts, and the time when it ends; nil for none.
  mutating func take(
    _ signal: SignalColor?, of key: Int, at time: Double
  ) -> (signal: SignalColor, end: Double)? {
    if let signal {
      latest[key] = (signal, nil)
      return nil
    }
    guard let last = latest[key] else { return nil }
    let recovered = last.recovered ?? time
    latest[key]!.recovered = recovered
    let end = recovered + BreachWatch.calm
    if time < end { return (last.signal, end) }
    latest[key] = nil
    return nil
  }
}

import Charts

/// Things that stay visible for as long as a breach counts after its end. Without this memory, the edge of a value near
/// its threshold would blink, together with all healthy panels of the page, and the value's row in a list would come
/// and go.
struct RecentBreaches<Key: Hashable, Shown> {
  /// The thing that was shown last, and the time when its breach ended; nil while the breach lasts.
  private var latest: [Key: (shown: Shown, over: Double?)] = [:]

  /// Takes all present breaches.
  /// - Parameter time: the current data time.
  /// - Returns: the breaches that are over but still count, and the time when the first of them stops counting; nil for
  ///   none.
  mutating func take(
    _ present: [Key: Shown], at time: Double
  ) -> (recent: [Key: Shown], end: Double)? {
    for (key, last) in latest where present[key] == nil && last.over == nil {
      latest[key]!.over = time
    }
    latest = latest.filter { time < ($1.over ?? time) + BreachWatch.calm }
    let recent = latest.filter { $1.over != nil && present[$0] == nil }
    for (key, shown) in present { latest[key] = (shown, nil) }
    let end = recent.values.compactMap(\.over).min().map { $0 + BreachWatch.calm }
    return end.map { (recent.mapValues(\.shown), $0) }
  }
}

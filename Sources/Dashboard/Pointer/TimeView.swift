/// The part of its data that a page shows: the newest data, or a fixed range of time.
struct TimeView: Equatable {
  struct Bounds: Equatable {
    /// The range without zoom.
    var live: ClosedRange<Double>
    /// The range of all data, including `live`.
    var all: ClosedRange<Double>

    /// Whether the oldest data has been dropped, perhaps together with the view's own data.
    var hasDropped: Bool

    init(live: ClosedRange<Double>, kept: ClosedRange<Double>?, hasDropped: Bool = false) {
      self.live = live
      self.hasDropped = hasDropped
      let kept = kept ?? live
      all =
        min(live.lowerBound, kept.lowerBound)...max(live.upperBound, kept.upperBound)
    }
  }

  /// The fixed range; nil for the newest data.
  private(set) var range: ClosedRange<Double>?

  /// The factor by which one notch of the wheel shortens the view.
  private static let notch = 0.8

  /// The notches that zoom by a ratio near 1, so that the view follows two fingers.
  static func notches(ofRatio ratio: Double) -> Double {
    let share = 1 - min(ratio, 1 / ratio)
    return (ratio < 1 ? -share : share) / (1 - notch)
  }

  func shown(_ bounds: Bounds) -> ClosedRange<Double> { range ?? bounds.live }

  mutating func showLive() { range = nil }

  /// Shortens or lengthens the view. The position of `anchor` stays.
  /// - Parameters:
  ///   - notches: notches of a wheel; positive numbers shorten the view.
  ///   - shortest: the shortest length of the view.
  mutating func zoom(notches: Double, at anchor: Double, shortest: Double, in bounds: Bounds) {
    guard notches.isFinite, anchor.isFinite else { return }
    let old = shown(bounds)
    let length = old.upperBound - old.lowerBound
    let all = bounds.all.upperBound - bounds.all.lowerBound
    guard length > 0, all > 0 else { return }
    let factor = TimeView.power(notches)
    let least = max(shortest.isFinite ? shortest : 0, TimeView.resolution(anchor))
    // A view that is already too short does not grow when the user zooms in.
    let new = min(max(length * factor, min(length, least)), all)
    let share = min(max((anchor - old.lowerBound) / length, 0), 1)
    set(from: old.lowerBound + (length - new) * share, length: new, in: bounds)
  }

  /// Shows a range, with at least the shortest length.
  mutating func show(_ stretch: ClosedRange<Double>, shortest: Double, in bounds: Bounds) {
    let all = bounds.all.upperBound - bounds.all.lowerBound
    let length = stretch.upperBound - stretch.lowerBound
    let least = max(shortest.isFinite ? shortest : 0, TimeView.resolution(stretch.upperBound))
    let new = min(max(length, least), all)
    set(from: stretch.lowerBound - (new - length) / 2, length: new, in: bounds)
  }

  /// Moves the view in time.
  /// - Parameter start: the range from which the view moves; nil for the current range.
  mutating func pan(
    by distance: Double, from start: ClosedRange<Double>? = nil, in bounds: Bounds
  ) {
    guard distance.isFinite else { return }
    let old = start ?? shown(bounds)
    set(from: old.lowerBound + distance, length: old.upperBound - old.lowerBound, in: bounds)
  }

  /// Keeps the view where there is data. The view's own data may have been dropped, or all data may have been replaced.
  mutating func hold(in bounds: Bounds) {
    guard let range else { return }
    if !bounds.hasDropped {
      if !range.overlaps(bounds.all) { self.range = nil }
      return
    }
    set(from: range.lowerBound, length: range.upperBound - range.lowerBound, in: bounds)
  }

  private mutating func set(from start: Double, length: Double, in bounds: Bounds) {
    let all = bounds.all
    let length = min(length, all.upperBound - all.lowerBound)
    let lower = min(max(start, all.lowerBound), all.upperBound - length)
    let upper = min(max(lower + length, lower), all.upperBound)
    let new = lower...max(lower, upper)
    // A view with no visible difference from the newest data shows the newest data.
    let tolerance = 1e-4 * length
    let isLive =
      abs(new.lowerBound - bounds.live.lowerBound) <= tolerance
      && abs(new.upperBound - bounds.live.upperBound) <= tolerance
    range = isLive ? nil : new
  }

  private static func power(_ notches: Double) -> Double {
    var factor = 1.0
    let count = min(notches.magnitude, 64)
    for _ in 0..<Int(count) { factor *= notch }
    factor *= 1 - (1 - notch) * (count - count.rounded(.down))
    return notches < 0 ? 1 / factor : factor
  }

  /// The distance in seconds below which times cannot be distinguished reliably.
  private static func resolution(_ time: Double) -> Double { max(abs(time).ulp * 256, 1e-9) }
}

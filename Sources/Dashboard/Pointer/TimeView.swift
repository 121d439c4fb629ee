/// Which part of its data a page shows: what is new, or a stretch of time that stands still.
struct TimeView: Equatable {
  /// What limits a view.
  struct Bounds: Equatable {
    /// What is shown without zoom.
    var live: ClosedRange<Double>
    /// What there is, or is shown without zoom.
    var all: ClosedRange<Double>

    /// The oldest data has gone, so that a view may have lost its own.
    var hasDropped: Bool

    init(live: ClosedRange<Double>, kept: ClosedRange<Double>?, hasDropped: Bool = false) {
      self.live = live
      self.hasDropped = hasDropped
      let kept = kept ?? live
      all =
        min(live.lowerBound, kept.lowerBound)...max(live.upperBound, kept.upperBound)
    }
  }

  /// The stretch that is shown; nil for what is new.
  private(set) var range: ClosedRange<Double>?

  /// How much shorter the view becomes with a notch of the wheel.
  private static let notch = 0.8

  func shown(_ bounds: Bounds) -> ClosedRange<Double> { range ?? bounds.live }

  mutating func showLive() { range = nil }

  /// Makes the view shorter or longer, with `anchor` where it is.
  /// - Parameters:
  ///   - notches: of a wheel; positive ones shorten the view.
  ///   - shortest: the length that it keeps at least.
  mutating func zoom(notches: Double, at anchor: Double, shortest: Double, in bounds: Bounds) {
    guard notches.isFinite, anchor.isFinite else { return }
    let old = shown(bounds)
    let length = old.upperBound - old.lowerBound
    let all = bounds.all.upperBound - bounds.all.lowerBound
    guard length > 0, all > 0 else { return }
    let factor = TimeView.power(notches)
    let least = max(shortest.isFinite ? shortest : 0, TimeView.resolution(anchor))
    // A view that is shorter than the shortest already is not made longer by zooming in.
    let new = min(max(length * factor, min(length, least)), all)
    let share = min(max((anchor - old.lowerBound) / length, 0), 1)
    set(from: old.lowerBound + (length - new) * share, length: new, in: bounds)
  }

  /// Shows a stretch, as long as the shortest at least.
  mutating func show(_ stretch: ClosedRange<Double>, shortest: Double, in bounds: Bounds) {
    let all = bounds.all.upperBound - bounds.all.lowerBound
    let length = stretch.upperBound - stretch.lowerBound
    let least = max(shortest.isFinite ? shortest : 0, TimeView.resolution(stretch.upperBound))
    let new = min(max(length, least), all)
    set(from: stretch.lowerBound - (new - length) / 2, length: new, in: bounds)
  }

  /// Moves the view in time.
  /// - Parameter start: where it moves from; nil for where it is.
  mutating func pan(
    by distance: Double, from start: ClosedRange<Double>? = nil, in bounds: Bounds
  ) {
    guard distance.isFinite else { return }
    let old = start ?? shown(bounds)
    set(from: old.lowerBound + distance, length: old.upperBound - old.lowerBound, in: bounds)
  }

  /// Keeps the view where there is data: its own may have gone, or all may have begun anew.
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
    // What differs by less than can be seen from what is new is what is new.
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

  /// Times nearer to each other than this are not told apart well.
  private static func resolution(_ time: Double) -> Double { max(abs(time).ulp * 256, 1e-9) }
}

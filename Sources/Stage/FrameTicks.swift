/// When the frame timer fires, and whether it has to be set for that.
///
/// To set a Dispatch timer wakes the thread that keeps them, which costs more than many a frame. So the
/// timer repeats at the distance that a frame asked for, and stays as it is while the frames that follow
/// ask for the same: it is touched when motion begins, changes its pace, or ends. Its ticks lie on a
/// grid, hence never more of them than the display refreshes.
///
/// All times are seconds of the frame loop's clock.
struct FrameTicks {
  /// What has to be done to the timer.
  enum Change: Equatable {
    case none
    case stop
    /// It is to fire at `due`, and every `period` from then on; once if that is nil.
    case set(due: Double, period: Double?)
  }

  /// When the timer fires next; nil for never.
  private(set) var due: Double?
  private var period: Double?

  /// The share of a refresh by which a tick may miss what a frame asks for. Frames start some time after
  /// their tick and ask from there.
  private static let tolerance = 0.25

  /// The timer has fired. Ticks that were due meanwhile come as one.
  mutating func fired(at now: Double) {
    guard let last = due, let period else {
      due = nil
      return
    }
    due = last + period * max(1, ((now - last) / period).rounded(.down) + 1)
  }

  /// Asks for a tick.
  /// - Parameters:
  ///   - wanted: when.
  ///   - start: when the frame that asks began.
  ///   - interval: between two refreshes.
  mutating func ask(for wanted: Double, from start: Double, interval: Double) -> Change {
    if let due, abs(due - wanted) <= FrameTicks.tolerance * interval { return .none }
    let refreshes = ((wanted - start) / interval).rounded()
    // What comes at no distance of whole refreshes is the begin or end of something, not a pace.
    let isPace = refreshes >= 1 && abs(start + refreshes * interval - wanted) < 0.01 * interval
    period = isPace ? refreshes * interval : nil
    due = wanted
    return .set(due: wanted, period: period)
  }

  /// Wants no tick.
  mutating func rest() -> Change {
    guard due != nil else { return .none }
    (due, period) = (nil, nil)
    return .stop
  }
}

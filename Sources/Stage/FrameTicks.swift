/// The schedule of the frame timer, and the decision whether the timer must be set again.
///
/// Setting a Dispatch timer wakes the thread that manages timers, which costs more than drawing many a
/// frame. So the timer repeats with the requested period, and stays unchanged while later frames request
/// the same period: the timer is set only when motion begins, changes its pace, or ends. Its ticks lie on
/// a grid, so they never outnumber the display's refreshes. The grid is that of the refreshes themselves, if
/// the surface knows one of them: a frame that is put at the start of a refresh is complete before the display
/// reads its lines. All times are seconds of the frame loop's clock.
struct FrameTicks {
  /// The change to make to the timer.
  enum Change: Equatable {
    case none
    case stop
    /// The timer fires at `due`, and then every `period`; once if `period` is nil.
    case set(due: Double, period: Double?)
  }

  /// The time of the next tick; nil for never.
  private(set) var due: Double?
  private var period: Double?

  /// The share of a refresh by which a tick may miss the requested time. Frames start some time after
  /// their tick, and request the next tick relative to their own start.
  private static let tolerance = 0.25
  /// The share of a refresh by which a tick may miss a known refresh.
  private static let drift = 0.0625

  /// Notes that the timer has fired. Several ticks that were due meanwhile come as one.
  mutating func fired(at now: Double) {
    guard let last = due, let period else {
      due = nil
      return
    }
    due = last + period * max(1, ((now - last) / period).rounded(.down) + 1)
  }

  /// Requests a tick.
  /// - Parameters:
  ///   - wanted: the time of the tick.
  ///   - start: the start of the frame with the request.
  ///   - interval: the time between two refreshes.
  ///   - refresh: the time of a refresh; nil if none is known.
  mutating func ask(
    for wanted: Double, from start: Double, interval: Double, refresh: Double? = nil
  ) -> Change {
    let refreshes = ((wanted - start) / interval).rounded()
    // A distance other than whole refreshes belongs to the start or end of an animation, not to a pace.
    let isPace = refreshes >= 1 && abs(start + refreshes * interval - wanted) < 0.01 * interval
    var (wanted, tolerance) = (wanted, FrameTicks.tolerance)
    if let refresh {
      // A frame of a pace belongs to the refresh nearest to its start. Other changes come with the first
      // refresh that shows them.
      let distance = (wanted - refresh) / interval
      wanted =
        refresh + interval
        * (isPace ? distance.rounded() : (distance - FrameTicks.tolerance).rounded(.up))
      // A refresh that began before this frame has shown too little: a tick in it would come at once, and again.
      if !isPace, wanted <= start { wanted += interval }
      tolerance = FrameTicks.drift
    }
    if let due, abs(due - wanted) <= tolerance * interval { return .none }
    period = isPace ? refreshes * interval : nil
    due = wanted
    return .set(due: wanted, period: period)
  }

  mutating func rest() -> Change {
    guard due != nil else { return .none }
    (due, period) = (nil, nil)
    return .stop
  }
}

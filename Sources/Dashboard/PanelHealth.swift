import Metrics
import Sources

/// How the data of a panel does, as it says it.
struct PanelHealth: Equatable {
  enum State: Equatable {
    /// Nothing has come yet; what is said in its place.
    case waiting(String)
    case fresh
    /// What is shown is not the latest; why, also in fewer words.
    case late(String, short: String)
    case ended
  }

  var state = State.fresh
  /// When, on the frame clock, it will be another one by itself; nil for never.
  var validUntil: Double?
  /// Which of the panel's series are not up to date, by their place.
  var lateSeries: Set<Int> = []

  /// Seconds without data after which it counts as late, where nothing says how often it comes.
  private static let unknownStaleness = 60.0
  private static let leastStaleness = 5.0
  /// An age that need not be said.
  private static let shortAge = 5.0

  /// - Parameters:
  ///   - lateAfter: seconds without data after which it counts as late, whatever the panel says.
  ///   - time: now, on the frame clock.
  init(of panel: PanelSpec, in store: MetricStore, lateAfter: Double?, at time: Double) {
    var worst: (state: State, rank: Int, name: String) = (.fresh, 0, "")
    var hasData = false
    var reason: String?
    for (i, series) in panel.series.enumerated() {
      let health = store.health(of: series)
      var (state, rank): (State, Int) = (.fresh, 0)
      if let stored = store.stored(series, in: panel), let arrival = stored.arrival,
        !stored.samples.isEmpty
      {
        hasData = true
        let limit =
          lateAfter ?? PanelHealth.staleness(of: panel, source: series.source, stored: stored)
        let until: Double?
        (state, rank, until) = PanelHealth.state(health, age: time - arrival, lateAfter: limit)
        if let until { validUntil = min(validUntil ?? .infinity, arrival + until) }
        if case .late = state { lateSeries.insert(i) }
      } else if let text = PanelHealth.waiting(health) {
        (state, rank) = (.late(text, short: text), 3)
        reason = reason ?? text
      }
      if rank > worst.rank { worst = (state, rank, series.name) }
    }
    state = hasData ? worst.state : .waiting(reason ?? "waiting for data")
    if !hasData { validUntil = nil }
    // Of several series, it is said which one it is.
    if case .late(let text, let short) = state, lateSeries.count < panel.series.count {
      state = .late(worst.name + ": " + text, short: worst.name + ": " + short)
    }
  }

  /// What is said of a source that has not given anything; nil where nothing is wrong.
  private static func waiting(_ health: FeedHealth) -> String? {
    switch health {
    case .starting, .fresh: nil
    case .failing(_, let reason): reason.visible
    case .ended: "no data"
    }
  }

  private static func staleness(
    of panel: PanelSpec, source: SourceSpec, stored: StoredSeries
  ) -> Double {
    if let own = panel.staleAfter { return own }
    guard let period = source.period ?? stored.interval else { return unknownStaleness }
    return max(leastStaleness, 3 * period)
  }

  /// - Returns: also how bad it is, and the age at which it will be another one.
  private static func state(
    _ health: FeedHealth, age: Double, lateAfter: Double
  ) -> (State, rank: Int, until: Double?) {
    let late = LateText(seconds: max(0, age))
    switch health {
    case .ended: return (.ended, 1, nil)
    case .failing(_, let said):
      let reason = said.visible
      let text = age < shortAge ? reason : reason + " · " + late.text
      return (.late(text, short: reason), 3, late.validUntil)
    case .starting, .fresh:
      if age < lateAfter { return (.fresh, 0, lateAfter.isFinite ? lateAfter : nil) }
      return (.late(late.text, short: late.short), 2, late.validUntil)
    }
  }
}

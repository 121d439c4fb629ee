import Feeds
import Metrics

/// The health of a panel's data, and the text about it.
struct PanelHealth: Equatable {
  enum State: Equatable {
    /// No data has come yet; the text takes the place of the data.
    case waiting(String)
    case fresh
    /// The data is late; the reason, in full and in fewer words.
    case late(String, short: String)
    case ended

    /// The state of a value that a broker has retained.
    static let unknownAge = late("retained value of unknown age", short: "unknown age")
  }

  var state = State.fresh
  /// The time, on the frame clock, when the health changes with time alone; nil for never.
  var validUntil: Double?
  /// The indices of the panel's lines that are late.
  var lateLines: Set<Int> = []

  /// Seconds without data after which data counts as late, if the source's period is not known.
  private static let unknownStaleness = 60.0
  private static let leastStaleness = 5.0
  /// The age in seconds below which the text leaves out the age.
  private static let shortAge = 5.0

  /// - Parameters:
  ///   - lines: the lines of the panel.
  ///   - lateAfter: seconds without data after which data counts as late, overriding the panel; nil uses
  ///     the panel's own limit.
  ///   - time: the current time of the frame clock.
  init(
    of panel: PanelSpec, _ lines: [PanelLine], in store: SampleStore, lateAfter: Double?,
    at time: Double
  ) {
    var worst: (state: State, rank: Int, name: String) = (.fresh, 0, "")
    var hasData = false
    var reason: String?
    // A series that is gone concerns the panel only if no other is left.
    let areAllGone = lines.allSatisfy(\.isGone)
    for (i, line) in lines.enumerated() where areAllGone || !line.isGone {
      let health = PanelHealth.worst(line.series.map { store.health(of: $0) })
      var (state, rank): (State, Int) = (.fresh, 0)
      if let arrival = line.arrival {
        hasData = true
        let limit = lateAfter ?? PanelHealth.staleness(of: panel, line, in: store)
        var until: Double?
        let age = line.isOfUnknownAge ? 0 : time - arrival
        (state, rank, until) = PanelHealth.state(health, age: age, lateAfter: limit)
        if line.isOfUnknownAge {
          until = nil
          if case .fresh = state { (state, rank) = (.unknownAge, 2) }
        }
        if let until { validUntil = min(validUntil ?? .infinity, arrival + until) }
        if case .late = state { lateLines.insert(i) }
      } else if let text = PanelHealth.waiting(health) {
        (state, rank) = (.late(text, short: text), 3)
        reason = reason ?? text
      }
      if rank > worst.rank { worst = (state, rank, line.name) }
    }
    if lines.isEmpty {
      reason = panel.series.lazy.compactMap { PanelHealth.waiting(store.health(of: $0)) }.first
    }
    state = hasData ? worst.state : .waiting(reason ?? "waiting for data")
    if !hasData { validUntil = nil }
    // If not all lines are late, the text names the late one.
    if case .late(let text, let short) = state, lateLines.count < lines.count {
      state = .late(worst.name + ": " + text, short: worst.name + ": " + short)
    }
  }

  /// The text about a source without data; nil if nothing is wrong.
  private static func waiting(_ health: FeedHealth) -> String? {
    switch health {
    case .starting, .fresh: nil
    case .failing(_, let reason): reason.visible
    case .ended: "no data"
    }
  }

  /// The health of a line whose operands have healths of their own.
  private static func worst(_ healths: [FeedHealth]) -> FeedHealth {
    func rank(_ health: FeedHealth) -> Int {
      switch health {
      case .fresh: 0
      case .ended: 1
      case .starting: 2
      case .failing: 3
      }
    }
    return healths.max { rank($0) < rank($1) } ?? .starting
  }

  private static func staleness(
    of panel: PanelSpec, _ line: PanelLine, in store: SampleStore
  ) -> Double {
    if let own = panel.staleAfter { return own }
    if line.series.contains(where: { !$0.source.hasPace }) { return .infinity }
    let periods = line.series.map { $0.source.period ?? store.sources[$0.source]?.pulse.usual }
    // A pipe whose rows have all come at once may have no more.
    let unknown = panel.isInferred ? .infinity : unknownStaleness
    return periods.compactMap { $0 }.max().map { max(leastStaleness, 3 * $0) } ?? unknown
  }

  /// - Returns: the state, its severity, and the age at which the state changes.
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

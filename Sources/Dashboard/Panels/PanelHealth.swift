import Charts
import Feeds
import Messages
import Metrics

/// The health of a panel's data, and the text about it.
struct PanelHealth: Equatable {
  enum State: Equatable {
    /// No data has come yet; the text takes the place of the data.
    case waiting(String)
    case fresh
    /// The data is late; its age in words, empty for an unknown age.
    case late(age: String)
    case ended
  }

  var state = State.fresh
  /// The failure of a source that concerns the panel; nil while all sources work, and for a failure that has not yet
  /// delayed any data.
  var failure: PanelContent.Failure?
  /// The data time when the health changes with time alone; nil for never.
  var validUntil: Double?
  /// The indices of the panel's lines that are late.
  var lateLines: Set<Int> = []
  /// The indices of the lines that are late or whose source fails; these lines show their last value.
  var heldLines: Set<Int> = []
  /// The indices of the lines whose sources have ended.
  var endedLines: Set<Int> = []
  /// The threshold of the age of a line's value that is exceeded; nil if there is none.
  var absence: ThresholdSpec?
  /// The present in UTC seconds, if lines of the panel have samples ahead of it, as forecasts have; otherwise nil.
  var present: Double?
  /// The indices of the lines with samples ahead of the present, whose values are those at the present.
  var aheadLines: Set<Int> = []
  /// The seconds since the latest data if all lines are late, apart from those that are gone or of unknown age;
  /// otherwise 0. A value that comes when it changes is the latest data until its source fails.
  var silence = 0.0
  /// The seconds by which the time axis is ahead of the latest sample.
  var lead = 0.0

  /// Seconds without data after which data counts as late, if the source's period is not known.
  private static let unknownStaleness = 60.0
  private static let leastStaleness = 5.0
  /// The least step by which the time axis of late data advances: in seconds, and as a share of the window.
  private static let step = (seconds: 1.0, share: 1.0 / 400)

  /// The health of one line.
  private struct LineHealth {
    var isLate = false
    var isEnded = false
    var age = ""
    var failure: PanelContent.Failure?
    /// Whether the source fails, even if nothing is late yet.
    var isFailing = false
    /// The age at which the health changes; nil for never.
    var until: Double?

    /// Whether the age of the value is unknown.
    var isOfUnknownAge = false

    /// The severity of the health; larger numbers are worse.
    var rank: Int {
      failure != nil ? 4 : isLate ? (isOfUnknownAge ? 2 : 3) : isEnded ? 1 : 0
    }
  }

  /// The health of a panel without data.
  init() {}

  /// Whether a line is neither late nor at its end.
  func isLive(_ line: Int) -> Bool { !lateLines.contains(line) && !endedLines.contains(line) }

  /// - Parameters:
  ///   - lines: the lines of the panel.
  ///   - lateAfter: seconds without data after which data counts as late, overriding the panel; nil uses
  ///     the panel's own limit.
  ///   - start: the data time since which values that have never come are awaited; nil if they may never come.
  ///   - time: the current data time.
  init(
    of panel: PanelSpec, _ lines: [PanelLine], in store: SampleStore, lateAfter: Double?,
    awaitedSince start: Double? = nil, at time: Double
  ) {
    var worst: (health: LineHealth, name: String)?
    judgeAges(of: panel, lines, in: store, awaitedSince: start, at: time)
    for (i, line) in lines.enumerated() where !line.isGone {
      let limit = lateAfter ?? PanelHealth.staleness(of: panel, line, in: store)
      let health = PanelHealth.health(of: line, panel, in: store, lateAfter: limit, at: time)
      if let until = health.until, let arrival = line.arrival {
        validUntil = min(validUntil ?? .infinity, arrival + until)
      }
      if health.isLate, line.arrival != nil { lateLines.insert(i) }
      if health.isFailing || health.isLate { heldLines.insert(i) }
      if health.isEnded { endedLines.insert(i) }
      if health.rank > worst?.health.rank ?? 0 { worst = (health, line.name) }
    }
    if !panel.isInferred { findPresent(of: lines, in: store, at: time) }
    guard lines.contains(where: { $0.arrival != nil }) else {
      failure =
        worst?.health.failure
        ?? panel.series.lazy.compactMap { store.failure(of: $0, at: time) }.first
      let emptiness = PanelHealth.emptiness(of: panel, in: store)
      state = .waiting(failure?.reason ?? worst?.health.age ?? emptiness)
      return
    }
    continueTime(panel, lines, in: store, at: time)
    guard let worst else { return }
    // If only some of the remaining lines are concerned, the text names the worst one.
    let isNamed = heldLines.count < lines.count { !$0.isGone }
    let prefix = isNamed ? worst.name + ": " : ""
    failure = worst.health.failure.map {
      PanelContent.Failure(reason: prefix + $0.reason, retry: $0.retry)
    }
    if worst.health.isLate, !lateLines.isEmpty {
      let age = worst.health.age
      state = .late(age: isNamed && !age.isEmpty ? named(age, worst.name, among: lines) : age)
    } else if worst.health.isEnded {
      state = .ended
    }
  }

  private mutating func judgeAges(
    of panel: PanelSpec, _ lines: [PanelLine], in store: SampleStore, awaitedSince start: Double?,
    at time: Double
  ) {
    var ages = store.ages(of: panel, lines, at: time)
    if let start {
      let areAwaited = lines.isEmpty && !store.hasNoSeries(for: panel)
      ages = ages.missing(for: time - start, areAwaited ? panel.absences : nil)
    }
    absence =
      ages.flatMap { age in age.thresholds.filter { $0.bound.isBreached(by: age.value) } }.outermost
    let next = ages.flatMap { age in age.thresholds.compactMap { $0.secondsLeft(age.value) } }.min()
    validUntil = next.map { time + $0 }
  }

  /// Finds the lines with samples ahead of the present. The health changes with the next of these samples.
  private mutating func findPresent(of lines: [PanelLine], in store: SampleStore, at time: Double) {
    for (i, line) in lines.enumerated() {
      guard let now = store.present(for: line, at: time) else { continue }
      present = now
      aheadLines.insert(i)
      let next = line.samples.indices(from: now.nextUp, through: .infinity).lowerBound
      validUntil = min(validUntil ?? .infinity, time + line.samples[next].time - now)
    }
  }

  /// The text about a panel without lines.
  private static func emptiness(of panel: PanelSpec, in store: SampleStore) -> String {
    guard store.hasNoSeries(for: panel) else { return String(localized: "waiting for data") }
    return panel.traits.listsPresent && panel.series.allSatisfy(\.query.answersAreLists)
      ? String(localized: "no rows") : String(localized: "the query has no series")
  }

  /// The age of the oldest of some lines: with the name of a single line, otherwise with the number of late lines.
  private func named(_ age: String, _ name: String, among lines: [PanelLine]) -> String {
    guard lateLines.count > 1 else { return name + " " + age }
    return String(localized: "\(lateLines.count) of \(lines.count { !$0.isGone }): \(age)")
  }

  /// Lets time advance if all lines are late, apart from those that are gone or of unknown age, or if no line has a
  /// pace of its own.
  private mutating func continueTime(
    _ panel: PanelSpec, _ lines: [PanelLine], in store: SampleStore, at time: Double
  ) {
    let known = lines.indices.filter { lines[$0].arrival != nil && !lines[$0].isGone }
    let hasPace = known.contains { panel.hasPace(lines[$0]) }
    // A value of unknown age does not show that data still comes.
    let concerned = hasPace ? known.filter { !lines[$0].isOfUnknownAge } : known
    let areLate = concerned.allSatisfy(lateLines.contains)
    guard areLate || !hasPace, let latest = concerned.compactMap({ lines[$0].arrival }).max()
    else { return }
    lead = max(0, time - latest)
    silence = lead
    if !hasPace {
      let outage = concerned.flatMap { lines[$0].series }
        .compactMap { store.sources[$0.source]?.failingSince }.min()
      silence = areLate ? outage.map { min(lead, max(0, time - $0)) } ?? 0 : 0
    }
    let step = max(Self.step.seconds, panel.window.upperBound * Self.step.share)
    validUntil = min(validUntil ?? .infinity, time + step)
  }

  private static func health(
    of line: PanelLine, _ panel: PanelSpec, in store: SampleStore, lateAfter limit: Double,
    at time: Double
  ) -> LineHealth {
    var result = LineHealth()
    result.isOfUnknownAge = line.isOfUnknownAge
    let source = worst(line.series.map { store.health(of: $0) })
    let failure = line.series.lazy.compactMap { store.failure(of: $0, at: time) }.first
    result.isFailing = failure != nil
    guard let arrival = line.arrival else {
      result.failure = failure
      if source == .ended { (result.isLate, result.age) = (true, String(localized: "no data")) }
      return result
    }
    let age = line.isOfUnknownAge ? 0 : max(0, time - arrival)
    // A series without a known period is as old as the failure; other queries of the source may fail alone.
    let outage = line.series.compactMap { series -> Double? in
      guard case .failing = store.health(of: series) else { return nil }
      return store.sources[series.source]?.failingSince
    }.min()
    let (silence, most) =
      limit.isFinite || outage == nil
      ? (age, limit) : (max(0, time - outage!), leastStaleness)
    result.isEnded = source == .ended
    if result.isEnded, panel.isInferred { return result }
    guard silence < most else {
      result.failure = failure
      setLate(&result, line, arrival: arrival, age: age)
      return result
    }
    if line.isOfUnknownAge {
      (result.isLate, result.age) = (true, String(localized: "of unknown age"))
    } else if line.isInterrupted, !result.isFailing {
      // The value may have changed during the outage, and the next one may come much later.
      let text = LateText(seconds: age)
      (result.isLate, result.age, result.until) = (true, text.text, text.validUntil)
      return result
    }
    result.until = limit.isFinite ? limit : most.isFinite ? age + most - silence : nil
    // A lasting failure is reported even where the value may be old.
    if let outage, result.isFailing {
      let due = outage + min(usualStaleness(of: panel, line, in: store), unknownStaleness)
      if time >= due { result.failure = failure }
      if time < due { result.until = min(result.until ?? .infinity, due - arrival) }
    }
    return result
  }

  /// Sets the age of a value that is too old.
  /// - Parameter age: the seconds since the latest sample, which may be a missing one after the value that is shown.
  private static func setLate(
    _ result: inout LineHealth, _ line: PanelLine, arrival: Double, age: Double
  ) {
    let delay = max(0, arrival - (line.valueArrival ?? arrival))
    let text = LateText(seconds: age + delay)
    result.isLate = true
    result.age =
      line.isOfUnknownAge
      ? String(localized: "of unknown age")
      : result.isEnded ? String(localized: "ended \(text.text)") : text.text
    result.until = line.isOfUnknownAge ? nil : text.validUntil - delay
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
    panel.staleAfter ?? usualStaleness(of: panel, line, in: store)
  }

  private static func usualStaleness(
    of panel: PanelSpec, _ line: PanelLine, in store: SampleStore
  ) -> Double {
    let paced = line.series.filter(\.source.hasPace)
    if paced.isEmpty { return .infinity }
    let periods = paced.map { $0.source.period ?? store.sources[$0.source]?.pulse.usual }
    // A pipe whose rows have all come at once may have no more rows.
    let unknown = panel.isInferred ? .infinity : unknownStaleness
    return periods.compactMap { $0 }.max().map { max(leastStaleness, 3 * $0) } ?? unknown
  }
}

extension PanelSpec {
  /// Whether data that does not come for a while is late, for a line of the panel. Otherwise values come when they
  /// change, and the latest one lasts until its source fails.
  func hasPace(_ line: PanelLine) -> Bool {
    staleAfter != nil || line.series.contains(where: \.source.hasPace)
  }
}

extension SampleStore {
  /// Whether all servers of a panel have answered that their queries have no series: a name may be misspelt, and more
  /// data may never come.
  func hasNoSeries(for panel: PanelSpec) -> Bool {
    !panel.series.isEmpty
      && panel.series.allSatisfy { sources[$0.source]?.queries[$0.query]?.isEmpty == true }
  }

  /// The failure of a series' source, as far as it concerns the series; nil for a source that works.
  fileprivate func failure(of series: SeriesSpec, at time: Double) -> PanelContent.Failure? {
    guard case .failing(_, let reason) = health(of: series) else { return nil }
    let source = sources[series.source]
    let outage = max(0, time - (source?.failingSince ?? time))
    let wait = series.source.longestWait(
      afterOutage: outage, retryAfter: source?.retryTime.map { max(0, $0 - time) })
    return PanelContent.Failure(
      reason: reason.visible,
      retry: wait.map { String(localized: "again within \(SpanText.text($0.rounded(.up)))") })
  }
}

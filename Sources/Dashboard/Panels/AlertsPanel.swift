import Charts
import Feeds
import Messages
import Metrics

/// The content of a list of the present breaches and of the sources that fail, on all pages.
enum AlertsPanel {
  /// The largest number of samples that are searched for the start of a breach.
  private static let mostSamples = 20_000

  static func make(_ data: PanelData, _ content: inout PanelContent) {
    guard let dashboard = data.scene.dashboard else { return }
    var alerts: [AlertsContent.Alert] = []
    var (thresholds, unknown) = (0, 0)
    var failures: [Cause: Failure] = [:]
    for (i, page) in dashboard.pages.enumerated() {
      for (j, panel) in page.panels.enumerated() where panel.traits.needsSeries {
        thresholds += panel.thresholds.count
        let watched = Watched(panel, data.store, data.scene)
        if !panel.thresholds.isEmpty, !watched.isKnown { unknown += 1 }
        alerts += watched.breaches(place: i * 1000 + j, page.name, data.scene)
        for (source, reason) in watched.failures {
          let new = Failure(order: failures.count)
          failures[Cause(source: source, reason: reason), default: new].places
            .append(watched.place(of: source))
        }
      }
    }
    alerts += failures.map { (alert(about: $1, of: $0, data.store, data.scene), $1.order) }
      .sorted { ($0.0.title, $0.1) < ($1.0.title, $1.1) }.map(\.0)
    let list = AlertsContent(alerts, calm: calm(thresholds: thresholds, unknown: unknown))
    content.lead = list.lead
    content.body = list
    content.signal = list.alerts.first?.signal
  }

  /// The next data time when an alert may begin or end without new data.
  static func nextChange(_ spec: PanelSpec, _ store: SampleStore, _ scene: SceneFacts) -> Double? {
    guard let dashboard = scene.dashboard else { return nil }
    return dashboard.pages.flatMap(\.panels).filter { $0.traits.needsSeries }.compactMap { panel in
      let watched = Watched(panel, store, scene)
      return [watched.health.validUntil, watched.pending(scene)].compactMap { $0 }.min()
    }.min()
  }

  /// The text while nothing is breached, which promises no more than is known.
  private static func calm(thresholds: Int, unknown: Int) -> (title: String, detail: String) {
    guard thresholds > 0 else { return (String(localized: "no thresholds"), "") }
    let words = String(
      localized: thresholds == 1 ? "1 threshold watched" : "\(thresholds) thresholds watched")
    guard unknown > 0 else { return (String(localized: "all is well"), words) }
    return (
      String(localized: "nothing is breached"),
      String(
        localized: unknown == 1
          ? "1 panel without fresh data" : "\(unknown) panels without fresh data")
    )
  }

  /// A source that fails, and the reason: each query of a server may have one of its own.
  private struct Cause: Hashable {
    let source: SourceSpec
    let reason: String

    /// A number below those of breaches, which identifies the failure.
    var number: Int { -1 - hashValue & Int.max }
  }

  /// A failure from the viewer's side: the panels and series that lack data.
  private struct Failure {
    /// The place among all failures in the order of the dashboard.
    let order: Int
    var places: [String] = []

    /// The first place, and the number of the others; nil if no place has a name.
    var title: String? {
      let named = places.filter { !$0.isEmpty }
      guard let first = named.first else { return nil }
      return places.count > 1 ? String(localized: "\(first) and \(places.count - 1) more") : first
    }
  }

  private static func alert(
    about failure: Failure, of cause: Cause, _ store: SampleStore, _ scene: SceneFacts
  ) -> AlertsContent.Alert {
    let since = store.sources[cause.source]?.failingSince.flatMap { since in
      scene.now.map { $0 - max(0, scene.dataTime - since) }
    }
    return AlertsContent.Alert(
      number: cause.number, title: failure.title ?? cause.source.title, detail: cause.reason,
      value: "",
      since: since.map { String(localized: "since \(Self.text($0, scene))") } ?? "", signal: .orange
    )
  }

  /// The time of day as text, with its date if the date is not today's.
  static func text(_ time: Double, _ scene: SceneFacts) -> String {
    let (civil, today) = (scene.zone.civil(time), scene.now.map { scene.zone.civil($0) })
    let isToday = today.map { ($0.year, $0.dateText) == (civil.year, civil.dateText) } ?? true
    return (isToday ? "" : civil.dateText + " ") + civil.minuteText
  }

  /// A panel's values beyond its thresholds, and its sources that fail.
  private struct Watched {
    let panel: PanelSpec
    let lines: [PanelLine]
    let health: PanelHealth
    let store: SampleStore
    let live: ClosedRange<Double>?
    let scene: SceneFacts

    init(_ panel: PanelSpec, _ store: SampleStore, _ scene: SceneFacts) {
      self.panel = panel
      self.store = store
      self.scene = scene
      lines = store.judgedLines(of: panel)
      health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: scene.dataTime)
      live = store.liveRange(of: panel, silence: health.silence)
    }

    /// Whether all values are there and up to date.
    var isKnown: Bool { health.state == .fresh && health.lateLines.isEmpty }

    /// The sources that fail, with their reasons.
    var failures: [SourceSpec: String] {
      guard health.failure != nil else { return [:] }
      var result: [SourceSpec: String] = [:]
      for series in panel.allSeries {
        if case .failing(_, let reason) = store.health(of: series) {
          result[series.source] = reason.visible
        }
      }
      return result
    }

    /// The name of the panel, with the names of the series that lack the data of a source if other series have another
    /// source.
    func place(of source: SourceSpec) -> String {
      let shown = panel.series.filter { !$0.isHidden }
      let lacking = shown.filter { $0.source == source }
      let names = lacking.count < shown.count ? lacking.map(\.name) : []
      return [panel.title, names.joined(separator: ", ")].filter { !$0.isEmpty }
        .joined(separator: " · ")
    }

    private var values: [JudgedValue] {
      guard let live else { return [] }
      return PanelData(
        store: store, spec: panel, lines: lines, health: health, live: live, scene: scene
      ).judgedValues
    }

    /// A value beyond a threshold, with a number that distinguishes the value from the panel's other values while lines
    /// come and go, and the start of the breach as far as the start is known.
    private struct Breach {
      let identity: Int
      let value: JudgedValue
      let threshold: ThresholdSpec
      let start: Start?
    }

    /// The breaches of each of the latest values: late data ends no breach. A number over a moving window needs fresh
    /// data.
    private func found() -> [[Breach]] {
      let isOfSamples = panel.reduction == nil && panel.traits.judged != .stretch
      return values.enumerated().map { index, value in
        guard value.isKnown || isOfSamples && value.value.isFinite else { return [] }
        return panel.thresholds.filter {
          value.isFor($0.bound) && $0.bound.isBreached(by: value.value)
        }.map {
          Breach(
            identity: Self.identity(of: value, at: index), value: value, threshold: $0,
            start: start(of: value, $0.bound))
        }
      }
    }

    /// The severest one of a value's breaches that have lasted as long as their thresholds require.
    private func severest(of breaches: [Breach]) -> Breach? {
      let over = breaches.filter(isOver)
      var panel = panel
      panel.thresholds = over.map(\.threshold)
      let threshold = panel.breach(of: over.map(\.value.value))
      return over.first { $0.threshold == threshold }
    }

    /// A number for the line of a value, or for the value itself where it comes from several lines or samples.
    private static func identity(of value: JudgedValue, at index: Int) -> Int {
      let hash = value.line.map { $0.identity.hashValue } ?? index
      return hash & (1 << AlertsContent.Alert.identityBits - 1)
    }

    private struct Start {
      var time: Double
      /// Whether the value was already beyond its threshold at the first kept sample.
      var isEarlier = false
    }

    private func start(of value: JudgedValue, _ bound: ThresholdSpec.Bound) -> Start? {
      guard let samples = value.line?.samples, !samples.isEmpty else { return nil }
      var start = Start(time: samples[samples.count - 1].time)
      let last = max(0, samples.count - mostSamples)
      for i in stride(from: samples.count - 1, through: last, by: -1) {
        let sample = samples[i]
        guard sample.value.isFinite else { continue }
        guard bound.isBreached(by: sample.value * value.factor) else { return start }
        start.time = sample.time
      }
      start.isEarlier = true
      return start
    }

    /// The breaches that have lasted as long as their thresholds require, one for each value.
    func breaches(
      place: Int, _ page: String, _ scene: SceneFacts
    ) -> [AlertsContent.Alert] {
      found().compactMap(severest).map { found in
        let since = found.start.map { start in
          let time = AlertsPanel.text(start.time, scene)
          return String(localized: start.isEarlier ? "before \(time)" : "since \(time)")
        }
        let name = lines.count > 1 ? found.value.name : ""
        return AlertsContent.Alert(
          number: place << AlertsContent.Alert.identityBits | found.identity,
          title: [panel.title, name].filter { !$0.isEmpty }.joined(separator: " · "),
          detail: [found.threshold.label ?? found.threshold.words(panel.judgedUnit), page]
            .filter { !$0.isEmpty }.joined(separator: " · "),
          value: panel.judgedText(found.value.value), since: since ?? "",
          signal: found.threshold.color.signal)
      }
    }

    /// Whether a breach has lasted as long as its threshold requires. Late data does not prolong a breach.
    private func isOver(_ breach: Breach) -> Bool {
      guard breach.threshold.lasting > 0, let start = breach.start, !start.isEarlier, let live
      else { return true }
      let last = breach.value.isFresh ? nil : breach.value.line?.samples.lastValid?.time
      return (last ?? live.upperBound - health.silence) - start.time >= breach.threshold.lasting
    }

    /// The data time when a breach has lasted long enough; nil if no breach is pending.
    func pending(_ scene: SceneFacts) -> Double? {
      guard let live else { return nil }
      return found().joined().compactMap { found in
        guard found.value.isFresh, !isOver(found), let start = found.start else { return nil }
        return scene.dataTime + start.time + found.threshold.lasting - live.upperBound
      }.min()
    }
  }
}

extension AlertsContent.Alert {
  /// Whether a source fails; breaches have numbers from zero on.
  var isFailure: Bool { number < 0 }

  /// The bits of a breach's number below those of the panel's place.
  static let identityBits = 40

  /// The place of a breach's panel among all panels.
  fileprivate var place: Int { number >> Self.identityBits }
}

extension AlertsContent {
  /// The number of alerts, for a list that has no room.
  var lead: PanelContent.Lead {
    PanelContent.Lead(
      name: "", value: FormattedValue(digits: "\(alerts.count)", unit: ""),
      signal: alerts.first?.signal)
  }

  /// A list in order: breaches by their urgency and then by their panels, before failures in the order given.
  init(_ alerts: [Alert], calm: (title: String, detail: String)) {
    let ranks = SignalColor.allCases
    let breaches = alerts.filter { !$0.isFailure }.enumerated()
      .map { (alert: $1, rank: ranks.firstIndex(of: $1.signal) ?? 0, offset: $0) }
      .sorted { ($0.rank, $0.alert.place, $0.offset) < ($1.rank, $1.alert.place, $1.offset) }
      .map(\.alert)
    self.init(alerts: breaches + alerts.filter(\.isFailure), calm: calm)
  }
}

extension ThresholdSpec {
  /// The threshold in words: `above 90%`.
  fileprivate func words(_ unit: Unit) -> String {
    let value = bound.value
    // A threshold of 99.99 % is not one of 100 %.
    let isPlain = unit.tickScale(forMaximum: value).divisor == 1
    let decimals = isPlain ? value.decimals(from: 0) : value == value.rounded() ? 0 : nil
    let text = unit.format(value, decimals: decimals).text
    return switch bound {
    case .above: String(localized: "above \(text)")
    case .below: String(localized: "below \(text)")
    }
  }
}

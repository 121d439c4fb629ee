import Charts
import Feeds
import Messages
import Metrics

/// The content of a list of the present breaches and of the sources that fail, on all pages.
enum AlertsPanel {
  static func make(_ data: PanelData, _ content: inout PanelContent) {
    guard let dashboard = data.scene.dashboard else { return }
    var alerts = data.scene.breaches.panels.flatMap { panel in
      panel.breaches.map { alert(about: $0.breach, of: $0.threshold, in: panel, data.scene) }
    }
    var (thresholds, unknown) = (0, 0)
    var failures: [Cause: Failure] = [:]
    for panel in dashboard.pages.flatMap(\.panels) where panel.traits.needsSeries {
      thresholds += panel.allThresholds.count
      let supply = Supply(panel, data.store, at: data.scene.dataTime)
      if !panel.thresholds.isEmpty, !supply.isKnown { unknown += 1 }
      for (source, reason) in supply.failures {
        let new = Failure(order: failures.count)
        failures[Cause(source: source, reason: reason), default: new].places
          .append(supply.place(of: source))
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
    let changes = dashboard.pages.flatMap(\.panels).filter(\.traits.needsSeries).map { panel in
      Supply(panel, store, at: scene.dataTime).health.validUntil
    }
    return (changes + [scene.breaches.due]).compactMap { $0 }.min()
  }

  /// The text while no threshold is breached. The text claims no more than is known.
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
    about breach: Breach, of threshold: ThresholdSpec, in panel: WatchedPanel, _ scene: SceneFacts
  ) -> AlertsContent.Alert {
    let spec = panel.spec
    let name = panel.name(of: breach.value)
    return AlertsContent.Alert(
      number: panel.number << AlertsContent.Alert.identityBits | breach.number,
      title: [spec.title, name].filter { !$0.isEmpty }.joined(separator: " · "),
      detail: [threshold.label ?? threshold.words(spec.judgedUnit(of: threshold)), panel.pageName]
        .filter { !$0.isEmpty }.joined(separator: " · "),
      value: value(of: breach, threshold, spec), since: since(breach, in: panel, scene),
      signal: threshold.color.signal)
  }

  /// The start of a breach in words; empty if the start is unknown.
  private static func since(_ breach: Breach, in panel: WatchedPanel, _ scene: SceneFacts) -> String
  {
    let now = scene.now ?? .infinity
    if breach.start.time == 0 {
      // Data has never come.
      guard breach.value.value.isFinite, let start = panel.start, now.isFinite else { return "" }
      let time = text(now - max(0, scene.dataTime - start), scene)
      return String(localized: "since before \(time)")
    }
    // A clock that was set back is before the start of the breach.
    let time = text(min(breach.start.time, now), scene)
    return String(localized: breach.start.isEarlier ? "since before \(time)" : "since \(time)")
  }

  /// The value of a breach, which may be within the threshold for a moment. The start tells the age of missing data.
  private static func value(
    of breach: Breach, _ threshold: ThresholdSpec, _ spec: PanelSpec
  ) -> String {
    if threshold.isAbsence { return "" }
    let text = spec.judgedText(breach.value.value, of: threshold, breach.value.identity)
    let isBeyond = threshold.bound.isBreached(by: breach.present)
    return isBeyond ? text : String(localized: "was \(text)")
  }

  private static func alert(
    about failure: Failure, of cause: Cause, _ store: SampleStore, _ scene: SceneFacts
  ) -> AlertsContent.Alert {
    let since = store.sources[cause.source]?.failingSince.flatMap { since in
      scene.now.map { $0 - max(0, scene.dataTime - since) }
    }
    // Panels have names of their own, which say nothing about their server.
    let source = failure.title == nil ? "" : cause.source.publicTitle
    let detail = [cause.reason, cause.reason.contains(source) ? "" : source]
    return AlertsContent.Alert(
      number: cause.number, title: failure.title ?? cause.source.title,
      detail: detail.filter { !$0.isEmpty }.joined(separator: " · "), value: "",
      since: since.map { String(localized: "since \(Self.text($0, scene))") } ?? "", signal: .orange
    )
  }

  /// The time of day as text, with its date if the date is not today's.
  static func text(_ time: Double, _ scene: SceneFacts) -> String {
    let (civil, today) = (scene.zone.civil(time), scene.now.map { scene.zone.civil($0) })
    let isToday = today.map { ($0.year, $0.dateText) == (civil.year, civil.dateText) } ?? true
    return (isToday ? "" : civil.dateText + " ") + civil.minuteText
  }

  /// The supply of a panel with data.
  private struct Supply {
    let panel: PanelSpec
    let lines: [PanelLine]
    let health: PanelHealth
    let store: SampleStore

    /// - Parameter time: the current data time.
    init(_ panel: PanelSpec, _ store: SampleStore, at time: Double) {
      (self.panel, self.store) = (panel, store)
      lines = store.judgedLines(of: panel)
      health = PanelHealth(of: panel, lines, in: store, lateAfter: nil, at: time)
    }

    /// Whether all values are there and up to date, apart from those of series that no longer exist.
    var isKnown: Bool {
      switch health.state {
      case .waiting: health.failure == nil && store.hasNoSeries(for: panel)
      case .ended: false
      case .fresh, .late:
        !hasVanished
          && health.lateLines.allSatisfy { store.hasEnded(lines[$0]) || lines[$0].isOfUnknownAge }
      }
    }

    /// Whether no series of a query has a value any more, though the query selects no exceptions.
    private var hasVanished: Bool {
      panel.series.contains { series in
        let own = lines.filter { $0.series.contains(series) }
        return !own.isEmpty
          && own.allSatisfy { store.hasEnded($0) || $0.samples.last?.value.isFinite != true }
          && !series.query.selectsExceptions
      }
    }

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
  }
}

extension WatchedPanel {
  /// The panel's place among all panels as a number.
  fileprivate var number: Int { place.page * 1000 + place.panel }
}

extension Breach {
  /// A number that distinguishes the value from the panel's other values while lines come and go.
  fileprivate var number: Int {
    (value.identity?.hashValue ?? 0) & (1 << AlertsContent.Alert.identityBits - 1)
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
  /// The threshold in words: `above 90 %`.
  /// - Parameter valueUnit: the unit of the values.
  func words(_ valueUnit: Unit) -> String {
    switch bound {
    case .above(let limit) where isAbsence:
      return String(localized: "no data for \(SpanText.text(limit))")
    case .above(let limit):
      return String(localized: "above \(text ?? text(of: limit, valueUnit))")
    case .below(let limit):
      return String(localized: "below \(text ?? text(of: limit, valueUnit))")
    case .within(let ranges):
      let plain = ranges.map { ThresholdSpec.Bound.text(of: $0) { text(of: $0, valueUnit) } }
      return String(localized: "is \(text ?? plain.joined(separator: ", "))")
    }
  }

  /// A limit as a number with its unit.
  private func text(of value: Double, _ valueUnit: Unit) -> String {
    let unit = unit ?? valueUnit
    let scale = unit.tickScale(forMaximum: value)
    let decimals = (value / scale.divisor).decimals(from: 0)
    // A threshold of 99.99 % is not one of 100 %, but 16 billion bytes are rounded in GiB.
    let isExact = scale.divisor == 1 || decimals <= 2
    return unit.format(value, scale: scale, decimals: isExact ? decimals : nil).text
  }
}

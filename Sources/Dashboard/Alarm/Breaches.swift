import Feeds
import Metrics

/// The breaches of all thresholds of a dashboard: for the list of alerts, for pages that take over the screen, and for
/// commands.
struct Breaches {
  /// The panels with thresholds, in the order of the dashboard.
  private(set) var panels: [WatchedPanel] = []
  /// The ends of reported breaches that a new version of the dashboard lacks.
  private var dropped: [(panel: WatchedPanel, threshold: ThresholdSpec, breach: Breach)] = []
  private var latestNumber = 0
  /// The time until which nothing is reported, because the breaches of an earlier run are being read; nil for now.
  private var quietUntil: Double?

  /// Watches the thresholds of a dashboard. A breach that was known before stays, and is not reported again. The
  /// breach of a threshold that is gone is over.
  mutating func watch(_ spec: DashboardSpec) {
    var earlier = panels
    panels = spec.pages.enumerated().flatMap { page, contents in
      contents.panels.enumerated().filter { !$1.allThresholds.isEmpty }.map { panel, spec in
        WatchedPanel(spec, at: (page, panel), on: contents.name)
      }
    }
    var new = Array(panels.indices)
    // A panel may have a new title, but not that of another panel with the same series.
    for hasNewTitle in [false, true] {
      new.removeAll { i in
        let same = earlier.firstIndex {
          $0.isSame(as: panels[i]) && (hasNewTitle || $0.spec.title == panels[i].spec.title)
        }
        guard let same else { return false }
        panels[i].continueThresholds(of: &earlier[same])
        if !panels[i].isAlarm { panels[i].forgetReports() }
        drop(earlier.remove(at: same))
        return true
      }
    }
    for panel in earlier { drop(panel) }
  }

  /// Notes the end of the breaches that are left of an earlier version of a panel.
  private mutating func drop(_ panel: WatchedPanel) {
    dropped += panel.thresholds.flatMap { watched in
      watched.reported.map { (panel, watched.threshold, $0) }
    }
  }

  /// Compares the present values with the thresholds.
  /// - Parameters:
  ///   - source: the source with new data, which some panels use; nil for all panels.
  ///   - time: the current data time, which continues while the display is paused.
  ///   - zone: the zone in which stretches of time begin.
  ///   - hasEarlierSamples: whether samples have come that are earlier than those that were known. Default false.
  mutating func take(
    _ store: SampleStore, from source: SourceSpec?, at time: Double, zone: TimeZoneRules,
    hasEarlierSamples: Bool = false
  ) {
    for i in panels.indices where source.map(panels[i].uses) ?? true {
      let judged = store.judgedValues(of: panels[i].spec, at: time, zone: zone)
      panels[i].take(
        judged, at: time, latest: &latestNumber, hasEarlierSamples: hasEarlierSamples)
    }
  }

  /// Compares values whose breaches begin to count, or end, without new data.
  /// - Returns: whether data of a panel is awaited from now on, so that its absence can become a breach.
  @discardableResult
  mutating func advance(_ store: SampleStore, to time: Double, zone: TimeZoneRules) -> Bool {
    var awaits = false
    for i in panels.indices
    where panels[i].awaitsComparison || panels[i].due.map({ $0 <= time }) ?? false {
      awaits = awaits || panels[i].awaitsComparison
      let judged = store.judgedValues(of: panels[i].spec, at: time, zone: zone)
      panels[i].take(judged, at: time, latest: &latestNumber, hasEarlierSamples: false)
    }
    return awaits
  }

  /// The time since which a value of a panel that has never come could have come; nil for a panel that may lack data.
  func start(of panel: PanelSpec) -> Double? {
    panel.absences.isEmpty ? nil : panels.first { $0.spec == panel }?.start
  }

  /// The breaches of panels that take over the screen or run a command, and that have begun to count or are over since
  /// the last call, in order.
  /// - Parameters:
  ///   - title: the dashboard's title.
  ///   - time: the current data time, which continues while the display is paused.
  mutating func takeEvents(of title: String, at time: Double) -> [BreachEvent] {
    if let quietUntil, time < quietUntil { return [] }
    quietUntil = nil
    var events = dropped.map { $0.panel.event(.recovered, $0.breach, of: $0.threshold, title) }
    dropped = []
    for i in panels.indices where panels[i].isAlarm {
      for j in panels[i].thresholds.indices where panels[i].thresholds[j].hasNews {
        let news = panels[i].thresholds[j].takeNews(panels[i].name)
        let threshold = panels[i].thresholds[j].threshold
        events += news.map { breach in
          panels[i].event(
            breach.watch.isBreached ? .breached : .recovered, breach, of: threshold, title)
        }
      }
    }
    return events
  }

  /// The next time when a breach begins to count, ends, or is reported without new data; nil for never.
  var due: Double? { isEmpty ? nil : (panels.map(\.due) + [quietUntil]).compactMap { $0 }.min() }

  /// Reports nothing until the breaches of an earlier run are known, or until a time.
  mutating func awaitReported(until time: Double) { quietUntil = time }

  /// Continues the breaches that an earlier run reported, and whose end was not reported.
  /// - Parameter names: the names of the breaches; those of other dashboards are ignored.
  mutating func continueReported(_ names: Set<String>) {
    quietUntil = nil
    guard !names.isEmpty else { return }
    for i in panels.indices where panels[i].isAlarm {
      for j in panels[i].thresholds.indices {
        let start = panels[i].name(of: panels[i].thresholds[j].threshold) + Self.beforeLine
        for name in names.sorted() where name.hasPrefix(start) {
          let line = WatchedPanel.line(name.dropFirst(start.count))
          panels[i].thresholds[j].continueReported(
            line.identity, as: line.series, latest: &latestNumber)
        }
      }
    }
  }

  /// The text between the name of a threshold and that of a line in the name of a breach.
  private static let beforeLine = " | "

  /// The names of the breaches whose start has been reported, and whose end has not.
  var reported: Set<String> {
    var names: Set<String> = []
    for panel in panels {
      for watched in panel.thresholds {
        for breach in watched.reported {
          let line = panel.lineName(of: breach)
          names.insert(panel.name(of: watched.threshold) + Self.beforeLine + line)
        }
      }
    }
    return names
  }

  /// The pages that take over the screen, in the order of their latest breaches.
  var pages: [Int] {
    var latest: [Int: Int] = [:]
    for panel in panels where panel.spec.takesOver {
      let number = panel.thresholds.map(\.number).max() ?? 0
      if number > 0 { latest[panel.place.page] = max(latest[panel.place.page] ?? 0, number) }
    }
    return latest.sorted { $0.value < $1.value }.map(\.key)
  }

  /// The number of the latest breach that takes over the screen; 0 for none.
  var latest: Int {
    panels.filter(\.spec.takesOver).flatMap(\.thresholds).map(\.number).max() ?? 0
  }

  /// Whether there is nothing to watch or to report.
  var isEmpty: Bool { panels.isEmpty && dropped.isEmpty }
}

extension WatchedPanel {
  fileprivate func event(
    _ state: BreachEvent.State, _ breach: Breach, of threshold: ThresholdSpec,
    _ dashboard: String
  ) -> BreachEvent {
    BreachEvent(
      state: state, dashboard: dashboard, page: pageName, panel: spec.title,
      series: breach.series ?? name(of: breach.value), value: breach.present,
      text: spec.judgedText(breach.present, of: threshold, breach.value.identity),
      threshold: threshold, command: spec.onBreach)
  }
}

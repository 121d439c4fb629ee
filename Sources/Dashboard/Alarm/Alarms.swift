import Metrics

/// A breach of a threshold that has begun to count, or is over.
public struct BreachEvent: Equatable, Sendable {
  /// The start or the end of a breach.
  public enum State: String, Sendable { case breached, recovered }

  /// The start or the end of the breach.
  public var state: State
  /// The dashboard's title; empty without one.
  public var dashboard: String
  /// The name of the page.
  public var page: String
  /// The title of the panel.
  public var panel: String
  /// The value in the panel's unit.
  public var value: Double
  /// The value with its unit, as the panel shows it.
  public var text: String
  /// The threshold of the breach.
  public var threshold: ThresholdSpec
  /// The command line to run; nil for none.
  public var command: String?
}

/// The thresholds of all pages that take the screen or run a command.
struct Alarms {
  fileprivate struct Alarm {
    let page: Int
    let pageName: String
    let panel: PanelSpec
    let threshold: ThresholdSpec
    /// Whether the threshold is the first one of its panel, whose thresholds follow each other.
    let isFirst: Bool
    var watch = BreachWatch()
    /// The number of the breach among all, from 1; 0 without one.
    var number = 0
    /// The last known value.
    var value = Double.nan

    /// Whether this is the alarm of an earlier version of the dashboard, apart from the panel's title.
    func isSame(as other: Alarm) -> Bool {
      panel.series == other.panel.series && panel.expressions == other.panel.expressions
        && panel.chart == other.panel.chart && threshold.bound == other.threshold.bound
    }
  }

  private var alarms: [Alarm] = []
  /// The breached alarms that a new version of the dashboard lacks, and whose end is not reported yet.
  private var dropped: [Alarm] = []
  private var lastNumber = 0

  /// Watches the thresholds of a dashboard. A breach that was known before stays, and is not reported again. The
  /// breach of a threshold that is gone is over.
  mutating func watch(_ spec: DashboardSpec) {
    var earlier = alarms
    alarms = spec.pages.enumerated().flatMap { page, contents in
      contents.panels.filter { $0.takesOver || $0.onBreach != nil }.flatMap { panel in
        panel.thresholds.enumerated().map {
          Alarm(
            page: page, pageName: contents.name, panel: panel, threshold: $1, isFirst: $0 == 0)
        }
      }
    }
    var new = Array(alarms.indices)
    // A panel may have a new title, but not that of another panel with the same series.
    for hasNewTitle in [false, true] {
      new.removeAll { i in
        guard
          let old = earlier.firstIndex(where: {
            $0.isSame(as: alarms[i]) && (hasNewTitle || $0.panel.title == alarms[i].panel.title)
          })
        else { return false }
        let same = earlier.remove(at: old)
        (alarms[i].watch, alarms[i].number, alarms[i].value) = (same.watch, same.number, same.value)
        return true
      }
    }
    dropped += earlier.filter(\.watch.isBreached)
  }

  /// Compares the present values with the thresholds.
  /// - Parameters:
  ///   - time: the current data time, which continues while the display is paused.
  ///   - zone: the zone in which stretches of time begin.
  /// - Returns: the breaches that have begun to count or are over, in order.
  mutating func check(
    _ spec: DashboardSpec, _ store: SampleStore, at time: Double, zone: TimeZoneRules = .utc
  ) -> [BreachEvent] {
    var events = dropped.map { $0.event(.recovered, $0.value, of: spec) }
    dropped = []
    var judged: [JudgedValue] = []
    for i in alarms.indices {
      let alarm = alarms[i]
      if alarm.isFirst { judged = store.judgedValues(of: alarm.panel, at: time, zone: zone) }
      let reading = judged.reading(of: alarm.threshold.bound)
      switch reading {
      case .beyond(let value), .within(let value): alarms[i].value = value
      case .unknown: break
      }
      guard
        let event = alarms[i].watch.take(reading, lasting: alarm.threshold.lasting, at: time)
      else { continue }
      switch event {
      case .breached(let value):
        lastNumber += 1
        alarms[i].number = lastNumber
        events.append(alarm.event(.breached, value, of: spec))
      case .recovered(let value):
        alarms[i].number = 0
        events.append(alarm.event(.recovered, value, of: spec))
      }
    }
    return events
  }

  /// The next time when a breach begins to count, or ends, without new data; nil for never.
  var due: Double? { alarms.compactMap { $0.watch.due(lasting: $0.threshold.lasting) }.min() }

  /// The pages that take the screen, in the order of their latest breaches.
  var pages: [Int] {
    var latest: [Int: Int] = [:]
    for alarm in alarms where alarm.panel.takesOver && alarm.watch.isBreached {
      latest[alarm.page] = max(latest[alarm.page] ?? 0, alarm.number)
    }
    return latest.sorted { $0.value < $1.value }.map(\.key)
  }

  /// The number of the latest breach that takes the screen; 0 for none.
  var latest: Int {
    alarms.filter { $0.panel.takesOver && $0.watch.isBreached }.map(\.number).max() ?? 0
  }

  /// Whether there is nothing to watch or to report.
  var isEmpty: Bool { alarms.isEmpty && dropped.isEmpty }
}

extension Alarms.Alarm {
  fileprivate func event(
    _ state: BreachEvent.State, _ value: Double, of spec: DashboardSpec
  ) -> BreachEvent {
    BreachEvent(
      state: state, dashboard: spec.title ?? "", page: pageName, panel: panel.title,
      value: value, text: panel.judgedText(value), threshold: threshold,
      command: panel.onBreach)
  }
}

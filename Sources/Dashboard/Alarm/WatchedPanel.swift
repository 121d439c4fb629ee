import Feeds
import Metrics

/// A panel with thresholds, and the courses of its thresholds.
struct WatchedPanel {
  /// The index of the page, and that of the panel on the page.
  let place: (page: Int, panel: Int)
  let pageName: String
  let spec: PanelSpec
  /// The name of the panel in a history, which contains no secrets.
  private let key: String
  var thresholds: [WatchedThreshold]
  /// The number of the panel's lines.
  private(set) var lineCount = 0
  private let sources: Set<SourceSpec>
  /// The time since which a line without any value could have had one: that of the first comparison, or the last time
  /// when all lines had values.
  private(set) var start: Double?
  /// The next time when a value becomes too old; nil for never.
  private var ageDue: Double?

  init(_ spec: PanelSpec, at place: (page: Int, panel: Int), on pageName: String) {
    (self.spec, self.place, self.pageName) = (spec, place, pageName)
    // Panels of one page may have equal titles.
    let series = spec.allSeries.map { SeriesKey($0.source, $0.query).query }
    let digest = stableHash(series.joined(separator: "\n")).padded(to: 8, radix: 16)
    key = [pageName, spec.title, "#" + digest].joined(separator: " | ")
    thresholds = spec.allThresholds.map { WatchedThreshold($0) }
    sources = Set(spec.allSeries.map(\.source))
  }

  /// Whether a breach takes over the screen or runs a command.
  var isAlarm: Bool { spec.takesOver || spec.onBreach != nil }

  /// Whether data may be missing that nothing has been compared with: a source may be silent from the start.
  var awaitsComparison: Bool { start == nil && !spec.absences.isEmpty }

  /// The next time when a breach begins to count, or ends, without new data; nil for never.
  var due: Double? { (thresholds.map(\.due) + [ageDue]).compactMap { $0 }.min() }

  /// The name of a threshold in a history.
  func name(of threshold: ThresholdSpec) -> String {
    let series = threshold.series.map { $0 + " " } ?? ""
    return "\(key) | \(series)\(threshold.relation) \(threshold.bound.text)"
  }

  /// The name of a value's line; empty for the only line of a panel, unless labels distinguish the line from others that
  /// may come.
  func name(of value: JudgedValue) -> String {
    lineCount > 1 || value.isOneOfMany ? value.name : ""
  }

  /// The line of a breach in a history: its identity, and the name that was reported.
  func lineName(of breach: Breach) -> String {
    "\(breach.lineText)\(Self.beforeName)\(breach.series ?? "")"
  }

  /// The identity and the reported name in such a name.
  static func line(_ name: Substring) -> (identity: String, series: String) {
    guard let place = name.lastIndex(of: beforeName) else { return (String(name), "") }
    return (String(name[..<place]), String(name[name.index(after: place)...]))
  }

  /// The text between the identity and the reported name of a line.
  private static let beforeName: Character = "\u{1F}"

  /// Forgets the reports of breaches, because the panel no longer reports any.
  mutating func forgetReports() {
    for i in thresholds.indices { thresholds[i].forgetReports() }
  }

  func uses(_ source: SourceSpec) -> Bool { sources.contains(source) }

  /// Whether this is the panel of an earlier version of the dashboard, apart from its title and thresholds.
  func isSame(as other: WatchedPanel) -> Bool {
    spec.series == other.spec.series && spec.expressions == other.spec.expressions
      && spec.chart == other.spec.chart
  }

  /// Moves the courses of the thresholds that both versions of the panel have from the earlier version to this one.
  mutating func continueThresholds(of earlier: inout WatchedPanel) {
    for i in thresholds.indices {
      let new = thresholds[i].threshold
      guard
        let old = earlier.thresholds.firstIndex(where: {
          $0.threshold.bound == new.bound && $0.threshold.series == new.series
            && $0.threshold.isAbsence == new.isAbsence
        })
      else { continue }
      thresholds[i] = earlier.thresholds.remove(at: old)
      thresholds[i].threshold = new
    }
    (lineCount, start) = (earlier.lineCount, earlier.start)
  }

  /// Compares the present values with the thresholds.
  /// - Parameters:
  ///   - time: the current data time.
  ///   - latest: the number of the latest breach among those of all thresholds.
  mutating func take(
    _ judged: JudgedValues, at time: Double, latest: inout Int, hasEarlierSamples: Bool
  ) {
    lineCount = judged.lineCount
    if judged.haveAllAges || start == nil { start = time }
    let ages = judged.ofAges(since: time - (start ?? time))
    for i in thresholds.indices {
      let isAbsence = thresholds[i].threshold.isAbsence
      thresholds[i].take(
        isAbsence ? ages : judged, at: time, latest: &latest, hasEarlierSamples: hasEarlierSamples)
    }
    ageDue = ages.values.flatMap { age in
      age.thresholds.compactMap { $0.secondsLeft(age.value).map { time + $0 } }
    }.min()
  }

  /// The breaches that count in the order of their values, one for each value: that of the outermost threshold.
  var breaches: [(threshold: ThresholdSpec, breach: Breach)] {
    var worst: [LineIdentity?: (threshold: ThresholdSpec, breach: Breach)] = [:]
    for watched in thresholds {
      for (identity, breach) in watched.breaches where breach.watch.isBreached {
        if let found = worst[identity],
          !watched.threshold.isWorse(than: found.threshold)
        {
          continue
        }
        worst[identity] = (watched.threshold, breach)
      }
    }
    return worst.values.sorted { $0.breach.position < $1.breach.position }
  }
}

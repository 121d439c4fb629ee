import Charts
import Feeds
import Messages
import Metrics

/// The data from which a chart makes its content.
struct PanelData {
  /// The samples of all sources.
  let store: SampleStore
  let spec: PanelSpec
  /// The lines of the panel, with their numbers and looks.
  let lines: [PanelLine]
  let health: PanelHealth
  /// The range of time up to the newest data.
  let live: ClosedRange<Double>
  /// The range of time that the user has chosen; nil for the newest data.
  var fixedRange: ClosedRange<Double>?
  /// The time of the values that are shown; nil for the latest values.
  var moment: Double?
  /// The numbers of hidden lines.
  var hidden: Set<Int> = []
  /// The usual values behind the first line, and the number of days that they summarize; nil for none.
  var usual: (band: PlotBand, days: Int)?
  /// The facts about the whole dashboard.
  var scene = SceneFacts()

  /// The range of time in the plot.
  var time: ClosedRange<Double> { fixedRange ?? live }
  /// Whether the end of the newest data is in view.
  var isLive: Bool { time.contains(live.upperBound) }

  /// The places of the hidden lines among the lines.
  var hiddenLines: Set<Int> { Set(lines.indices.filter { hidden.contains(lines[$0].number) }) }

  /// The places of the other lines, in order.
  var shownLines: [Int] { lines.indices.filter { !hidden.contains(lines[$0].number) } }

  /// The places of the lines that a list of the present shows: a row that the last whole list lacked has left the list.
  /// A list at a time in the past has all rows.
  var listedLines: [Int] {
    guard isAtPresent else { return shownLines }
    return shownLines.filter { !lines[$0].hasLeftList }
  }

  /// Whether the values are the latest ones.
  private var isAtPresent: Bool { moment == nil && fixedRange == nil }

  /// Whether a list has no row at present, though it had rows before.
  fileprivate var isEmptyList: Bool {
    spec.traits.listsPresent && isAtPresent && !lines.isEmpty
      && lines.allSatisfy(\.hasLeftList)
  }

  /// The range of time to which the values belong: the visible one in a chart that shows time, which a user may zoom.
  var shownTime: ClosedRange<Double> { spec.traits.showsTime ? time : live }

  /// The number that the panel shows for a line.
  /// - Parameter index: the line's place among the lines.
  func value(of index: Int) -> Double { value(of: index, by: spec.reduction) }

  /// The number of a line by a rule.
  /// - Parameter reduction: the rule that reduces the samples; nil for the latest value.
  func value(of index: Int, by reduction: Reduction?) -> Double {
    spec.value(
      of: lines[index].samples, by: reduction, in: shownTime,
      at: moment ?? present(of: index, by: reduction), isHeld: health.heldLines.contains(index))
  }

  /// The present, for the latest value of a line with samples ahead of it; nil for any other line, and for another
  /// reduction of its samples.
  func present(of line: Int) -> Double? { present(of: line, by: spec.reduction) }

  private func present(of line: Int, by reduction: Reduction?) -> Double? {
    guard reduction == nil || reduction == .last else { return nil }
    return health.aheadLines.contains(line) ? health.present : nil
  }

  /// A value of a line as it is compared with thresholds: NaN if the source says that the series no longer exists, so
  /// that the last value, which stays, is beyond no threshold any more.
  func judged(_ value: Double, of line: Int) -> Double {
    moment == nil && store.hasEnded(lines[line]) ? .nan : value
  }

  /// The text about the rule that produced the values: `max in 5 min`; nil for the latest values, and for charts that
  /// show the rule in their own places.
  fileprivate var noteOfReduction: String? {
    guard let reduction = spec.reduction, reduction != .last else { return nil }
    switch spec.chart {
    case .number, .columns, .table, .heatmap, .text, .clock, .alerts: return nil
    case .line, .area, .stacked, .spectrum, .progress, .ring, .bars, .tiles, .states: break
    }
    return textOf(reduction, in: shownTime)
  }

  /// - Parameter time: the range of time of the values.
  func textOf(_ reduction: Reduction, in time: ClosedRange<Double>) -> String {
    let window = SpanText.text(time.upperBound - time.lowerBound)
    return String(localized: "\(reduction.title) in \(window)")
  }

  /// The numbers that the panel shows for all its lines.
  var values: [Double] { lines.indices.map(value) }
}

/// The facts about a dashboard as a whole that charts may need beside their samples.
struct SceneFacts {
  /// The specification of the dashboard; nil if only one panel is known.
  var dashboard: DashboardSpec?
  /// The breaches of all thresholds.
  var breaches = Breaches()
  /// The current time of the clock by which data ages: see `DashboardScene.dataTime`.
  var dataTime = 0.0
  /// The current time in UTC seconds; nil if the time of day is unknown.
  var now: Double?
  /// The zone in which times are written.
  var zone = TimeZoneRules.utc
}

extension SampleStore {
  /// The contents of a panel.
  /// - Parameters:
  ///   - lines: the lines of the panel, with their numbers and looks.
  ///   - fixedRange: the range of time in the plot; nil for the newest data.
  ///   - moment: the time of the values that are shown; nil for the latest values.
  ///   - hidden: the numbers of hidden lines.
  ///   - usual: the usual values behind the first line, and the number of days that they summarize; nil for none.
  ///   - scene: the facts about the whole dashboard.
  func content(
    of spec: PanelSpec, _ lines: [PanelLine], health: PanelHealth,
    fixedRange: ClosedRange<Double>? = nil, moment: Double? = nil, hidden: Set<Int> = [],
    usual: (band: PlotBand, days: Int)? = nil, scene: SceneFacts = SceneFacts()
  ) -> PanelContent {
    var content = PanelContent()
    content.moment = moment
    content.note = note(of: spec, scale: nil)
    content.failure = health.failure
    switch health.state {
    case .waiting(let text): content.waitingText = text
    case .fresh, .ended: content.state = .fresh
    case .late(let age): content.state = .late(age: age)
    }
    let absence = moment == nil ? health.absence : nil
    content.meter = spec.meter.flatMap { values($0, in: spec, at: moment) }.map {
      $0.isFinite ? $0 / 100 : 0
    }
    guard content.state != .waiting,
      let live = spec.traits.needsSeries ? liveRange(of: spec, health) : 0...1
    else {
      content.report(absence)
      return content
    }
    let data = PanelData(
      store: self, spec: spec, lines: lines, health: health, live: live, fixedRange: fixedRange,
      moment: moment, hidden: hidden, usual: usual, scene: scene)
    if data.isEmptyList {
      content.state = .waiting
      content.waitingText = String(localized: "no rows")
      return content
    }
    content.isValueLate = moment == nil && health.isValueLate(of: spec)
    spec.traits.makeContent(data, &content)
    content.report(absence)
    content.note = ([content.note] + notes(about: data)).filter { !$0.isEmpty }
      .joined(separator: " · ")
    return content
  }

  /// The notes that all charts have in common.
  private func notes(about data: PanelData) -> [String] {
    var notes: [String] = []
    if data.moment == nil, let reduction = data.noteOfReduction { notes.append(reduction) }
    if data.lines.first?.isFirstOfSeveral == true {
      notes.append(String(localized: "first of several series"))
    }
    if let worst = data.lines.first, worst.isWorstOfSeveral {
      notes.append(String(localized: "worst of several series: \(worst.name)"))
    }
    if data.health.state == .ended, !data.spec.isInferred {
      notes.append(String(localized: "ended"))
    }
    if data.health.present == nil || !data.spec.chart.marksPresent,
      let ahead = secondsAhead(
        data.live.upperBound - data.health.lead, data.spec, data.scene.now)
    {
      notes.append(LateText.ofTimesAhead(seconds: ahead))
    }
    return notes
  }

  /// The seconds by which the times of a panel are ahead of this machine's clock; nil where they are not, and for a
  /// pipe or a file, which may hold a forecast.
  /// - Parameter latest: the time of the latest sample.
  private func secondsAhead(_ latest: Double, _ spec: PanelSpec, _ now: Double?) -> Double? {
    guard spec.traits.needsSeries, !spec.isInferred, !axis(of: spec).isNumbered, let now,
      latest > now + SampleTime.mostAhead
    else { return nil }
    return latest - now
  }

  /// - Parameter scale: the prefix of the axis, for values in its unit.
  func note(of spec: PanelSpec, scale: UnitScale?) -> String {
    spec.note.compactMap { part in
      switch part {
      case .text(let text): text
      case .value(let prefix, let series, let own):
        latest(series, in: spec).map { value in
          let format = ValueFormat(
            unit: own, scale: own == spec.unit ? scale : nil,
            decimals: series.query.metric.decimals)
          return prefix + " " + format.alone(value).text
        }
      }
    }.joined(separator: " · ")
  }
}

extension PanelContent {
  /// Reports that data is missing, unless a value is beyond a threshold.
  fileprivate mutating func report(_ absence: ThresholdSpec?) {
    guard let absence else { return }
    signal = signal ?? absence.color.signal
    note = [absence.label ?? "", note].filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

extension PanelHealth {
  /// Whether the panel's main value is late.
  fileprivate func isValueLate(of spec: PanelSpec) -> Bool {
    switch spec.traits.judged {
    case .sum: !lateLines.isEmpty
    case .share where spec.goal == nil: lateLines.contains(0) || lateLines.contains(1)
    case .each, .stretch, .nothing: silence > 0
    case .first, .equals, .share: lateLines.contains(0)
    }
  }
}

extension PanelContent {
  /// Puts a text before the note, whose end is cut first where there is little room.
  mutating func precedeNote(by text: String) {
    note = [text, note].filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

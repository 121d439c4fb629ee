import Messages
import Metrics

extension TimeSeries {
  /// The position of the sample nearest to a time, the later of two equally near ones; nil without samples.
  public func position(nearest time: Double) -> Int? {
    guard !isEmpty, !time.isNaN else { return nil }
    let after = indices(from: time, through: .infinity).lowerBound
    guard after < count else { return count - 1 }
    guard after > 0 else { return 0 }
    return time - self[after - 1].time < self[after].time - time ? after - 1 : after
  }

  /// The sample at exactly this time; nil for none.
  func sample(at time: Double) -> Sample? {
    let found = indices(from: time, through: time)
    return found.isEmpty ? nil : self[found.lowerBound]
  }

  /// The distance of the sample nearest to a time from its nearer neighbour; nil for fewer than
  /// two.
  public func spacing(near time: Double) -> Double? {
    guard count > 1, let i = position(nearest: time) else { return nil }
    // A missing sample, such as the end of a run before an outage, may be as near as a microsecond.
    func isNeighbour(_ j: Int) -> Bool {
      j >= 0 && j < count && (self[i].value.isNaN || !self[j].value.isNaN)
    }
    let before = isNeighbour(i - 1) ? self[i].time - self[i - 1].time : .infinity
    let after = isNeighbour(i + 1) ? self[i + 1].time - self[i].time : .infinity
    return self[i].value.isNaN ? max(before, after) : min(before, after)
  }

  /// The length of a stretch that contains two samples wherever the stretch lies around a time: twice the longer of the
  /// distances between the nearest sample and its neighbours; nil for fewer than two samples.
  public func shortestStretch(around time: Double) -> Double? {
    guard count > 1, let i = position(nearest: time) else { return nil }
    let before = i > 0 ? self[i].time - self[i - 1].time : 0
    let after = i + 1 < count ? self[i + 1].time - self[i].time : 0
    return 2 * max(before, after)
  }
}

extension PlotContent {
  /// The series whose times the crosshair follows: the longest visible series, or the longest of all if none is
  /// visible.
  private var timeline: TimeSeries? {
    let shown = series.filter { !$0.isHidden }
    return (shown.isEmpty ? series : shown).map(\.samples).max { $0.count < $1.count }
  }

  /// The time of the sample in view that is nearest to a time; nil if none is in view.
  func sampleTime(nearest time: Double) -> Double? {
    guard let timeline else { return nil }
    let visible = timeline.indices(from: self.time.lowerBound, through: self.time.upperBound)
    guard !visible.isEmpty, let nearest = timeline.position(nearest: time) else { return nil }
    return timeline[min(max(nearest, visible.lowerBound), visible.upperBound - 1)].time
  }

  /// The time of the sample a number of samples after another one, or before; held in view.
  func sampleTime(_ steps: Int, after time: Double) -> Double? {
    guard let timeline else { return nil }
    let visible = timeline.indices(from: self.time.lowerBound, through: self.time.upperBound)
    guard !visible.isEmpty, let start = timeline.position(nearest: time) else { return nil }
    let (moved, overflow) = start.addingReportingOverflow(steps)
    let place = overflow ? (steps < 0 ? 0 : timeline.count) : moved
    return timeline[min(max(place, visible.lowerBound), visible.upperBound - 1)].time
  }

  /// The name of the sample at a time in a readout.
  func momentText(_ time: Double, zone: TimeZoneRules) -> String {
    switch xAxis {
    case .number:
      return time.magnitude < 1e15 ? String(localized: "row \(Int(time.rounded()))") : "–"
    case .quantity(let name): return "\(name) \(Self.text(time))"
    case .time:
      let spacing = timeline?.spacing(near: time) ?? .infinity
      let first = timeline.flatMap { $0.isEmpty ? nil : $0[0].time } ?? time
      let last = timeline?.last?.time ?? time
      return MomentText(time, spacing: spacing, range: first...max(first, last), zone: zone).text
    }
  }
}

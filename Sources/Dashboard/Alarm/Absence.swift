import Metrics

// The age of a value is compared with a threshold as the value itself is, so that data that does not come has breaches,
// too.

extension PanelSpec {
  /// All thresholds: those of the values, and those of their ages.
  var allThresholds: [ThresholdSpec] { thresholds + absences }
}

extension ThresholdSpec {
  /// The word of a dashboard for the relation of values beyond the threshold to the limit.
  var relation: String { isAbsence ? "absent" : bound.isUpper ? "above" : "below" }

  /// The seconds after which a present age is certainly beyond a threshold of ages; nil if it is already.
  func secondsLeft(_ age: Double) -> Double? {
    bound.isBreached(by: age) ? nil : bound.value - age + Self.margin
  }

  /// The seconds by which the time of a comparison must be beyond a threshold in spite of rounding.
  private static let margin = 0.05
}

extension SampleStore {
  /// The ages of the latest values of a panel's lines, with the thresholds that they are compared with. A series that
  /// its source no longer names has no age.
  func ages(of spec: PanelSpec, _ lines: [PanelLine], at time: Double) -> [JudgedValue] {
    guard !spec.absences.isEmpty else { return [] }
    return lines.filter { !$0.isGone && !hasEnded($0) }.compactMap { line in
      guard let arrival = line.valueArrival ?? line.arrival else { return nil }
      return JudgedValue(
        name: line.name, identity: line.identity, isOneOfMany: line.labelled != nil,
        value: max(0, time - arrival), isFresh: true, thresholds: spec.absences(for: line))
    }
  }
}

extension JudgedValues {
  /// The ages in the place of the values.
  /// - Parameter seconds: the age of a panel to which no data has come.
  func ofAges(since seconds: Double) -> JudgedValues {
    var judged = self
    judged.values = ages
    if ages.isEmpty, isMissing {
      judged.values = [
        JudgedValue(name: "", value: seconds, isFresh: true, thresholds: absences)
      ]
    }
    judged.isMissing = false
    return judged
  }
}

import Metrics

// The age of a value is compared with a threshold as the value itself is, so that data that does not come has breaches,
// too.

extension PanelSpec {
  /// All thresholds: those of the values, and those of their ages.
  var allThresholds: [ThresholdSpec] { thresholds + absences }
}

extension ThresholdSpec {
  /// The word of a dashboard for the relation of values beyond the threshold to the limit.
  var relation: String { isAbsence ? "absent" : bound.relation }

  /// The seconds after which a present age is certainly beyond a threshold of ages; nil if it is already.
  func secondsLeft(_ age: Double) -> Double? {
    guard age.isFinite, !bound.isBreached(by: age) else { return nil }
    return bound.limit.map { $0 - age + Self.margin }
  }

  /// The seconds by which the time of a comparison must be beyond a threshold in spite of rounding.
  private static let margin = 0.05
}

extension SampleStore {
  /// The ages of the latest values of a panel's lines, with the thresholds that they are compared with; NaN for a line
  /// without any value. A series that its source no longer names has no age.
  func ages(of spec: PanelSpec, _ lines: [PanelLine], at time: Double) -> [JudgedValue] {
    guard !spec.absences.isEmpty else { return [] }
    return lines.filter { !$0.isGone && !hasEnded($0) }.map { line in
      let arrival = line.valueArrival ?? line.arrival
      return JudgedValue(
        name: line.name, identity: line.identity, isOneOfMany: line.labelled != nil,
        value: arrival.map { max(0, time - $0) } ?? .nan, isFresh: true,
        thresholds: spec.absences(for: line))
    }
  }
}

extension JudgedValues {
  /// Whether each line has had a value.
  var haveAllAges: Bool { !ages.isEmpty && ages.allSatisfy(\.value.isFinite) }

  /// The ages in the place of the values.
  /// - Parameter seconds: the age of a line without any value, and of a panel without lines.
  func ofAges(since seconds: Double) -> JudgedValues {
    var judged = self
    judged.values = ages.missing(for: seconds, isMissing ? absences : nil)
    judged.isMissing = false
    return judged
  }
}

extension [JudgedValue] {
  /// The ages, also those of lines without any value.
  /// - Parameters:
  ///   - seconds: the age of a line without any value.
  ///   - absences: the thresholds of a panel whose lines have not come; nil if no lines are expected.
  func missing(for seconds: Double, _ absences: [ThresholdSpec]?) -> [JudgedValue] {
    if isEmpty, let absences {
      return [JudgedValue(name: "", value: seconds, isFresh: true, thresholds: absences)]
    }
    return map { age in
      var age = age
      if age.value.isNaN { age.value = seconds }
      return age
    }
  }
}

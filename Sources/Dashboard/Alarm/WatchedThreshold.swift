import Metrics

/// The breach of a threshold by one value, from the moment when the value is beyond the threshold until the breach no
/// longer counts.
struct Breach {
  /// The start of a breach as far as the start is known.
  struct Start {
    /// The time of the first sample beyond the threshold, in UTC seconds.
    var time: Double
    /// Whether the value may have been beyond the threshold before that time, too.
    var isEarlier = false
  }

  var watch = BreachWatch()
  /// The last known value beyond the threshold.
  var value: JudgedValue
  /// The place of the value among those of the panel.
  var position: Int
  var start = Start(time: 0)
}

/// A threshold, and its breaches by the values of its panel.
struct WatchedThreshold {
  var threshold: ThresholdSpec
  /// The breaches, also those that do not count yet, by their lines; nil for a value of several lines.
  private(set) var breaches: [LineIdentity?: Breach] = [:]
  /// The worst of the last known values; nil before the first one, and when all lines are gone.
  private(set) var worst: (name: String, value: Double)?
  /// The number of the current breach among those of all thresholds, from 1; 0 while no breach counts.
  private(set) var number = 0
  /// The breach that an earlier run of the program reported, until a value continues the breach, or until all values
  /// have been within the threshold for long enough.
  private var earlier: BreachWatch?
  /// Whether any value has been compared.
  private var isJudged = false
  /// Whether the start of the current breach has been reported.
  var isReported = false

  init(_ threshold: ThresholdSpec) { self.threshold = threshold }

  /// Whether a breach counts.
  var isBreached: Bool { number > 0 }

  /// The next time when a breach begins to count, or ends, without new data; nil for never.
  var due: Double? {
    let watches = breaches.values.map(\.watch) + [earlier].compactMap { $0 }
    return watches.compactMap { $0.due(lasting: threshold.lasting) }.min()
  }

  /// Continues a breach that an earlier run of the program reported, and whose end was not reported.
  /// - Parameter latest: the number of the latest breach among those of all thresholds.
  mutating func continueReported(latest: inout Int) {
    isReported = true
    guard !isBreached else { return }
    earlier = .breached
    latest += 1
    number = latest
  }

  /// Compares the present values with the threshold.
  /// - Parameters:
  ///   - latest: the number of the latest breach among those of all thresholds.
  ///   - hasEarlierSamples: whether samples have come that are earlier than those that were known.
  mutating func take(
    _ judged: JudgedValues, at time: Double, latest: inout Int, hasEarlierSamples: Bool
  ) {
    let values = judged.values.filter { $0.thresholds.contains(threshold) }
    for i in values.indices {
      take(values[i], i, of: judged, at: time, hasEarlierSamples: hasEarlierSamples)
    }
    endBreaches(without: values, isMissing: judged.isMissing, at: time)
    takeEarlier(values, isMissing: judged.isMissing, at: time)
    breaches = breaches.filter { !$0.value.watch.isOver }
    let known = values.lazy.filter(\.isKnown).map { (name: $0.name, value: $0.value) }
    let isEnded = !judged.isMissing && values.allSatisfy(\.isEnded)
    let bound = threshold.bound
    worst =
      known.max { bound.excess($0.value) < bound.excess($1.value) } ?? (isEnded ? nil : worst)
    isJudged = isJudged || !known.isEmpty
    let counts = earlier != nil || breaches.values.contains { $0.watch.isBreached }
    guard counts != isBreached else { return }
    if counts { latest += 1 }
    number = counts ? latest : 0
  }

  private mutating func take(
    _ value: JudgedValue, _ position: Int, of judged: JudgedValues, at time: Double,
    hasEarlierSamples: Bool
  ) {
    let reading = value.reading(of: threshold.bound)
    let known = breaches[value.identity]
    guard reading == .beyond || known != nil else { return }
    var breach = known ?? Breach(value: value, position: position)
    if reading == .beyond {
      (breach.value, breach.position) = (value, position)
      // A second reference to the samples would force a copy when the samples grow.
      breach.value.line = nil
      if known == nil || hasEarlierSamples && value.line != nil {
        // The value may have been beyond the threshold before it was compared.
        breach.start = judged.start(of: value, threshold.bound, isFirst: !isJudged)
        breach.watch.begin(at: time - max(0, judged.latest - breach.start.time))
      }
      // The breach lasted long enough in an earlier run.
      if earlier != nil { breach.watch = .breached }
    }
    breach.watch.take(reading, lasting: threshold.lasting, at: time)
    breaches[value.identity] = breach
  }

  /// Compares the present values with the threshold of a breach from an earlier run, of which no line is known.
  private mutating func takeEarlier(_ values: [JudgedValue], isMissing: Bool, at time: Double) {
    guard earlier != nil else { return }
    let readings = values.map { $0.reading(of: threshold.bound) }
    if readings.contains(.beyond) {
      earlier = nil
    } else {
      let isUnknown = isMissing || readings.contains(.unknown)
      earlier?.take(isUnknown ? .unknown : .within, lasting: threshold.lasting, at: time)
      if earlier?.isOver == true { earlier = nil }
    }
  }

  /// Ends the breaches of lines that are gone, unless all values are missing.
  private mutating func endBreaches(
    without values: [JudgedValue], isMissing: Bool, at time: Double
  ) {
    let present = Set(values.map(\.identity))
    let reading: BreachWatch.Reading = isMissing ? .unknown : .within
    for identity in breaches.keys where !present.contains(identity) {
      breaches[identity]?.watch.take(reading, lasting: threshold.lasting, at: time)
    }
  }
}

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
  /// The last known value, which may be within the threshold again; NaN if the line is gone.
  var present: Double
  /// The place of the value among those of the panel.
  var position: Int
  var start = Start(time: 0)
  /// Whether the start of the breach has been reported.
  var isReported = false

  /// Whether an event has to be reported: the start of a breach that counts, or the end of one.
  fileprivate var isNews: Bool { watch.isBreached != isReported }
}

/// A threshold, and its breaches by the values of its panel.
struct WatchedThreshold {
  var threshold: ThresholdSpec
  /// The breaches, also those that do not count yet, by their lines; nil for a value of several lines.
  private(set) var breaches: [LineIdentity?: Breach] = [:]
  /// The reported breaches that are over, and whose end is not reported yet.
  private var ended: [Breach] = []
  /// The number of the current breach among those of all thresholds, from 1; 0 while no breach counts.
  private(set) var number = 0
  /// The breaches that an earlier run of the program reported, by the names of their lines, until a value continues the
  /// breach, or until the value has been within the threshold for long enough.
  private var earlier: [String: BreachWatch] = [:]
  /// Whether any value has been compared.
  private var isJudged = false

  init(_ threshold: ThresholdSpec) { self.threshold = threshold }

  /// Whether a breach counts.
  var isBreached: Bool { number > 0 }

  /// The next time when a breach begins to count, or ends, without new data; nil for never.
  var due: Double? {
    let watches = breaches.values.map(\.watch) + earlier.values
    return watches.compactMap { $0.due(lasting: threshold.lasting) }.min()
  }

  /// The names of the lines whose breaches have been reported, and whose ends have not.
  var reported: [String] {
    (ended + breaches.values.filter(\.isReported)).map(\.value.name) + earlier.keys
  }

  /// The reported breaches whose ends are not reported yet, if nothing is compared any more.
  var left: [Breach] { ended + breaches.values.filter(\.isReported).sorted(by: Self.precedes) }

  /// The breaches whose start or end has to be reported, in the order of their values. They count as reported from now
  /// on.
  mutating func takeNews() -> [Breach] {
    let news = (ended + breaches.values.filter(\.isNews)).sorted(by: Self.precedes)
    ended = []
    for identity in breaches.keys {
      if let isBreached = breaches[identity]?.watch.isBreached {
        breaches[identity]?.isReported = isBreached
      }
    }
    return news
  }

  private static func precedes(_ a: Breach, _ b: Breach) -> Bool { a.position < b.position }

  /// Continues the breach of a line that an earlier run of the program reported, and whose end was not reported.
  /// - Parameter latest: the number of the latest breach among those of all thresholds.
  mutating func continueReported(_ name: String, latest: inout Int) {
    if let known = breaches.first(where: {
      $0.value.value.name == name && $0.value.watch.isBreached
    }) {
      breaches[known.key]?.isReported = true
      return
    }
    earlier[name] = .breached
    guard !isBreached else { return }
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
    ended += breaches.values.filter { $0.isReported && $0.isNews }
    breaches = breaches.filter { !$0.value.watch.isOver }
    isJudged = isJudged || values.contains(where: \.isKnown)
    let counts = !earlier.isEmpty || breaches.values.contains { $0.watch.isBreached }
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
    var breach = known ?? Breach(value: value, present: value.value, position: position)
    if value.isKnown || value.isEnded { breach.present = value.isKnown ? value.value : .nan }
    if reading == .beyond {
      (breach.value, breach.position) = (value, position)
      // A second reference to the samples would force a copy when the samples grow.
      breach.value.line = nil
      if known == nil || hasEarlierSamples && value.line != nil {
        // The value may have been beyond the threshold before it was compared.
        breach.start = judged.start(of: value, threshold.bound, isFirst: !isJudged)
        breach.watch.begin(at: time - max(0, judged.latest - breach.start.time))
      }
      // The breach lasted long enough in an earlier run, which reported it.
      if earlier.removeValue(forKey: value.name) != nil {
        (breach.watch, breach.isReported) = (.breached, true)
      }
    }
    breach.watch.take(reading, lasting: threshold.lasting, at: time)
    breaches[value.identity] = breach
  }

  /// Compares the present values with the threshold of breaches from an earlier run, whose lines have not been beyond
  /// the threshold since then, or do not exist.
  private mutating func takeEarlier(_ values: [JudgedValue], isMissing: Bool, at time: Double) {
    for name in earlier.keys.sorted() {
      let place = values.firstIndex { $0.name == name }
      let reading =
        place.map { values[$0].reading(of: threshold.bound) } ?? (isMissing ? .unknown : .within)
      earlier[name]?.take(reading, lasting: threshold.lasting, at: time)
      guard earlier[name]?.isOver == true else { continue }
      earlier[name] = nil
      let value =
        place.map { values[$0] }
        ?? JudgedValue(name: name, value: .nan, isFresh: true, thresholds: [])
      var breach = Breach(value: value, present: value.value, position: place ?? values.count)
      breach.value.line = nil
      breach.isReported = true
      ended.append(breach)
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
      if !isMissing { breaches[identity]?.present = .nan }
    }
  }
}

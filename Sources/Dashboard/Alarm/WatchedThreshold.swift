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
  /// The identity of the line as a text, if only that is known.
  var line: String?
  /// The name of the line under which the start of the breach has been reported; nil as long as it has not been.
  var series: String?

  /// Whether the start of the breach has been reported.
  var isReported: Bool { series != nil }

  /// The identity of the line as a text.
  var lineText: String { line ?? value.identity?.text ?? "" }

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
  /// The breaches that an earlier run of the program reported, by the identities of their lines, until a value continues
  /// the breach, or until the value has been within the threshold for long enough.
  private var earlier: [String: (series: String, watch: BreachWatch)] = [:]
  /// The time until which the lines of these breaches may still come, and whether that time is ahead.
  private var patience: (end: Double, isAhead: Bool)?
  /// The seconds for which a line of an earlier run may be missing while other lines have come.
  private static let longestPatience = 60.0
  /// Whether any value has been compared.
  private var isJudged = false

  init(_ threshold: ThresholdSpec) { self.threshold = threshold }

  /// Whether a breach counts.
  var isBreached: Bool { number > 0 }

  /// The next time when a breach begins to count, or ends, without new data; nil for never.
  var due: Double? {
    let watches = breaches.values.map(\.watch) + earlier.values.map(\.watch)
    let dues = watches.map { $0.due(lasting: threshold.lasting) }
    // A time that is over would be due again and again.
    let end = earlier.isEmpty || patience?.isAhead == false ? nil : patience?.end
    return (dues + [end]).compactMap { $0 }.min()
  }

  /// The breaches whose start has been reported, and whose end has not.
  var reported: [Breach] {
    ended + breaches.values.filter(\.isReported).sorted(by: Self.precedes)
      + earlier.keys.sorted().map { earlierBreach($0) }
  }

  /// Whether the start or the end of a breach has to be reported.
  var hasNews: Bool { !ended.isEmpty || breaches.values.contains(where: \.isNews) }

  /// The breaches whose start or end has to be reported, in the order of their values. They count as reported from now
  /// on.
  /// - Parameter name: returns the name under which a line is reported.
  mutating func takeNews(_ name: (JudgedValue) -> String) -> [Breach] {
    for identity in breaches.keys {
      guard let breach = breaches[identity], breach.isNews else { continue }
      breaches[identity]?.series = name(breach.value)
      ended.append(breaches[identity] ?? breach)
    }
    defer { ended = [] }
    return ended.sorted(by: Self.precedes)
  }

  /// Forgets the reports, because nothing is reported any more.
  mutating func forgetReports() {
    (ended, earlier) = ([], [:])
    for identity in breaches.keys { breaches[identity]?.series = nil }
  }

  private static func precedes(_ a: Breach, _ b: Breach) -> Bool { a.position < b.position }

  /// Continues the breach of a line that an earlier run of the program reported, and whose end was not reported.
  /// - Parameters:
  ///   - line: the identity of the line.
  ///   - series: the name under which the breach was reported.
  ///   - latest: the number of the latest breach among those of all thresholds.
  mutating func continueReported(_ line: String, as series: String, latest: inout Int) {
    if let known = breaches.first(where: { $0.value.lineText == line && $0.value.watch.isBreached })
    {
      breaches[known.key]?.series = series
      return
    }
    earlier[line] = (series, .breached)
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
      if let reported = earlier.removeValue(forKey: value.identity?.text ?? "") {
        (breach.watch, breach.series) = (.breached, reported.series)
      }
    }
    breach.watch.take(reading, lasting: threshold.lasting, at: time)
    breaches[value.identity] = breach
  }

  /// Compares the present values with the threshold of breaches from an earlier run, whose lines have not been beyond
  /// the threshold since then, or do not exist.
  private mutating func takeEarlier(_ values: [JudgedValue], isMissing: Bool, at time: Double) {
    guard !earlier.isEmpty else { return }
    if !isMissing, !threshold.isAbsence {
      let end = patience?.end ?? time + Self.longestPatience
      patience = (end, time < end)
    }
    // A line that has not come yet says nothing, and data that has not come is still missing.
    let isOpen = isMissing || patience?.isAhead != false
    for line in earlier.keys.sorted() {
      let value = values.first { ($0.identity?.text ?? "") == line }
      let reading = value?.reading(of: threshold.bound) ?? (isOpen ? .unknown : .within)
      earlier[line]?.watch.take(reading, lasting: threshold.lasting, at: time)
      guard earlier[line]?.watch.isOver == true else { continue }
      var breach = earlierBreach(line)
      breach.present = value?.value ?? .nan
      earlier[line] = nil
      ended.append(breach)
    }
  }

  /// The breach of a line that an earlier run reported.
  private func earlierBreach(_ line: String) -> Breach {
    var breach = Breach(
      value: JudgedValue(name: "", value: .nan, isFresh: true, thresholds: []), present: .nan,
      position: 0)
    (breach.line, breach.series) = (line, earlier[line]?.series)
    return breach
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

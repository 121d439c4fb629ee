import Feeds
import Metrics
import Testing

@testable import Dashboard

/// The breaches that the list of alerts, the screen and the commands share.
@Suite struct BreachesTests {
  /// A dashboard of one panel whose lines are set, and its breaches.
  private struct Wall {
    var spec: DashboardSpec
    var store = SampleStore()
    var breaches = Breaches()
    /// The latest time at which something was compared or asked for.
    private var time = 0.0

    init(_ panel: String) throws {
      spec = try DashboardFile(path: "f").parse(Array("panels: [\(panel)]".utf8))
      store.keep(spec)
      breaches.watch(spec)
    }

    private var source: SourceSpec { spec.pages[0].panels[0].allSeries[0].source }

    /// Adds the values of the lines at a time; NaN for a series that no longer exists.
    /// - Parameter isOfUnknownAge: whether a broker has retained the values.
    mutating func add(
      _ values: [String: Double], at time: Double, isOfUnknownAge: Bool = false
    ) {
      let columns = values.sorted { $0.key < $1.key }.map { name, value in
        SampleBatch.Column(Metric("cpu.busy", labels: ["cpu": name]), [value])
      }
      var batch = SampleBatch(times: [1e9 + time], columns: columns)
      batch.isOfUnknownAge = isOfUnknownAge
      let query = spec.pages[0].panels[0].allSeries[0].query
      _ = store.append(
        FeedUpdate(samples: [FeedUpdate.Samples(query, batch)]), from: source, at: time)
    }

    mutating func fail(at time: Double) {
      let update = FeedUpdate(health: .failing(since: 1e9 + time, reason: "refused"))
      _ = store.append(update, from: source, at: time)
    }

    /// Adds values, and compares them.
    /// - Returns: the events.
    mutating func take(_ values: [String: Double], at time: Double) -> [String] {
      add(values, at: time)
      return compare(at: time)
    }

    /// Compares the present values.
    /// - Returns: the events.
    mutating func compare(at time: Double) -> [String] {
      self.time = time
      breaches.take(store, from: source, at: time, zone: .utc)
      return events
    }

    /// Compares values after a time without new data.
    /// - Returns: the events.
    mutating func advance(to time: Double) -> [String] {
      self.time = time
      breaches.advance(store, to: time, zone: .utc)
      return events
    }

    var events: [String] {
      mutating get {
        breaches.takeEvents(of: "Wall", at: time).map {
          "\($0.state.rawValue) \($0.value)" + ($0.series.isEmpty ? "" : " of \($0.series)")
        }
      }
    }

    /// The label of the threshold of ages that the panel shows as exceeded; nil for none.
    var absence: String? {
      let panel = spec.pages[0].panels[0]
      let lines = store.judgedLines(of: panel)
      return PanelHealth(
        of: panel, lines, in: store, lateAfter: nil, awaitedSince: breaches.start(of: panel),
        at: time
      ).absence?.label
    }

    /// The breaches that count, with their values.
    var listed: [String] {
      breaches.panels.flatMap(\.breaches).map {
        "\($0.breach.value.name) \($0.breach.value.value)"
      }
    }
  }

  private static let lines =
    "{title: t, source: cpu.*.busy, unit: none, on_breach: notify, thresholds: [{above: 90, for: 20s}]}"

  /// Two lines that take turns are two breaches, and none of them lasts.
  @Test func eachLineLastsForItself() throws {
    var wall = try Wall(Self.lines)
    for time in stride(from: 0.0, to: 100, by: 1) {
      let isFirst = Int(time / 10) % 2 == 0
      let events = wall.take(["0": isFirst ? 95 : 50, "1": isFirst ? 50 : 95], at: time)
      #expect(events.isEmpty && wall.listed.isEmpty)
    }
    for time in stride(from: 100.0, to: 115, by: 1) {
      _ = wall.take(["0": 50, "1": 96], at: time)
    }
    #expect(wall.listed == ["1 96.0"])
  }

  /// Each line has a start and an end of its own, because a second outage in the same panel is another alarm.
  @Test func eachLineIsAnAlarm() throws {
    var wall = try Wall(Self.lines.replacing(", for: 20s", with: ""))
    #expect(wall.take(["0": 95, "1": 50], at: 0) == ["breached 95.0 of 0"])
    #expect(wall.take(["0": 97, "1": 99], at: 1) == ["breached 99.0 of 1"])
    #expect(wall.listed == ["0 97.0", "1 99.0"])
    #expect(wall.take(["0": 40, "1": 99], at: 2) == [])
    #expect(wall.take(["0": 40, "1": 99], at: 12) == ["recovered 40.0 of 0"])
    #expect(wall.listed == ["1 99.0"])
    #expect(wall.take(["0": 40, "1": 45], at: 13) == [])
    #expect(wall.breaches.due == 23)
    #expect(wall.take(["0": 40, "1": 45], at: 22) == [])
    #expect(wall.take(["0": 40, "1": 45], at: 23) == ["recovered 45.0 of 1"])
    #expect(wall.listed.isEmpty && wall.breaches.due == nil)
  }

  private static let absence =
    "{title: t, source: cpu.*.busy, on_breach: notify, thresholds: [{absent: 30s, label: silent}]}"

  /// Data that does not come for too long is a breach of its line, and ends when data comes again.
  @Test func aValueThatDoesNotCome() throws {
    var wall = try Wall(Self.absence)
    #expect(wall.take(["0": 1, "1": 2], at: 0) == [] && wall.take(["0": 1], at: 20) == [])
    #expect(wall.breaches.due == 30.05 && wall.advance(to: 30) == [])
    #expect(wall.advance(to: 31) == ["breached 31.0 of 1"])
    #expect(wall.listed == ["1 31.0"] && wall.breaches.due == 50.05)
    #expect(wall.absence == "silent")
    #expect(wall.take(["0": 1, "1": 2], at: 40) == [] && wall.absence == nil)
    #expect(wall.take(["0": 1, "1": 2], at: 50) == ["recovered 0.0 of 1"] && wall.listed.isEmpty)
    // A failure of the source is no excuse.
    wall.fail(at: 51)
    #expect(wall.advance(to: 81) == ["breached 31.0 of 0", "breached 31.0 of 1"])
  }

  /// A series that its source no longer names is not missing.
  @Test func aSeriesThatIsGoneIsNotMissing() throws {
    var wall = try Wall(Self.absence)
    _ = wall.take(["0": 1, "1": 2], at: 0)
    #expect(wall.take(["0": 1, "1": SampleBatch.ended], at: 20) == [])
    #expect(wall.take(["0": 1], at: 40) == [] && wall.breaches.due == 70.05)
  }

  /// A panel to which no data has ever come is as silent as the time for which it has been watched.
  @Test func aPanelWithoutAnyData() throws {
    var wall = try Wall(Self.absence)
    #expect(wall.compare(at: 100) == [])
    wall.fail(at: 101)
    #expect(wall.absence == nil)
    #expect(wall.breaches.due == 130.05 && wall.advance(to: 130.1).count == 1)
    #expect(wall.absence == "silent")
    #expect(wall.take(["0": 1], at: 140) == [] && wall.absence == nil)
    #expect(wall.take(["0": 1], at: 150) == ["recovered nan"])
  }

  /// A source that has been silent from the start is compared without any update.
  @Test func aPanelWhoseSourceIsSilent() throws {
    var wall = try Wall(Self.absence)
    let awaits = [100.0, 101].map { wall.breaches.advance(wall.store, to: $0, zone: .utc) }
    #expect(awaits == [true, false])
    #expect(wall.advance(to: 130) == [] && wall.absence == nil)
    #expect(wall.advance(to: 131) == ["breached 31.0"] && wall.absence == "silent")
    #expect(wall.take(["0": 1], at: 140) == [] && wall.absence == nil)
    #expect(wall.take(["0": 1], at: 150) == ["recovered nan"])
  }

  /// The value of a row is the last one beyond the threshold, and late values end nothing.
  @Test func lateValuesKeepTheirBreach() throws {
    var wall = try Wall(Self.lines.replacing(", for: 20s", with: ""))
    #expect(wall.take(["0": 95], at: 0) == ["breached 95.0 of 0"])
    wall.breaches.advance(wall.store, to: 1000, zone: .utc)
    wall.breaches.take(wall.store, from: nil, at: 1000, zone: .utc)
    #expect(wall.events.isEmpty && wall.listed == ["0 95.0"])
    #expect(wall.take(["0": 20], at: 1001) == [] && wall.listed == ["0 95.0"])
    #expect(wall.take(["0": 20], at: 1011) == ["recovered 20.0 of 0"])
  }

  /// A value that is missing says nothing about a breach, while its source names the series.
  @Test func aValueThatIsMissing() throws {
    var wall = try Wall(Self.lines.replacing(", for: 20s", with: ""))
    #expect(wall.take(["0": 95, "1": 5], at: 0) == ["breached 95.0 of 0"])
    for time in 1..<60 { #expect(wall.take(["0": .nan, "1": 5], at: Double(time)) == []) }
    #expect(wall.listed == ["0 95.0"])
    #expect(wall.take(["0": 50, "1": 5], at: 60) == [] && wall.breaches.due == 70)
  }

  /// A source that answers without a series says that the series is gone, as a server does with an alert that is over;
  /// a source that fails says nothing.
  @Test(arguments: [false, true]) func aSeriesThatIsGone(isFailing: Bool) throws {
    var wall = try Wall(Self.lines.replacing(", for: 20s", with: ""))
    #expect(wall.take(["0": 95], at: 0) == ["breached 95.0 of 0"])
    wall.add(["0": SampleBatch.ended], at: 1)
    if isFailing { wall.fail(at: 1) }
    wall.breaches.take(wall.store, from: nil, at: 1, zone: .utc)
    #expect(wall.events.isEmpty)
    #expect(wall.breaches.due == (isFailing ? nil : 11))
    // The answer remains the last one, and is old by then.
    wall.breaches.advance(wall.store, to: 300, zone: .utc)
    #expect(wall.events == (isFailing ? [] : ["recovered nan of 0"]))
    #expect(wall.listed == (isFailing ? ["0 95.0"] : []))
    #expect(wall.take(["0": 99], at: 301) == (isFailing ? [] : ["breached 99.0 of 0"]))
    let start = try #require(wall.breaches.panels[0].breaches.first?.breach.start)
    #expect(start.time == 1e9 + (isFailing ? 0 : 301) && start.isEarlier == isFailing)
  }

  /// A query has been answered without the series before the series began, so that its start is known.
  @Test func aSeriesThatIsNew() throws {
    var wall = try Wall(Self.lines.replacing(", for: 20s", with: ""))
    _ = wall.take(["0": 50], at: 0)
    _ = wall.take(["0": 50, "1": 95], at: 5)
    _ = wall.take(["0": 50, "1": 95], at: 6)
    let start = try #require(wall.breaches.panels[0].breaches.first?.breach.start)
    #expect(start.time == 1e9 + 5 && !start.isEarlier)
    // The samples show the pause of a series that came and went.
    var late = try Wall(Self.lines)
    for time in stride(from: 0.0, to: 40, by: 1) {
      late.add(["0": 50, "1": (10..<15).contains(time) ? .nan : 95], at: time)
    }
    late.breaches.take(late.store, from: nil, at: 39, zone: .utc)
    #expect(late.breaches.panels[0].breaches.map(\.breach.start.time) == [1e9 + 15])
  }

  /// Samples that are read from a history show that a breach began before the start of the program.
  @Test func earlierSamplesMoveTheStart() throws {
    var wall = try Wall(Self.lines)
    for time in 0...10 { wall.add(["0": time < 5 ? 50 : 95], at: Double(time)) }
    wall.breaches.take(wall.store, from: nil, at: 10, zone: .utc)
    #expect(wall.breaches.due == 25)
    var late = try Wall(Self.lines)
    _ = late.take(["0": 95], at: 10)
    #expect(late.breaches.due == 30)
    late.store = wall.store
    late.breaches.take(late.store, from: nil, at: 10, zone: .utc, hasEarlierSamples: true)
    #expect(late.breaches.due == 25)
    let start = try #require(late.breaches.panels[0].thresholds[0].breaches.values.first?.start)
    #expect(start.time == 1e9 + 5 && !start.isEarlier)
  }

  /// A sum has no samples of its own, and its row appears when the breach has lasted.
  @Test func aSumThatMustLast() throws {
    var wall = try Wall(
      "{title: t, chart: stacked, source: cpu.*.busy, unit: none, thresholds: [{above: 90, for: 20s}]}"
    )
    _ = wall.take(["0": 10, "1": 20], at: 0)
    _ = wall.take(["0": 50, "1": 45], at: 1)
    _ = wall.take(["0": 50, "1": 46], at: 20)
    #expect(wall.listed.isEmpty && wall.breaches.due == 21)
    wall.breaches.advance(wall.store, to: 21, zone: .utc)
    #expect(wall.listed == [" 96.0"])
    let start = try #require(wall.breaches.panels[0].breaches.first?.breach.start)
    #expect(start.time == 1e9 + 1 && !start.isEarlier)
    // Nothing takes over the screen or runs a command.
    #expect(wall.events.isEmpty)
  }

  /// A value beyond two thresholds has one row, that of the outermost one that counts.
  @Test func theOutermostThresholdCounts() throws {
    var wall = try Wall(
      "{title: t, source: cpu.*.busy, unit: none, thresholds: [{above: 95, for: 20s}, {above: 80}, {below: 5}]}"
    )
    func bounds() -> [ThresholdSpec.Bound] {
      wall.breaches.panels[0].breaches.map(\.threshold.bound)
    }
    _ = wall.take(["0": 99, "1": 1], at: 0)
    #expect(bounds() == [.above(80), .below(5)])
    _ = wall.take(["0": 99, "1": 1], at: 20)
    #expect(bounds() == [.above(95), .below(5)])
  }

  /// The names of the breach that an earlier run has reported.
  private func reported(_ panel: String) throws -> Set<String> {
    var wall = try Wall(panel)
    #expect(wall.breaches.reported.isEmpty)
    _ = wall.take(["0": 95], at: 0)
    #expect(wall.take(["0": 95], at: 20) == ["breached 95.0 of 0"])
    #expect(wall.breaches.reported.count == 1)
    return wall.breaches.reported
  }

  /// A breach that lasts over a restart counts at once, and only its end is reported.
  @Test func aBreachThatLastsOverARestart() throws {
    var wall = try Wall(Self.lines)
    wall.breaches.continueReported(try reported(Self.lines))
    #expect(wall.breaches.due == nil && wall.advance(to: 50) == [] && wall.listed.isEmpty)
    // The breach of another line is another one, and must last.
    #expect(wall.take(["0": 97, "1": 97], at: 60) == [])
    #expect(wall.listed == ["0 97.0"] && wall.breaches.reported.count == 1)
    #expect(wall.take(["0": 50, "1": 50], at: 61) == [])
    #expect(wall.take(["0": 50, "1": 50], at: 71) == ["recovered 50.0 of 0"])
    #expect(wall.breaches.reported.isEmpty)
    // The next breach must last again.
    #expect(wall.take(["0": 95, "1": 50], at: 72) == [] && wall.listed.isEmpty)
  }

  /// A panel that no longer reports breaches forgets the reported ones: a command that comes back months later hears
  /// nothing of them.
  @Test func aPanelThatReportsNoMoreForgets() throws {
    var wall = try Wall(Self.lines.replacing(", for: 20s", with: ""))
    #expect(wall.take(["0": 95], at: 0).count == 1 && wall.breaches.reported.count == 1)
    wall.spec.pages[0].panels[0].onBreach = nil
    wall.breaches.watch(wall.spec)
    #expect(wall.breaches.reported.isEmpty && wall.take(["0": 50], at: 1) == [])
    #expect(wall.take(["0": 50], at: 11) == [])
    wall.spec.pages[0].panels[0].onBreach = "notify"
    wall.breaches.watch(wall.spec)
    #expect(wall.take(["0": 50], at: 12) == [])
  }

  /// A line that does not come after a restart may still come for a minute, and no time is due twice.
  @Test func aLineThatDoesNotComeAfterARestart() throws {
    var wall = try Wall(Self.lines)
    wall.breaches.continueReported(try reported(Self.lines))
    #expect(wall.take(["1": 50], at: 5) == [] && wall.breaches.due == 65)
    #expect(wall.advance(to: 64) == [] && wall.breaches.due == 65)
    #expect(wall.advance(to: 65) == [] && wall.breaches.due == 75)
    #expect(wall.advance(to: 75) == ["recovered nan of 0"] && wall.breaches.due == nil)
  }

  /// Data that was missing before a restart, and is still missing, causes no comparison again and again.
  @Test func dataThatIsStillMissingAfterARestart() throws {
    var earlier = try Wall(Self.absence)
    _ = earlier.take(["0": 1], at: 0)
    #expect(earlier.advance(to: 31) == ["breached 31.0 of 0"])
    var wall = try Wall(Self.absence)
    wall.breaches.continueReported(earlier.breaches.reported)
    #expect(wall.compare(at: 0) == [] && wall.breaches.due == 30.05)
    #expect(wall.advance(to: 31).count == 1 && wall.breaches.due == nil)
    #expect(wall.take(["0": 1], at: 100) == [])
    #expect(wall.take(["0": 1], at: 110).contains("recovered 0.0 of 0"))
  }

  /// The end of a breach that was over before a restart is reported when the value has been within its threshold for as
  /// long as at any other end; a missing value ends nothing, and a series that is gone does.
  @Test(arguments: [50, SampleBatch.ended]) func aBreachThatEndedBeforeARestart(value: Double)
    throws
  {
    let reported = try reported(Self.lines)
    var wall = try Wall(Self.lines)
    _ = wall.take(["0": 50], at: 0)
    wall.breaches.continueReported(reported)
    #expect(wall.breaches.reported == reported)
    #expect(wall.take(["0": value], at: 60) == [] && wall.breaches.due == 70)
    #expect(wall.take(["0": value], at: 69) == [])
    #expect(wall.take(["0": value], at: 70) == ["recovered \(value.isNaN ? "nan" : "50.0") of 0"])
    #expect(wall.breaches.reported.isEmpty && wall.breaches.due == nil)
  }

  /// A value that a broker has retained is the present state, although its age is unknown: a door that opened while
  /// nobody listened is open.
  @Test(arguments: [false, true]) func aRetainedValue(isAtStart: Bool) throws {
    var wall = try Wall(
      "{title: t, on_breach: notify, thresholds: [{above: 90}], source: {mqtt: h, topic: a/+}}")
    if !isAtStart {
      #expect(wall.take(["0": 5], at: 0) == [])
      wall.fail(at: 10)
    }
    wall.add(["0": 95], at: 30, isOfUnknownAge: true)
    #expect(wall.compare(at: 30) == ["breached 95.0 of 0"])
    #expect(try #require(wall.breaches.panels[0].breaches.first?.breach.start).isEarlier)
    // The state stays as it is while the connection is lost.
    wall.fail(at: 40)
    #expect(wall.compare(at: 60) == [] && wall.listed.count == 1)
    wall.add(["0": 5], at: 70, isOfUnknownAge: true)
    #expect(wall.compare(at: 70) == [] && wall.compare(at: 80) == ["recovered 5.0 of 0"])
  }

  /// A database's NULL is an answer: nothing is beyond the threshold any more. In other sources a missing value is that
  /// of a sensor that fails.
  @Test(
    arguments: [
      ("{postgres: \"postgres://h/d\", query: select 1}", false, true),
      ("{postgres: \"postgres://h/d\", query: select 1}", true, false),
      ("{http: \"http://h\", path: .a}", false, false),
      ("{mqtt: h, topic: a/+}", false, false),
    ])
  func aValueThatIsNull(source: String, isFailing: Bool, isOver: Bool) throws {
    var wall = try Wall(
      "{title: t, on_breach: notify, thresholds: [{above: 90}], source: \(source)}")
    // A source of one number has no labels, so that the panel names its line.
    let name = source.contains("path") ? "" : " of 0"
    #expect(wall.take(["0": 95], at: 0) == ["breached 95.0" + name])
    #expect(wall.take(["0": .nan], at: 5) == [])
    if isFailing { wall.fail(at: 6) }
    #expect(wall.compare(at: 10) == [] && wall.listed.count == 1)
    #expect(wall.compare(at: 20).count == (isOver ? 1 : 0))
    #expect(wall.listed.count == (isOver ? 0 : 1))
  }

  /// An empty list ends the breaches of its rows, and an outage of the list ends none.
  @Test func aListThatBecomesEmpty() throws {
    var wall = try Wall(
      "{title: t, chart: table, on_breach: notify, thresholds: [{above: 90}], "
        + "source: {command: x, every: 2s, column: v, by: name}}")
    #expect(wall.take(["0": 95, "1": 50], at: 0) == ["breached 95.0 of 0"])
    wall.fail(at: 5)
    #expect(wall.advance(to: 60) == [] && wall.listed.count == 1)
    #expect(wall.take(["0": SampleBatch.ended, "1": SampleBatch.ended], at: 61) == [])
    #expect(wall.advance(to: 70) == [])
    #expect(wall.advance(to: 71).count == 1 && wall.listed.isEmpty)
  }

  /// The name of a breach distinguishes panels with equal titles, thresholds and their directions.
  @Test(arguments: [
    ("source: cpu.*.busy", "source: cpu.*.user"), ("above: 90", "above: 91"),
    ("above: 90", "below: 90"), ("title: t", "title: u"), (", on_breach: notify", ""),
  ])
  func aBreachOfAnotherThreshold(_ text: String, _ other: String) throws {
    var wall = try Wall(Self.lines.replacing(text, with: other))
    wall.breaches.continueReported(try reported(Self.lines))
    #expect(wall.breaches.reported.isEmpty)
  }

  /// A dashboard without alarms has nothing to check, whatever it waits for.
  @Test func nothingIsDueWithoutAlarms() {
    var breaches = Breaches()
    breaches.awaitReported(until: 5)
    #expect(breaches.due == nil)
  }

  /// Nothing is reported while the breaches of an earlier run are being read, but not for long.
  @Test func reportsWaitForTheEarlierRun() throws {
    let lines = Self.lines.replacing(", for: 20s", with: "")
    var wall = try Wall(lines)
    wall.breaches.awaitReported(until: 5)
    #expect(wall.take(["0": 95], at: 0) == [] && wall.breaches.due == 5)
    var slow = wall
    wall.breaches.continueReported(try reported(Self.lines))
    #expect(wall.advance(to: 1) == [] && wall.breaches.due == nil)
    #expect(slow.advance(to: 4.9) == [])
    #expect(slow.advance(to: 5) == ["breached 95.0 of 0"] && slow.breaches.due == nil)
    slow.breaches.continueReported([])
    #expect(slow.events.isEmpty)
  }

  /// A page that is read anew keeps the breaches of panels with the same series, with their new thresholds.
  @Test func anEditKeepsBreaches() throws {
    var wall = try Wall(Self.lines)
    _ = wall.take(["0": 95], at: 0)
    _ = wall.take(["0": 95], at: 8)
    wall.spec.pages[0].panels[0].thresholds[0].lasting = 5
    wall.breaches.watch(wall.spec)
    #expect(wall.breaches.due == 5)
    wall.breaches.advance(wall.store, to: 9, zone: .utc)
    #expect(wall.events == ["breached 95.0 of 0"])
    wall.spec.pages[0].panels[0].thresholds[0].bound = .above(96)
    wall.breaches.watch(wall.spec)
    #expect(wall.events == ["recovered 95.0 of 0"] && wall.listed.isEmpty)
  }
}

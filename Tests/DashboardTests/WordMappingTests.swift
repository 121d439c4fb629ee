import Charts
import Feeds
import Metrics
import Testing

@testable import Dashboard

/// Words of states among the keys of `mappings`.
@Suite struct WordMappingTests {
  private func panels(_ text: String) throws(DashboardFile.Failure) -> [PanelSpec] {
    try DashboardFile(path: "a.yaml").parse(Array("panels:\n\(text)".utf8)).pages[0].panels
  }

  private func panel(_ keys: String) throws(DashboardFile.Failure) -> PanelSpec {
    try panels("  - {chart: states, source: {mqtt: b, topic: a/+}, \(keys)}\n")[0]
  }

  private func problems(_ text: String) -> [String] {
    do throws(DashboardFile.Failure) {
      _ = try panels(text)
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  /// Words have the numbers that no other key has, in the order of the keys.
  @Test(
    arguments: [
      ("{idle, printing, error}", [0, 1, 2]), ("{idle: , on: , off: , busy: }", [2, 1, 0, 3]),
      ("{0: a, idle: b, 2..3: c, busy: d, 9: e, done: f}", [0, 1, 2, 4, 9, 5]),
      ("{open: , shut: , ..0: low}", [1, 2, -.infinity]), ("{not charging: , über: }", [0, 1]),
    ] as [(String, [Double])])
  func numbers(_ mappings: String, _ numbers: [Double]) throws {
    let panel = try panel("mappings: \(mappings)")
    #expect(panel.options.mappings.map(\.range.lowerBound) == numbers)
    #expect(panel.series[0].query.words == panel.options.words && !panel.options.words.isEmpty)
  }

  /// Numbers beyond 2 to the power of 53 have no successor, so that no number is left for a word.
  @Test(arguments: ["0..1e17", "0..9999999999999999", "..1e300", "0..9007199254740991"])
  func aRangeOfHugeNumbersLeavesNoNumber(range: String) {
    let found = problems(
      "panels:\n- {source: {mqtt: b, topic: a}, chart: states, "
        + "mappings: {\"\(range)\": ok, foo: , bar: }}\n")
    #expect(found.contains { $0.contains("the ranges leave no number") }, "\(found)")
  }

  @Test func textsAndColors() throws {
    let panel = try panel(
      "mappings: {idle: {color: gray}, busy: at work, bad: {text: broken, color: red}, done: }")
    #expect(
      panel.options.mappings == [
        ValueMapping(0...0, text: "idle", color: .gray), ValueMapping(1...1, text: "at work"),
        ValueMapping(2...2, text: "broken", color: .signal(.red)),
        ValueMapping(3...3, text: "done"),
      ])
  }

  /// The unit of a panel multiplies the numbers of its words, too.
  @Test func unit() throws {
    let panel = try panel(
      "unit: kB, mappings: {idle: , busy: , bad: }, thresholds: [{above: busy}]")
    #expect(panel.options.mappings.map(\.range) == [0...0, 1000...1000, 2000...2000])
    #expect(panel.thresholds[0].bound == .above(1000) && panel.series[0].factor == 1000)
    #expect(panel.options.words.number(of: "busy") == 1)
  }

  @Test func thresholds() throws {
    let panel = try panel(
      "mappings: {up: , slow: at rest, down: }, thresholds: [{above: SLOW}, {below: 1}]")
    #expect(panel.thresholds.map(\.bound) == [.above(1), .below(1)])
    #expect(panel.thresholds.map { $0.words(panel.unit) } == ["above at rest", "below 1"])
  }

  /// A threshold that no word is beyond has a note: the words have another order than the user had in mind.
  @Test(
    arguments: [
      ("below: UP", "no word of 'mappings' comes before 'UP'"),
      ("above: down", "no word of 'mappings' comes after 'down'"), ("above: up", nil),
      ("below: down", nil), ("above: 1", nil),
    ] as [(String, String?)]) func thresholdsThatNoWordIsBeyond(
      _ threshold: String, _ problem: String?
    ) throws
  {
    let text =
      "panels:\n- {source: {mqtt: b, topic: a}, chart: states, mappings: {up: , down: }, "
      + "thresholds: [{\(threshold)}]}\n"
    let notes = try DashboardFile(path: "a.yaml").read(["": Array(text.utf8)]).notes
    #expect(notes.map(\.message) == (problem.map { ["note: " + $0] } ?? []))
  }

  // MARK: Thresholds of states

  /// A state is a word, the text of a mapping, a value or a range of values.
  @Test(
    arguments: [
      ("down", 2...2, "is down"), ("SLOW", 1...1, "is at rest"), ("at rest", 1...1, "is at rest"),
      ("7", 7...7, "is far"), ("9", 9...9, "is 9"), ("2..", 2...(.infinity), "is 2.."),
      ("off", 0...0, "is up"), ("..0", -Double.infinity...0, "is ..0"), ("4..5", 4...5, "is far"),
    ] as [(String, ClosedRange<Double>, String)]
  ) func states(_ state: String, _ range: ClosedRange<Double>, _ words: String) throws {
    let panel = try panel(
      "mappings: {up: , slow: at rest, down: , 4..8: far}, thresholds: [{is: \(state)}]")
    #expect(panel.thresholds.map(\.bound) == [.within([range])])
    #expect(panel.thresholds.map { $0.words(panel.unit) } == [words])
  }

  @Test func severalStates() throws {
    let panel = try panel(
      "mappings: {up: , slow: , down: }, "
        + "thresholds: [{is: [slow, down], color: orange, for: 5s, label: look}]")
    #expect(panel.thresholds.map(\.bound) == [.within([1...1, 2...2])])
    #expect(panel.thresholds.allSatisfy { $0.color == .orange && $0.lasting == 5 })
    #expect(panel.thresholds.allSatisfy { $0.label == "look" && $0.inPlot == nil })
    #expect(panel.breach(of: [0])?.text == nil && panel.breach(of: [2])?.text == "slow, down")
  }

  /// The numbers of words count in the unit of the panel.
  @Test func unitOfStates() throws {
    let panel = try panel(
      "unit: kB, mappings: {idle: , bad: }, thresholds: [{is: bad}, {is: 0..1}]")
    #expect(panel.thresholds.map(\.bound) == [.within([1000...1000]), .within([0...1000])])
  }

  @Test(
    arguments: [
      ("{is: dwn}", "no value of this panel has the word 'dwn' (did you mean 'down'?)"),
      ("{is: down, pattern: solid}", "'pattern' is for 'above' and 'below', not for 'is'"),
      ("{is: down, above: 1}", "give only one of 'above', 'below', 'is' and 'absent'"),
      ("{is: 5..1}", "a value or a range of values such as 1, 0..49 or 50.. is expected, or a"),
    ]) func mistakesOfStates(_ threshold: String, _ message: String)
  {
    let found = problems(
      "  - {source: {mqtt: b, topic: a}, mappings: {up: , down: }, thresholds: [\(threshold)]}\n")
    #expect(found.count == 1 && found[0].contains(message), "\(found)")
  }

  /// The more urgent colour counts if a value is beyond both a limit and a state.
  @Test func worstOfStateAndLimit() {
    let limits = [
      ThresholdSpec(.above(5), color: .orange), ThresholdSpec(.above(9), color: .yellow),
    ]
    let states = [
      ThresholdSpec(.within([10...10]), color: .red),
      ThresholdSpec(.within([10...20]), color: .blue),
    ]
    #expect(limits.outermost == limits[1])
    #expect((limits + states).outermost == states[0])
    #expect((limits + [states[1]]).outermost == limits[1])
    #expect(states[0].bound.excess(10) == 0 && states[1].bound.excess(12) == 2)
    #expect(states[1].bound.excess(25) == -5)
  }

  // MARK: Words of one series

  private static let own = """
      - chart: table
        columns: series
        source: {command: x}
        thresholds: [{above: 90}, {is: DOWN, series: state}]
        series:
          - {column: busy}
          - {column: state, label: state, mappings: {UP: , DOWN: {text: down, color: red}}}

    """

  @Test func wordsOfOneSeries() throws {
    let panel = try panels(Self.own)[0]
    #expect(panel.options.mappings.isEmpty && panel.series[0].mappings == nil)
    #expect(
      panel.series[1].mappings == [
        ValueMapping(0...0, text: "UP"),
        ValueMapping(1...1, text: "down", color: .signal(.red)),
      ])
    // The text is read once, with the words of all columns.
    #expect(panel.series[0].source == panel.series[1].source)
    #expect(panel.series[0].source.words.number(of: "down") == 1)
    #expect(panel.thresholds[1].bound == .within([1...1]) && panel.thresholds[1].series == "state")
    #expect(panel.mappings(for: .series(0, nil)).isEmpty)
    #expect(panel.mappings(for: .series(1, nil)).count == 2)
  }

  /// The other relations take the words of one series, too.
  @Test func limitsInWordsOfOneSeries() throws {
    let panel = try panels(
      Self.own.replacing("{is: DOWN, series: state}", with: "{above: UP, series: state}"))[0]
    #expect(panel.thresholds[1].bound == .above(0) && panel.thresholds[1].text == "UP")
  }

  /// A threshold for all series is one for none, if all of them have words of their own.
  @Test func noSeriesIsLeft() {
    #expect(
      problems(
        "  - {chart: states, source: {mqtt: b}, thresholds: [{is: 1}], "
          + "series: [{topic: a, mappings: {up: , down: }}]}\n") == [
          "a.yaml:2:52: all series have units or words of their own, so that a threshold needs "
            + "the name of its 'series'"
        ])
  }

  @Test func unitOfOneSeries() throws {
    let panel = try panels(
      "  - {chart: tiles, unit: kB, series: [{source: {mqtt: b, topic: a}, "
        + "mappings: {up: , 5: x}}]}\n")[0]
    #expect(panel.series[0].mappings?.map(\.range) == [0...0, 5000...5000])
    #expect(panel.series[0].factor == 1000)
  }

  @Test func mistakesOfOneSeries() {
    #expect(
      problems(Self.own.replacing(", series: state", with: "")) == [
        "a.yaml:5:36: 'DOWN' is a word of one series, so that the threshold needs 'series'"
      ])
    #expect(
      problems("  - {series: [{source: {mqtt: b, topic: a}, mappings: {up: }}]}\n") == [
        "a.yaml:2:14: 'mappings' of a series are for table, tiles, bars and states, not for the "
          + "chart 'line'"
      ])
    #expect(
      problems(
        "  - {chart: tiles, series: [{source: {prometheus: http://h, query: up}, mappings: {up: }}]}\n"
      )
      .map { $0.hasSuffix("'mappings' has words, but the values of this source are numbers") }
        == [true])
  }

  /// Panels of one text share their words unless a word has two numbers.
  @Test func wordsOfSeveralPanelsJoin() throws {
    let panels = try panels(
      """
        - {source: {stdin: true, column: a}, mappings: {idle, busy}}
        - {source: {stdin: true, column: b}, mappings: {up, down}}
        - {source: {stdin: true, column: c}}

      """)
    let words = StateWords([("idle", 0), ("busy", 1), ("up", 0), ("down", 1)])
    #expect(panels.map { $0.series[0].source.words } == [words, words, words])
  }

  @Test func noMeanOfWords() throws {
    let table = "  - {chart: table, source: {mqtt: b, topic: a}, mappings: "
    #expect(try panels(table + "{a, b}}\n")[0].options.columns == [.value(.last)])
    #expect(try panels(table + "{0: a}}\n")[0].options.columns == ChartOptions().columns)
    #expect(try panels(table + "{a, b}, columns: max}\n")[0].options.columns == [.value(.max)])
  }

  @Test(
    arguments: [
      (">5", "'>5'"), ("50+", "'50+'"), ("1-5", "'1-5'"), ("a..b", "'a..b'"), ("0..x", "'0..x'"),
    ])
  func neitherValueNorWord(_ key: String, _ quoted: String) {
    let found = problems("  - {source: {mqtt: b, topic: a}, mappings: {'\(key)': x}}\n")
    #expect(found.count == 1 && found[0].contains("or a word, not \(quoted)"))
  }

  @Test func noNumberIsLeft() {
    let found = problems("  - {source: {mqtt: b, topic: a}, mappings: {0..: x, idle: y}}\n")
    #expect(found == ["a.yaml:2:54: the ranges leave no number for the word 'idle'"])
  }

  @Test func noTextOfAValue() {
    let found = problems("  - {source: {mqtt: b, topic: a}, mappings: {0: {color: red}}}\n")
    #expect(found == ["a.yaml:2:49: a mapping needs 'text'"])
  }

  // MARK: Sources that several panels share

  private func words(_ text: String) throws -> [StateWords] {
    try panels(text).map(\.series[0].source.words)
  }

  private let idle = StateWords([("idle", 0), ("busy", 1)])

  /// One command for all panels, with the words of one of them.
  @Test func panelsWithoutWords() throws {
    let source = "source: {command: x, every: 1s"
    let found = try words(
      """
        - {\(source), column: a}, note: [{source: {command: x, every: 1s, column: c}}]}
        - {\(source), column: b}, mappings: {idle, busy}}
        - {source: {command: y}}
      """)
    #expect(found == [idle, idle, StateWords()])
  }

  /// One value has one number for each word in the history.
  @Test(
    arguments: [
      ("{idle, busy}", nil), ("{idle, busy, done}", nil), ("{idle}", nil), ("{0: a}", nil),
      ("{busy, IDLE}", "busy"), ("{0: a, idle: b}", "idle"),
    ] as [(String, String?)])
  func numbersOfOneTopic(_ mappings: String, word: String?) {
    func panel(_ topic: String, _ mappings: String) -> String {
      "  - {source: {mqtt: b, topic: \(topic)}, mappings: \(mappings)}\n"
    }
    let found = problems(panel("a", "{idle, busy}") + panel("a", mappings))
    #expect(found.count == (word == nil ? 0 : 1))
    #expect(found.first?.contains("'\(word ?? "")' another number") ?? (word == nil))
    #expect(problems(panel("a", "{idle, busy}") + panel("b", mappings)).isEmpty)
  }

  @Test func listsThatDiffer() throws {
    func panels(_ source: String) -> String {
      """
        - {source: {\(source)}}
        - {source: {\(source), column: b}, mappings: {idle, busy}}
        - {source: {\(source), column: c}, mappings: {busy, idle}}
      """
    }
    #expect(
      try words(
        """
          - {source: {command: x, column: a}}
          - {source: {command: x, column: b}, mappings: {idle, busy}}
          - {source: {command: x, column: c}, mappings: {busy, idle}}
        """) == [StateWords(), idle, StateWords([("busy", 0), ("idle", 1)])])
    let found = problems(panels("stdin: true"))
    #expect(
      found == [
        "a.yaml:4:5: 'mappings' gives the word 'idle' two numbers, but the standard input is read "
          + "only once: the words need the same order"
      ])
    #expect(problems(panels("fifo: /tmp/p")).count == 1)
  }
}

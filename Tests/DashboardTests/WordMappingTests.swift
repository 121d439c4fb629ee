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
        "a.yaml:4:5: all panels of the standard input need the same words in 'mappings', in the same order"
      ])
    #expect(problems(panels("fifo: /tmp/p")).count == 1)
  }
}

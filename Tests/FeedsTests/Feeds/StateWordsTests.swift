import Metrics
import Testing

@testable import Feeds

/// The words for states, in messages, answers and rows.
@Suite struct StateWordsTests {
  private let words = StateWords([("idle", 0), ("Not charging", 3), ("été", 2), ("unknown", 7)])

  private func value(of text: String, _ words: StateWords) -> Double? {
    Array(text.utf8).withUnsafeBufferPointer { words.value(of: $0) }
  }

  @Test(
    arguments: [
      ("idle", 0), ("IDLE", 0), ("not Charging", 3), ("été", 2), ("charging", nil), ("idle ", nil),
      ("on", 1), ("unknown", 7), ("", nil),
    ] as [(String, Double?)])
  func numbers(_ text: String, _ number: Double?) { #expect(value(of: text, words) == number) }

  @Test func usualWordsNeedNoName() {
    #expect(value(of: "unknown", StateWords())?.isNaN == true)
    #expect(value(of: "idle", StateWords()) == nil && StateWords().isEmpty && !words.isEmpty)
    #expect(StateWords.usualNumber(of: "Offline") == 0 && StateWords.usualNumber(of: "on") == 1)
    #expect(StateWords.usualNumber(of: "unknown") == nil)
    #expect(words.number(of: "Idle") == 0 && words.number(of: "on") == nil)
  }

  @Test func messages() throws {
    func read(_ message: String, _ path: String? = nil) -> Result<Double, SourceError> {
      MessageValue.number(in: Array(message.utf8), at: path.flatMap { JSONPath($0) }, words)
        .map(\.value)
    }
    #expect(try read(" Idle\n").get() == 0 && read("Not charging").get() == 3)
    #expect(try read("{\"a\": [\"été\"]}", ".a[0]").get() == 2 && read("off").get() == 0)
    for (message, path) in [("full", nil), ("{\"a\": \"full\"}", ".a")] as [(String, String?)] {
      let error = #expect(throws: SourceError.self) { try read(message, path).get() }
      #expect(
        error?.description
          == (path == nil ? "the message 'full' is a text" : "'a' is the text 'full'")
          + ", not a number, and no word of 'mappings'")
    }
  }

  @Test func answers() throws {
    let queries: [Query] = [.path(".a", words: words), .path(".a"), .path(".b")]
    var counters: [Query: CounterSums] = [:]
    let answer = try HTTPAnswer.samples(
      of: Set(queries), in: Array("{\"a\": \"idle\", \"b\": 5}".utf8), format: .json, at: 1,
      counters: &counters)
    let values = answer.samples.reduce(into: [:]) {
      $0[$1.query] = $1.batch.columns.first?.values.first
    }
    #expect(values == [queries[0]: 0, queries[2]: 5])
    #expect(answer.missing == [queries[1]: "'a' is the text 'idle', not a number (see 'mappings')"])
  }

  @Test func queriesAndSources() {
    let rows = RowQuery(rows: ".r", time: "t", values: ["v"])
    for query in [Query.path(".a"), .topic("a/b", path: ".c"), .rows(rows)] {
      #expect(query.words.isEmpty && query.reading(words).words == words)
      #expect(query.reading(words).name == query.name && query.reading(words) != query)
    }
    #expect(Query.column("a").reading(words) == .column("a"))
    let text = SourceSpec.text(TextFeedSpec(origin: .command("x", every: nil)))
    #expect(text.reading(words).words == words && text.words.isEmpty)
    #expect(SourceSpec.system(period: 1).reading(words) == .system(period: 1))
  }
}

import Messages
import Metrics
import Testing

@testable import Feeds

@Suite struct PrometheusAnswerTests {
  private let grid = QueryGrid(100...145, step: 15)!

  private func answer(
    _ data: String, _ grid: QueryGrid? = nil, known: Set<Metric> = []
  ) throws(SourceError) -> PrometheusAnswer {
    try PrometheusAnswer(Array(data.utf8), grid: grid ?? self.grid, name: "q", known: known)
  }

  /// A value for `#expect`, in which a missing sample and an absent one differ from numbers.
  private func text(_ values: [Double]) -> String {
    values.map { SampleBatch.isAbsent($0) ? "-" : $0.isNaN ? "NaN" : "\($0)" }
      .joined(separator: " ")
  }

  @Test func aMatrixIsSeriesOnTheGrid() throws {
    let answer = try answer(
      """
      {"status":"success","data":{"resultType":"matrix","result":[
        {"metric":{"__name__":"up","job":"a\\"b"},"values":[[105,"1"],[120,"-2.5e-3"],[135,"+Inf"]]},
        {"values":[[120.000,"NaN"],[999,"7"]],"metric":{}}]}}
      """)
    #expect(answer.columns.map(\.metric) == [Metric("up", labels: ["job": "a\"b"]), "q"])
    #expect(answer.columns.map { text($0.values) } == ["1.0 -0.0025 NaN", "- NaN -"])
    #expect(answer.seriesCount == 2 && answer.error == nil && answer.unreadable == nil)
  }

  @Test(arguments: [
    (
      #"{"resultType":"vector","result":[{"metric":{"a":"b"},"value":[1435781451.781,"3"]}]}"#,
      "3.0"
    ),
    (#"{"resultType":"scalar","result":[1435781451.781,"4"]}"#, "4.0"),
    (#"{"resultType":"vector","result":[]}"#, ""),
  ])
  func anInstantIsAVectorOrAScalar(data: String, values: String) throws {
    let answer = try answer(
      #"{"status":"success","data":\#(data)}"#, QueryGrid(at: 1_435_781_451, step: 15))
    #expect(answer.columns.map { text($0.values) }.joined() == values)
  }

  @Test(arguments: [
    (#"{"result":[1,"text"]}"#, "the answer is a text, not a number"),
    (
      #"{"result":[{"metric":{},"histograms":[[105,{"count":"2"}]]}]}"#,
      "a histogram is not a number: use histogram_quantile()"
    ),
  ])
  func numbersThatCannotBeShownAreTold(data: String, reason: String) throws {
    #expect(try answer(#"{"data":\#(data)}"#, QueryGrid(at: 1, step: 1)).unreadable == reason)
  }

  @Test func theServerSpeaksForItself() throws {
    let refused = try answer(
      #"{"status":"error","errorType":"bad_data","error":"1:9: parse error: unexpected \"}\"\n"}"#)
    #expect(refused.error == #"1:9: parse error: unexpected "}"\n"#)
    let warned = try answer(
      #"{"data":{"result":[]},"warnings":["a store is gone","another"],"infos":["x"]}"#)
    #expect(warned.warning == "a store is gone")
  }

  @Test(arguments: [
    ("", "the answer is empty"), ("<html>", "the answer is a web page, not JSON"),
    ("[1]", "the answer does not have the format of Prometheus' query API"),
    ("{}", "the answer does not have the format of Prometheus' query API"),
    (#"{"data":{"result":{}}}"#, "the answer does not have the format of Prometheus' query API"),
    (
      #"{"data":{"result":[{"values":[[1,2]]}]}}"#,
      "the answer does not have the format of Prometheus' query API"
    ),
    (
      #"{"data":{"result":[{"values":[[1,"x"]]}]}}"#,
      "the answer does not have the format of Prometheus' query API"
    ),
    (#"{"data":{"result":[]}} {"#, "the answer is not JSON (line 1, column 24)"),
  ])
  func otherAnswersAreRefused(text: String, reason: String) {
    #expect(throws: SourceError(kind: .badData, description: Message(verbatim: reason))) {
      try answer(text)
    }
  }

  /// Every beginning of an answer is refused. An answer with any byte changed is refused, or gives samples that
  /// can be drawn.
  @Test func damagedAnswersCrashNothing() throws {
    let text =
      #"{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"a":"b"},"values":"#
      + #"[[105,"1"],[120,"NaN"],[135,"9e307"]]}]},"warnings":["w"]}"#
    for count in 0..<text.utf8.count {
      #expect(throws: SourceError.self) {
        try answer(String(decoding: text.utf8.prefix(count), as: UTF8.self))
      }
    }
    var random = SplitMix64(state: 1)
    var read = 0
    for _ in 0..<20_000 {
      var bytes = Array(text.utf8)
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] = "0\"[]{},:\\-eN9".utf8.randomElement(using: &random)!
      guard let answer = try? PrometheusAnswer(bytes, grid: grid, name: "q") else { continue }
      read += 1
      var series = PresentSeries()
      let batch = series.batch(of: answer, to: .init(grid: grid, place: .first))
      #expect(batch.times == [105, 120, 135])
      for column in batch.columns {
        #expect(column.values.count == 3)
        #expect(column.values.allSatisfy { $0.isFinite || $0.isNaN })
      }
    }
    // Most bytes are those of names, numbers and words, which may be others.
    #expect(read > 5000)
  }

  /// A series that was known and comes many times is one known series. Columns are made only of those that are kept,
  /// whether their values or their names come first.
  @Test(arguments: [
    (#"{"metric":{},"value":[105,"1"]}"#, "1.0 - -"), (#"{"value":[120,"1"]}"#, "- 1.0 -"),
    (#"{"values":[[120,"1"],[135,"2"]],"metric":{}}"#, "- 1.0 2.0"), ("{}", "- - -"),
  ])
  func aRepeatedSeriesHasALimit(series: String, values: String) throws {
    let all = Array(repeating: series, count: 1500).joined(separator: ",")
    let last = #"{"metric":{"n":"1"},"value":[135,"3"]}"#
    let answer = try answer(
      #"{"data":{"result":[\#(all),\#(last)]}}"#, known: ["q", Metric("q", labels: ["n": "1"])])
    #expect(answer.seriesCount == 1501)
    #expect(answer.columns.count == 1000)
    #expect(Set(answer.columns.dropLast().map { text($0.values) }) == [values])
    #expect(answer.columns.last.map { text($0.values) } == "- - 3.0")
  }

  @Test func aThousandSeriesAreKeptAndThoseBeforeComeFirst() throws {
    let all = (0..<1500).map { #"{"metric":{"n":"\#($0)"},"value":[1,"\#($0)"]}"# }
    let known = Set((1000..<1500).map { Metric("q", labels: ["n": "\($0)"]) })
    let answer = try answer(
      #"{"data":{"result":[\#(all.joined(separator: ","))]}}"#, QueryGrid(at: 1, step: 1),
      known: known)
    #expect(answer.seriesCount == 1500 && answer.columns.count == 1000)
    #expect(known.isSubset(of: answer.columns.map(\.metric)))
  }

  @Test func aGapIsOneMissingSample() throws {
    let grid = QueryGrid(15...90, step: 15)!
    let first = try answer(
      #"{"data":{"result":[{"metric":{"s":"a"},"values":[[30,"1"],[45,"2"],[90,"3"]]}]}}"#, grid)
    var series = PresentSeries()
    let batch = series.batch(
      of: first, to: .init(grid: grid, place: .first, past: 15...90))
    #expect(batch.columns.map { text($0.values) } == ["- 1.0 2.0 NaN - 3.0"])
    #expect(batch.times == [15, 30, 45, 60, 75, 90])
    // The series is gone from the next answers: one missing sample, then nothing.
    let live = QueryGrid(at: 105, step: 15)
    let other = try answer(#"{"data":{"result":[{"metric":{"s":"b"},"value":[105,"9"]}]}}"#, live)
    let gone = series.batch(of: other, to: .init(grid: live, place: .newer))
    #expect(
      gone.columns.map { "\($0.metric) \(text($0.values))" } == [
        "q{s=\"b\"} 9.0", "q{s=\"a\"} NaN",
      ])
    let after = series.batch(of: other, to: .init(grid: live, place: .newer))
    #expect(after.columns.map(\.metric) == [Metric("q", labels: ["s": "b"])])
  }

  @Test(arguments: [
    (
      "http://p:9090",
      "http://p:9090/api/v1/query?query=a%7Bb%3D%22%C3%A9%22%7D%2B1&time=15&timeout=10"
    ),
    (
      "https://m/prometheus/",
      "https://m/prometheus/api/v1/query?query=a%7Bb%3D%22%C3%A9%22%7D%2B1&time=15&timeout=10"
    ),
    (
      "http://p/?t=1#x",
      "http://p/api/v1/query?t=1&query=a%7Bb%3D%22%C3%A9%22%7D%2B1&time=15&timeout=10"
    ),
  ])
  func theAddressOfAQuestion(server: String, url: String) {
    #expect(
      PrometheusRequest.url(server, "a{b=\"é\"}+1", QueryGrid(at: 15, step: 15), timeout: 10) == url
    )
  }

  @Test func theAddressOfARange() {
    let grid = QueryGrid(1_795_361_679.5...1_795_361_680.5, step: 0.5)!
    #expect(
      PrometheusRequest.url("http://p", "up", grid, timeout: 0.5)
        == "http://p/api/v1/query_range?query=up&start=1795361679.5&end=1795361680.5&step=0.5&timeout=0.5"
    )
  }
}

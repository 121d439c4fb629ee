import Testing

@testable import Feeds

/// The reader of JSON, for rows of text and for answers of servers.
@Suite struct JSONReaderTests {
  /// The names of a row of text, and whether an answer is accepted.
  private func read(_ text: String) -> (names: [String]?, isAnswer: Bool) {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { buffer in
      let row = JSONRow(buffer)
      let isAnswer = (try? JSONDocument(UnsafeRawBufferPointer(buffer))) != nil
      return (row?.items.map(\.path), isAnswer)
    }
  }

  @Test(
    arguments: [
      (#"{"a":1}"#, ["a"]), (" { \"a\" : [ 1 , {\"b\":2} ] }\t", ["a.0", "a.1.b"]),
      ("[]", []), ("{}", []), ("[[],{}]", []),
      ("[1,true,false,null,NaN]", ["0", "1", "2", "3", "4"]),
      (#"{"caf\u00e9":1,"\ud834\udd1e":2,"a\/b":3}"#, ["café", "𝄞", "a/b"]),
      (#"{"a":{"b":"5"},"c":"x"}"#, ["a.b", "c"]), (#"{"a":1,"a":2}"#, ["a", "a"]),
      (#"{"":1}"#, [""]), (#"{"a]":[-1.5e3]}"#, ["a].0"]),
    ])
  func isJSON(_ text: String, _ names: [String]) {
    let found = read(text)
    #expect(found.names == names)
    #expect(found.isAnswer)
  }

  @Test(arguments: [
    "{", "[", "[1", "[1,", "[1,]", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}", "{a:1}", "[1 2]",
    "[1]]",
    "[}", "{]", "[1}", "{\"a\":1]", "tru", "nul", "+1", ".5", "-", "\"a", "\"a\\", "[\"a\nb\"]",
    "[[1],", "'a'",
    "{\"a\":[}", "{\"a\" 1}", "{1:1}", "",
  ])
  func isNotJSON(_ text: String) {
    let found = read(text)
    #expect(found.names == nil)
    #expect(!found.isAnswer)
  }

  @Test(
    arguments: [
      (#"a\"b\\"#, "a\"b\\"), (#"\b\f\n\r\t"#, "\u{8}\u{c}\n\r\t"), (#"\u0041"#, "A"),
      (#"\ud834\udd1e"#, "𝄞"), (#"\ud834"#, #"\ud834"#), (#"\ud834\u0041"#, #"\ud834A"#),
      (#"\q\u12"#, #"\q\u12"#), (#"\u+123"#, #"\u+123"#), ("", ""), (#"\"#, #"\"#),
    ])
  func stringsAreUnescaped(_ escaped: String, _ expected: String) {
    let text = Array(escaped.utf8).withUnsafeBufferPointer { JSONReader.string($0) }
    #expect(text == expected)
  }

  @Test func pathsFindEscapedKeysAndTheLastOfEqualKeys() throws {
    let text = Array(#"{"caf\u00e9": {"n": 1}, "d": 1, "d": 2, "e": {"x": 1}, "e": {}}"#.utf8)
    let answer = try HTTPAnswer.values(
      of: [.path(".café.n"), .path(".d"), .path(".e.x")], in: text, format: .json)
    #expect(answer.values == [".café.n": 1, ".d": 2])
    #expect(answer.missing == [".e.x": "no 'e.x' in the answer"])
  }

  /// An infinite number is a gap, and not a reason to refuse the answer around it.
  @Test func aNumberBeyondEveryDoubleIsAGap() throws {
    let answer = try HTTPAnswer.values(
      of: [.path("[0]"), .path("[1]")], in: Array("[1e999, 5]".utf8), format: .json)
    #expect(answer.values["[0]"]?.isNaN == true)
    #expect(answer.values["[1]"] == 5)
  }
}

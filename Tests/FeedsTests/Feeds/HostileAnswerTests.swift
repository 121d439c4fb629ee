import ResponseGenerator
import TestSupport
import Testing

@testable import Feeds

/// Random answers, and answers that would take too much memory.
@Suite struct HostileAnswerTests {
  /// `make fuzz` tries many more.
  @Test func randomAnswersAreSurvivedAndSecretsKept() throws {
    let fuzz = try #require(HTTPFlaw())
    for start: UInt64 in stride(from: 0, to: 160, by: 32) {
      #expect(fuzz.flaw(of: start..<start + 32, seconds: 300) == nil)
    }
  }

  /// Answers with as many values as fit are read, and not refused for the memory that
  /// objects would take.
  @Test(arguments: ["{}", "[]", "1", "{\"a\":[]}", "null", "[[[[[[[[]]]]]]]]"])
  func manySmallValuesAreRead(_ value: String) throws {
    let count = (HTTPFeedSpec.largestBody / 8 - 3) / (value.utf8.count + 1)
    let text = Array(("[" + String(repeating: value + ",", count: count) + "7]").utf8)
    let answer = try HTTPAnswer.values(
      of: [.path("[-1]"), .path("[2000000000]")], in: text, format: .json)
    #expect(answer.values["[-1]"] == 7)
    #expect(
      answer.missing["[2000000000]"]
        == "no '[2000000000]' in the answer: there are \(count + 1) elements")
  }

  /// Brackets inside each other, a million of them.
  @Test func anyDepthIsRead() throws {
    let depth = HTTPFeedSpec.largestBody / 16
    let brackets = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let text = Array("{\"a\":\(brackets),\"b\":5}".utf8)
    let answer = try HTTPAnswer.values(
      of: [.path(".b"), .path(".a[0][0].x")], in: text, format: .json)
    #expect(answer.values[".b"] == 5)
    #expect(
      answer.missing[".a[0][0].x"] == "no 'a[0][0].x' in the answer: 'a[0][0]' is not an object")
  }

  /// Good texts of both formats, changed at random.
  @Test(arguments: 0..<8)
  func changedTextsAreReadOrRefused(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let json = Array(#"{"v": [1, -2.5e3, null, "7"], "w": {"a b": true, "é": "\u00e9\n"}}"#.utf8)
    let exposition = Array(
      "# HELP v x\nv{a=\"b\\\"\",c=\"d\"} 1.5 1395066363000\nv +Inf\nw NaN\n".utf8)
    let asked: [(HTTPFeedSpec.Format, [UInt8], least: Int, Set<Query>)] = [
      (.json, json, 30, [.path(".v[1]"), .path(".w"), .path(".x")]),
      (
        .exposition, exposition, 1000,
        [
          .sample(name: "v", labels: ["a": "b\""]), .sample(name: "w", labels: .none),
          .sample(name: "v", labels: .none, by: ["c"]),
        ]
      ),
    ]
    for (format, good, least, queries) in asked {
      var read = 0
      for _ in 0..<1500 {
        var text = good
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let place = Int.random(in: 0...text.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: text.insert(UInt8.random(in: 0...255, using: &random), at: place)
          case 1: text.removeSubrange(place...)
          case 2: text.insert(contentsOf: text[..<place], at: place)
          default: if place < text.count { text[place] = UInt8.random(in: 0...255, using: &random) }
          }
        }
        let answer = try? HTTPAnswer.freshSamples(of: queries, in: text, format: format, at: 7)
        // Each query has samples, or a reason why it has none, and no sample is infinite.
        if let answer {
          read += 1
          #expect(answer.samples.count + answer.missing.count == queries.count)
          let columns = answer.samples.flatMap(\.batch.columns)
          #expect(columns.allSatisfy { $0.values.count == 1 && !$0.values[0].isInfinite })
        }
      }
      #expect(read > least, "\(format)")
    }
  }
}

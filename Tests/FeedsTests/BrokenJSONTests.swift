import Testing

@testable import Feeds

/// Lines of JSON whose ends are lost.
@Suite struct BrokenJSONTests {
  @Test(
    arguments: [
      ("{\"a\":1}\n{\"a\":2\n{\"a\":3}\n{\"a\":4}\n{\"a\":5}\n", [1, 3, 4, 5], 1),
      ("{\"a\":1}\n{\"a\":2,\n{\"a\":3}\n{\"a\":4}\n", [1, 3, 4], 1),
      ("{\"a\":1}\n{\"b\":[1,2\n{\"a\":3}\n{\"a\":4}\n", [1, 3, 4], 1),
      ("{\"a\":1}\n{\"b\":[1,{\"a\":2}\n{\"a\":3}\n{\"a\":4}\n", [1, 3, 4], 1),
      // The next object may be the value, or the next element, until another one follows.
      ("{\"a\":1}\n{\"a\":\n{\"a\":3}\n{\"a\":4}\n", [1, 3, 4], 1),
      ("{\"a\":1}\n{\"b\":[1,\n{\"a\":3}\n{\"a\":4}\n", [1, 3, 4], 1),
      ("{\"a\":1}\n{\"b\":[\n{\"a\":3}\n{\"a\":4}\n", [1, 3, 4], 1),
      ("{\"a\":1}\n{\"a\":2\n{\"a\":3\n{\"a\":4\n{\"a\":5}\n", [1, 5], 3),
      ("{\"a\":2\n{\"a\":3}\n", [3], 1), ("{\"a\":1}\n{\"a\":2\n", [1], 1),
      // Values of several lines.
      ("{\n \"a\":1\n}\n{\n \"a\":2,\n{\n \"a\":3\n}\n{\n \"a\":4\n}\n", [1, 3, 4], 1),
    ] as [(String, [Double], Int)])
  func onlyTheBrokenLineIsLost(_ text: String, numbers: [Double], unreadable: Int) {
    let result = TextResult(text)
    #expect(result.column("a") == numbers && result.names == ["a"])
    #expect(result.unreadable == unreadable)
  }

  @Test func manyLinesBehindABrokenOne() {
    let lines = (3...20000).map { "{\"a\":\($0)}\n" }.joined()
    let result = TextResult("{\"a\":1}\n{\"a\":2\n" + lines)
    #expect(result.rowCount == 19_999 && result.unreadable == 1)
    #expect(result.lastUnreadable?.line == "{\"a\":2" && result.lastUnreadable?.lineNumber == 2)
  }

  @Test(
    arguments: [
      ("[\n{\"a\":1},\n{\"a\":2}\n]\n", ["a"], [[1], [2]]),
      ("{\n\"a\":1\n}\n{\n\"a\":2\n}\n", ["a"], [[1], [2]]),
      ("{\"r\":[\n{\"a\":1},\n{\"a\":2}\n]}\n", ["r.0.a", "r.1.a"], [[1, 2]]),
      ("{\"r\":\n{\"a\":1},\n\"b\":2}\n", ["r.a", "b"], [[1, 2]]),
      ("{\"r\":[[\n[1],\n[2]],\n{\"a\":3}\n]}\n", ["r.0.0.0", "r.0.1.0", "r.1.a"], [[1, 2, 3]]),
      ("{\"r\":[{\"a\":1}\n,\n{\"a\":2}]}\n", ["r.0.a", "r.1.a"], [[1, 2]]),
      ("{\"r\": [ \n{\"a\": \n{\"b\":1}\n}\n, \n{}]}\n", ["r.0.a.b"], [[1]]),
    ] as [(String, [String], [[Double]])])
  func valuesOfSeveralLines(_ text: String, names: [String], rows: [[Double]]) {
    let result = TextResult(text)
    #expect(result.names == names && (0..<result.rowCount).map { result.row($0) } == rows)
    #expect(result.unreadable == 0)
  }

  /// A list of objects, a value on each line, of at least the given size.
  private func list(of size: Int) -> String {
    let item = """
          {
            "restartCount": 2,
            "image": "\(String(repeating: "x", count: 400))"
          }
      """
    let items = repeatElement(item, count: size / item.utf8.count + 1).joined(separator: ",\n")
    return "{\n  \"items\": [\n\(items)\n  ]\n}\n"
  }

  @Test func aLargeValueIsOneRow() {
    let result = TextResult(list(of: 200_000))
    #expect(result.rowCount == 1 && result.unreadable == 0)
    #expect(result.names.first == "items.0.restartCount" && result.row(0).allSatisfy { $0 == 2 })
  }

  @Test func aValueBeyondTheLimitIsLeftOutAsAWhole() {
    let result = TextResult(list(of: 3 << 20) + "{\n\"v\": 7\n}\n")
    #expect(result.names == ["v"] && result.rowCount == 1 && result.unreadable == 1)
    #expect(result.lastUnreadable?.reason == "longer than 1 MiB")
    #expect(result.lastUnreadable?.lineNumber == 1)
    #expect(result.lastUnreadable?.line.hasPrefix("{ \"items\": [ {") == true)
  }

  /// Numbers behind a lone brace are no value, whatever their number.
  @Test func aLoneBraceDoesNotHoldBackNumbers() {
    let result = TextResult("{\n" + String(repeating: "1 2\n", count: 1 << 19))
    #expect(result.rowCount > 1 << 18)
  }
}

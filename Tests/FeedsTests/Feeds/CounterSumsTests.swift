import Metrics
import Testing

@testable import Feeds

/// Sums of counters that come, go and are reset.
@Suite struct CounterSumsTests {
  /// The sums of answers, each as text: `a1=5 a2=7 b1=3`, a letter for the sum and a number for the counter.
  private func sums(_ answers: [String]) -> [[String: Double]] {
    var sums = CounterSums()
    return answers.map { answer in
      let counters = answer.split(separator: " ").map { part in
        let sides = part.split(separator: "=")
        return CounterSums.Counter(
          labels: ["counter": String(sides[0])], sum: ["sum": String(sides[0].prefix(1))],
          value: Double(sides[1]) ?? .nan)
      }
      let taken = sums.take(counters).map { ($0.key.all.first?.value ?? "", $0.value) }
      return Dictionary(uniqueKeysWithValues: taken)
    }
  }

  @Test(
    arguments: [
      (["a1=100", "a1=105", "a1=105"], [0, 5, 5]),
      // A counter that appears, and one that goes and comes back.
      (["a1=100", "a1=105 a2=42000", "a1=110 a2=42020"], [0, 5, 30]),
      (["a1=100 a2=7", "a1=105", "a1=110 a2=9", "a1=111 a2=10"], [0, 5, 10, 12]),
      // A counter that is reset has grown from zero.
      (["a1=100 a2=7", "a1=3 a2=8", "a1=4 a2=9"], [0, 4, 6]),
      (["a1=100", "a1=nan", "a1=105", "a1=106"], [0, 0, 0, 1]),
      // Lines with equal labels are one counter.
      (["a1=100 a1=10", "a1=105 a1=11"], [0, 6]),
    ] as [([String], [Double])])
  func aSum(answers: [String], sums: [Double]) {
    #expect(self.sums(answers).map { $0["a"] } == sums)
  }

  @Test func severalSums() {
    let sums = sums(["a1=1 b1=5", "a1=2 b1=9 b2=70", "b1=10 b2=71", "a1=3"])
    #expect(sums == [["a": 0, "b": 0], ["a": 1, "b": 4], ["b": 6], ["a": 0]])
  }

  /// A query of an exposition follows the same rule.
  @Test func anExposition() throws {
    let query = Query.sample(name: "m", labels: .none, by: ["c"]).ofCounters
    var counters: [Query: CounterSums] = [:]
    var sums: [Double?] = []
    for text in ["m{c=\"x\",h=\"a\"} 10", "m{c=\"x\",h=\"a\"} 21\nm{c=\"x\",h=\"b\"} 42000"] {
      let answer = try HTTPAnswer.samples(
        of: [query], in: Array(text.utf8), format: .exposition, at: 1, counters: &counters)
      sums.append(answer.samples.first?.batch.columns.first?.values.first)
    }
    #expect(sums == [0, 11])
    #expect(query != Query.sample(name: "m", labels: .none, by: ["c"]))
    #expect(query.name == Query.sample(name: "m", labels: .none, by: ["c"]).name)
  }
}

import Testing

@testable import Feeds

/// Names of columns that are longer than a chart shows.
@Suite struct LongNameTests {
  /// Names keep their ends, which distinguish them.
  @Test(arguments: [70, 150, 199]) func longNames(count: Int) {
    let (x, y) = (
      String(repeating: "n", count: count) + "x", String(repeating: "n", count: count) + "y"
    )
    for text in [
      "\(x),\(y)\n1,2\n3,4\n", "\(x) \(y)\n1 2\n3 4\n", "\(x)=1 \(y)=2\n\(x)=3 \(y)=4\n",
      "{\"\(x)\":1,\"\(y)\":2}\n{\"\(x)\":3,\"\(y)\":4}\n",
    ] {
      let result = TextResult(text)
      #expect(result.names == [x, y] && result.row(1) == [3, 4])
    }
  }

  /// A hostile text does not fill the memory.
  @Test func endlessNames() {
    let name = String(repeating: "n", count: 5000)
    for text in ["\(name),b\n1,2\n", "{\"\(name)\":{\"\(name)\":1},\"b\":2}\n"] {
      let result = TextResult(text)
      #expect(result.names.count == 2 && result.names.allSatisfy { $0.utf8.count <= 203 })
    }
  }
}

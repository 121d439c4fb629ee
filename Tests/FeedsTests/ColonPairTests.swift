import Testing

@testable import Feeds

/// Lines of nothing but `key:value` pairs, as `curl -w 'dns:%{time_namelookup} total:%{time_total}'` writes them.
@Suite struct ColonPairTests {
  @Test(arguments: [
    "dns:0.004 total:0.2\ndns:0.005 total:0.25\n", "dns:0.004, total:0.2\ndns:0.005, total:0.25\n",
    "dns:0.004;total:0.2\ndns:0.005;total:0.25\n",
    "10:00:01 dns:0.004 total:0.2\n10:00:02 dns:0.005 total:0.25\n",
  ]) func areColumns(_ text: String) {
    let result = TextResult(text)
    #expect(result.names == ["dns", "total"] && result.rowCount == 2 && result.unreadable == 0)
    #expect(result.row(0) == [0.004, 0.2] && result.row(1) == [0.005, 0.25])
  }

  @Test func mayHaveUnits() {
    let result = TextResult("t:20°C wait:5ms\nt:21°C wait:6 ms\n")
    #expect(result.columns.map(\.unit) == ["°C", "ms"] && result.row(1) == [21, 6])
  }

  /// A colon alone proves nothing: addresses, places in files and texts have colons, too.
  @Test(arguments: [
    "localhost:8080\n", "main.c:17 main.c:18 failed\n", "http://a:80 b:1\n", "a:1 b:x\n",
    "a:1 and b:2\n",
    "a: b:2\n",
  ]) func otherColonsAreNone(_ line: String) {
    #expect(TextResult(line + line).columns.isEmpty)
  }
}

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

  private func ofOneTime(_ text: String) -> TextResult {
    var options = TextOptions()
    options.isOfOneTime = true
    return TextResult(text, options)
  }

  /// The answer of Redis to `INFO` is one row.
  @Test func linesOfRedis() {
    let result = ofOneTime(
      """
      # Server\r
      redis_version:7.0.15\r
      os:Linux 6.1.0 x86_64\r
      executable:/usr/bin/redis-server\r
      config_file:\r
      uptime_in_seconds:512\r
      \r
      # Memory\r
      used_memory:1048576\r
      used_memory_human:1.00M\r
      maxmemory_policy:noeviction\r
      mem_fragmentation_ratio:1.25\r
      \r
      # Keyspace\r
      db0:keys=12,expires=3\r

      """)
    #expect(
      result.names == [
        "uptime_in_seconds", "used_memory", "used_memory_human", "mem_fragmentation_ratio",
        "db0.keys", "db0.expires",
      ])
    #expect(result.rowCount == 1 && result.row(0) == [512, 1_048_576, 1_048_576, 1.25, 12, 3])
    #expect(result.columns.map(\.unit) == ["s", nil, "B", nil, nil, nil])
    #expect(result.unreadable == 0)
  }

  /// A single line, or few among others, are no such text.
  @Test(arguments: [
    ("app.log:12\nweb.log:3\n", "app.log|web.log"), ("12:34\n12:35\n", ""), ("a:b:1\na:c:2\n", ""),
    ("http://a/1\nhttp://b/2\n", ""), ("a:x\nb:y\n", ""),
  ]) func linesOfOneTime(_ text: String, _ names: String) {
    let result = ofOneTime(text)
    let pairs = result.names.filter { $0.contains { $0.isLetter } }
    #expect(pairs.joined(separator: "|") == names)
    // Lines of a pipe may be anything.
    #expect(TextResult("app.log:12\nweb.log:3\n").names.isEmpty)
  }
}

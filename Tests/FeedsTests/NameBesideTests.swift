import Testing

@testable import Feeds

/// The column of names that tells the rows of one moment apart.
@Suite struct NameBesideTests {
  private static func result(_ text: String) -> (TextResult, TextForm) {
    var batch = TextBatch()
    let reader = TextReader(options: TextOptions(), zone: .utc)
    Array(text.utf8).withUnsafeBytes {
      reader.feed($0, arrival: TextResult.arrival, into: &batch)
    }
    reader.finish(into: &batch)
    return (TextResult(batch, reader), reader.form)
  }

  /// Both names tell rows apart, with and without times.
  @Test func namesUnderHeadings() {
    let list = "NAMESPACE NAME CPU\na x 1\nb x 2\nb y 3\na y 4\n"
    let (result, form) = Self.result(list + list)
    #expect(result.names == ["a/x", "b/x", "b/y", "a/y"] && result.rowCount == 2)
    #expect(result.row(0) == [1, 2, 3, 4] && result.row(1) == [1, 2, 3, 4])
    #expect(result.columns.map(\.key) == result.names)
    #expect(form.key == "'NAMESPACE/NAME': a/x, b/x, b/y, a/y" && form.leftOut.isEmpty)
  }

  @Test func namesAtOneTime() {
    let rows = (1...2).map { time in
      ["a,x", "a,y", "b,x"].map { "10:00:0\(time),\($0),\(time)\n" }.joined()
    }
    let (result, _) = Self.result("time,host,service,v\n" + rows.joined())
    #expect(result.names == ["a/x", "a/y", "b/x"] && result.rowCount == 2)
    #expect(result.row(0) == [1, 1, 1] && result.row(1) == [2, 2, 2])
  }

  /// Numbers of devices do so alone.
  @Test func equalThingsAtTheirPlaces() {
    let rows = (1...3).map {
      "10:00:0\($0),A100,x7,1\($0)\n10:00:0\($0),A100,x8,2\($0)\n"
    }.joined()
    let (result, form) = Self.result("time,name,pci.bus_id,load\n" + rows)
    #expect(result.names == ["x7", "x8"] && result.rowCount == 3)
    #expect(result.row(0) == [11, 21] && result.row(2) == [13, 23])
    #expect(form.leftOut.map(\.name) == ["name"])
  }

  /// A state is no name, and names that come again with the same name beside them begin a new interval.
  @Test(arguments: [
    "host,state,v\na,up,1\na,down,2\n", "host,name,v\na,x,1\nb,y,5\na,x,2\nb,z,6\n",
    "time,host,name,v\n10:00:01,a,x,1\n10:00:02,a,y,2\n",
  ]) func otherRowsStay(_ text: String) {
    let (result, form) = Self.result(text)
    #expect(result.rowCount == 2 && result.row(0)[0] == 1 && result.row(1)[0] == 2)
    #expect(form.key?.hasPrefix("'host': a") == true)
  }

  @Test func processorsOfTurbostat() {
    let block = "Core\tCPU\tBusy%\n-\t-\t30.5\n0\t0\t29\n1\t1\t32\n"
    let (result, _) = Self.result(block + block)
    #expect(result.names == ["-", "0", "1"] && result.rowCount == 2)
    #expect(result.row(1) == [30.5, 29, 32])
  }

  // MARK: Lines

  /// Lines of one time that name two things are lines of two things.
  @Test func membersThatNameThings() {
    for pairs in [true, false] {
      let text = (0..<3).flatMap { time in
        [("web1", 1), ("db.1", 5)].map { host, v in
          pairs
            ? "time=179523644\(time) host=\(host) v=\(v + time)\n"
            : "{\"time\":179523644\(time),\"host\":\"\(host)\",\"v\":\(v + time)}\n"
        }
      }.joined()
      let (result, form) = Self.result(text)
      #expect(result.names == ["web1 v", "db.1 v"] && result.rowCount == 3)
      #expect(result.columns.map(\.key) == ["web1", "db.1"])
      #expect(result.row(0) == [1, 5] && result.row(2) == [3, 7])
      #expect(form.key == "'host': web1, db.1" && form.leftOut.isEmpty)
    }
  }

  /// A text of another name is proposed.
  @Test(arguments: ["/b", "/a"]) func otherTextsAreProposed(_ path: String) {
    let time = TextResult.arrival
    let (_, form) = Self.result("time=\(time) path=/a v=1\ntime=\(time) path=\(path) v=2\n")
    #expect(form.key == nil && form.proposedKey == (path == "/b" ? "path" : nil))
  }

  /// Lines of other times, and other texts, tell nothing.
  @Test(arguments: [
    "time=1795236440 host=a v=1\ntime=1795236441 host=b v=2\n",
    "time=1795236440 path=/a v=1\ntime=1795236440 path=/b v=2\n",
    "time=1795236440 host=a v=1\ntime=1795236440 host=a v=2\n",
  ]) func otherLinesStay(_ text: String) {
    let (result, form) = Self.result(text)
    #expect(result.names == ["v"] && result.rowCount == 2 && form.key == nil)
  }
}

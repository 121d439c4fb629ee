import Testing

@testable import Feeds

/// Headers in the place of others, in the middle of a table.
@Suite struct NewHeaderTests {
  /// Text, names, units, rows.
  @Test(
    arguments: [
      (
        "a (ms),b (ms)\n1,1\n2,2\na (s),b (s)\n1,1\n2,2\n", "a (ms)|b (ms)|a (s)|b (s)",
        "ms|ms|s|s", "1 1 nan nan;2 2 nan nan;nan nan 1 1;nan nan 2 2"
      ),
      (
        "t1 (ms),t2 (ms)\n1,1\nt1 (s),t2 (s)\n1,1\n", "t1 (ms)|t2 (ms)|t1 (s)|t2 (s)", "ms|ms|s|s",
        "1 1 nan nan;nan nan 1 1"
      ),
      (
        "a,b\n1,10\n2,20\nc,b\n5,60\n6,70\n", "a|b|c", "||",
        "1 10 nan;2 20 nan;nan 60 5;nan 70 6"
      ),
      (
        "a;b\n1,5;10\nc;b\n2,5;20\na;b\n3,5;30\n", "a|b|c", "||",
        "1.5 10 nan;nan 20 2.5;3.5 30 nan"
      ),
      (
        "time,temp\n2026-11-29T10:00:00,1\n2026-11-29T10:01:00,2\n"
          + "time,hum\n2026-11-29T10:02:00,50\n2026-11-29T10:03:00,60\n",
        "temp|hum", "|", "1 nan;2 nan;nan 50;nan 60"
      ),
      (
        "a,b,c\n1,10,100\n2,20,200\nx,y,z\n5,60,300\n", "a|b|c|x|y|z", "|||||",
        "1 10 100 nan nan nan;2 20 200 nan nan nan;nan nan nan 5 60 300"
      ),
      ("a\tb\n1\t2\nc\tb\n3\t4\n5\t6\n", "a|b|c", "||", "1 2 nan;nan 4 3;nan 6 5"),
      ("a,b\ns,m\n1,2\nc,d\nV,A\n3,4\n", "a|b|c|d", "s|m|V|A", "1 2 nan nan;nan nan 3 4"),
      (
        "a,b\ns,m\n1,2\na,b\nms,m\n3,4\n5,6\n", "a|b|a (ms)", "s|m|ms",
        "1 2 nan;nan 4 3;nan 6 5"
      ),
      ("a, b\n1, 2\nc, b\n3, 4\n", "a|b|c", "||", "1 2 nan;nan 4 3"),
      (
        "time,host,v\n2026-01-01,web,1\ntime,host,w\n2026-01-02,web,2\n", "v|w", "|", "1 nan;nan 2"
      ),
    ])
  func replacesAHeader(_ text: String, _ names: String, _ units: String, _ rows: String) {
    let result = TextResult(text)
    #expect(result.names.joined(separator: "|") == names)
    #expect(result.columns.map { $0.unit ?? "" }.joined(separator: "|") == units)
    #expect(Self.rows(result) == rows && result.unreadable == 0)
    let bytes = Array(text.utf8)
    for cut in 1..<bytes.count { #expect(TextResult(bytes, cuts: [cut]) == result) }
  }

  /// A line between the rows of a table that is no header.
  @Test(
    arguments: [
      ("a,b\n1,2\n", "E7,lost", "3,4\n"), ("a,b\n1,2\n", "ERROR,timeout", "3,4\n"),
      ("a,b\n1,2\n", "Restarting, please wait", "3,4\n"),
      ("a,b\n1,2\n", "fault,fault", "3,4\n"), ("a,b\n1,2\n", "on,off", "3,4\n"),
      ("a,b\n1,2\n", "lost,null", "3,4\n"), ("a,b\n1,2\n", "lost,", "3,4\n"),
      ("a,b\n1,2\n", "lost,-", "3,4\n"), ("a,b\n1,2\nlost,2\n", "lost,fault", "3,4\n"),
      ("host,v,w\nweb,1,2\n", "mail,down,lost", "web,3,4\n"),
      ("v,state\n1,up\n", "lost,gone", "2,up\n"), ("1,2\n", "lost,gone", "3,4\n"),
      ("a,b\n1,2\n", "lost,gone\nfault,broken", "3,4\n"),
      ("a b\n1 2\n", "lost gone", "3 4\n"), ("a,b\n1,2\n", "x,y,z", "3,4\n"),
    ])
  func keepsTheHeader(_ before: String, _ line: String, _ after: String) {
    let result = TextResult(before + line + "\n" + after)
    let expected = TextResult(before + after)
    #expect(result.names == expected.names)
    #expect(result.row(result.rowCount - 1) == expected.row(expected.rowCount - 1))
  }

  private static func rows(_ result: TextResult) -> String {
    (0..<result.rowCount).map { row in
      result.row(row).map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }.joined(separator: " ")
    }.joined(separator: ";")
  }
}

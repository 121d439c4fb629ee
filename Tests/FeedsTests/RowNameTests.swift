import TestSupport
import Testing

@testable import Feeds

/// Names in front of numbers or behind them, in rows without a header.
@Suite struct RowNameTests {
  /// Text, names, rows.
  @Test(arguments: [
    ("hello world 120\n", "hello world", "120"),
    ("hello world 120\nhello world 121\n", "hello world", "120;121"),
    ("web one 80\nweb two 75\nweb one 81\nweb two 76\n", "web one|web two", "80 75;81 76"),
    ("foo bar 80\nbaz 20\nqux quux corge 5\n", "foo bar|baz|qux quux corge", "80 20 5"),
    ("web 80\nmy web 75\nweb 81\nmy web 76\n", "web|my web", "80 75;81 76"),
    // Words that are numbers, in a column of one number.
    ("web one 80\nweb 2 75\n404 page 3\n", "web one|web 2|404 page", "80 75 3"),
    ("up and - down 5\nup and - down 6\n", "up and - down", "5;6"),
    ("eth0   up    5\neth0   up    6\n", "eth0 up", "5;6"),
    ("12:00:01 web 80\n12:00:01 my web 75\n", "web|my web", "80 75"),
    ("web one 80 1\nweb two 75 2\n", "web one 2|web one 3|web two 2|web two 3", "80 1 75 2"),
    // The number stands in front of the name.
    ("  12 my file.txt\n  30 a 2 b\n  42 total\n", "my file.txt|a 2 b|total", "12 30 42"),
    (
      " 1  2  3 my file\n10 20 30 b\n", "my file 1|my file 2|my file 3|b 1|b 2|b 3",
      "1 2 3 10 20 30"
    ),
    // The counts of `uniq -c`.
    ("     12 GET /a 200\n      3 POST /b 500\n", "GET /a 200|POST /b 500", "12 3"),
    ("    120 200\n      7 404\n", "200|404", "120 7"),
    ("      2 error: no 5 left\n      1 b\n", "error: no 5 left|b", "2 1"),
    // Rows of numbers, with one word in front.
    ("sda 1 2\nsdb 3 4\n", "sda 2|sda 3|sdb 2|sdb 3", "1 2 3 4"),
    ("sda 1 2\nsda 3 4 5\n", "2|3|4", "1 2 nan;3 4 5"),
    ("sda 5\nsda fail\nsda 6\n", "sda", "5;6"),
    ("      1       2       3\n      4       5       6\n", "1|2|3", "1 2 3;4 5 6"),
    // A comma without quotes in a name, and a field too many.
    (
      "path,size\n/srv/a,b.txt,120\n/srv/c,50\n/e,f,g,7\n", "/srv/a,b.txt|/srv/c|/e,f,g", "120 50 7"
    ),
    ("path,size\n/srv/c,50\n/srv/a,b.txt,120\n/d,5,\n", "/srv/c|/srv/a,b.txt|/d", "50 120 5"),
    ("time,path,size\n12:00:00,/a, b,7\n", "size", "7"),
    // A name with blanks below a header, and between lines (`psql`).
    ("NAME VALUE\nmy web 80\nother 12\n", "my web|other", "80 12"),
    ("NAME VALUE\nother 12\nmy own web 80\n", "other|my own web", "12 80"),
    (
      "  name   | count \n---------+-------\n my web  |    80\n other   |    75\n", "my web|other",
      "80 75"
    ),
    // Sentences.
    ("errors 2 warnings 3\nerrors 4 warnings 5\n", "errors|warnings", "2 3;4 5"),
    ("Tasks: all 5\nTasks: all 6\n", "Tasks all", "5;6"),
  ]) func understands(_ text: String, _ names: String, _ rows: String) {
    let result = TextResult(text)
    #expect(result.names.joined(separator: "|") == names)
    let found = (0..<result.rowCount).map { row in
      result.row(row).map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }.joined(separator: " ")
    }
    #expect(found.joined(separator: ";") == rows)
  }

  /// A line of words with a number in front of a table is a banner.
  @Test func aLineAloneIsABanner() {
    let result = TextResult("benchmark with block size 4096\na b\n1 2\n3 4\n")
    #expect(result.names == ["a", "b"])
    #expect(result.rowCount == 2)
    #expect(result.unreadable == 0)
  }
}

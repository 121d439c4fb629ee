import Testing

@testable import Feeds

/// The output of `ls -l` gives sizes by the names of files.
@Suite struct ListingTests {
  private static let file = "-rw-r--r-- 1 root root "

  /// Text, names, rows.
  @Test(arguments: [
    (
      "total 84\n\(file)26204 Nov 25 23:01 CHANGELOG.md\n"
        + "drwxr-xr-x 4 root root  4096 Jan  3  2025 my files 3\n", "CHANGELOG.md|my files 3",
      "26204 4096"
    ),
    // Each second.
    (
      "total 8\n\(file)1 Nov 25 23:01 a\n\(file)2 Nov 25 23:01 b\n"
        + "total 8\n\(file)3 Nov 25 23:01 a\n\(file)4 Nov 25 23:01 b\n", "a|b", "1 2;3 4"
    ),
    // Without a group, with sizes for people, and the times of other locales and styles.
    ("-rw-r--r-- 1 root 2.0K Nov 25 23:01 a\n\(file)1 25. Nov 23:01 b\n", "a|b", "2048 1"),
    ("总用量 8\n\(file)1 11月 25 23:01 a\n\(file)2 11月 25  2025 b\n", "a|b", "1 2"),
    (
      "\(file)1 2026-11-25 23:01 a\n\(file)2 2025-01-03  b\n\(file)3 11-25 23:01 c\n", "a|b|c",
      "1 2 3"
    ),
    (
      "\(file)1 2026-11-25 23:01:00.000000000 +0000 a\n\(file)2 2026-11-25 23:01:00.5 -0500 b\n",
      "a|b", "1 2"
    ),
    // A link, a device, access lists.
    (
      "lrwxrwxrwx 1 root root 7 Nov 25 23:01 bin -> usr/bin\n"
        + "brw-rw---- 1 root disk 8, 0 Nov 25 23:01 sda\n-rw-r--r--+ 1 a b 5 Nov 25 23:01 c\n",
      "bin|c", "7 5"
    ),
    // No list of files.
    ("total 5\ntotal 6\n", "total", "5;6"), ("total 5\n", "total", "5"),
    ("total 5\nused 6\n", "total|used", "5 6"),
  ]) func understands(_ text: String, _ names: String, _ rows: String) {
    let result = TextResult(text)
    #expect(result.names.joined(separator: "|") == names)
    let found = (0..<result.rowCount).map { row in
      result.row(row).map { $0.isNaN ? "nan" : "\(Int($0))" }.joined(separator: " ")
    }
    #expect(found.joined(separator: ";") == rows)
    #expect(result.unreadable == 0)
  }
}

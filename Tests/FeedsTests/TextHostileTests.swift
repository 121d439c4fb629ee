import Metrics
import TestSupport
import Testing

@testable import Feeds

@Suite struct TextHostileTests {
  /// Pieces with a meaning in some format, combined at random.
  private static let pieces: [String] = [
    "1", "2.5", "-", ",", ";", "\t", " ", "  ", "\n", "\r", "\r\n", "\"", "\"\"", "=", "a", "time",
    ":",
    "{", "}", "[", "]", "{\"a\":1}", "[1,2]", "null", "1e999", "0x", "1,234", "1.234,5", "%", "ms",
    "K",
    "\u{1B}[", "\u{1B}]", "\u{7}", "\u{0}", "\u{FEFF}", "\u{A0}", "€", "2026-11-21", "04:47:21",
    "PM",
    "99999999999999999999", "1795236440", "PID COMMAND\n", "Average:", "#", "exit ", "(", ")", "|",
    "---", "{\n", "{\"a\":\n", "[\n", "},\n{", "\n}\n", "\n]\n", "\"b\": 2,\n", "[{",
    "a b c\n1 2 3\n", "k=1 ms ", "k=\"x\\", "Mem:", "e5", ".", "+", "'", "_",
  ]

  private func text(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      if Int.random(in: 0..<20, using: &random) == 0 {
        bytes.append(UInt8.random(in: 0...255, using: &random))
      } else {
        bytes += Array((Self.pieces.randomElement(using: &random) ?? "").utf8)
      }
    }
    return bytes
  }

  @Test func survivesAnythingCutAnywhere() {
    var random = SeededGenerator(seed: 11)
    for round in 0..<4000 {
      let bytes = text(&random)
      let options = TextOptions(
        timeFormat: round % 7 == 0 ? "%H:%M" : nil, columns: round % 5 == 0 ? ["a", "2"] : nil,
        ttyplotTwo: round % 11 == 0)
      let whole = TextResult(bytes, options)
      #expect(whole.values.allSatisfy { $0.count == whole.rowCount })
      #expect(whole.times.count == whole.rowCount)
      let cut = Int.random(in: 0...bytes.count, using: &random)
      guard TextResult(bytes, options, cuts: [cut]) == whole else {
        Issue.record(
          "round \(round), cut \(cut): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
        return
      }
    }
  }

  private func feedMany(
    _ piece: String, times: Int, then end: String = ""
  ) -> (result: TextResult, reader: TextReader) {
    var batch = TextBatch()
    let reader = TextReader(options: TextOptions(), zone: .utc)
    let bytes = Array(piece.utf8)
    for _ in 0..<times { bytes.withUnsafeBytes { reader.feed($0, arrival: 0, into: &batch) } }
    Array(end.utf8).withUnsafeBytes { reader.feed($0, arrival: 0, into: &batch) }
    #expect(reader.splitter.partial.capacity <= 4 * TextLimits.line)
    reader.finish(into: &batch)
    return (TextResult(batch, reader), reader)
  }

  @Test func keepsOnlyTheStartOfALineWithoutEnd() {
    let piece = String(repeating: "x", count: 1 << 20)
    let (result, _) = feedMany(piece, times: 64, then: "\n1 2\n3 4\n")
    #expect(result.rowCount == 2)
    #expect(result.notices == ["a line longer than 1 MiB was cut"])
  }

  /// A line that does not end is told while the program waits for its end.
  @Test(arguments: [(0, false), (1, true)])
  func tellsOfALineThatIsTooLong(surplus: Int, isTold: Bool) {
    var batch = TextBatch()
    let reader = TextReader(options: TextOptions(), zone: .utc)
    [UInt8](repeating: 0x78, count: TextLimits.line + surplus).withUnsafeBytes {
      reader.feed($0, arrival: 0, into: &batch)
    }
    #expect(batch.notices == (isTold ? ["a line longer than 1 MiB was cut"] : []))
  }

  /// The search for the end of a line goes piece by piece; the ends here are around the borders of the pieces.
  @Test func aLineEndIsFoundInAnyPiece() {
    var random = SeededGenerator(seed: 31)
    let lengths = [0...3, 1020...1028, 2044...2052].flatMap { Array($0) }
    for length in lengths {
      for _ in 0..<40 {
        var bytes = [UInt8](repeating: 0x78, count: length)
        for _ in 0..<Int.random(in: 0...3, using: &random) where length > 0 {
          let place = Int.random(in: max(0, length - 8)..<length, using: &random)
          bytes[Bool.random(using: &random) ? place : Int.random(in: 0...place, using: &random)] =
            Bool.random(using: &random) ? 0x0A : 0x0D
        }
        let expected = bytes.firstIndex { $0 == 0x0A || $0 == 0x0D }
        #expect(bytes.withUnsafeBufferPointer { findLineEnd($0) } == expected)
      }
    }
  }

  /// The rest of the text is not searched for each line: this test would take a hundred times as long.
  @Test func linesThatEndWithCRAloneAreFoundOneByOne() {
    let bytes = Array(String(repeating: "123456789012345\r", count: 1 << 18).utf8)
    var (rest, lines) = (0, 0)
    bytes.withUnsafeBufferPointer { all in
      while let end = findLineEnd(UnsafeBufferPointer(rebasing: all[rest...])) {
        rest += end + 1
        lines += 1
      }
    }
    #expect(lines == 1 << 18 && rest == bytes.count)
  }

  /// Rows of a plan may come to end with CR alone, before a line whose end has not come.
  @Test func rowsThatEndWithCRAloneAreReadOneByOne() {
    let text = "1 2\n3 4\n5 6\n" + String(repeating: "7 8\r", count: 2000) + "9 10\n"
    let bytes = Array(text.utf8) + [UInt8](repeating: 0x78, count: TextLimits.line)
    var batch = TextBatch()
    let reader = TextReader(options: TextOptions(), zone: .utc)
    bytes.withUnsafeBytes { reader.feed($0, arrival: 0, into: &batch) }
    reader.pause(into: &batch)
    #expect(batch.rowCount == 2004 && batch.unreadable == 0)
    #expect(batch.values.map { $0[0] } == [1, 2] && batch.values.map { $0[2002] } == [7, 8])
    #expect(batch.values.map { $0[2003] } == [9, 10])
  }

  @Test func leavesOutWhatIsBeyondAThousandColumns() {
    let (result, _) = feedMany("12345 ", times: 400_000, then: "\n1 2\n")
    #expect(result.columns.count == TextLimits.columns)
    #expect(result.notices.contains("more than 1000 columns: the rest is left out"))
    #expect(result.rowCount == 2)
    let keys = TextResult((0..<3000).map { "k\($0)=\($0)\n" }.joined())
    #expect(keys.columns.count == TextLimits.columns)
    let json = "{" + (0..<5000).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}\n"
    #expect(TextResult(json).columns.count == TextLimits.columns)
  }

  @Test func shortensNames() {
    let name = String(repeating: "n", count: 500_000)
    let texts: [(text: String, longest: Int?)] = [
      ("\(name),b\n1,2\n", 201), ("\(name)=5\n", nil), ("{\"\(name)\":1}\n", 201),
      ("\(name): 5\n", nil), ("\(name) 5\n\(name) 6\n", 129),
    ]
    for (text, longest) in texts {
      #expect(TextResult(text).names.map(\.count).max() == longest)
    }
  }

  @Test func givesUpDeepNesting() {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(TextResult(deep + "\n1\n").rowCount == 1)
    let open = String(repeating: "{\"a\":", count: 50_000)
    #expect(TextResult(open + "\nv=1\n").rowCount == 1)
  }

  @Test func givesUpQuotesThatDoNotClose() {
    let text = "a,b\n1,2\n3,\"x\n" + String(repeating: "line, of text\n", count: 20_000) + "5,6\n"
    let result = TextResult(text)
    #expect(result.unreadable > 0)
    #expect(result.column("b")?.last == 6)
  }

  @Test func takesManyNamesForLabels() {
    let result = TextResult((0..<1000).map { "\(1_795_236_440 + $0) name\($0) \($0)\n" }.joined())
    #expect(result.columns.count <= TextLimits.keys + 1)
    #expect(result.rowCount > 700)
    #expect(result.notices.count == 1)
  }

  /// `du -a` has one report, whose names all belong to one row.
  @Test(arguments: [200, 201, 300, 2000]) func keepsTheFirstNamesOfATable(count: Int) {
    let report = (0..<count).map { "\(count - $0)K\t./dir/file\($0)\n" }.joined()
    let result = TextResult(report + report)
    #expect(result.names.count == 200)
    #expect(result.rowCount == 2)
    #expect(result.row(1).first == Double(count) * 1024)
    #expect(result.row(1).last == Double(count - 199) * 1024)
    // The second report is of the same names.
    #expect(
      result.notices
        == (count > 200
          ? [
            "only the first 200 names are read",
            "more than 200 names: new ones are left out until old ones are gone",
          ] : []))
  }

  /// Rows stay in memory; a million short lines of other text do not.
  @Test func keepsNoTextThatIsNoRow() {
    let lines = String(repeating: "no number in here\n", count: 20_000)
    let (result, reader) = feedMany(lines, times: 1, then: "")
    #expect(result.rowCount == 0)
    #expect(reader.headerLines.count <= 2 && reader.banners.count <= 16)
  }
}

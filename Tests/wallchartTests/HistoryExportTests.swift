import History
import Testing

@testable import wallchart

/// The text of exported samples.
@Suite struct HistoryExportTests {
  private func text(_ key: String, isLines: Bool, _ piece: HistoryPast.Piece) -> String {
    var export = HistoryExport(isLines: isLines)
    export.add(key, piece)
    return export.take()
  }

  /// A terminal obeys none of these characters, and they do not end the line.
  @Test(arguments: [
    ("a", "a"), (#"a "b" \c"#, #"a \"b\" \\c"#), ("a\nb\r\tc", #"a\nb\u000d\u0009c"#),
    ("\u{1B}[31m\u{7}\u{9B}", #"\u001b[31m\u0007\u009b"#),
    ("\u{202E}x\u{2028}\u{E0041}", #"\u202ex\u2028\udb40\udc41"#), ("é 日本 𝄞", "é 日本 𝄞"),
  ])
  func namesInJSON(name: String, written: String) {
    let piece = HistoryPast.Piece(width: 0, times: [1_700_000_000.25], values: [1.5])
    #expect(
      text(name, isLines: true, piece)
        == "{\"time\":\"2023-11-14T22:13:20.250Z\",\"series\":\"\(written)\",\"value\":1.5}\n")
  }

  @Test(arguments: [
    ("a", "a"), (#"a "b""#, #""a ""b""""#), ("a,b", #""a,b""#), ("a\nb", "\"a\nb\""),
  ])
  func namesInCSV(name: String, written: String) {
    let piece = HistoryPast.Piece(width: 0, times: [1_700_000_000], values: [1])
    #expect(
      text(name, isLines: false, piece)
        == "time,series,value,seconds,minimum,maximum,count\n"
        + "2023-11-14T22:13:20.000Z,\(written),1,,,,\n")
  }

  @Test func coarseRowsHaveTheirExtremes() {
    var piece = HistoryPast.Piece(width: 60, times: [1_700_000_040], values: [2.5])
    (piece.minima, piece.maxima, piece.counts) = ([1], [4], [60])
    #expect(
      text("a", isLines: true, piece)
        == "{\"time\":\"2023-11-14T22:14:00.000Z\",\"series\":\"a\",\"value\":2.5,"
        + "\"seconds\":60,\"minimum\":1,\"maximum\":4,\"count\":60}\n")
  }
}

import Foundation
import TestSupport
import Testing

@testable import Feeds

/// Text in the form in which spreadsheets export it.
@Suite struct UTF16Tests {
  private static let text =
    "Zeit;Größe;𝄞 Ton\r\n2024-01-01 00:00:00;1,5;3\r\n2024-01-01 00:00:01;2,5;4\r\n"

  private static func encoded(_ text: String, _ encoding: String.Encoding) -> [UInt8] {
    let mark: [UInt8] = encoding == .utf16LittleEndian ? [0xFF, 0xFE] : [0xFE, 0xFF]
    return mark + (text.data(using: encoding) ?? Data())
  }

  /// The names, rows and notices of bytes that come in pieces.
  private func read(_ bytes: [UInt8], pieces: [Int] = []) -> TextBatch {
    let reader = TextReader(options: TextOptions(), zone: .utc)
    var (batch, rest) = (TextBatch(), bytes[...])
    for count in pieces + [bytes.count] {
      rest.prefix(count).withUnsafeBytes { reader.feed($0, arrival: 1000, into: &batch) }
      rest = rest.dropFirst(count)
    }
    reader.finish(into: &batch)
    return batch
  }

  private func isSame(_ a: TextBatch, _ b: TextBatch) -> Bool {
    a.columns == b.columns && a.times == b.times && a.values == b.values
      && a.unreadable == b.unreadable && a.notices == b.notices
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func itsColumnsAreThoseOfTheTwinInUTF8InAnyPieces(encoding: String.Encoding) {
    let twin = read(Array(Self.text.utf8))
    #expect(twin.columns.map(\.name) == ["Größe", "𝄞 Ton"] && twin.rowCount == 2)
    let bytes = Self.encoded(Self.text, encoding)
    #expect(isSame(read(bytes), twin))
    #expect(isSame(read(bytes, pieces: bytes.map { _ in 1 }), twin))
    var generator = SeededGenerator(seed: 16)
    for _ in 0..<100 {
      let pieces = (0..<40).map { _ in Int.random(in: 0...9, using: &generator) }
      #expect(isSame(read(bytes, pieces: pieces), twin), "\(pieces)")
    }
  }

  @Test func theMarkOfUTF8IsNoPartOfTheText() {
    let bytes = [0xEF, 0xBB, 0xBF] + Array(Self.text.utf8)
    let twin = read(Array(Self.text.utf8))
    #expect(isSame(read(bytes), twin))
    #expect(isSame(read(bytes, pieces: bytes.map { _ in 1 }), twin))
  }

  /// Half of a unit, and halves of pairs, in the middle and at the end.
  @Test func halvesOfCharactersAreReplaced() {
    var input = UTF16Input()
    let units: [UInt16] = [0x41, 0xD834, 0x42, 0xDD1E, 0xD834, 0xD834, 0xDD1E, 0xD834]
    let bytes =
      [0xFF, 0xFE]
      + units.flatMap { unit -> [UInt8] in [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
    let text = (bytes + [0x43]).withUnsafeBytes { input.decode($0) } + input.finish()
    #expect(String(decoding: text, as: UTF8.self) == "A\u{FFFD}B\u{FFFD}\u{FFFD}𝄞\u{FFFD}")
  }

  @Test(arguments: [
    [], [0xFF], [0xFE], [0xFF, 0xFE], [0xFE, 0xFF], [0xFF, 0xFE, 0], [0xFE, 0xFE],
  ])
  func shortStreamsEnd(bytes: [UInt8]) {
    #expect(read(bytes).rowCount == 0)
    #expect(read(bytes, pieces: bytes.map { _ in 1 }).rowCount == 0)
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func withoutAMarkItIsTold(encoding: String.Encoding) {
    let batch = read(Array(Self.encoded("a,b\n1,2\n3,4\n", encoding).dropFirst(2)))
    #expect(
      batch.notices == ["this looks like UTF-16 without a byte order mark: convert it to UTF-8"])
    #expect(batch.rowCount == 2 && batch.columns.map(\.name) == ["a", "b"])
  }

  @Test(arguments: ["a.b[-9223372036854775808]", ".a[-2147483649]", ".a[9223372036854775808]"])
  func indicesBeyondAllArraysAreNoPath(text: String) {
    #expect(JSONPath(text) == nil)
  }

  @Test func theLeastNumberIsNoColumn() {
    var columns = TextColumns(selection: ["-9223372036854775808", "9223372036854775807"])
    #expect(columns.number(name: "a", bare: "a", field: 0) == TextColumns.none)
  }
}

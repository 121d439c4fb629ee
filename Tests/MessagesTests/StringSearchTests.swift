import Foundation
import Messages
import TestSupport
import Testing

struct StringSearchTests {
  @Test(arguments: [
    ("", "", true), ("", "a", false), ("a", "", true), ("abc", "bc", true), ("abc", "cb", false),
    ("aab", "ab", true), ("{{name}}", "{{", true), ("grün", "ü", true), ("ab", "abc", false),
  ])
  func contains(text: String, other: String, isExpected: Bool) {
    #expect(text.contains(other) == isExpected)
    #expect(("x" + text + "y").dropFirst().dropLast().contains(other) == isExpected)
  }

  @Test(arguments: [
    ("", "a", "b", ""), ("abc", "", "x", "abc"), ("a\"b\"", "\"", "\"\"", "a\"\"b\"\""),
    ("aaaa", "aa", "b", "bb"), ("aaa", "aa", "b", "ba"), ("a b", " ", "", "ab"),
    ("grün", "ü", "ue", "gruen"), ("${a}", "${", "$${", "$${a}"), ("aab", "ab", "x", "ax"),
  ])
  func replacing(text: String, other: String, replacement: String, expected: String) {
    #expect(text.replacing(other, with: replacement) == expected)
  }

  @Test func randomTextsAreSplitAndJoined() {
    var random = SeededGenerator(seed: 36)
    for _ in 0..<500 {
      let parts = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        (0..<Int.random(in: 0...4, using: &random))
          .map { _ in ["a", "b", "é", "<"].randomElement(using: &random)! }.joined()
      }.map { $0.hasSuffix("<") ? $0 + "a" : $0 }
      let text = parts.joined(separator: "<>")
      #expect(text.replacing("<>", with: "-") == parts.joined(separator: "-"))
      #expect(text.contains("<>") == (parts.count > 1))
    }
  }

  /// The folders of the program's modules.
  private static let modules = [
    "Charts", "Control", "Dashboard", "Feeds", "Files", "Geometry", "History", "Layers", "Messages",
    "Metrics",
    "Raster", "SQLite", "Stage", "Terminal", "Typography", "Windowing", "wallchart",
  ]

  /// One call of the standard library's functions for texts in texts would bring its regular expressions, a
  /// megabyte, into the program.
  @Test(arguments: modules) func noModuleNeedsRegularExpressions(module: String) throws {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folder = URL(fileURLWithPath: program).deletingLastPathComponent()
      .appendingPathComponent("\(module).build")
    let objects = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "o" }
    #expect(!objects.isEmpty)
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["nm", "-u"] + objects.map(\.path)
    process.standardOutput = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains { $0.hasSuffix(" swift_retain") || $0.contains(" $s") })
    #expect(lines.filter { $0.contains("_StringProcessing") } == [])
  }
}

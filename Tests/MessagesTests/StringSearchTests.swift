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

  /// The program's modules; the programs beside it have names that begin with its own.
  private static let modules: [String] = {
    let folder = Program.root.appendingPathComponent("Sources")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { name in
      let files = try? FileManager.default.contentsOfDirectory(
        atPath: folder.appendingPathComponent(name).path)
      return !name.hasPrefix("wallchart-") && files?.contains { $0.hasSuffix(".swift") } ?? false
    }.sorted()
  }()

  /// One call of the standard library's search for a text in a text would bring its regular expressions, a
  /// megabyte, into the program.
  @Test(arguments: modules) func noModuleNeedsRegularExpressions(module: String) throws {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let products = URL(fileURLWithPath: program).deletingLastPathComponent().path
    let result = try Shell.run("nm -u '\(products)/\(module).build'/*.o")
    let symbols = result.output.split(separator: "\n")
    #expect(result.status == 0 && symbols.contains { $0.contains(" $s") })
    #expect(symbols.filter { $0.contains("_StringProcessing") } == [])
  }

  @Test func theModulesAreFound() {
    #expect(Set(Self.modules).isSuperset(of: ["Messages", "Feeds", "Expressions", "wallchart"]))
  }
}

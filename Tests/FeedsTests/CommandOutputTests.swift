import Foundation
import TestSupport
import Testing

@testable import Feeds

/// The outputs of commands that nobody tuned the reader for, in several locales.
@Suite struct CommandOutputTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/commands")

  private static func text(_ file: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(file + ".txt")))
  }

  @Test func everyFileIsInTheTable() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.sorted() == commandOutputs.map { $0.file + ".txt" }.sorted())
    #expect(files.count >= 40)
  }

  @Test(arguments: commandOutputs) func isUnderstood(_ output: CommandOutput) throws {
    let result = TextResult(try Self.text(output.file))
    let columns = result.columns.prefix(8).map { $0.name + ($0.unit.map { "[\($0)]" } ?? "") }
    #expect(columns.joined(separator: "|") == output.columns)
    #expect(result.columns.count == output.count)
    #expect(result.rowCount == output.rows)
    #expect(result.unreadable == output.unreadable)
    #expect(result.timeKind == output.times)
  }

  /// A text that ends after any of its bytes has the first rows of the whole text. Only its last row may
  /// differ, because the rest of that row is missing.
  @Test(arguments: commandOutputs) func hasThePrefixOfRowsCutAnywhere(_ output: CommandOutput)
    throws
  {
    let bytes = try Self.text(output.file)
    let whole = TextResult(bytes)
    // The German and the French outputs differ from the others in few words.
    let isAlike = output.file.hasSuffix("-de") || output.file.hasSuffix("-fr")
    for count in stride(from: 1, to: bytes.count, by: isAlike ? 5 : 1) {
      let part = TextResult(Array(bytes.prefix(count)))
      // A key that is cut off may look like one that has been there, which begins a row.
      guard part.rowCount <= whole.rowCount + 1 else {
        Issue.record("\(part.rowCount) rows of the first \(count) bytes")
        return
      }
      for column in part.values.indices where column < whole.values.count {
        let rows = max(0, part.rowCount - 1)
        guard part.values[column].prefix(rows) == whole.values[column].prefix(rows) else {
          Issue.record("other values in column \(column) of the first \(count) bytes")
          return
        }
      }
    }
  }

  /// The first report since the boot is left out of a pipe, but not of a file, and not if it is the only one.
  @Test(arguments: ["vmstat-c", "vmstat-zh", "iostat-x-de"])
  func leavesOutTheFirstReport(_ file: String) throws {
    let bytes = try Self.text(file)
    var options = TextOptions()
    options.isFile = true
    let pipe = TextResult(bytes)
    let whole = TextResult(bytes, options)
    #expect(whole.rowCount == pipe.rowCount + 1)
    #expect(whole.row(1) == pipe.row(0))
    #expect(pipe.notices.contains("the first report, since the boot, is left out"))
    let only = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .prefix(file.hasPrefix("vmstat") ? 3 : 7).joined(separator: [0x0A])
    #expect(TextResult(Array(only)).rowCount == 1)
  }

  // MARK: One table in many forms

  private struct Form {
    var name: String
    var text: String
  }

  /// The same table between blanks, tabs, commas and semicolons, as pairs and as JSON.
  private func forms(_ names: [String], _ rows: [[Double]]) -> [Form] {
    func table(_ separator: String, comma: Bool = false) -> String {
      ([names.joined(separator: separator)]
        + rows.map { row in
          row.map { value in
            comma ? "\(value)".replacing(".", with: ",") : "\(value)"
          }.joined(separator: separator)
        }).joined(separator: "\n") + "\n"
    }
    let pairs = rows.map { row in
      zip(names, row).map { "\($0)=\($1)" }.joined(separator: " ")
    }
    let objects = rows.map { row in
      "{" + zip(names, row).map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
    }
    return [
      Form(name: "blanks", text: table("  ")), Form(name: "tabs", text: table("\t")),
      Form(name: "commas", text: table(",")),
      Form(name: "semicolons", text: table(";", comma: true)),
      Form(name: "pairs", text: pairs.joined(separator: "\n") + "\n"),
      Form(name: "JSON lines", text: objects.joined(separator: "\n") + "\n"),
      Form(name: "JSON array", text: "[" + objects.joined(separator: ",\n") + "]\n"),
    ]
  }

  @Test func givesTheSameColumnsInEveryForm() {
    var random = SeededGenerator(seed: 22)
    let words = ["load", "queue", "heap", "cpu", "disk_used", "temp", "rx", "tx", "errors"]
    for _ in 0..<200 {
      let names = Array(
        words.shuffled(using: &random).prefix(Int.random(in: 2...6, using: &random)))
      let rows = (0..<Int.random(in: 2...12, using: &random)).map { _ in
        // With one decimal, no number may be taken for thousands.
        names.map { _ in Double(Int.random(in: -9999...9999, using: &random)) / 10 }
      }
      for form in forms(names, rows) {
        let result = TextResult(form.text)
        guard result.names == names, (0..<result.rowCount).map({ result.row($0) }) == rows else {
          Issue.record("\(form.name): \(result.names) \(form.text)")
          return
        }
      }
    }
  }
}

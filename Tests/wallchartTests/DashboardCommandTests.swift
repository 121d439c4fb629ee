import Foundation
import TestSupport
import Testing

/// `wallchart check` and `wallchart init`.
@Suite struct DashboardCommandTests {
  private let folder = TemporaryFolder()

  @Test func anExampleIsWrittenAndIsRight() throws {
    let file = folder.file("a.yaml").path
    #expect(try Program.run(["init", file]).status == 0)
    let check = try Program.run(["check", file])
    #expect(check.status == 0 && check.output.contains("2 pages, 7 panels"), "\(check)")
    let again = try Program.run(["init", file])
    #expect(again.status == 73 && again.errors.contains("exists"))
    let printed = try Program.run(["init"])
    #expect(try printed.output == String(contentsOfFile: file, encoding: .utf8))
  }

  @Test func everyMistakeIsALineAndTheStatusIs78() throws {
    let file = folder.file("bad.yaml").path
    try "theme: drak\npanels:\n  - {soruce: load.1}\n".write(
      toFile: file, atomically: true, encoding: .utf8)
    let check = try Program.run(["check", file])
    #expect(check.status == 78)
    let lines = check.errors.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix(file + ":1:8: "))
    #expect(check.errors.contains("unknown key 'soruce' of a panel (did you mean 'source'?)"))
  }

  /// Files that are not libraries hide those of the system. A file without addresses is checked entirely.
  @Test func withoutLibcurlTheCheckSaysWhatItLeavesOut() throws {
    for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] {
      try "".write(to: folder.file(name), atomically: true, encoding: .utf8)
    }
    let file = folder.file("a.yaml").path
    func check(_ source: String) throws -> Program.Result {
      try "panels: [{source: \(source)}]".write(toFile: file, atomically: true, encoding: .utf8)
      return try Program.run(["check", file], environment: ["LD_LIBRARY_PATH": folder.path])
    }
    let partial = try check("{http: 'http://[::1/', path: a}")
    #expect(partial.status == 0)
    #expect(
      partial.errors
        == "wallchart: only the scheme and the characters of HTTP addresses were checked: "
        + "libcurl.so.4 cannot be loaded: install the package libcurl4\n")
    #expect(try check("load.1").errors.isEmpty)
    #expect(try Program.run(["check", file]).errors.isEmpty)
  }

  @Test func theExamplesOfTheProjectAreRight() throws {
    let folder = Program.root.appendingPathComponent("assets/dashboards")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".yaml") }
    #expect(files.count >= 3)
    for file in files {
      let check = try Program.run(["check", folder.appendingPathComponent(file).path])
      #expect(check.status == 0, "\(check.errors)")
    }
  }

  /// The dashboard that is shown without a file is a file without mistakes.
  @Test func theMachineIsAFile() throws {
    let file = folder.file("a.yaml").path
    #expect(try Program.run(["init", "--machine", file]).status == 0)
    let check = try Program.run(["check", file])
    #expect(check.status == 0 && check.output.contains("1 page, 6 panels"), "\(check.errors)")
    let printed = try Program.run(["init", "--machine"])
    #expect(printed.output == (try String(contentsOfFile: file, encoding: .utf8)))
    #expect(try Program.run(["init", "--fast"]).status == 64)
  }

  @Test func theSchemaIsWritten() throws {
    let printed = try Program.run(["init", "--schema"])
    #expect(printed.status == 0 && printed.output.hasPrefix("{\n  \"$schema\": "))
    #expect(try Program.run(["init", "--schema", "--machine"]).status == 64)
  }

  /// Old names are told and are no mistakes; a metric that no machine has is one.
  @Test func checkTellsNewNamesAndUnknownMetrics() throws {
    let file = folder.file("a.yaml")
    try "panels: [{counter: true, source: cpu.busy}]"
      .write(to: file, atomically: true, encoding: .utf8)
    let old = try Program.run(["check", file.path])
    #expect(old.status == 0)
    #expect(
      old.errors.contains(":1:11: note: 'counter' is now 'rate'; the old name is still read"))
    try "panels: [{source: cpu.bussy}]".write(to: file, atomically: true, encoding: .utf8)
    let unknown = try Program.run(["check", file.path])
    #expect(unknown.status == 78)
    #expect(unknown.errors.contains(":1:19: this machine has no 'cpu.bussy' (did you mean"))
  }

  @Test func aMissingFileAndNoFile() throws {
    let missing = try Program.run(["check", "/nowhere/a.yaml"])
    #expect(missing.status == 66 && missing.errors.contains("/nowhere/a.yaml: No such file"))
    #expect(try Program.run(["check"]).status == 64)
    #expect(try Program.run(["check", "--fast", "a"]).status == 64)
    #expect(try Program.run(["init", "a", "b"]).status == 64)
  }

  /// A file of JSON takes only the schema: the other texts are YAML with comments.
  @Test(
    arguments: [
      (["init"], 64), (["init", "--machine"], 64), (["init", "--schema"], 0),
    ] as [([String], Int32)])
  func anExampleIsNotJSON(words: [String], status: Int32) throws {
    let file = folder.file("a.json").path
    #expect(try Program.run(words + [file]).status == status)
    #expect(FileManager.default.fileExists(atPath: file) == (status == 0))
  }
}

import Foundation
import Raster
import TestSupport
import Testing

@testable import wallchart

/// Outputs that cannot be written, and text that a terminal would obey.
@Suite struct OutputTests {
  private let folder = TemporaryFolder()

  private struct Result {
    let status: Int32
    let output: String
    let errors: String
  }

  /// Runs a shell's command line in a folder of its own; `$wallchart` is the program.
  private func shell(_ line: String) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", line]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["wallchart": Program.executable.path, "recording": Program.fixture("orion.samples")]
    ) { $1 }
    process.currentDirectoryURL = folder.url
    let (output, errors) = (folder.path + "/.output", folder.path + "/.errors")
    for file in [output, errors] { try Data().write(to: URL(fileURLWithPath: file)) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    try startingAlone { try process.run() }
    try process.waitForEnd()
    return Result(
      status: process.terminationStatus,
      output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8))
  }

  @Test(arguments: [
    "--help", "--version", "sources", "init", "check a.yaml", "gallery --help",
    "--snapshot a.png --size 64x64 --dump-layers --replay $recording",
    "--snapshot - --size 64x64 --replay $recording",
  ])
  func aFullDiskIsAnError(arguments: String) throws {
    try "panels: [{source: cpu.busy}]".write(
      to: folder.file("a.yaml"), atomically: true, encoding: .utf8)
    let result = try shell("$wallchart \(arguments) > /dev/full")
    #expect(result.status == 73)
    #expect(result.errors == "wallchart: standard output: No space left on device\n")
  }

  @Test func aReaderThatHasGoneIsNoError() throws {
    // SIGPIPE has its default action, or is ignored, as for services.
    for trap in ["true", "trap '' PIPE"] {
      let result = try shell(
        "\(trap); { sleep 0.2; $wallchart --help; } | true; echo ${PIPESTATUS[0]}")
      #expect(result.errors.isEmpty)
      #expect(["0\n", "141\n"].contains(result.output))
    }
  }

  /// A limit of zero bytes stands for a full disk: the old picture stays, and no part of a new one is
  /// left.
  @Test func aPictureThatCannotBeWrittenLeavesTheOldOne() throws {
    let picture = "--snapshot a.png --size 64x64 --replay $recording"
    #expect(try shell("$wallchart \(picture)").status == 0)
    let old = try Data(contentsOf: folder.file("a.png"))
    let result = try shell("(ulimit -f 0; $wallchart \(picture)) 2>&1 | cat; exit ${PIPESTATUS[0]}")
    #expect(result.status == 73 && result.output.contains("a.png: File too large"))
    #expect(try Data(contentsOf: folder.file("a.png")) == old)
    #expect(try visibleFiles() == ["a.png"])
  }

  @Test func aDashIsStandardOutput() throws {
    let picture = "--size 64x64 --replay $recording"
    let lines = "$wallchart \(picture) --snapshot - >a.png; $wallchart \(picture) --snapshot b.png"
    #expect(try shell("\(lines); cmp a.png b.png").status == 0)
    #expect(try PNG.read(folder.file("a.png").path).width == 64)
    #expect(try visibleFiles() == ["a.png", "b.png"])
    let terminal = try shell("script -qec '$wallchart \(picture) --snapshot -' /dev/null")
    #expect(terminal.status == 64)
    #expect(terminal.output.contains("is a terminal: a picture needs a file or a pipe"))
  }

  @Test func anExampleThatCannotBeWrittenLeavesNothing() throws {
    let result = try shell(
      "(ulimit -f 0; $wallchart init a.yaml) 2>&1 | cat; exit ${PIPESTATUS[0]}")
    #expect(result.status == 73 && result.output.contains("a.yaml: File too large"))
    #expect(try visibleFiles() == [])
    #expect(try shell("$wallchart init a.yaml").status == 0)
  }

  @Test func anIconIsWrittenTheSameWay() throws {
    #expect(try shell("$wallchart --write-icon i.png --size 16x16").status == 0)
    let result = try shell("$wallchart --write-icon /dev/full")
    #expect(result.status == 73 && result.errors.contains("/dev/full: No space left on device"))
  }

  private func visibleFiles() throws -> [String] {
    try folder.names.filter { ![".output", ".errors"].contains($0) }
  }

  /// Escape sequences in a file, in its name and in arguments.
  @Test(arguments: [
    "check $'\\e[31mred\\n.yaml'", "check $'\\e]0;title\\a.yaml' /nowhere/$'\\u202e.yaml'",
    "--snapshot a.png $'\\e[2J.csv'", "$'--\\e[31m'", "--size $'\\x7f'", "--theme $'\\xc2\\x9b31m'",
  ])
  func terminalsSeeNoEscapeSequence(arguments: String) throws {
    for name in ["\u{1B}[31mred\n.yaml", "\u{1B}]0;title\u{7}.yaml"] {
      try "panels: [{source: cpu.busy, \"a\\e[31m\\u009b\\u202e\": 1, chart: \"\\a\\x7f\"}]".write(
        to: folder.file(name), atomically: true, encoding: .utf8)
    }
    let result = try shell("$wallchart \(arguments)")
    #expect(result.status != 0 && !result.errors.isEmpty)
    let obeyed = (result.output + result.errors).unicodeScalars.filter {
      $0 != "\n" && ($0.properties.generalCategory == .control || $0.value == 0x202E)
    }
    #expect(obeyed.isEmpty, "\(result.errors.debugDescription)")
    #expect(result.errors.contains("\\x") || result.errors.contains("\\u{"))
  }
}

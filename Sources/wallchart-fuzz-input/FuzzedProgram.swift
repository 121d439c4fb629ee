import Foundation
import InputGenerator
import TestSupport

/// The real program beside this one, run with random command lines in a folder of its own.
final class FuzzedProgram {
  private let executable: URL
  private let folder = TemporaryFolder()
  private let options: [String]
  private static let files = ["a.csv", "b.yaml", "c.samples", "nothing", "-"]

  init() {
    executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("wallchart")
    options = [
      "--help", "--version", "--size", "--scale", "--at", "--replay", "--theme", "--no-motion",
      "--reduce-motion", "--dump-layers", "--fullscreen", "--stats", "--kiosk", "--monitor",
      "--page",
      "--columns", "--time-format", "--title", "--unit", "--label", "--rate", "--min", "--max",
      "--soft-min",
      "--soft-max", "--logy", "--window", "--exit-at-end", "-2", "-r", "-t", "-u", "-M", "-m", "-S",
      "-s",
      "--record-samples", "--chart", "--language",
    ]
  }

  private func makeFiles() throws {
    for (name, text) in [
      ("a.csv", "a,b,.\n1,2,3\n4,5,6\n"), ("b.yaml", "panels: [{source: cpu.busy}]\n"),
    ] {
      try text.write(to: folder.file(name), atomically: true, encoding: .utf8)
    }
    let samples = folder.file("c.samples")
    if !FileManager.default.fileExists(atPath: samples.path) {
      try FileManager.default.copyItem(
        atPath: Program.fixture("idle.samples"), toPath: samples.path)
    }
  }

  /// Runs the program once.
  /// - Returns: the status with which the program must not end; nil for an orderly end.
  func flaw(seed: UInt64) throws -> String? {
    try makeFiles()
    var words = RandomCommandLine.words(seed: seed, options: options, files: Self.files)
    // Data of a machine or a dashboard is not waited for.
    if seed % 4 != 0 { words += ["--snapshot", "x.png"] }
    if seed % 8 == 1 { words += ["--after", "0"] }
    if seed % 2 == 1, seed % 8 != 1 { words.append(Self.files[Int(seed / 8 % 3)]) }
    let process = Process()
    process.executableURL = executable
    process.arguments = words
    process.currentDirectoryURL = folder.url
    var environment = ProcessInfo.processInfo.environment
    environment["DISPLAY"] = nil
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let isKnown = [0, 64, 65, 66, 69, 73, 78].contains(process.terminationStatus)
    guard process.terminationReason == .exit, isKnown else {
      return "status \(process.terminationStatus) of \(words)"
    }
    return nil
  }
}

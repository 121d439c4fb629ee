import Foundation
import TestSupport
import Testing

/// The line that a crash leaves, and the usual way of the signal after it.
@Suite struct CrashTests {
  private let folder = TemporaryFolder()

  private struct Ending {
    let reason: Process.TerminationReason
    let signal: Int32
    let errors: String
  }

  private static let state = "(version 1.2.3; showing page 2 of 2; 7 of 8 feeds live)\n"

  private func crash(_ way: String, sending signal: Int32? = nil) throws -> Ending {
    let process = Process()
    process.executableURL = Program.executable.deletingLastPathComponent()
      .appendingPathComponent("crash-trial")
    process.arguments = [way]
    process.environment = ["SWIFT_BACKTRACE": "enable=no"]
    let errors = try startingAlone {
      let errors = Pipe()
      process.standardError = errors
      process.standardInput = FileHandle.nullDevice
      try process.run()
      return errors
    }
    if let signal {
      // The handlers are there when the process waits.
      try #require(
        eventually {
          let text = try? String(
            contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
          return text?.contains("State:\tS") == true
            && text?.firstMatch(of: /SigCgt:\t([0-9a-f]+)/).map {
              UInt64($0.1, radix: 16)! & (1 << UInt64(SIGABRT - 1)) != 0
            } == true
        })
      kill(process.processIdentifier, signal)
    }
    let data = try process.output(of: errors)
    return Ending(
      reason: process.terminationReason, signal: process.terminationStatus,
      errors: String(decoding: data, as: UTF8.self))
  }

  @Test(arguments: [
    ("null", SIGSEGV, "SIGSEGV at address 0x10 "), ("overflow", SIGSEGV, "SIGSEGV at address 0x"),
    ("abort", SIGABRT, "SIGABRT "),
  ])
  func aCrashLeavesALine(way: String, signal: Int32, words: String) throws {
    let ending = try crash(way)
    #expect(ending.reason == .uncaughtSignal && ending.signal == signal)
    #expect(ending.errors.hasPrefix("wallchart: crashed with " + words), "\(ending.errors)")
    #expect(ending.errors.hasSuffix(Self.state), "\(ending.errors)")
    #expect(ending.errors.count { $0 == "\n" } == 1)
  }

  /// Swift tells its own reason first. The signal of a trap is that of the processor.
  @Test func aTrapOfSwiftLeavesALineAfterItsReason() throws {
    let ending = try crash("trap")
    #expect(ending.reason == .uncaughtSignal && [SIGILL, SIGTRAP].contains(ending.signal))
    #expect(ending.errors.contains("Index out of range"), "\(ending.errors)")
    let line = ending.errors.split(separator: "\n").last ?? ""
    #expect(line.hasPrefix("wallchart: crashed with SIG") && line.hasSuffix(Self.state.dropLast()))
  }

  @Test(arguments: [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT])
  func aSignalThatIsSentLeavesALine(signal: Int32) throws {
    let ending = try crash("wait", sending: signal)
    #expect(ending.reason == .uncaughtSignal && ending.signal == signal)
    #expect(ending.errors.contains(" from process \(getpid()) "), "\(ending.errors)")
    #expect(ending.errors.hasSuffix(Self.state))
  }

  /// The program itself, in a window.
  @Test func aWindowThatCrashesTellsItsState() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let file = folder.file("a.yaml")
    try """
    pages:
      - panels: [{source: {command: echo 1, every: 1h}}]
      - panels: [{source: {system: load.1}}]

    """.write(to: file, atomically: true, encoding: .utf8)
    let program = try Program.Running(
      [file.path, "--page", "2"],
      // Swift's own backtracer lets a process go on that a signal was sent to.
      environment: server.environment.merging(
        ["XDG_RUNTIME_DIR": folder.path, "SWIFT_BACKTRACE": "enable=no"]) { $1 })
    // A window that answers has told its state.
    try #require(
      try eventually {
        try Program.run(["ctl", "status"], environment: ["XDG_RUNTIME_DIR": folder.path]).status
          == 0
      })
    program.signal(SIGSEGV)
    let result = try program.waitForEnd()
    #expect(result.status == SIGSEGV)
    #expect(
      result.errors.contains(
        /wallchart: crashed with SIGSEGV from process \d+ \(version 0[0-9.]+; showing page 2 of 2; \d of 2 feeds live\)/
      ), "\(result.errors)")
  }
}

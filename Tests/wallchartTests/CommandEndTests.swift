import Foundation
import TestSupport
import Testing

/// The end of commands, and the use of memory, while pictures are made.
@Suite struct CommandEndTests {
  private func withDashboard(
    _ command: String, _ body: (_ file: String, _ folder: URL) throws -> Void
  ) throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("a.yaml").path
      try "panels: [{source: {command: \"\(command)\"}}]".write(
        toFile: file, atomically: true, encoding: .utf8)
      try body(file, folder)
    }
  }

  /// The process numbers that a command has written into a file.
  private func processes(_ folder: URL) -> [pid_t] {
    let text = try? String(contentsOf: folder.appendingPathComponent("pids"), encoding: .utf8)
    return text?.split(separator: "\n").compactMap { pid_t($0) } ?? []
  }

  /// Whether a process is gone, or has ended and not been waited for yet.
  private func isGone(_ process: pid_t) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return true
    }
    return status.split(separator: ")").last?.hasPrefix(" Z") ?? true
  }

  private static let stubborn =
    "trap '' TERM HUP INT; echo $$ > pids; (trap '' TERM; sh -c 'echo $$ >> pids; sleep 1000') & "
    + "while :; do sleep 1; done"

  /// A command that prints nothing and ignores signals ends after a picture, and after the program's
  /// sudden death.
  @Test(arguments: [nil, SIGKILL])
  func noCommandOutlivesTheProgram(_ signal: Int32?) throws {
    try withDashboard(Self.stubborn) { file, folder in
      let picture = folder.appendingPathComponent("a.png").path
      func start(after seconds: Int) throws -> Program.Running {
        let program = try Program.Running(["--snapshot", picture, "--after", "\(seconds)", file])
        try #require(eventually { processes(folder).count == 2 || !program.isRunning })
        return program
      }
      // On a busy machine the picture may come before the command has started everything.
      var seconds = signal == nil ? 2 : 3600
      var program = try start(after: seconds)
      while processes(folder).count < 2, seconds < 100 {
        seconds *= 4
        program = try start(after: seconds)
      }
      let running = processes(folder)
      try #require(running.count == 2)
      if let signal { program.signal(signal) }
      _ = try program.waitForEnd()
      try #require(eventually { running.allSatisfy(isGone) })
    }
  }

  /// Rows without pause do not increase the memory over time.
  @Test func aFloodOfRowsIsTakenInBoundedMemory() throws {
    try withDashboard("yes 1") { file, folder in
      let picture = folder.appendingPathComponent("a.png").path
      let program = try Program.Running(["--snapshot", picture, "--after", "5", file])
      var most = 0
      let ends = eventually {
        let status = try? String(
          contentsOfFile: "/proc/\(program.identifier)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        most = max(most, line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0)
        return !program.isRunning
      }
      try #require(ends)
      #expect(try program.waitForEnd().status == 0)
      // Without the bound the memory was 500 MB and more. An empty picture takes about 60 MB in a debug
      // build.
      #expect(most > 10_000 && most < 200_000, "\(most) kB")
    }
  }
}

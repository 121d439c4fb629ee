import Foundation
import TestSupport
import Testing

/// The end of the program, and events that must not end it.
@Suite(.serialized) struct EndingTests {
  private let folder = TemporaryFolder()

  private func file(_ name: String, _ text: String) throws -> String {
    let url = folder.file(name)
    try text.write(to: url, atomically: true, encoding: .utf8)
    return url.path
  }

  /// The main thread waits in Xlib for a server that does not read.
  @Test func aSignalEndsAProgramWhoseServerStandsStill() throws {
    var options = Xvfb.Options()
    options.hasSharedMemory = false
    let server = try Xvfb(options)
    defer { server.stop() }
    let proxy = try StallingProxy(to: server.display)
    defer { proxy.stop() }
    let child = folder.file("child").path
    let dashboard = try file(
      "stall.yaml",
      """
      panels:
        - {title: A, chart: area, source: {command: "echo $$ > \(child); while sleep 0.02; do date +%N; done"}}
        - {title: B, chart: line, source: {system: cpu.total}}

      """)
    let program = try Program.Running(
      ["--stats", "--size", "1200x780", dashboard], environment: ["DISPLAY": proxy.display])
    try program.waitForErrorLine(containing: "\"frame\":3,")
    try #require(try eventually { try Int32(Self.number(in: child)) != nil })
    try #require(proxy.stall())
    program.signal(SIGTERM)
    // The limit is far below that of any test. Without the mend the program never ends.
    #expect(try program.waitForEnd().status == 0)
    let command = try Self.number(in: child)
    try #require(eventually { !Self.isRunning(command) })
  }

  /// A process that has ended may remain until it is waited for.
  private static func isRunning(_ process: String) -> Bool {
    let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return state.map { !$0.contains(") Z ") } ?? false
  }

  private static func number(in path: String) throws -> String {
    guard FileManager.default.fileExists(atPath: path) else { return "" }
    return try String(contentsOfFile: path, encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The reader of standard error goes away before a message is written.
  @Test func aReaderOfErrorsThatHasGoneDoesNotEndTheWindow() throws {
    let server = try Xvfb()
    defer { server.stop() }
    func dashboard(_ theme: String) -> String {
      "theme: \(theme)\npanels: [{title: A, chart: number, source: {system: load.1}}]\n"
    }
    func waitForColor(_ color: UInt32) throws -> Bool {
      try eventually { try server.screen()[2, 2] & 0xffffff == color }
    }
    let path = try file("wall.yaml", dashboard("dark"))
    let program = try Program.Running(
      ["--size", "900x600", "--no-motion", path], environment: server.environment)
    try #require(try waitForColor(0x0d1117))
    program.stopReadingErrors()
    let good = try server.screen().pixels
    _ = try file("wall.yaml", dashboard("drak"))
    // The notice.
    let foot = (540 * 1280)..<(600 * 1280)
    try #require(try eventually { try server.screen().pixels[foot] != good[foot] })
    _ = try file("wall.yaml", dashboard("light"))
    try #require(try waitForColor(0xeef1f5))
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }

  @Test func aReaderOfTheHelpThatGoesEndsItQuietly() throws {
    let program = Program.executable.path
    let result = try Shell.run("'\(program)' --help | head -1; '\(program)' --help | true")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("usage: wallchart"))
    #expect(result.output.split(separator: "\n").count == 1)
  }

  /// Below 4 the system's loader does not find the program's libraries.
  @Test(arguments: [4, 5, 6, 8, 11, 16, 20, 24, 32, 48, 56, 64])
  func fewFileDescriptorsAreEnoughOrTold(limit: Int) throws {
    let server = try Xvfb()
    defer { server.stop() }
    let dashboard = try file(
      "wall.yaml",
      "panels: [{title: A, chart: number, source: {command: echo 42, every: 1h}}]\n")
    let rows = try file("rows.txt", "1 2\n3 4\n")
    let picture = folder.file("x.png").path
    for arguments in [
      ["--exit-at-end", rows], ["--snapshot", picture, dashboard], ["--snapshot", picture, rows],
    ] {
      let program = try Program.Running(
        arguments, environment: server.environment, preparation: "ulimit -n \(limit)")
      let result = try program.waitForEnd()
      // The program may inherit a few descriptors.
      let needs =
        /wallchart: at least \d+ file descriptors are needed, the limit is (\d+) \(ulimit -n\)\n/
      let match = try needs.wholeMatch(in: result.errors)
      let isRefused = result.status == 71 && match?.1 == "\(limit)"
      let isDone = result.status == 0 && result.errors == ""
      #expect(limit < 35 ? isRefused : isDone, "\(arguments): \(result)")
    }
  }

  /// The commands of a dashboard need descriptors, too.
  @Test(arguments: [48, 80, 140]) func fewFileDescriptorsForManyCommands(limit: Int) throws {
    let panels = (0..<30).map {
      "  - {title: P\($0), chart: number, source: {command: echo \($0), every: 1s}}\n"
    }
    let dashboard = try file("wall.yaml", "panels:\n" + panels.joined())
    let picture = folder.file("x.png").path
    let program = Program.executable.path
    let result = try Shell.run(
      "ulimit -n \(limit); exec '\(program)' --snapshot '\(picture)' '\(dashboard)' 2>&1")
    #expect(result.status == 71, "\(result)")
    #expect(result.output.contains(/at least \d+ file descriptors are needed/), "\(result)")
  }

  /// A soft limit is raised as far as the system allows.
  @Test func aLowSoftLimitIsRaised() throws {
    let rows = try file("rows.txt", "1 2\n3 4\n")
    let picture = folder.file("x.png").path
    let program = Program.executable.path
    let result = try Shell.run(
      "ulimit -Sn 16; exec '\(program)' --snapshot '\(picture)' '\(rows)'")
    #expect(result.status == 0 && result.output == "", "\(result)")
  }
}

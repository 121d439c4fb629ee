import Foundation
import TestSupport
import Testing

/// A kiosk whose X server is killed again and again, beside one that is left alone.
@Suite(.serialized) struct ServerKillTests {
  /// `make test-kills` sets the number.
  private static let kills =
    ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) } ?? 12

  /// The moment of a kill.
  private enum Moment: CaseIterable {
    case idle, inMotion, resizing
    /// While the window is opened, mapped, drawn, or given icons after an earlier kill.
    case opening
  }

  /// The picture is right after every return, so no sample is missing; and nothing is left behind.
  @Test func aKioskReturnsFromEveryKill() throws {
    let (wall, twin) = (try Kiosk(), try Kiosk())
    defer {
      wall.stop()
      twin.stop()
    }
    var random = SeededGenerator(seed: 2026)
    var rows = Rows()
    try rows.write(40, to: [wall, twin])
    try #require(try wall.waitForPicture(of: twin))
    let warmUp = min(10, Self.kills / 2)
    var before = (wall: ProgramUsage.none, twin: ProgramUsage.none)
    var slowest = Duration.zero
    for kill in 0..<Self.kills {
      if kill == warmUp { before = (try wall.usage(), try twin.usage()) }
      let moment = Moment.allCases.randomElement(using: &random)!
      try wall.kill(at: moment, milliseconds: Int.random(in: 0..<300, using: &random)) {
        try rows.write(3, to: [wall, twin])
      }
      // Samples that come while the server is away.
      try rows.write(Int.random(in: 1...4, using: &random), to: [wall, twin])
      try wall.server.restart()
      let start = ContinuousClock.now
      try #require(try wall.waitForPicture(of: twin), "kill \(kill)")
      slowest = max(slowest, ContinuousClock.now - start)
    }
    // The twin has shown all rows at last.
    try twin.waitForRest()
    try #require(try wall.waitForPicture(of: twin))
    #expect(wall.program.isRunning && twin.program.isRunning)
    // The history and its drawing take memory in the twin, too.
    let growth = try twin.usage().memory - before.twin.memory
    var after = try wall.usage()
    let isConstant = try eventually {
      after = try wall.usage()
      return after.isWithin(before.wall, growth: growth)
    }
    let figures = "\(before.wall) became \(after), the twin grew by \(growth) kB"
    try #require(isConstant, "\(figures)")
    print("\(Self.kills) kills: the slowest return took \(slowest), \(figures)")
    wall.program.signal(SIGTERM)
    let result = try wall.program.waitForEnd()
    #expect(result.status == 0)
    // Each end and each return is told once.
    let told = result.errors.split(separator: "\n")
    let ends = told.count { $0.contains("the X server has ended") }
    #expect(ends >= Self.kills && ends <= 2 * Self.kills)
    #expect(told.count { $0.contains("the window is open again") } == ends)
    #expect(told.count == 2 * ends, "\(told.first ?? "")")
  }

  /// The rows of a table with times, so that a picture depends on the rows alone.
  private struct Rows {
    private var time = 1_700_000_000
    private var random = SeededGenerator(seed: 1)

    mutating func write(_ count: Int, to kiosks: [Kiosk]) throws {
      var text = ""
      for _ in 0..<count {
        time += 1
        let values = (0..<3).map { _ in Int.random(in: 0...100, using: &random) }
        text += "\(time) \(values[0]) \(values[1]) \(values[2])\n"
      }
      for kiosk in kiosks { try kiosk.input.write(contentsOf: Data(text.utf8)) }
    }
  }

  /// A kiosk on a server of its own, fed through a pipe.
  private final class Kiosk {
    let server: Xvfb
    let program: Program.Running
    let input: FileHandle

    init() throws {
      var options = Xvfb.Options()
      (options.width, options.height) = (640, 480)
      server = try Xvfb(options)
      let pipe = startingAlone { Pipe() }
      input = pipe.fileHandleForWriting
      program = try Program.Running(
        ["--kiosk", "--timefmt", "%s", "--title", "Kills", "--theme", "light", "--exit-at-end"],
        environment: server.environment, standardInput: pipe.fileHandleForReading)
      try pipe.fileHandleForReading.close()
    }

    func stop() {
      program.signal(SIGTERM)
      server.stop()
    }

    /// - Parameters:
    ///   - milliseconds: the time from the start of that moment to the kill.
    ///   - write: writes new rows, which set the picture in motion.
    func kill(at moment: Moment, milliseconds: Int, write: () throws -> Void) throws {
      switch moment {
      case .idle: break
      case .inMotion: try write()
      case .resizing:
        try write()
        let width = "\(300 + milliseconds)"
        try server.run("xdotool", "search", "--name", "Kills", "windowsize", width, "300")
      case .opening:
        server.stop()
        try write()
        try server.restart()
      }
      Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
      server.stop()
    }

    func waitForPicture(of other: Kiosk) throws -> Bool {
      try eventually { try server.screenBytes() == other.server.screenBytes() }
    }

    /// Waits until the picture has not changed for longer than a motion takes.
    func waitForRest() throws {
      var (last, count) = (Data(), 0)
      let isAtRest = try eventually {
        let now = try server.screenBytes()
        (last, count) = (now, now == last ? count + 1 : 0)
        return count > 60
      }
      try #require(isAtRest)
    }

    func usage() throws -> ProgramUsage { try ProgramUsage(of: program.identifier) }
  }
}

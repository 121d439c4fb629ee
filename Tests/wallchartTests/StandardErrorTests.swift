import Foundation
import TestSupport
import Testing

/// A standard error that takes nothing more.
@Suite struct StandardErrorTests {
  /// Turns between two themes until standard error is certain to be full, and shows the last theme.
  private func turnThemes(_ program: Program.Running, _ server: Xvfb, count: Int) throws {
    try #require(try server.focusWindow(named: "Wallchart"))
    let colors: [UInt32] = [0x0d1117, 0xeef1f5]
    for turn in 1...count {
      try server.run("xdotool", "key", "t")
      try #require(try eventually { try server.screen()[2, 2] & 0xffffff == colors[turn % 2] })
    }
  }

  private func server() throws -> Xvfb {
    var options = Xvfb.Options()
    (options.width, options.height) = (320, 240)
    return try Xvfb(options)
  }

  private static let arguments = [
    "--stats", "--no-motion", "--size", "300x200", "--replay", Program.fixture("orion.samples"),
  ]

  /// The pipe has room for some thirty lines.
  @Test func aPipeThatNobodyReadsDoesNotStopTheWindow() throws {
    let server = try server()
    defer { server.stop() }
    let program = try Program.Running(
      Self.arguments, environment: server.environment, errorCapacity: 8192)
    try turnThemes(program, server, count: 60)
    // The program tells the number of lost lines once there is room.
    try program.waitForErrorLine(containing: "\"frame\":20,")
    try server.run("xdotool", "key", "t")
    let told = try program.waitForErrorLine(containing: "standard error had no room for")
    #expect(told.wholeMatch(of: /wallchart: standard error had no room for \d+ lines?/) != nil)
    program.signal(SIGTERM)
    let result = try program.waitForEnd()
    #expect(result.status == 0)
    #expect(result.errors.contains("\"peak_rss_kb\""))
  }

  @Test func aFullDiskBehindStandardErrorDoesNotStopTheWindow() throws {
    let server = try server()
    defer { server.stop() }
    let program = try Program.Running(
      Self.arguments, environment: server.environment, preparation: "exec 2>/dev/full")
    try turnThemes(program, server, count: 4)
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }
}

import Foundation
import Raster
import TestSupport
import Testing

/// The pointer and the keyboard in the program's window.
@Suite(.serialized) struct PointerWindowTests {
  private static let size = ["--size", "900x600"]
  /// In the plot of the first panel, and beside all panels.
  private static let (plot, outside) = (["160", "200"], ["4", "4"])

  private func server(hasWindowManager: Bool = false) throws -> Xvfb {
    var options = Xvfb.Options()
    options.hasWindowManager = hasWindowManager
    return try Xvfb(options)
  }

  private func snapshot(_ arguments: [String]) throws -> Image {
    try Program.picture(["--replay", Program.fixture("orion.samples")] + arguments)
  }

  /// Waits until the screen shows a picture at its top left, or another one.
  private func shows(_ picture: Image, on server: Xvfb, _ expected: Bool) throws -> Bool {
    try eventually { try isShown(picture, on: server) == expected }
  }

  private func isShown(_ picture: Image, on server: Xvfb) throws -> Bool {
    let screen = try server.screen()
    for y in 0..<picture.height {
      let (row, shown) = (y * picture.width, y * screen.width)
      for x in 0..<picture.width
      where screen.pixels[shown + x] != picture.pixels[row + x] & 0xffffff {
        return false
      }
    }
    return true
  }

  /// Undoes an action. On a machine that pauses, the second click of a double click may come too late, so
  /// it is repeated.
  private func undo(_ undoes: [String], until still: Image, on server: Xvfb) throws -> Bool {
    guard undoes.contains("--repeat") else {
      try server.run("xdotool", undoes)
      return try shows(still, on: server, true)
    }
    return try eventually {
      try server.run("xdotool", undoes)
      return try eventually(seconds: 5) { try isShown(still, on: server) }
    }
  }

  /// Every action on a page can be undone to the last pixel.
  @Test func whatTheUserDoesIsSeenAndGoesAgain() throws {
    let server = try server()
    defer { server.stop() }
    let program = try Program.Running(
      ["--stats", "--no-motion", "--replay", Program.fixture("orion.samples")] + Self.size,
      environment: server.environment)
    try program.waitForErrorLine(containing: "\"frame\":1")
    try #require(try server.focusWindow(named: "Wallchart"))
    let still = try snapshot(Self.size)
    try #require(try shows(still, on: server, true))
    let (to, away) = (["mousemove"] + Self.plot, ["mousemove"] + Self.outside)
    let acts: [(does: [String], undoes: [String])] = [
      (to, away),
      (["key", "Left", "Left"], ["key", "Escape"]),
      (to + ["click", "4", "click", "4"] + away, ["key", "0"]),
      (to + ["click", "4"] + away, to + ["click", "5"] + away),
      (
        to + ["mousedown", "1", "mousemove_relative", "20", "0", "mousemove_relative", "20", "0"],
        ["mouseup", "1", "key", "l"] + away
      ),
      (
        to + ["mousedown", "1", "mousemove_relative", "20", "0", "mouseup", "1"] + away,
        to + ["click", "--repeat", "2", "--delay", "10", "1"] + away
      ),
      (["key", "plus", "plus", "shift+Left"], ["key", "Home"]),
      (["key", "1"], ["key", "1"]),
    ]
    for (does, undoes) in acts {
      try server.run("xdotool", does)
      try #require(try shows(still, on: server, false), "\(does)")
      try #require(try undo(undoes, until: still, on: server), "\(undoes)")
    }
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }

  /// A command that is piped into the program leaves the keyboard to the terminal, until the user clicks
  /// into the window.
  @Test func aPipeDoesNotTakeTheFocus() throws {
    let server = try server(hasWindowManager: true)
    defer { server.stop() }
    let rows = (1...50).map { "\($0) \($0 * $0)\n" }.joined()
    let program = try Program.Running(
      ["--stats", "--no-motion"] + Self.size, environment: server.environment, input: rows)
    try program.waitForErrorLine(containing: "\"frame\":1")
    func number(_ text: String) -> Int? {
      text.split(separator: "\n").first.flatMap { Int($0) }
    }
    let window = try #require(
      number(
        server.run("xdotool", "search", "--sync", "--onlyvisible", "--class", "wallchart")))
    func focus() throws -> Int? { number(try server.run("xdotool", "getwindowfocus", "-f")) }
    #expect(try focus() != window)
    try server.run("xdotool", "mousemove", "--window", "\(window)", "300", "200", "click", "1")
    try #require(try eventually { try focus() == window })
    try server.run("xdotool", "key", "q")
    #expect(try program.waitForEnd().status == 0)
  }
}

import Foundation
import Raster
import TestSupport
import Testing

/// The gallery in a window of an X server.
@Suite(.serialized) struct GalleryWindowTests {
  private let server: Xvfb
  private static let size = ["--size", "900x600"]

  init() throws { server = try Xvfb() }

  /// Starts the program with the pointer beside its window.
  private func start(_ arguments: [String]) throws -> Program.Running {
    try server.run("xdotool", "mousemove", "1200", "700")
    let program = try Program.Running(
      ["gallery", "--stats", "--language", "en"] + Self.size + arguments,
      environment: server.environment)
    program.waitForErrorLine(containing: "\"frame\":1,")
    try server.run("xdotool", "search", "--sync", "--name", "Wallchart", "windowfocus", "--sync")
    return program
  }

  private func snapshot(_ arguments: [String] = []) throws -> Image {
    try Program.picture(["gallery", "--language", "en"] + Self.size + arguments)
  }

  /// How many pixels differ from a picture, once the server has handled what it was sent.
  private func difference(_ picture: Image) throws -> Int {
    var count = try differenceNow(picture)
    for _ in 0..<20 where count > 0 {
      try server.run("xdotool", "getmouselocation")
      count = try differenceNow(picture)
    }
    return count
  }

  private func differenceNow(_ picture: Image) throws -> Int {
    let screen = try server.screen()
    var count = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width
      where screen[x, y] != picture.pixels[y * picture.width + x] & 0xffffff {
        count += 1
      }
    }
    return count
  }

  private func key(_ name: String) throws { try server.run("xdotool", "key", name) }

  /// Opened, with a card played again by a click and by its key, with all played again: in the end
  /// it shows what a snapshot does.
  @Test func playedAgain() throws {
    let program = try start([])
    program.waitForErrorLine(containing: "\"animating\":false")
    let picture = try snapshot()
    #expect(try difference(picture) == 0)
    for step in ["5", "r"] {
      try key(step)
      #expect(program.waitForErrorLine(containing: "\"animating\":true") != nil)
      program.waitForErrorLine(containing: "\"animating\":false")
      #expect(try difference(picture) == 0)
    }
    // In the lower right is the progress ring; its edge shows that the pointer is there.
    try server.run("xdotool", "mousemove", "700", "500", "click", "1")
    #expect(program.waitForErrorLine(containing: "\"animating\":true") != nil)
    program.waitForErrorLine(containing: "\"animating\":false")
    try server.run("xdotool", "mousemove", "700", "5")
    #expect(try difference(picture) == 0)
    try key("q")
    #expect(try program.waitForEnd().status == 0)
  }

  /// New data, until it is the first again, and the other theme.
  @Test func newDataAndTheme() throws {
    let program = try start(["--no-motion"])
    let picture = try snapshot()
    #expect(try difference(picture) == 0)
    for frame in 2...6 {
      try key("n")
      program.waitForErrorLine(containing: "\"frame\":\(frame),")
    }
    #expect(try difference(picture) == 0)
    try key("t")
    program.waitForErrorLine(containing: "\"frame\":7,")
    #expect(try difference(snapshot(["--theme", "light"])) == 0)
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }
}

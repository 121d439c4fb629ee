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
    try program.waitForErrorLine(containing: "\"frame\":1,")
    try #require(try server.focusWindow(named: "Wallchart"))
    return program
  }

  private func snapshot(_ arguments: [String] = []) throws -> Image {
    try Program.picture(["gallery", "--language", "en"] + Self.size + arguments)
  }

  /// The number of pixels that differ from a picture, after waiting for the picture for a long time.
  private func difference(_ picture: Image) throws -> Int {
    var count = 0
    _ = try eventually {
      count = try server.difference(from: picture)
      return count == 0
    }
    return count
  }

  private func key(_ name: String) throws { try server.run("xdotool", "key", name) }

  /// Plays a chart again, and waits for the end. A chart is played from the key press on, so on a machine
  /// that pauses it may be over before its first frame; then it is played once more.
  private func play(_ program: Program.Running, _ act: String...) throws -> Bool {
    for _ in 0..<10 {
      try server.run("xdotool", act)
      if program.errorLine(containing: "\"animating\":true", seconds: 20) != nil {
        try program.waitForErrorLine(containing: "\"animating\":false")
        return true
      }
    }
    return false
  }

  /// After a chart has been played by a click and by its key, and then all charts, the window equals a
  /// snapshot.
  @Test func playedAgain() throws {
    let program = try start([])
    try program.waitForErrorLine(containing: "\"animating\":false")
    let picture = try snapshot()
    try #require(try difference(picture) == 0)
    for step in ["5", "r"] {
      try #require(try play(program, "key", step))
      try #require(try difference(picture) == 0)
    }
    // The progress ring is in the lower right; its edge shows that the pointer is there.
    try #require(try play(program, "mousemove", "700", "500", "click", "1"))
    try server.run("xdotool", "mousemove", "700", "5")
    try #require(try difference(picture) == 0)
    try key("q")
    #expect(try program.waitForEnd().status == 0)
  }

  /// New data appears until the first data returns, and the other theme.
  @Test func newDataAndTheme() throws {
    let program = try start(["--no-motion"])
    let picture = try snapshot()
    try #require(try difference(picture) == 0)
    for frame in 2...6 {
      try key("n")
      try program.waitForErrorLine(containing: "\"frame\":\(frame),")
    }
    try #require(try difference(picture) == 0)
    try key("t")
    try program.waitForErrorLine(containing: "\"frame\":7,")
    try #require(try difference(snapshot(["--theme", "light"])) == 0)
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }
}

import Foundation
import Raster
import TestSupport
import Testing

/// The program in a window of an X server.
@Suite(.serialized) struct WindowTests {
  private let server: Xvfb
  private let folder = TemporaryFolder()

  init() throws { server = try Xvfb() }

  private func start(_ arguments: [String], folder: URL? = nil) throws -> Program.Running {
    try Program.Running(
      ["--stats", "--replay", Program.fixture("orion.samples")] + arguments,
      environment: server.environment, folder: folder)
  }

  private func snapshot(_ arguments: [String]) throws -> Image {
    try Program.picture(["--replay", Program.fixture("orion.samples")] + arguments)
  }

  /// The number of pixels at the screen's top left that differ from a picture, after waiting for the
  /// picture for a long time.
  private func difference(_ picture: Image) throws -> Int {
    var count = 0
    _ = try eventually {
      count = try server.difference(from: picture)
      return count == 0
    }
    if count > 0 { try keepScreen() }
    return count
  }

  /// Leaves the screen's picture in `.failures`.
  private func keepScreen() throws {
    let screen = try server.screen()
    let bitmap = Bitmap(width: screen.width, height: screen.height)
    for (i, pixel) in screen.pixels.enumerated() { bitmap.buffer.base[i] = 0xff00_0000 | pixel }
    let folder = Program.root.appendingPathComponent(".failures")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try PNG.write(bitmap, to: folder.appendingPathComponent("screen.png").path)
  }

  /// The window has the dashboard's title, and a title that is edited.
  @Test func theWindowHasTheDashboardsTitle() throws {
    let file = folder.file("wall.yaml")
    func write(_ title: String) throws {
      try "title: \(title)\npanels:\n  - source: {system: load.1}\n"
        .write(to: file, atomically: true, encoding: .utf8)
    }
    try write("Rack 4")
    let program = try Program.Running(
      ["--stats", "--size", "400x300", file.path], environment: server.environment)
    try program.waitForErrorLine(containing: "\"frame\":1,")
    try #require(try server.focusWindow(named: "^Rack 4$"))
    try write("Rack 5")
    try #require(try server.focusWindow(named: "^Rack 5$"))
    try server.run("xdotool", "key", "q")
    #expect(try program.waitForEnd().status == 0)
  }

  @Test(arguments: [
    ["--size", "900x600"], ["--size", "640x480", "--theme", "light", "--scale", "1.5"],
  ])
  func theWindowShowsTheSnapshot(arguments: [String]) throws {
    let program = try start(arguments)
    try program.waitForErrorLine(containing: "\"animating\":false")
    try #require(try difference(snapshot(arguments)) == 0)
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func aSignalEndsItCleanly(number: Int32) throws {
    let program = try start(["--no-motion"])
    try program.waitForErrorLine(containing: "\"frame\":1")
    program.signal(number)
    let result = try program.waitForEnd()
    #expect(result.status == 0)
    let last = result.errors.split(separator: "\n").last ?? ""
    for key in [
      "frames", "frame_timer_wakeups", "source_wakeups", "updates", "display_bytes", "peak_rss_kb",
    ] {
      #expect(last.contains("\"\(key)\":"))
    }
  }

  /// A frame gives the server the pixels of its damage, and the end tells the sum.
  @Test func theBytesOfTheDamageAreTold() throws {
    struct Frame: Decodable {
      let damagePx: Int
      let displayBytes: Int
    }
    let program = try Program.Running(
      ["--stats", "--no-motion", "--no-history", "--size", "400x300"],
      environment: server.environment)
    try program.waitForErrorLine(containing: "\"frame\":3,")
    program.signal(SIGTERM)
    let lines = try program.waitForEnd().errors.split(separator: "\n").map { Data($0.utf8) }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let frames = lines.compactMap { try? decoder.decode(Frame.self, from: $0) }
    #expect(frames.count >= 3 && frames.first?.displayBytes == 4 * 400 * 300)
    for frame in frames.dropFirst() {
      #expect((1...4 * frame.damagePx).contains(frame.displayBytes))
    }
    let last = try #require(lines.last)
    let sum = try JSONSerialization.jsonObject(with: last) as? NSDictionary
    #expect(sum?["display_bytes"] as? Int == frames.reduce(0) { $0 + $1.displayBytes })
  }

  /// Only the text about late values, and a past that is read from the disk within a refresh of the first
  /// frame, may set the timer. A run on a machine that pauses, with late values, does not count.
  @Test func withoutMotionTheFrameTimerNeverFires() throws {
    var errors: String?
    _ = try eventually {
      let program = try Program.Running(
        ["--stats", "--no-motion", "--no-history"], environment: server.environment)
      for frame in 2...4 { try program.waitForErrorLine(containing: "\"frame\":\(frame),") }
      program.signal(SIGTERM)
      let text = try program.waitForEnd().errors
      #expect(!text.contains("\"animating\":true"))
      let times = text.matches(of: /"frame":\d+,"time":([\d.]+)/).compactMap { Double($0.1) }
      // One reading per second.
      if zip(times, times.dropFirst()).allSatisfy({ $1 - $0 < 1.4 }) { errors = text }
      return errors != nil
    }
    #expect(try #require(errors).contains("\"frame_timer_wakeups\":0"))
  }

  @Test func keys() throws {
    let size = ["--size", "900x600"]
    let program = try start(size + ["--no-motion"], folder: folder.url)
    try program.waitForErrorLine(containing: "\"frame\":1")
    try #require(try server.focusWindow(named: "Wallchart"))
    try server.run("xdotool", "key", "t")
    try program.waitForErrorLine(containing: "\"frame\":2")
    try #require(try difference(snapshot(size + ["--theme", "light"])) == 0)
    try server.run("xdotool", "key", "s")
    try program.waitForErrorLine(containing: "\"frame\":3")
    var saved: [String] = []
    try #require(
      try eventually {
        saved = try folder.names
        return !saved.isEmpty
      })
    #expect(saved.count == 1 && saved[0].hasPrefix("wallchart-") && saved[0].hasSuffix(".png"))
    try server.run("xdotool", "key", "q")
    #expect(try program.waitForEnd().status == 0)
  }

  /// The writer goes away at once: the window stays until it is closed, or ends with its input.
  @Test func aPipeThatEnds() throws {
    let rows = (1...50).map { "\($0) \($0 * $0)\n" }.joined()
    let staying = try Program.Running(
      ["--stats", "--no-motion"], environment: server.environment, input: rows)
    try staying.waitForErrorLine(containing: "\"frame\":1")
    staying.signal(SIGINT)
    #expect(try staying.waitForEnd().status == 0)
    let ending = try Program.Running(
      ["--exit-at-end"], environment: server.environment, input: rows)
    #expect(try ending.waitForEnd().status == 0)
  }

  @Test func exitOfFeedgnuplotEndsTheProgram() throws {
    let program = try Program.Running(
      [], environment: server.environment, input: "1\n2\nreplot\nexit\n3\n")
    #expect(try program.waitForEnd().status == 0)
  }

  /// A window manager, or the user's script, may ask for any size.
  @Test func aWindowThatIsTooLargeIsToldOnce() throws {
    let program = try start(["--no-motion", "--size", "640x480"])
    try program.waitForErrorLine(containing: "\"frame\":1,")
    for (size, frame) in [(["40000", "100"], 2), (["1", "100"], 3), (["50000", "1"], 4)] {
      try server.run("xdotool", ["search", "--name", "Wallchart", "windowsize"] + size)
      // One frame of each size.
      try program.waitForErrorLine(containing: "\"frame\":\(frame),")
    }
    try server.run("xdotool", "search", "--name", "Wallchart", "windowsize", "640", "480")
    try #require(try difference(snapshot(["--size", "640x480"])) == 0)
    program.signal(SIGTERM)
    let result = try program.waitForEnd()
    #expect(result.status == 0)
    let notices = result.errors.split(separator: "\n").filter { $0.hasPrefix("wallchart: ") }
    #expect(
      notices == [
        "wallchart: the window of 40000x100 pixels is larger than a picture can be (at most 32767 a "
          + "side and 67108864 in all): only its top left is drawn"
      ])
  }

  @Test(arguments: [[], ["--kiosk", "--no-reconnect"]])
  func theServersEndIsTheProgramsEnd(arguments: [String]) throws {
    let program = try start(["--no-motion"] + arguments)
    try program.waitForErrorLine(containing: "\"frame\":1")
    server.stop()
    let result = try program.waitForEnd()
    #expect(result.status == 69)
    #expect(result.errors.contains("X server"))
  }

  /// A program without a window would be an invisible process.
  @Test func aWindowThatAnotherProgramDestroysEndsTheProgram() throws {
    let program = try start(["--no-motion"])
    try program.waitForErrorLine(containing: "\"frame\":1")
    try server.run("xdotool", "search", "--name", "Wallchart", "windowclose")
    let result = try program.waitForEnd()
    #expect(result.status == 0)
    #expect(!result.errors.contains("X server"))
  }

  @Test(arguments: ["--kiosk", "--reconnect"])
  func aWindowThatReconnectsIsOpenedAgain(option: String) throws {
    let program = try start(["--no-motion", option])
    try program.waitForErrorLine(containing: "\"frame\":1,")
    try server.run("xdotool", "search", "--name", "Wallchart", "windowclose")
    try program.waitForErrorLine(containing: "waiting to open the window again")
    try program.waitForErrorLine(containing: "the window is open again")
    try program.waitForErrorLine(containing: "\"frame\":2,")
    // A signal ends the program while the server is away, too.
    server.stop()
    try program.waitForErrorLine(containing: "waiting to open the window again")
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }
}

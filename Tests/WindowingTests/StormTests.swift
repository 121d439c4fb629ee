import CX11
import Foundation
import Geometry
import Raster
import TestSupport
import Testing

@testable import Windowing

/// Storms: far more of one thing than a screen on a wall meets in a year. The program goes on with the right
/// picture, loses nothing, and comes to rest.
///
/// | storm | test |
/// |---|---|
/// | ten thousand resizes | `tenThousandResizes` |
/// | a thousand exposes | `aThousandExposes` |
/// | a minute of key repeat | `aMinuteOfKeyRepeat` |
/// | a monitor toggled a hundred times | `aMonitorToggledAHundredTimes` |
/// | a screen turned a hundred times | `MonitorChangeTests.aScreenThatTurns` |
/// | the clock a day back and forth | `ClockStepTests`, and each cycle of `SoakTests` |
/// | a locale without UTF-8 | `LocaleTests` |
/// | no fonts at all | `NoFontTests` |
/// | 1×1 and 7680×4320 | `theSmallestAndTheLargestScreen`; in between `ResizeTests` |
/// | depths 8 to 30 | `EventFuzzTests`; 32 bits in `aVisualWithAlphaIsNotTaken` |
/// | a big-endian server | `aServerWithTheOtherByteOrder` |
/// | a remote display that stalls and goes on | `aDisplayThatStallsAndGoesOn`; the end meanwhile in
/// `EndingTests` |
/// | suspend and resume | `FrameLoopTests.hoursBetweenTwoFramesTakeOneFrame` |
/// | `SIGSTOP` | `aProgramThatWasStopped` |
/// | `SIGPIPE` | `EndingTests`, `SessionTests`, `OutputTests` |
/// | a full standard error | `StandardErrorTests` |
/// | ten thousand file descriptors taken | `tenThousandDescriptors`; hardly any left in `EndingTests` |
/// | a memory limit of 64 MB | `aMemoryLimitOf64MB` |
@MainActor
@Suite(.serialized)
struct StormTests {
  private let folder = TemporaryFolder()
  private static let recording = ["--replay", Program.fixture("orion.samples")]

  /// A program that shows a recording without motion, and the second client of its server.
  private struct Wall {
    let server: Xvfb
    let program: Program.Running
    let client: XClient
    let window: CX11.Window

    @MainActor
    init(_ server: Xvfb, _ arguments: [String]) throws {
      self.server = server
      program = try Program.Running(
        ["--stats", "--no-motion"] + StormTests.recording + arguments,
        environment: server.environment)
      try program.waitForErrorLine(containing: "\"frame\":1,")
      // The socket for control opens after the first picture.
      try #require(try program.comesToRest())
      let name = try server.run("xdotool", "search", "--name", "Wallchart")
      window = try #require(UInt(name.prefix { $0.isNumber }))
      client = try XClient(server.display)
      ErrorRecord.install()
    }

    /// Whether the top left of the screen shows a picture at last.
    func shows(_ picture: Image) throws -> Bool {
      try eventually {
        let screen = try server.screen()
        return (0..<picture.height).allSatisfy { y in
          let row = screen.pixels[y * screen.width..<y * screen.width + picture.width]
          return zip(row, picture.pixels[y * picture.width..<(y + 1) * picture.width])
            .allSatisfy { $0 == $1 & 0xffffff }
        }
      }
    }

    /// Ends the program, which must have been at rest.
    func end() throws {
      try #require(try program.comesToRest())
      program.signal(SIGTERM)
      let result = try program.waitForEnd()
      #expect(result.status == 0)
      let messages = result.errors.split(separator: "\n").filter { !$0.hasPrefix("{") }
      #expect(messages == [])
    }
  }

  private func picture(_ arguments: [String]) throws -> Image {
    try Program.picture(Self.recording + arguments)
  }

  @Test func tenThousandResizes() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let wall = try Wall(server, ["--size", "640x480"])
    let before = try ProgramUsage(of: wall.program.identifier)
    var random = SeededGenerator(seed: 1)
    for i in 0..<10_000 {
      XResizeWindow(
        wall.client.display, wall.window, .random(in: 1...1000, using: &random),
        .random(in: 1...700, using: &random))
      if i % 100 == 0 { wall.client.sync() }
    }
    XResizeWindow(wall.client.display, wall.window, 640, 480)
    wall.client.sync()
    try #require(try wall.shows(picture(["--size", "640x480"])))
    let after = try ProgramUsage(of: wall.program.identifier)
    #expect(after.descriptors == before.descriptors && after.segments <= 2)
    try wall.end()
  }

  @Test func aThousandExposes() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let wall = try Wall(server, ["--size", "640x480"])
    var random = SeededGenerator(seed: 2)
    for _ in 0..<1000 {
      let (x, y) = (
        Int32.random(in: 0..<640, using: &random), Int32.random(in: 0..<480, using: &random)
      )
      let (width, height) = (
        UInt32.random(in: 1...300, using: &random), UInt32.random(in: 1...300, using: &random)
      )
      XClearArea(wall.client.display, wall.window, x, y, width, height, 1)
    }
    wall.client.sync()
    try #require(try wall.shows(picture(["--size", "640x480"])))
    try wall.end()
  }

  /// A key that is held down acts once, however often the server repeats the key.
  @Test func aMinuteOfKeyRepeat() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let wall = try Wall(server, ["--size", "640x480"])
    func send(_ type: Int32) {
      var event = XEvent()
      event.xkey.type = type
      event.xkey.window = wall.window
      event.xkey.keycode = UInt32(XKeysymToKeycode(wall.client.display, KeySym(XK_t)))
      let mask = type == KeyPress ? KeyPressMask : KeyReleaseMask
      XSendEvent(wall.client.display, wall.window, 0, mask, &event)
    }
    let repeatsPerSecond = 30
    for _ in 0..<60 * repeatsPerSecond { send(KeyPress) }
    wall.client.sync()
    try #require(try wall.shows(picture(["--size", "640x480", "--theme", "light"])))
    try #require(try wall.program.comesToRest())
    send(KeyRelease)
    send(KeyPress)
    send(KeyRelease)
    wall.client.sync()
    try #require(try wall.shows(picture(["--size", "640x480"])))
    try wall.end()
  }

  @Test func aMonitorToggledAHundredTimes() throws {
    let server = try Xvfb()
    defer { server.stop() }
    try server.run("xrandr", "--setmonitor", "left", "500/130x800/210+0+0", "screen")
    try server.run("xrandr", "--setmonitor", "right", "780/200x800/210+500+0", "none")
    let wall = try Wall(server, ["--kiosk", "--monitor", "right"])
    let before = try ProgramUsage(of: wall.program.identifier)
    let (display, root) = (wall.client.display, wall.client.root)
    let name = wall.client.atom("right")
    for _ in 0..<100 {
      XRRDeleteMonitor(display, root, name)
      wall.client.sync()
      let monitor = try #require(XRRAllocateMonitor(display, 0))
      monitor.pointee.name = name
      (monitor.pointee.x, monitor.pointee.width, monitor.pointee.height) = (500, 780, 800)
      (monitor.pointee.mwidth, monitor.pointee.mheight) = (200, 210)
      XRRSetMonitor(display, root, monitor)
      XRRFreeMonitors(monitor)
      wall.client.sync()
    }
    // The whole monitor has the colour of the page at its edge.
    let isShown = eventually {
      [(501, 1), (1278, 1), (501, 798), (1278, 798)].allSatisfy { x, y in
        wall.client.pixels(root, x: x, y: y, width: 1, height: 1) == [0x0d1117]
      }
    }
    try #require(isShown)
    let after = try ProgramUsage(of: wall.program.identifier)
    #expect(after.descriptors == before.descriptors)
    try wall.end()
  }

  @Test(arguments: [(1, 1), (7680, 4320)])
  func theSmallestAndTheLargestScreen(width: Int, height: Int) throws {
    var options = Xvfb.Options()
    (options.width, options.height) = (width, height)
    let server = try Xvfb(options)
    defer { server.stop() }
    let wall = try Wall(server, ["--kiosk"])
    let isShown = eventually {
      [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)].allSatisfy { x, y in
        wall.client.pixels(wall.client.root, x: x, y: y, width: 1, height: 1) == [0x0d1117]
      }
    }
    try #require(isShown)
    try wall.end()
  }

  /// A visual with alpha would show the desktop through the window.
  @Test func aVisualWithAlphaIsNotTaken() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let fixture = try Fixture(server.display)
    var pattern = XVisualInfo()
    pattern.depth = 32
    var count: Int32 = 0
    let found = XGetVisualInfo(fixture.client.display, Int(VisualDepthMask), &pattern, &count)
    XFree(found)
    #expect(count > 0, "the server has visuals with alpha")
    let format = try #require(PixelFormat.best(fixture.window.connection))
    #expect(format.depth == 24)
  }

  /// The server of the test takes the lowest byte first, so what a server with the other order would show
  /// right is shown with its bytes swapped. At depth 24 nobody sees the highest byte.
  @Test(arguments: [16, 24])
  func aServerWithTheOtherByteOrder(depth: Int) throws {
    var options = Xvfb.Options()
    (options.depth, options.hasSharedMemory) = (depth, false)
    let server = try Xvfb(options)
    defer { server.stop() }
    let proxy = try StallingProxy(to: server.display, isBigEndian: true)
    defer { proxy.stop() }
    let fixture = try Fixture(proxy.display, observed: server.display)
    fixture.window.map()
    try fixture.wait { fixture.window.visibility.isMapped }
    try fixture.present(seed: 3)
    let format = try #require(PixelFormat.best(fixture.window.connection))
    let expected = Fixture.pattern(width: 320, height: 240, seed: 3).map { argb -> UInt32 in
      let pixel = format.pixel(argb)
      return depth == 16
        ? UInt32(UInt16(truncatingIfNeeded: pixel).byteSwapped) : pixel.byteSwapped & 0xffffff
    }
    try fixture.waitUntilShown(expected)
  }

  /// Two programs with the same rows, of which one does not get through for a while.
  private func compareTwins(
    display: (Xvfb) throws -> String,
    meanwhile: (Program.Running, _ writeRows: () throws -> Void) throws -> Void
  ) throws {
    var options = Xvfb.Options()
    (options.width, options.height, options.hasSharedMemory) = (640, 480, false)
    let servers = [try Xvfb(options), try Xvfb(options)]
    defer { for server in servers { server.stop() } }
    let pipes = startingAlone { [Pipe(), Pipe()] }
    var random = SeededGenerator(seed: 5)
    var time = 1_700_000_000
    func writeRows() throws {
      var text = ""
      for _ in 0..<40 {
        time += 1
        text += "\(time) \(Int.random(in: 0...100, using: &random))\n"
      }
      for pipe in pipes { try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
    }
    let displays = [try display(servers[0]), servers[1].display]
    let twins = try zip(displays, pipes).map { display, pipe in
      try Program.Running(
        ["--kiosk", "--timefmt", "%s", "--title", "Twins", "--exit-at-end"],
        environment: ["DISPLAY": display], standardInput: pipe.fileHandleForReading)
    }
    func areEqual() throws -> Bool {
      try eventually { try servers[0].screenBytes() == servers[1].screenBytes() }
    }
    try writeRows()
    let empty = try servers[1].screenBytes()
    try #require(try eventually { try servers[1].screenBytes() != empty })
    try #require(try areEqual())
    try meanwhile(twins[0], writeRows)
    try writeRows()
    try #require(try twins[1].comesToRest())
    try #require(try areEqual())
    try #require(try twins[0].comesToRest())
    for twin in twins {
      twin.signal(SIGTERM)
      let result = try twin.waitForEnd()
      #expect(result.status == 0 && result.errors == "", "\(result)")
    }
  }

  @Test func aDisplayThatStallsAndGoesOn() throws {
    var proxy: StallingProxy?
    defer { proxy?.stop() }
    try compareTwins {
      proxy = try StallingProxy(to: $0.display)
      return proxy!.display
    } meanwhile: { _, writeRows in
      // The rows set the program in motion.
      try writeRows()
      try #require(proxy!.stall())
      try writeRows()
      proxy!.resume()
    }
  }

  @Test func aProgramThatWasStopped() throws {
    try compareTwins {
      $0.display
    } meanwhile: { program, writeRows in
      program.signal(SIGSTOP)
      for _ in 0..<20 { try writeRows() }
      program.signal(SIGCONT)
    }
  }

  /// A dashboard with a command, so that descriptors are passed on, too.
  private func dashboard() throws -> String {
    let path = folder.file("wall.yaml").path
    let panels = ["line", "area", "stacked", "spectrum", "progress", "number", "ring"].map {
      chart in
      let goal = ["progress", "ring"].contains(chart) ? ", goal: 100" : ""
      let source = "{command: \"echo 42\", every: 1s}"
      return "      - {title: \(chart), chart: \(chart)\(goal), source: \(source)}\n"
    }
    let pages = ["A", "B"].map {
      "  - name: \($0)\n    duration: 1s\n    panels:\n\(panels.joined())"
    }
    try "pages:\n\(pages.joined())".write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// Runs the dashboard as a kiosk until pages have turned.
  private func turnPages(_ preparation: String) throws -> Program.Result {
    var options = Xvfb.Options()
    (options.width, options.height) = (1920, 1080)
    let server = try Xvfb(options)
    defer { server.stop() }
    let program = try Program.Running(
      ["--stats", "--kiosk", dashboard()], environment: server.environment,
      preparation: preparation)
    try program.waitForErrorLine(containing: "\"frame\":60,")
    program.signal(SIGTERM)
    return try program.waitForEnd()
  }

  /// The system may allow fewer.
  @Test func tenThousandDescriptors() throws {
    let result = try turnPages(
      """
      exec bash -c '
        n=$(ulimit -Hn)
        [ "$n" != unlimited ] && [ "$n" -lt 12000 ] || n=12000
        ulimit -n $n
        for ((i = 0; i < n - 2000; i++)); do exec {f}</dev/null; done
        exec "$0" "$@"' "$0" "$@"
      """)
    #expect(result.status == 0)
    #expect(result.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("{") })
  }

  @Test func aMemoryLimitOf64MB() throws {
    let result = try turnPages("ulimit -d 65536")
    #expect(result.status == 0)
    #expect(result.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("{") })
  }
}

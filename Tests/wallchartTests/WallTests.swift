import Foundation
import TestSupport
import Testing

/// A kiosk that is left alone: its monitors, its nights, its locks, and an X server that is not there yet.
@Suite(.serialized) struct WallTests {
  private static let light: UInt32 = 0xeef1_f5
  private let folder = TemporaryFolder()

  private func dashboard(_ keys: String, _ body: (String) throws -> Void) throws {
    let file = folder.file("wall.yaml")
    let text = """
      theme: light
      \(keys)
      pages:
        - name: One
          panels: [{title: A, chart: number, source: {command: echo 1, every: 1h}}]
        - name: Two
          panels: [{title: B, chart: number, source: {command: echo 2, every: 1h}}]
      """
    try text.write(to: file, atomically: true, encoding: .utf8)
    try body(file.path)
  }

  private func windows(on server: Xvfb) throws -> [String] {
    try server.run("xdotool", "search", "--onlyvisible", "--class", "wallchart")
      .split(separator: "\n").map(String.init)
  }

  /// The places of all windows of the program, as x, y, width and height, in order.
  private func places(on server: Xvfb) throws -> [[Int]] {
    try windows(on: server).map { try place(of: $0, on: server) }.sorted { $0[0] < $1[0] }
  }

  private func place(of window: String, on server: Xvfb) throws -> [Int] {
    let text = try server.run("xdotool", "getwindowgeometry", "--shell", window)
    let values = text.split(separator: "\n").reduce(into: [String: Int]()) { result, line in
      let parts = line.split(separator: "=")
      if parts.count == 2 { result[String(parts[0])] = Int(parts[1]) }
    }
    return ["X", "Y", "WIDTH", "HEIGHT"].map { values[$0] ?? -1 }
  }

  private func ink(_ columns: Range<Int>, on server: Xvfb) throws -> [UInt32] {
    let screen = try server.screen()
    return columns.flatMap { x in (0..<screen.height).map { screen[x, $0] & 0xffffff } }
  }

  @Test func eachMonitorShowsAPage() throws {
    let server = try Xvfb()
    defer { server.stop() }
    try server.run("xrandr", "--setmonitor", "left", "640/160x800/210+0+0", "screen")
    try server.run("xrandr", "--setmonitor", "right", "640/160x800/210+640+0", "none")
    try dashboard("screen: {distance: 3m}") { file in
      let program = try Program.Running(
        ["--kiosk", "--monitor", "all", "--no-motion", "--pixel-shift", "0", file],
        environment: server.environment)
      let both = [[0, 0, 640, 800], [640, 0, 640, 800]]
      try #require(try eventually { try places(on: server) == both })
      // The pages have different names, titles and values.
      try #require(
        try eventually {
          let (left, right) = (try ink(0..<640, on: server), try ink(640..<1280, on: server))
          return left.contains { $0 < 0x40_0000 } && right.contains { $0 < 0x40_0000 }
            && left != right
        })
      let right = try ink(640..<1280, on: server)
      try server.run("xrandr", "--delmonitor", "right")
      try #require(try eventually { try places(on: server) == [[0, 0, 640, 800]] })
      try server.run("xrandr", "--setmonitor", "right", "640/160x800/210+640+0", "none")
      try #require(try eventually { try places(on: server) == both })
      try #require(try eventually { try ink(640..<1280, on: server) == right })
      // A window that is larger than a picture is reported on each monitor.
      let side = try windows(on: server).first { try place(of: $0, on: server)[0] == 640 }
      try server.run("xdotool", "windowsize", try #require(side), "40000", "20")
      try program.waitForErrorLine(containing: "40000x20 pixels is larger than a picture")
      program.signal(SIGTERM)
      #expect(try program.waitForEnd().status == 0)
    }
  }

  /// The page that the command line names may no longer exist when a monitor is added.
  @Test func aMonitorThatComesAfterItsPageWasRenamedHasAWindow() throws {
    let server = try Xvfb()
    defer { server.stop() }
    try server.run("xrandr", "--setmonitor", "left", "640/160x800/210+0+0", "screen")
    try dashboard("title: Before") { file in
      let program = try Program.Running(
        ["--kiosk", "--monitor", "all", "--page", "Two", file], environment: server.environment)
      try #require(try server.focusWindow(named: "Before"))
      let text = try String(contentsOfFile: file, encoding: .utf8)
      try text.replacingOccurrences(of: "Before", with: "Now")
        .replacingOccurrences(of: "Two", with: "Last")
        .write(toFile: file, atomically: true, encoding: .utf8)
      try #require(try server.focusWindow(named: "Now"))
      try server.run("xrandr", "--setmonitor", "right", "640/160x800/210+640+0", "none")
      try program.waitForErrorLine(containing: "there is no page 'Two': there is 'One', 'Last'")
      try #require(
        try eventually { try places(on: server) == [[0, 0, 640, 800], [640, 0, 640, 800]] })
      program.signal(SIGTERM)
      #expect(try program.waitForEnd().status == 0)
    }
  }

  @Test func aLockedWindowShowsValuesAndDoesNothingElse() throws {
    var options = Xvfb.Options()
    options.hasWindowManager = true
    let server = try Xvfb(options)
    defer { server.stop() }
    let program = try Program.Running(
      [
        "--locked", "--fullscreen", "--replay", Program.fixture("orion.samples"), "--no-motion",
        "--stats",
      ], environment: server.environment)
    // The window manager may give the window its size after the first frame.
    try program.waitForErrorLine(containing: "\"damage_px\":1024000,")
    try #require(try server.focusWindow(named: "Wallchart"))
    try server.run("xdotool", "mousemove", "2", "2")
    let before = try eventuallyStill(server)
    for key in ["space", "t", "h", "Next", "plus", "1", "Escape", "f", "q"] {
      try server.run("xdotool", "key", key)
    }
    try server.run("xdotool", "mousemove", "300", "300", "click", "1", "click", "4")
    // A window manager that closes the window asks it first.
    try server.run("xdotool", "key", "alt+F4")
    // The crosshair appears after all of them.
    try #require(try eventually { try server.screenBytes() != before })
    try server.run("xdotool", "mousemove", "2", "2")
    try #require(try eventually { try server.screenBytes() == before })
    #expect(program.isRunning)
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }

  /// The screen's bytes, when they no longer change.
  private func eventuallyStill(_ server: Xvfb) throws -> Data {
    var last = try server.screenBytes()
    let isStill = try eventually {
      Thread.sleep(forTimeInterval: 0.3)
      let now = try server.screenBytes()
      defer { last = now }
      return now == last
    }
    try #require(isStill)
    return last
  }

  @Test func aNightDimsThePictureAndAKeyLightsIt() throws {
    let server = try Xvfb()
    defer { server.stop() }
    func clock(_ hours: Int) -> String {
      let minute = Int(Date().timeIntervalSince1970) / 60 + hours * 60
      return "\"\(minute / 60 % 24):\(minute % 60)\""
    }
    try dashboard("night: {from: \(clock(-2)), to: \(clock(2)), dim: 0.5, wake: 3s}") { file in
      let program = try Program.Running(
        ["--kiosk", "--locked", "--no-motion", file], environment: server.environment)
      func ground() throws -> UInt32 { try server.pixel(1, 1) }
      func isDimmed() throws -> Bool { try ground() == 0x77_797b }
      try #require(try eventually { try isDimmed() })
      try #require(try server.focusWindow(named: "Wallchart"))
      // The light may go out again between two looks.
      try #require(
        try eventually {
          try server.run("xdotool", "key", "q")
          return try ground() == Self.light
        })
      try #require(try eventually { try isDimmed() })
      program.signal(SIGTERM)
      #expect(try program.waitForEnd().status == 0)
    }
  }

  /// A passer-by leaves the help open.
  @Test func aScreenThatNobodyUsesReturnsToLiveData() throws {
    let server = try Xvfb()
    defer { server.stop() }
    try dashboard("live_after: 1s") { file in
      let program = try Program.Running(
        ["--kiosk", "--no-motion", "--pixel-shift", "0", "--page", "One", file],
        environment: server.environment)
      try #require(try eventually { try server.pixel(1, 1) == Self.light })
      try #require(try server.focusWindow(named: "Wallchart"))
      let before = try eventuallyStill(server)
      for _ in 0..<2 {
        try server.run("xdotool", "key", "h")
        try #require(try eventually { try server.screenBytes() != before })
        #expect(try eventually { try server.screenBytes() == before })
      }
      program.signal(SIGTERM)
      #expect(try program.waitForEnd().status == 0)
    }
  }

  @Test func aBlankNightIsBlack() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let hour = Int(Date().timeIntervalSince1970) / 3600 % 24
    try dashboard(
      "night: {from: '\((hour + 22) % 24):00', to: '\((hour + 3) % 24):00', blank: yes}"
    ) { file in
      let program = try Program.Running(
        ["--kiosk", "--no-motion", "--stats", file], environment: server.environment)
      try program.waitForErrorLine(containing: "\"frame\":1,")
      try #require(try eventually { try server.pixel(1, 1) == 0 })
      try server.run("xdotool", "mousemove", "300", "300")
      try #require(try eventually { try server.pixel(1, 1) == Self.light })
      program.signal(SIGTERM)
      #expect(try program.waitForEnd().status == 0)
    }
  }

  // MARK: Servers and clients that end

  @Test func aKioskWaitsForAServerThatIsNotThere() throws {
    let server = try Xvfb()
    defer { server.stop() }
    server.stop()
    let arguments = ["--replay", Program.fixture("orion.samples"), "--no-motion", "--stats"]
    let desktop = try Program.run(arguments, environment: server.environment)
    #expect(desktop.status == 69)
    let runtime = ["XDG_RUNTIME_DIR": folder.path]
    func isDisplay(_ state: String) throws -> Bool {
      try Program.run(["ctl", "status"], environment: runtime).output
        .contains("\"display\":{\"state\":\"\(state)\"")
    }
    let program = try Program.Running(
      ["--kiosk"] + arguments, environment: server.environment.merging(runtime) { $1 })
    try program.waitForErrorLine(containing: "no X server accepts connections: waiting")
    try #require(try eventually { try isDisplay("away") })
    try server.restart()
    let line = try program.waitForErrorLine(containing: "the window is open")
    #expect(!line.contains("again"))
    try #require(try eventually { try isDisplay("shown") })
    try program.waitForErrorLine(containing: "\"frame\":1,")
    program.signal(SIGTERM)
    let result = try program.waitForEnd()
    #expect(result.status == 0)
    #expect(result.errors.split(separator: "\n").count { $0.contains("waiting") } == 1)
  }

  /// `xkill` ends the connection of a program.
  @Test func aKioskThatIsKilledByItsServerOpensAgainAndADesktopWindowEnds() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let arguments = ["--replay", Program.fixture("orion.samples"), "--no-motion", "--stats"]
    func killWindow() throws {
      try #require(try eventually { try !windows(on: server).isEmpty })
      try server.run("xkill", "-id", windows(on: server).first ?? "")
    }
    let desktop = try Program.Running(arguments, environment: server.environment)
    try desktop.waitForErrorLine(containing: "\"frame\":1,")
    try killWindow()
    let result = try desktop.waitForEnd()
    #expect(result.status == 69 && result.errors.contains("the X server has closed"))
    let kiosk = try Program.Running(["--kiosk"] + arguments, environment: server.environment)
    try kiosk.waitForErrorLine(containing: "\"frame\":1,")
    try killWindow()
    try kiosk.waitForErrorLine(containing: "the window is open again")
    try kiosk.waitForErrorLine(containing: "\"frame\":2,")
    kiosk.signal(SIGTERM)
    #expect(try kiosk.waitForEnd().status == 0)
  }
}

import Foundation
import TestSupport
import Testing

/// A dashboard's file in a window, and on a wall.
@Suite(.serialized) struct DashboardWindowTests {
  private static let dark: UInt32 = 0x0d1117
  private static let light: UInt32 = 0xeef1f5

  private let folder = TemporaryFolder()

  /// The file of the dashboard.
  private struct File {
    let url: URL

    init(_ text: String, in folder: TemporaryFolder) throws {
      url = folder.file("wall.yaml")
      try write(text)
    }

    func write(_ text: String) throws {
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
  }

  private func dashboard(theme: String, title: String = "Wall") -> String {
    """
    title: \(title)
    theme: \(theme)
    pages:
      - name: One
        panels: [{title: Answer, chart: number, source: {command: echo 42, every: 1h}}]
      - name: Two
        panels: [{title: Load, chart: line, source: {system: load.1}}]

    """
  }

  /// Waits until a pixel of the screen has a colour.
  private func wait(for color: UInt32, atX x: Int, y: Int, on server: Xvfb) throws -> Bool {
    try eventually { try server.screen()[x, y] & 0xffffff == color }
  }

  /// The pixels of the lower third, where a notice is.
  private func foot(of server: Xvfb) throws -> [UInt32] {
    let screen = try server.screen()
    return Array(screen.pixels[(540 * screen.width)..<(600 * screen.width)])
  }

  @Test func theFileIsFollowedAndABadEditLeavesTheLastGoodOne() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let file = try File(dashboard(theme: "dark"), in: folder)
    let program = try Program.Running(
      [file.url.path, "--size", "900x600", "--no-motion"], environment: server.environment)
    try #require(try wait(for: Self.dark, atX: 2, y: 2, on: server))
    try file.write(dashboard(theme: "light"))
    try #require(try wait(for: Self.light, atX: 2, y: 2, on: server))
    let good = try foot(of: server)
    try file.write(dashboard(theme: "drak"))
    let line = try program.waitForErrorLine(containing: "wall.yaml:2:8: ")
    #expect(line.contains("(did you mean 'dark'?)"))
    // The page stays, with a line about the mistake.
    try #require(try eventually { try foot(of: server) != good })
    try #require(try wait(for: Self.light, atX: 2, y: 2, on: server))
    try file.write(dashboard(theme: "dark", title: "Again"))
    try #require(try wait(for: Self.dark, atX: 2, y: 2, on: server))
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }

  /// A window follows the files that its dashboard includes, also after a mistake in one of them.
  @Test func includedFilesAreFollowed() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let file = try File(
      "include: look.yaml\n" + dashboard(theme: "").replacing("theme: \n", with: ""), in: folder)
    let look = folder.file("look.yaml")
    try "theme: dark".write(to: look, atomically: true, encoding: .utf8)
    let program = try Program.Running(
      [file.url.path, "--size", "900x600", "--no-motion"], environment: server.environment)
    try #require(try wait(for: Self.dark, atX: 2, y: 2, on: server))
    try "theme: lihgt".write(to: look, atomically: true, encoding: .utf8)
    try program.waitForErrorLine(containing: "look.yaml:1:8: ")
    try "theme: light".write(to: look, atomically: true, encoding: .utf8)
    try #require(try wait(for: Self.light, atX: 2, y: 2, on: server))
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }

  @Test func aBadFileAtTheStartTellsAllMistakes() throws {
    let file = try File("theme: drak\npanels:\n  - {soruce: load.1}\n", in: folder)
    let result = try Program.run([file.url.path], without: ["DISPLAY"])
    #expect(result.status == 78)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix(file.url.path + ":") })
  }

  @Test func standardInputIsASource() throws {
    let file = try File(
      "panels: [{title: Rows, chart: number, source: {stdin: true, column: depth}}]\n", in: folder)
    let picture = folder.file("a.png").path
    let result = try Program.runCollecting(
      [file.url.path, "--snapshot", picture, "--dump-layers"],
      input: "length depth\n3 17\n4 8371\n"
    ) { $0.output.contains("8371") }
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("8371"), "\(result.output)")
  }

  @Test func pagesAreChosenByNameAndNumber() throws {
    let file = try File(dashboard(theme: "dark"), in: folder)
    let picture = folder.file("a.png").path
    for page in ["Two", "1"] {
      let result = try Program.run(
        [file.url.path, "--snapshot", picture, "--after", "0.3", "--page", page])
      #expect(result.status == 0, "\(result.errors)")
    }
    let result = try Program.run([file.url.path, "--snapshot", picture, "--page", "Three"])
    #expect(result.status == 64)
    #expect(result.errors.contains("there is no page 'Three': there is 'One', 'Two'"))
  }

  /// Feeds start before the page is made, but after everything that can end the program.
  @Test(arguments: [["--page", "Three"], []])
  func noCommandRunsForAWindowThatCannotOpen(arguments: [String]) throws {
    let file = try File("", in: folder)
    let trace = folder.file("trace").path
    try Data("panels: [{source: {command: 'touch \(trace)'}}]".utf8).write(to: file.url)
    let result = try Program.run(
      [file.url.path] + arguments, environment: ["DISPLAY": ":no-server"])
    #expect(result.status == (arguments.isEmpty ? 69 : 64), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: trace))
  }

  @Test(arguments: [true, false])
  func aKioskFillsTheScreenAndTellsItsServiceManager(hasWindowManager: Bool) throws {
    var options = Xvfb.Options()
    options.hasWindowManager = hasWindowManager
    let server = try Xvfb(options)
    defer { server.stop() }
    let file = try File(dashboard(theme: "light"), in: folder)
    let manager = try ServiceManager(folder: folder)
    var environment = server.environment
    environment["NOTIFY_SOCKET"] = manager.path
    environment["WATCHDOG_USEC"] = "400000"
    let program = try Program.Running(
      ["--kiosk", file.url.path, "--no-motion"], environment: environment)
    try #require(try wait(for: Self.light, atX: 2, y: 2, on: server))
    try #require(try wait(for: Self.light, atX: 1277, y: 797, on: server))
    // The watchdog is fed repeatedly.
    try #require(manager.waitFor("READY=1", "STATUS=showing page 1 of 2; 2 of 2 feeds live"))
    try #require(manager.waitFor("WATCHDOG=1") && manager.waitFor("WATCHDOG=1"))
    try file.write(dashboard(theme: "dark"))
    try #require(manager.waitFor("RELOADING=1\nMONOTONIC_USEC="))
    try #require(manager.waitFor("READY=1"))
    program.signal(SIGTERM)
    try #require(manager.waitFor("STOPPING=1"))
    #expect(try program.waitForEnd().status == 0)
  }

  /// The number of pixels of the middle of the screen that differ from the dark ground.
  private func written(on server: Xvfb) throws -> Int {
    let screen = try server.screen()
    let rows = (screen.height / 4)..<(screen.height * 3 / 4)
    return rows.reduce(0) { count, y in
      count + (0..<screen.width).count { screen[$0, y] & 0xffffff != Self.dark }
    }
  }

  @Test(arguments: ["theme: light\npanels:\n  - {soruce: load.1}\n", nil])
  func aKioskThatStartsWithMistakesShowsThemAndWaitsForTheMend(contents: String?) throws {
    let server = try Xvfb()
    defer { server.stop() }
    let file = try File(contents ?? "", in: folder)
    if contents == nil { try FileManager.default.removeItem(at: file.url) }
    let program = try Program.Running(
      ["--kiosk", file.url.path, "--no-motion", "--page", "Two"], environment: server.environment)
    let mistake = contents == nil ? "wall.yaml: No such file" : "wall.yaml:3:6: "
    try program.waitForErrorLine(containing: mistake)
    let waiting = try program.waitForErrorLine(containing: "waiting for")
    #expect(waiting.hasSuffix(contents == nil ? "wall.yaml" : "wall.yaml to be corrected"))
    try #require(try wait(for: Self.dark, atX: 2, y: 2, on: server))
    try #require(try eventually { try written(on: server) > 500 })
    // Other mistakes take the place of the first ones.
    try file.write("panels: [{title: A}]\n")
    try program.waitForErrorLine(containing: "wall.yaml:1:10: ")
    try file.write(dashboard(theme: "light"))
    try program.waitForErrorLine(containing: "wall.yaml is valid now")
    try #require(try wait(for: Self.light, atX: 2, y: 2, on: server))
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }

  @Test func aKioskWhosePageHasAnotherNameShowsTheFirst() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let file = try File(dashboard(theme: "light"), in: folder)
    let program = try Program.Running(
      ["--kiosk", file.url.path, "--no-motion", "--page", "Three"], environment: server.environment)
    try program.waitForErrorLine(containing: "there is no page 'Three': there is 'One', 'Two'")
    try #require(try wait(for: Self.light, atX: 2, y: 2, on: server))
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }

  @Test func aKioskWaitsForASecretBesideItsFile() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let file = try File(
      "theme: light\npanels: [{source: {http: 'http://127.0.0.1:1/', path: .a, bearer_file: key}}]\n",
      in: folder
    )
    let program = try Program.Running(
      ["--kiosk", file.url.path, "--no-motion"], environment: server.environment)
    try program.waitForErrorLine(containing: "the file 'key' cannot be read")
    let key = folder.file("key")
    try "secret\n".write(to: key, atomically: true, encoding: .utf8)
    try #require(try wait(for: Self.light, atX: 2, y: 2, on: server))
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }

  /// A mistake that a missing secret makes goes when the secret comes, without another change of the file.
  @Test func aSecretThatComesLateMendsAnEdit() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let file = try File(dashboard(theme: "dark"), in: folder)
    let program = try Program.Running(
      ["--kiosk", file.url.path, "--no-motion"], environment: server.environment)
    try #require(try wait(for: Self.dark, atX: 2, y: 2, on: server))
    try
      "theme: light\npanels: [{source: {http: 'http://127.0.0.1:1/', path: .a, bearer_file: key}}]\n"
      .write(to: file.url, atomically: true, encoding: .utf8)
    try program.waitForErrorLine(containing: "the file 'key' cannot be read")
    let key = folder.file("key")
    try "secret\n".write(to: key, atomically: true, encoding: .utf8)
    try #require(try wait(for: Self.light, atX: 2, y: 2, on: server))
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }

  @Test func aMonitorThatIsNotThereIsToldBeforeAnythingIsShown() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let result = try Program.run(
      ["--fullscreen", "--monitor", "DP-9"], environment: server.environment)
    #expect(result.status == 69)
    #expect(result.errors.contains("no monitor is named \"DP-9\": there is screen"))
    // A kiosk's monitor may be switched on later.
    let kiosk = try Program.Running(
      ["--kiosk", "--monitor", "DP-9", "--stats"], environment: server.environment)
    try kiosk.waitForErrorLine(
      containing: "no monitor is named \"DP-9\": there is screen: waiting")
    try kiosk.waitForErrorLine(containing: "\"frame\":1,")
    kiosk.signal(SIGTERM)
    #expect(try kiosk.waitForEnd().status == 0)
  }
}

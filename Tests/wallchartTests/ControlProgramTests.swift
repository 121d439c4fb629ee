import Foundation
import Raster
import TestSupport
import Testing

@testable import wallchart

/// Running windows that other programs ask, and metrics that Prometheus reads.
@Suite(.serialized) struct ControlProgramTests {
  /// A dashboard in a folder that also has the sockets.
  private final class Place {
    private let folder = TemporaryFolder()
    var url: URL { folder.url }
    var file: URL { folder.file("rack4.yaml") }

    init() throws { try write("dark") }

    func write(_ theme: String) throws {
      try """
      title: Rack 4
      theme: \(theme)
      pages:
        - name: One
          duration: 1h
          panels:
            - {title: Answer, chart: number, source: {command: echo 42, every: 1h}}
            - {title: Shop, source: {http: 'http://127.0.0.1:1/x?token=secret', path: .a}}
        - name: Two
          duration: 1h
          panels: [{title: Load, chart: line, source: {system: load.1}}]

      """.write(to: file, atomically: true, encoding: .utf8)
    }

    func environment(_ server: Xvfb) -> [String: String] {
      server.environment.merging(["XDG_RUNTIME_DIR": url.path]) { $1 }
    }

    /// Runs `wallchart ctl` in the folder.
    func ctl(_ words: String...) throws -> Program.Result {
      try Program.Running(
        ["ctl"] + words, environment: ["XDG_RUNTIME_DIR": url.path], folder: url
      ).waitForEnd()
    }

    /// The state of the only window.
    func status() throws -> NSDictionary {
      let result = try ctl("status")
      let value = try? JSONSerialization.jsonObject(with: Data(result.output.utf8))
      return value as? NSDictionary ?? [:]
    }

    func page() throws -> String? { (try status()["page"] as? NSDictionary)?["name"] as? String }
  }

  @Test func aKioskDoesWhatItIsAskedFor() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let place = try Place()
    #expect(try place.ctl("status").status == 69)
    let program = try Program.Running(
      ["--kiosk", place.file.path, "--no-motion"], environment: place.environment(server))
    try #require(try eventually { try place.page() == "One" })
    #expect(try place.ctl("page", "Two").status == 0)
    #expect(try place.page() == "Two")
    #expect(try place.ctl("page", "next").status == 0)
    #expect(try place.page() == "One")
    let wrong = try place.ctl("page", "Three")
    #expect(
      wrong.status == 64
        && wrong.errors == "wallchart: there is no page 'Three': there is 'One', 'Two'\n")
    #expect(try place.ctl("pause").status == 0)
    #expect(((try place.status())["page"] as? NSDictionary)?["paused"] as? Bool == true)
    #expect(try place.ctl("resume").status == 0)
    try checkFeeds(place)
    try checkSnapshot(place)
    try checkReload(place, program)
    try checkLight(place, server)
    #expect(try place.ctl("--list").output == "\(program.identifier) rack4\n")
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: place.url.path + "/wallchart") == [])
  }

  /// A picture of a window that nobody sees, and that draws no frames, is of the present.
  @Test func aSnapshotOfAHiddenWindow() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let place = try Place()
    try "panels: [{chart: clock, seconds: true}]\n".write(
      to: place.file, atomically: true, encoding: .utf8)
    let program = try Program.Running(
      [place.file.path, "--no-motion"], environment: place.environment(server))
    defer { program.signal(SIGTERM) }
    try #require(try eventually { try place.ctl("status").status == 0 })
    func clock() throws -> String {
      guard try place.ctl("snapshot", "now.svg").status == 0 else { return "" }
      let text = try String(
        contentsOf: place.url.appendingPathComponent("now.svg"), encoding: .utf8)
      return text.firstMatch(of: #/\d\d:\d\d:\d\d/#).map { String($0.output) } ?? ""
    }
    try #require(try eventually { try !clock().isEmpty })
    let name = try server.run("xdotool", "search", "--onlyvisible", "--name", ".")
    for window in name.split(separator: "\n") {
      try server.run("xdotool", "windowunmap", "--sync", String(window))
    }
    // Frames that were under way end before the first look.
    Thread.sleep(forTimeInterval: 1.5)
    let first = try clock()
    #expect(try eventually { try clock() != first })
  }

  private func checkFeeds(_ place: Place) throws {
    func feed(_ source: String) throws -> NSDictionary? {
      (try place.status()["feeds"] as? [NSDictionary])?.first { $0["source"] as? String == source }
    }
    try #require(try eventually { try feed("command 'echo'")?["state"] as? String == "live" })
    try #require(
      try eventually { try feed("http://127.0.0.1:1/x")?["state"] as? String == "failing" })
    let failing = try feed("http://127.0.0.1:1/x")
    #expect(failing?["reason"] as? String == "connection refused")
    #expect(failing?["failures"] as? Int == 1 && failing?["last_update"] is NSNull)
    let text = try place.ctl("status").output
    #expect(!text.contains("secret") && text.filter { $0 == "\n" }.count == 1)
    let frames = try place.status()["frames"] as? NSDictionary
    #expect(frames?["count"] as? Int ?? 0 > 0 && frames?["worst_seconds"] as? Double ?? 0 > 0)
  }

  private func checkLight(_ place: Place, _ server: Xvfb) throws {
    func light() throws -> String? {
      (try place.status()["display"] as? NSDictionary)?["light"] as? String
    }
    let background = try server.pixel(1, 1)
    #expect(background != 0)
    #expect(try place.ctl("blank").status == 0)
    try #require(try eventually { try server.pixel(1, 1) == 0 })
    #expect(try light() == "blank")
    #expect(try place.ctl("dim").status == 0)
    try #require(try eventually { (1..<background).contains(try server.pixel(1, 1)) })
    #expect(try light() == "dimmed")
    #expect(try place.ctl("wake").status == 0)
    try #require(try eventually { try server.pixel(1, 1) == background })
    #expect(try light() == "full")
  }

  private func checkSnapshot(_ place: Place) throws {
    // The path is that of the command's folder.
    let result = try place.ctl("snapshot", "now.png")
    #expect(result.status == 0, "\(result)")
    let picture = try PNG.read(place.url.appendingPathComponent("now.png").path)
    #expect(picture.width == 1280 && picture.height == 800)
    #expect(picture.pixels[2 * 1280 + 2] & 0xffffff == 0x0d1117)
    let vectors = try place.ctl("snapshot", "now.svg")
    #expect(vectors.status == 0, "\(vectors)")
    let document = try String(
      contentsOf: place.url.appendingPathComponent("now.svg"), encoding: .utf8)
    #expect(document.contains("<svg ") && document.contains("width=\"1280\" height=\"800\""))
    #expect(document.contains("<title>Rack 4</title>"), "\(document.prefix(400))")
    #expect(try place.ctl("snapshot", "now.pdf").status == 0)
    let pages = try Data(contentsOf: place.url.appendingPathComponent("now.pdf"))
    #expect(pages.starts(with: Array("%PDF-".utf8)))
    let output = try place.ctl("snapshot", "-")
    #expect(output.status == 0 && output.output.hasPrefix("\u{FFFD}PNG"))
    #expect(!FileManager.default.fileExists(atPath: place.url.appendingPathComponent("-").path))
    let nowhere = try place.ctl("snapshot", "nowhere/now.png")
    #expect(nowhere.status == 73 && nowhere.errors.contains("nowhere/now.png: No such file"))
    #expect(try place.ctl("message", "The build is red.", "--for", "1h").status == 0)
    #expect(try place.ctl("snapshot", "message.png").status == 0)
    let message = try PNG.read(place.url.appendingPathComponent("message.png").path)
    // The message is in the lower part of the page.
    let isChanged = (700..<800).contains { y in
      let middle = (y * 1280 + 620)..<(y * 1280 + 660)
      return message.pixels[middle] != picture.pixels[middle]
    }
    #expect(isChanged)
  }

  private func checkReload(_ place: Place, _ program: Program.Running) throws {
    func fileState() throws -> String? {
      (try place.status()["file"] as? NSDictionary)?["state"] as? String
    }
    try place.write("light")
    #expect(try place.ctl("reload").status == 0)
    #expect(try fileState() == "valid")
    #expect(try place.ctl("snapshot", "light.png").status == 0)
    let picture = try PNG.read(place.url.appendingPathComponent("light.png").path)
    #expect(picture.pixels[2 * 1280 + 2] & 0xffffff == 0xeef1f5)
    try place.write("drak")
    let result = try place.ctl("reload")
    #expect(result.status == 78 && result.errors.contains("rack4.yaml:2:8: "), "\(result)")
    #expect(try fileState() == "mistaken")
  }

  @Test func oneOfSeveralWindowsIsChosen() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let place = try Place()
    let programs = try [[place.file.path], ["gallery"]].map {
      try Program.Running($0, environment: place.environment(server))
    }
    let (rack, gallery) = (programs[0], programs[1])
    try #require(try eventually { try place.ctl("--list").output.filter { $0 == "\n" }.count == 2 })
    let result = try place.ctl("status")
    #expect(result.status == 64)
    let both = "gallery (\(gallery.identifier)), rack4 (\(rack.identifier))"
    #expect(result.errors.contains("several windows are running: choose one of \(both)"))
    #expect(try place.ctl("--window", "gallery", "page", "2").errors.contains("one page"))
    let reload = try place.ctl("--window", "gallery", "reload")
    #expect(
      reload.status == 64
        && reload.errors.contains("only the file of a dashboard can be read again"))
    #expect(try place.ctl("--window", "\(rack.identifier)", "page", "2").status == 0)
    // A process that is killed leaves its socket.
    gallery.signal(SIGKILL)
    _ = try gallery.waitForEnd()
    #expect(try place.ctl("page", "1").status == 0)
    rack.signal(SIGTERM)
    #expect(try rack.waitForEnd().status == 0)
  }

  @Test(arguments: [
    "unknown", "page", "snapshot", "snapshot a.jpg", "message", "status now", "message x --for 0",
  ])
  func wrongCommandsAreTold(words: String) throws {
    let result = try Program.run(["ctl"] + words.split(separator: " ").map(String.init))
    #expect(result.status == 64 && result.errors.hasPrefix("wallchart: "), "\(result)")
  }

  // MARK: Metrics

  /// Starts the program with metrics at a port, and waits until they are there.
  private func startWithMetrics(
    _ port: ReservedPort, _ place: Place, _ server: Xvfb
  ) throws -> Program.Running {
    let program = try Program.Running(
      [place.file.path, "--metrics", "127.0.0.1:\(port.number)"],
      environment: place.environment(server))
    try #require(try eventually { try Self.curl(port.number, "metrics").hasSuffix("200") })
    return program
  }

  /// The body and the status of an answer.
  private static func curl(_ port: Int, _ path: String, _ options: String = "") throws -> String {
    try Shell.run(
      "curl -s --max-time 60 -w '%{http_code}' \(options) http://127.0.0.1:\(port)/\(path)"
    ).output
  }

  @Test func prometheusScrapesTheMetrics() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let place = try Place()
    let (reserved, prometheusPort) = (try ReservedPort(), try ReservedPort())
    let port = reserved.number
    let program = try startWithMetrics(reserved, place, server)
    #expect(try Self.curl(port, "").hasSuffix("404"))
    #expect(try Self.curl(port, "metrics/x").hasSuffix("404"))
    #expect(try Self.curl(port, "metrics", "-X POST -d x").hasSuffix("405"))
    #expect(try Self.curl(port, "metrics", "-X DELETE").hasSuffix("405"))
    #expect(try Self.curl(port, "metrics", "-I").hasSuffix("200"))
    // A web page whose name leads to this machine.
    #expect(try Self.curl(port, "metrics", "-H 'Host: example.org:\(port)'").hasSuffix("403"))
    // A request larger than the memory for it.
    let long = String(repeating: "x", count: 40_000)
    #expect(try ["414", "431"].contains(Self.curl(port, "metrics", "-H 'X: \(long)'").suffix(3)))
    let other = try Program.run(
      [place.file.path, "--metrics", "127.0.0.1:\(port)"], environment: place.environment(server))
    #expect(other.status == 71)
    #expect(
      other.errors
        == "wallchart: --metrics: cannot listen at 127.0.0.1:\(port): Address already in use\n")
    try
      "scrape_configs: [{job_name: w, scrape_interval: 1s, static_configs: [{targets: ['127.0.0.1:\(port)']}]}]"
      .write(to: place.url.appendingPathComponent("p.yml"), atomically: true, encoding: .utf8)
    let prometheus = try startPrometheus(prometheusPort, in: place.url)
    defer { prometheus.stop() }
    func value(_ query: String) throws -> String? {
      let answer = try Shell.run(
        "curl -s --max-time 60 --data-urlencode 'query=\(query)' "
          + "http://127.0.0.1:\(prometheusPort.number)/api/v1/query"
      ).output
      return answer.firstMatch(of: /"value":\[[0-9.]+,"([^"]+)"\]/).map { "\($0.1)" }
    }
    try #require(try eventually { try value("up") == "1" })
    try #require(
      try eventually { try value("wallchart_feed_up{source=\"http://127.0.0.1:1/x\"}") == "0" })
    try #require(try eventually { try value("wallchart_feed_up{source=\"this machine\"}") == "1" })
    try #require(try eventually { try Double(value("wallchart_frames_total") ?? "") ?? 0 > 0 })
    try #require(
      try eventually {
        try value("histogram_quantile(0.5, wallchart_frame_seconds_bucket) > 0") != nil
      })
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }

  private func startPrometheus(_ port: ReservedPort, in folder: URL) throws -> ToolProcess {
    let process = try ToolProcess(
      "/usr/bin/prometheus",
      [
        "--config.file=\(folder.path)/p.yml", "--storage.tsdb.path=\(folder.path)/data",
        "--web.listen-address=127.0.0.1:\(port.number)",
      ])
    try #require(try eventually { try Self.curl(port.number, "-/ready").hasSuffix("200") })
    return process
  }

  @Test(arguments: ["9111", "127.0.0.1", ":9111", "127.0.0.1:0", "127.0.0.1:70000", "::1:9111"])
  func anAddressWithoutAHostOrAPortIsRefused(address: String) throws {
    let result = try Program.run(["--metrics", address])
    #expect(result.status == 64)
    #expect(result.errors.contains("--metrics takes a host and a port such as 127.0.0.1:9111"))
  }

  @Test func nothingListensUnlessItIsAskedFor() throws {
    let server = try Xvfb()
    defer { server.stop() }
    let place = try Place()
    let program = try Program.Running([place.file.path], environment: place.environment(server))
    try #require(try eventually { try place.page() == "One" })
    let sockets = try Shell.run("ls -l /proc/\(program.identifier)/fd").output
      .matches(of: /socket:\[(\d+)\]/).map { "\($0.1)" }
    for table in ["tcp", "tcp6", "udp", "udp6"] {
      let lines = try String(contentsOfFile: "/proc/net/\(table)", encoding: .utf8)
        .split(separator: "\n").map { $0.split(separator: " ") }
      // The columns are the state (0A listens) and the inode.
      let listening = lines.filter { $0.count > 9 && $0[3] == "0A" && sockets.contains("\($0[9])") }
      #expect(listening.isEmpty)
    }
    let maps = try String(contentsOfFile: "/proc/\(program.identifier)/maps", encoding: .utf8)
    #expect(!maps.contains("libmicrohttpd"))
    program.signal(SIGTERM)
    #expect(try program.waitForEnd().status == 0)
  }
}

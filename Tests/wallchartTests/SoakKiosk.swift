import Foundation
import TestSupport
import Testing

/// A kiosk with all kinds of panels, to which everything happens that happens in months.
final class SoakKiosk {
  enum Event: CaseIterable {
    case turnPages, killServer, failSource, toggleMonitors, edit, stop, stepClock, pointAndZoom
  }

  private let folder = TemporaryFolder()
  private let server: Xvfb
  private let program: Program.Running
  /// The fewest descriptors and threads at the beginning, when no command runs.
  private(set) var lowest = ProgramUsage.none
  private(set) var last = ProgramUsage.none
  private var isEdited = false
  private var time = 1_700_000_000.0

  init() throws {
    var options = Xvfb.Options()
    (options.width, options.height) = (800, 480)
    server = try Xvfb(options)
    try "42\n".write(to: folder.file("value"), atomically: true, encoding: .utf8)
    try "".write(to: folder.file("rows"), atomically: true, encoding: .utf8)
    try SoakKiosk.dashboard(isEdited: false)
      .write(to: folder.file("wall.yaml"), atomically: true, encoding: .utf8)
    program = try Program.Running(
      ["--kiosk", folder.file("wall.yaml").path],
      environment: server.environment, folder: folder.url)
  }

  /// Pages of all kinds of panels, from a file that grows, a command that may fail, and this machine.
  private static func dashboard(isEdited: Bool) -> String {
    let rows = "source: {file: rows, timefmt: \"%s\"}"
    let series = (0..<(isEdited ? 2 : 4)).map { "{label: s\($0), column: \($0 + 1)}" }
    let lines = ["line", "area", "stacked"].map { chart in
      "      - {title: \(chart), chart: \(chart), window: 20s, \(rows), "
        + "series: [\(series.joined(separator: ", "))]}\n"
    }
    let value = "source: {command: cat value, every: 0.2s}"
    let values = ["spectrum", "number", "ring, goal: 100", "progress, goal: 100"].map { chart in
      "      - {title: value, chart: \(chart), window: 20s, \(value)}\n"
    }
    return """
      pages:
        - name: Lines
          duration: 2s
          panels:
      \(lines.joined())
        - name: Values
          duration: 2s
          panels:
      \(values.joined())
        - name: Machine
          duration: 2s
          panels:
            - {title: cores, chart: line, window: 20s, source: {system: "cpu.*.busy", every: 0.2s}}
            - {title: net, chart: area, window: 20s, source: {system: "net.*.in", every: 0.2s}}

      """
  }

  /// Waits until the kiosk shows something, and measures the least that it holds.
  func prepare() throws {
    try feed()
    try #require(try eventually { try isShown() })
    lowest = try ProgramUsage(of: program.identifier)
    for _ in 0..<40 {
      try feed()
      Thread.sleep(forTimeInterval: 0.05)
      let now = try ProgramUsage(of: program.identifier)
      if now.descriptors + now.threads < lowest.descriptors + lowest.threads { lowest = now }
    }
  }

  private func isShown() throws -> Bool {
    try server.screen().pixels.contains { $0 & 0xffffff != 0 }
  }

  /// Adds rows to the file, which starts anew before it becomes large.
  private func feed(_ count: Int = 4) throws {
    let path = folder.file("rows")
    let file = try FileHandle(forWritingTo: path)
    defer { try? file.close() }
    if try file.seekToEnd() > 1 << 16 { try file.truncate(atOffset: 0) }
    for _ in 0..<count {
      time += 0.25
      let values = (0..<4).map { "\(Int(50 + 40 * sin(time / Double(3 + $0))))" }
      let row = "\(Int(time)) \(values.joined(separator: " "))\n"
      try file.write(contentsOf: Data(row.utf8))
    }
  }

  func happen(_ event: Event) throws {
    try feed()
    switch event {
    case .turnPages: try press("Next", "Next", "Prior")
    case .killServer:
      server.stop()
      try feed()
      try server.restart()
    case .failSource:
      let value = folder.file("value")
      try FileManager.default.removeItem(at: value)
      Thread.sleep(forTimeInterval: 0.6)
      try "43\n".write(to: value, atomically: true, encoding: .utf8)
    case .toggleMonitors:
      try server.run("xrandr", "--setmonitor", "extra", "300/80x480/120+500+0", "none")
      try feed()
      try server.run("xrandr", "--delmonitor", "extra")
    case .edit:
      isEdited.toggle()
      try SoakKiosk.dashboard(isEdited: isEdited)
        .write(to: folder.file("wall.yaml"), atomically: true, encoding: .utf8)
    case .stop:
      program.signal(SIGSTOP)
      try feed()
      program.signal(SIGCONT)
    case .stepClock:
      // A day back, and forth again.
      for step in [-86_400.0, 86_400] {
        time += step
        try feed(8)
      }
    case .pointAndZoom:
      try server.run("xdotool", "mousemove", "200", "200", "click", "4", "click", "5")
      try press("Left", "Left", "0", "Escape")
    }
    try feed()
  }

  private func press(_ keys: String...) throws {
    try server.run("xdotool", ["search", "--name", ".", "key"] + keys)
  }

  /// Whether the picture is there, and the kiosk holds no more descriptors and threads than at the beginning.
  func comesBack() throws -> Bool {
    guard try eventually(seconds: 60, { try isShown() }) else { return false }
    for _ in 0..<10 {
      let isBack = try eventually(seconds: 5) {
        try feed(1)
        last = try ProgramUsage(of: program.identifier)
        return last.descriptors <= lowest.descriptors && last.threads <= lowest.threads + 1
      }
      if isBack { return true }
      retireIdleWorkers()
    }
    return false
  }

  /// Makes Dispatch's idle workers end. A worker ends when no work has come to the worker for five seconds. The
  /// workers take turns, so that a timer that fires more often may keep all of them. A stopped program does no
  /// work while the time of its idle workers passes; a thread that waits for anything else stays.
  private func retireIdleWorkers() {
    program.signal(SIGSTOP)
    Thread.sleep(forTimeInterval: 6)
    program.signal(SIGCONT)
  }

  func end() throws {
    program.signal(SIGTERM)
    let result = try program.waitForEnd()
    #expect(result.status == 0)
  }

  func stop() {
    program.signal(SIGKILL)
    server.stop()
  }
}

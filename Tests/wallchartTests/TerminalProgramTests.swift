import Foundation
import Raster
import TestSupport
import Testing

@testable import History

/// The program in a terminal: tmux, without a display.
@Suite(.serialized) struct TerminalProgramTests {
  /// A terminal of tmux with a shell.
  private final class Terminal {
    private let folder = TemporaryFolder()
    private var socket: String { folder.file("tmux").path }
    private let server = Process()

    init(columns: Int, rows: Int) throws {
      // A server that became a daemon would keep the test waiting for the end of its process.
      server.setCommand(["tmux", "-D", "-S", socket, "-f", "/dev/null"])
      server.environment = ProcessInfo.processInfo.environment
        .merging(["LC_ALL": "C.UTF-8", "PS1": "$ ", "COLORTERM": "truecolor"]) { $1 }
      server.standardInput = FileHandle.nullDevice
      try startingAlone { [server] in try server.run() }
      let isThere = try eventually {
        try Shell.run(
          "tmux -N -S \(socket) new-session -d -x \(columns) -y \(rows) /bin/sh"
        ).status == 0
      }
      guard isThere else { throw Xvfb.Failure(description: "tmux does not start") }
    }

    deinit {
      _ = try? run("tmux -S \(socket) kill-server")
      server.waitUntilExit()
    }

    func run(_ command: String) throws -> String { try Shell.run(command).output }

    /// Types a line.
    func type(_ line: String) throws {
      _ = try run("tmux -S \(socket) send-keys -l \"\(line)\"")
      try press("Enter")
    }

    func press(_ keys: String...) throws {
      _ = try run("tmux -S \(socket) send-keys \(keys.joined(separator: " "))")
    }

    func resize(columns: Int, rows: Int) throws {
      _ = try run("tmux -S \(socket) resize-window -x \(columns) -y \(rows)")
    }

    /// The characters on the screen.
    var screen: String {
      get throws { try run("LC_ALL=C.UTF-8 tmux -S \(socket) capture-pane -p") }
    }

    /// Waits for a screen.
    func shows(_ isRight: (String) -> Bool) throws -> Bool {
      try eventually { isRight(try screen) }
    }
  }

  private let folder = TemporaryFolder()
  private let program = "env -u DISPLAY \(Program.executable.path) --terminal --no-history"

  private func isDotted(_ screen: String) -> Bool {
    screen.unicodeScalars.contains { (0x2801...0x28ff).contains($0.value) }
  }

  @Test func aPipeIsShownAsTextAndDots() throws {
    let terminal = try Terminal(columns: 100, rows: 30)
    try terminal.type("(seq 1 60; sleep 1000) | \(program) --title Climb")
    try #require(try terminal.shows { $0.contains("Climb") && $0.contains("60") && isDotted($0) })
    // The terminal has another size.
    try terminal.resize(columns: 60, rows: 20)
    try #require(
      try terminal.shows {
        let lines = $0.split(separator: "\n", omittingEmptySubsequences: false)
        return $0.contains("60") && isDotted($0) && lines.allSatisfy { $0.count <= 60 }
      })
    // A key of the page, and its end.
    try terminal.press("?")
    try #require(try terminal.shows { $0.contains("quit") })
    // Here Ctrl-C copies nothing.
    #expect(try !terminal.screen.contains("Ctrl C"))
    try terminal.press("Escape")
    try #require(try terminal.shows { !$0.contains("quit") })
    try terminal.press("q")
    try #require(try terminal.shows { !isDotted($0) && $0.contains("--terminal") })
  }

  /// A replay tells the moment that it shows, and waits during a pause.
  @Test func aReplayTellsItsMoment() throws {
    let folder = folder.path
    try """
    title: Hall
    history: {path: \(folder)/hall.db}
    panels:
      - {chart: clock}
      - {title: Load, source: {system: load.1}}

    """.write(toFile: folder + "/hall.yaml", atomically: true, encoding: .utf8)
    let file = try HistoryFile(folder + "/hall.db", .writing)
    try file.write(
      HistoryBatch([
        HistoryBatch.Series(key: "a", times: [1_732_244_400, 1_732_248_000], values: [1, 1])
      ]))
    file.close()
    let terminal = try Terminal(columns: 100, rows: 30)
    try terminal.type(
      "TZ=UTC env -u DISPLAY \(Program.executable.path) --terminal \(folder)/hall.yaml "
        + "--replay-history --from 2024-11-22T03:00 --speed 20")
    /// The seconds since three o'clock.
    func moment(_ screen: String) -> Int? {
      let time = screen.firstMatch(of: /replay · Fri 22 Nov 2024 03:(\d\d):(\d\d)/)
      return time.flatMap { time in
        Int(time.1).flatMap { minutes in Int(time.2).map { minutes * 60 + $0 } }
      }
    }
    try #require(try terminal.shows { moment($0) ?? 0 > 10 })
    // A pause of six seconds leaves out nothing of two minutes: the moment after it is as far from the one before as
    // the time outside of the pause, twentyfold.
    try terminal.press("Space")
    try #require(try terminal.shows { $0.contains("paused · replay") })
    let held = try #require(moment(try terminal.screen))
    _ = try terminal.run("sleep 6")
    let start = ContinuousClock.now
    try terminal.press("Space")
    var next = held
    try #require(
      try terminal.shows {
        next = moment($0) ?? held
        return !$0.contains("paused") && next > held
      })
    let passed = (ContinuousClock.now - start) / .seconds(1)
    #expect(Double(next - held) < 20 * passed + 20)
  }

  @Test func aStopGivesTheTerminalBack() throws {
    let terminal = try Terminal(columns: 100, rows: 30)
    try terminal.type("\(program) --title Machine")
    try #require(try terminal.shows(isDotted))
    try terminal.press("C-z")
    try #require(try terminal.shows { $0.contains("Stopped") && !isDotted($0) })
    try terminal.type("stty -a | grep -o ' icanon\\| echo '")
    try #require(try terminal.shows { $0.contains("\n icanon\n echo") })
    try terminal.type("fg")
    try #require(try terminal.shows(isDotted))
    try terminal.press("C-c")
    try #require(try terminal.shows { !isDotted($0) })
  }

  @Test func aCrashGivesTheTerminalBack() throws {
    let terminal = try Terminal(columns: 100, rows: 30)
    // The name is that of no other run of the tests.
    let name = "rashing\(getpid())"
    try terminal.type("ulimit -c 0; SWIFT_BACKTRACE=enable=no \(program) --title C\(name)")
    try #require(try terminal.shows(isDotted))
    // The pattern does not match its own command line.
    _ = try terminal.run("pkill -SEGV -f '[C]\(name)$'")
    try #require(try terminal.shows { $0.contains("crashed with SIGSEGV") && !isDotted($0) })
    try terminal.type("stty -a | grep -o ' icanon\\| echo '")
    try #require(try terminal.shows { $0.contains("\n icanon\n echo") })
  }

  @Test func messagesWaitForTheEnd() throws {
    let terminal = try Terminal(columns: 120, rows: 30)
    let file = folder.file("wall.yaml").path
    try "panels: [{title: Load, source: {system: load.1}}]\n"
      .write(toFile: file, atomically: true, encoding: .utf8)
    try terminal.type("\(program) \(file)")
    try #require(try terminal.shows { $0.contains("Load") && isDotted($0) })
    try "panels: [{titel: Load}]\n".write(toFile: file, atomically: true, encoding: .utf8)
    try #require(try terminal.shows { $0.contains("wall.yaml:1:") && isDotted($0) })
    #expect(try !terminal.screen.contains("titel"))
    try terminal.press("q")
    try #require(try terminal.shows { $0.contains("titel") && !isDotted($0) })
  }

  /// A terminal that gives no answer to questions.
  private final class MuteTerminal {
    let main = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    let shell: FileHandle
    /// Linux's requests for the number of a terminal, and for its lock, which `Glibc` does not have.
    private static let requests: (number: UInt, lock: UInt) = (0x8004_5430, 0x4004_5431)

    init() throws {
      var (number, isLocked): (Int32, Int32) = (0, 0)
      guard ioctl(main, Self.requests.number, &number) == 0,
        ioctl(main, Self.requests.lock, &isLocked) == 0
      else { throw Xvfb.Failure(description: "no terminal") }
      shell = FileHandle(
        fileDescriptor: open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC),
        closeOnDealloc: true)
    }

    deinit { close(main) }

    /// Whether the terminal echoes typed characters, and gives lines to programs.
    var isUsual: Bool {
      var modes = termios()
      return tcgetattr(main, &modes) == 0
        && modes.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON)
    }

    /// Waits until a program has written a text.
    func waits(for text: String) -> Bool {
      var seen: [UInt8] = []
      return eventually {
        var poll = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
        var buffer = [UInt8](repeating: 0, count: 4096)
        if Glibc.poll(&poll, 1, 0) > 0 {
          let count = read(main, &buffer, buffer.count)
          seen += buffer.prefix(max(0, count))
        }
        return String(decoding: seen, as: UTF8.self).contains(text)
      }
    }
  }

  /// A program that asks the terminal for its abilities has no page yet, and does not follow signals yet.
  @Test(arguments: [nil, SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func aSignalDuringTheQuestionsGivesTheTerminalBack(signal: Int32?) throws {
    let terminal = try MuteTerminal()
    let process = Process()
    process.setCommand([
      "setsid", "-c", "-w", "sh", "-c",
      "ulimit -c 0; SWIFT_BACKTRACE=enable=no exec \(Program.executable.path) --terminal --no-history",
    ])
    process.standardInput = terminal.shell
    process.standardOutput = terminal.shell
    process.standardError = terminal.shell
    try startingAlone { try process.run() }
    // The last question.
    try #require(terminal.waits(for: "\u{1b}[c"))
    #expect(!terminal.isUsual)
    if let signal {
      kill(-tcgetpgrp(terminal.main), signal)
    } else {
      var interrupt: UInt8 = 3
      #expect(write(terminal.main, &interrupt, 1) == 1)
    }
    process.waitUntilExit()
    #expect(terminal.isUsual)
  }

  @Test func withoutATerminalIsAnError() throws {
    // The tests may have a terminal, which `setsid` leaves.
    let alone = try Shell.run("setsid -w \(Program.executable.path) --terminal </dev/null")
    #expect(alone.status == 69)
    #expect(alone.output.contains("--terminal needs a terminal"))
  }

  @Test func withoutADisplayTheTerminalIsNamed() throws {
    let result = try Program.run([], without: ["DISPLAY"])
    #expect(result.status == 69)
    #expect(result.errors.contains("--terminal"))
  }

  @Test(
    arguments: [
      ("POSIX", "braille", "UTF-8"), ("C.UTF-8", "braille", nil),
    ] as [(String, String, String?)])
  func theLocaleMustHaveDots(locale: String, graphics: String, message: String?) throws {
    let terminal = try Terminal(columns: 100, rows: 30)
    try terminal.type("LC_ALL=\(locale) \(program) --graphics \(graphics)")
    try #require(try terminal.shows { message.map($0.contains) ?? isDotted($0) })
  }
}

/// Pictures in terminals that have them, on a display.
@Suite(.serialized) struct TerminalPictureTests {
  private let server: Xvfb

  init() throws { server = try Xvfb() }

  /// The number of pixels on the screen that are as near to a colour as a sixel's hundredths allow.
  private func count(_ color: UInt32, within tolerance: Int) throws -> Int {
    let screen = try server.screen()
    func difference(_ pixel: UInt32, _ shift: UInt32) -> Int {
      abs(Int(pixel >> shift & 0xff) - Int(color >> shift & 0xff))
    }
    var count = 0
    for y in 0..<server.options.height {
      for x in 0..<server.options.width {
        let pixel = screen[x, y]
        if [16, 8, 0].allSatisfy({ difference(pixel, $0) <= tolerance }) { count += 1 }
      }
    }
    return count
  }

  /// Whether a terminal shows the page: the panels' colour in the dark theme, and the colour of the CPU's line.
  private func showsThePage(_ terminal: [String], within tolerance: Int) throws -> Bool {
    let process = Process()
    process.setCommand(
      terminal + [
        Program.executable.path, "--terminal", "--no-motion", "--replay",
        Program.fixture("orion.samples"),
      ])
    process.environment = ProcessInfo.processInfo.environment.merging(server.environment) { $1 }
      .merging(["LC_ALL": "C.UTF-8", "LIBGL_ALWAYS_SOFTWARE": "1", "TZ": "UTC"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    try startingAlone { try process.run() }
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    return try eventually {
      try count(0x151b23, within: tolerance) > 100_000 && count(0x2f9bff, within: 40) > 100
    }
  }

  @Test func kittyShowsThePicture() throws {
    try #require(
      try showsThePage(
        [
          "kitty", "--config", "NONE", "-o", "remember_window_size=no",
          "-o", "initial_window_width=1200", "-o", "initial_window_height=760",
          "-o", "update_check_interval=0",
        ], within: 0))
  }

  @Test func xtermShowsTheSixels() throws {
    try #require(
      try showsThePage(
        [
          "xterm", "-fa", "DejaVu Sans Mono", "-fs", "9", "-geometry", "140x44+0+0", "-ti", "vt340",
          "-xrm", "XTerm*numColorRegisters: 256", "-e",
        ], within: 3))
  }
}

import Foundation
import Synchronization

/// An X server without a screen, for one suite of tests, on a display number of its own.
///
/// The server ends with `stop()`, and also when this process ends for any reason: a shell that waits for
/// the end of a pipe from this process holds the server.
public final class Xvfb {
  public struct Options: Sendable {
    public var width = 1280
    public var height = 800
    public var depth = 24
    /// Whether the server offers shared memory.
    public var hasSharedMemory = true
    /// Whether the server can resize and scale pictures.
    public var hasRender = true
    public var hasRandR = true
    /// Whether the server has the extension that suspends its screen saver.
    public var hasScreenSaver = true
    /// Whether the server also listens on TCP; `tcpDisplay` is that display.
    public var listensOnTCP = false
    /// Whether the server is Xorg with a driver for displays that nobody sees: it has outputs that can be
    /// turned on and off (`xrandr --output`), and devices for `TestDevice`. See `Xvfb.hasOutputs`.
    public var hasOutputs = false
    /// Whether openbox is started; `init` waits until it manages windows.
    public var hasWindowManager = false
    /// Whether the server has System V memory of its own, as behind a container: it offers shared memory,
    /// but cannot find any. This needs permission to make namespaces.
    public var isolatesMemory = false

    public init() {}
  }

  public struct Failure: Error, CustomStringConvertible {
    public let description: String

    public init(description: String) { self.description = description }
  }

  /// The server's name, such as ":3".
  public var display: String { ":\(number)" }
  /// The same server through TCP.
  public var tcpDisplay: String { "127.0.0.1" + display }
  public let options: Options

  let framebufferFolder: URL

  private let number: Int
  private var server: HeldProcess
  private var windowManager: HeldProcess?

  public init(_ options: Options = Options()) throws {
    self.options = options
    framebufferFolder = FileManager.default.temporaryDirectory
      .appendingPathComponent("xvfb-\(UUID().uuidString)")
    number = try Self.nextNumber()
    server = try Self.start(options, number: number, folder: framebufferFolder)
    if options.hasWindowManager { try startWindowManager() }
  }

  /// Starts the server again, under its old name, after `stop`.
  public func restart() throws {
    server = try Self.start(options, number: number, folder: framebufferFolder)
  }

  /// The last number of a server of this process. Servers that choose their numbers begin at 0, so that only tests
  /// have such numbers: `restart` finds the number free, and the files of another server are never removed. The
  /// ports of TCP, which are larger by 6000, are below those that the system chooses.
  private static let lastNumber = Mutex(Int.random(in: 22_000..<26_000))

  private static func nextNumber() throws -> Int {
    for _ in 22_000..<26_000 {
      let number = lastNumber.withLock { number in
        number = number + 1 < 26_000 ? number + 1 : 22_000
        return number
      }
      if !files(of: number).contains(where: FileManager.default.fileExists) { return number }
    }
    throw Failure(description: "no number is free for a server")
  }

  /// The socket and the lock of a server. A server that is killed leaves both.
  private static func files(of number: Int) -> [String] {
    ["/tmp/.X11-unix/X\(number)", "/tmp/.X\(number)-lock"]
  }

  private static func start(
    _ options: Options, number: Int, folder: URL
  ) throws -> HeldProcess {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let server = try HeldProcess.start(
      try arguments(options, number: number, folder: folder), removing: folder.path)
    // The server writes its number when it is ready for clients.
    guard server.readLine() == "\(number)" else {
      server.stop()
      throw Failure(description: "Xvfb did not start")
    }
    return server
  }

  private static func arguments(
    _ options: Options, number: Int, folder: URL
  ) throws -> [String] {
    if options.hasOutputs { return try outputArguments(number: number, folder: folder) }
    var arguments = options.isolatesMemory ? ["unshare", "--ipc"] : []
    arguments += [
      "Xvfb", ":\(number)", "-displayfd", "1", "-screen", "0",
      "\(options.width)x\(options.height)x\(options.depth)", "-noreset",
      "-dpi", "96", "-fbdir", folder.path,
    ]
    arguments += ["-listen", "unix", options.listensOnTCP ? "-listen" : "-nolisten", "tcp"]
    if !options.hasSharedMemory { arguments += ["-extension", "MIT-SHM"] }
    if !options.hasRender { arguments += ["-extension", "RENDER"] }
    if !options.hasRandR { arguments += ["-extension", "RANDR"] }
    if !options.hasScreenSaver { arguments += ["-extension", "MIT-SCREEN-SAVER"] }
    return arguments
  }

  deinit {
    stop()
    for path in Self.files(of: number) { unlink(path) }
  }

  /// Runs a program with this display and returns what it prints.
  @discardableResult
  public func run(_ arguments: String...) throws -> String { try run(arguments) }

  /// Runs a program with arguments.
  @discardableResult
  public func run(_ program: String, _ arguments: [String]) throws -> String {
    try run([program] + arguments)
  }

  private func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = environment
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    let output = try startingAlone {
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      return output
    }
    return String(decoding: try process.output(of: output), as: UTF8.self)
  }

  /// This process's environment with `$DISPLAY` naming this server.
  public var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(["DISPLAY": display]) { $1 }
  }

  /// Stops the server, which answers nothing until it continues.
  public func pause() throws { try signal(SIGSTOP) }

  /// The kilobytes of shared memory of clients that the server has mapped page by page.
  public var mappedSharedMemory: Int { get throws { try server.mappedSharedMemory } }

  /// Continues the server after `pause`.
  public func resume() throws { try signal(SIGCONT) }

  private func signal(_ number: Int32) throws {
    guard kill(try server.child, number) == 0 else {
      throw Failure(description: "the server cannot be signalled")
    }
  }

  /// Ends the window manager and the server at once.
  public func stop() {
    windowManager?.stop()
    server.stop()
  }

  /// Whether this system can isolate memory.
  public static let canIsolateMemory: Bool = {
    let probe = Process()
    probe.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    probe.arguments = ["unshare", "--ipc", "true"]
    probe.standardError = FileHandle.nullDevice
    guard (try? startingAlone { try probe.run() }) != nil else { return false }
    probe.waitUntilExit()
    return probe.terminationStatus == 0
  }()

  /// Ends the window manager, and leaves the server running.
  public func stopWindowManager() { windowManager?.stop() }

  /// Starts openbox, and waits until it manages windows.
  public func startWindowManager() throws {
    // Openbox runs the start-up command when it manages windows.
    windowManager = try HeldProcess.start(
      ["openbox", "--sm-disable", "--startup", "echo ready"], environment: environment)
    while let line = windowManager?.readLine() {
      if line == "ready" { return }
    }
    stop()
    throw Failure(description: "openbox did not start")
  }
}

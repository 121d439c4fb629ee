import Foundation

/// A child process that does not outlive this one.
final class HeldProcess {
  private let process = Process()
  private let lifeline = Pipe()
  private let output = Pipe()
  private var isStopped = false

  /// - Parameters:
  ///   - folder: the working directory; nil for that of this process.
  ///   - removed: a folder that is removed with the process.
  ///   - isRead: whether `readLine` reads the output, which is lost otherwise.
  static func start(
    _ arguments: [String], environment: [String: String]? = nil, in folder: URL? = nil,
    removing removed: String = "", isRead: Bool = true
  ) throws -> HeldProcess {
    try startingAlone {
      let held = HeldProcess()
      try held.run(arguments, environment: environment, in: folder, removing: removed, isRead)
      return held
    }
  }

  private func run(
    _ arguments: [String], environment: [String: String]?, in folder: URL?,
    removing removed: String, _ isRead: Bool
  ) throws {
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // `cat` ends with the other end of the pipe, by `stop` or with this process. A server that gets
    // SIGTERM sometimes waits for one more client, so it is killed instead.
    let script = """
      "$@" </dev/null 2>/dev/null & child=$!
      cat >/dev/null
      kill -9 $child
      wait $child
      rm -rf "$0"
      """
    process.arguments = ["-c", script, removed] + arguments
    if let environment { process.environment = environment }
    if let folder { process.currentDirectoryURL = folder }
    // A child of another thread would keep the pipe open.
    _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    process.standardInput = lifeline
    process.standardOutput = isRead ? output : FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    try lifeline.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
  }

  /// The kilobytes of shared memory of clients that the program has mapped page by page.
  var mappedSharedMemory: Int {
    get throws {
      // A string's initializer would read the file's first part alone.
      let file = FileHandle(forReadingAtPath: "/proc/\(try child)/smaps")
      let maps = String(decoding: try file?.readToEnd() ?? Data(), as: UTF8.self)
      var (isShared, sum) = (false, 0)
      for line in maps.split(separator: "\n") {
        if line.contains("-") { isShared = line.contains("/SYSV") }
        guard isShared, line.hasPrefix("Rss:") else { continue }
        sum += line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      }
      return sum
    }
  }

  /// The process of the program, the first child of the shell that holds the program.
  var child: pid_t {
    get throws {
      let shell = process.processIdentifier
      let path = "/proc/\(shell)/task/\(shell)/children"
      let children = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
      guard let child = children.first.flatMap({ pid_t($0) }) else {
        throw Xvfb.Failure(description: "\(path) names no process")
      }
      return child
    }
  }

  /// The next line of the output; nil at its end, or after a long time.
  func readLine() -> String? {
    var (bytes, patience) = ([UInt8](), Patience(seconds: 300))
    var wait = pollfd(
      fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    while patience.lasts() {
      guard poll(&wait, 1, Int32(patience.share * 1000)) > 0 else { continue }
      guard let byte = output.fileHandleForReading.readData(ofLength: 1).first else { break }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }

  /// Ends the program, and waits for its end.
  /// - Parameter number: the signal.
  func stop(by number: Int32 = SIGKILL) {
    guard !isStopped else { return }
    isStopped = true
    if number != SIGKILL, let child = try? child, kill(child, number) == 0 {
      // A program that has ended has no command line.
      let file = "/proc/\(child)/cmdline"
      _ = eventually { (try? String(contentsOfFile: file, encoding: .utf8))?.isEmpty ?? true }
    }
    try? lifeline.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

/// A program that serves a test: it is killed with the object, and does not outlive this process. It can be started
/// again.
public final class ToolProcess {
  private let command: [String]
  private let folder: URL?
  private var process: HeldProcess

  public init(_ path: String, _ arguments: [String], in folder: URL? = nil) throws {
    (command, self.folder) = ([path] + arguments, folder)
    process = try HeldProcess.start(command, in: folder, isRead: false)
  }

  deinit { stop() }

  /// The number of its process.
  public var identifier: pid_t { get throws { try process.child } }

  /// Ends the program by a signal, and waits for its end.
  public func stop(by number: Int32 = SIGKILL) { process.stop(by: number) }

  /// Starts the program again after `stop`.
  public func restart() throws {
    process = try HeldProcess.start(command, in: folder, isRead: false)
  }
}

import Foundation

extension Program {
  /// The folder of what programs remember about fonts: all programs of the tests share it.
  private static let cache = TemporaryFolder()

  /// The variables of a program: those of this process, without a service manager and with folders of the tests.
  /// - Parameters:
  ///   - folder: the folder for what the program leaves behind.
  ///   - changes: other values; a variable with this process's own value is no change.
  static func variables(
    in folder: TemporaryFolder, _ changes: [String: String] = [:]
  ) -> [String: String] {
    let own = ProcessInfo.processInfo.environment
    var variables = own
    for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { variables[name] = nil }
    variables["XDG_STATE_HOME"] = folder.file("new").path
    variables["XDG_RUNTIME_DIR"] = folder.path
    variables["XDG_CACHE_HOME"] = cache.path
    for (name, value) in changes where own[name] != value { variables[name] = value }
    return variables
  }

  /// A running program, which ends with the object.
  public final class Running {
    private let process = Process()
    private let errors: Output
    private let output: Output
    /// The number of error bytes that have been returned.
    private var told = 0

    /// One output of the program, as far as it has been read.
    private final class Output {
      let pipe = Pipe()
      var bytes: [UInt8] = []
      var isAtEnd = false

      /// Reads the available bytes.
      func read() {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(pipe.fileHandleForReading.fileDescriptor, &buffer, buffer.count)
        if count > 0 {
          bytes += buffer[..<count]
        } else if count == 0 || errno != EINTR {
          isAtEnd = true
        }
      }

      var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// The folder of the program's histories and sockets, unless a test names another one: the user's own stays as
    /// it is, and no test sees those of another one.
    private let states = TemporaryFolder()

    /// - Parameters:
    ///   - input: the contents of a pipe on its standard input, without a writer; at most as much as a pipe
    ///     holds.
    ///   - standardInput: the standard input, if `input` is nil; nil for none.
    ///   - preparation: commands of sh that run before the program, in its process, such as
    ///     `ulimit -n 64`.
    ///   - errorCapacity: the bytes that the pipe on standard error holds, 8192 or more; nil for the
    ///     system's default.
    public init(
      _ arguments: [String], environment: [String: String] = [:], without: [String] = [],
      folder: URL? = nil, input: String? = nil, standardInput: FileHandle? = nil,
      preparation: String? = nil, errorCapacity: Int32? = nil
    ) throws {
      process.executableURL = Program.executable
      process.arguments = arguments
      if let preparation {
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments =
          ["-c", "\(preparation); exec \"$0\" \"$@\"", Program.executable.path] + arguments
      }
      var variables = Program.variables(in: states, environment)
      for name in without { variables[name] = nil }
      variables["TZ"] = "UTC"
      process.environment = variables
      if let folder { process.currentDirectoryURL = folder }
      (errors, output) = try startingAlone { [process] in
        let (errors, output) = (Output(), Output())
        if let errorCapacity {
          // F_SETPIPE_SZ, which the module Glibc leaves out.
          _ = fcntl(errors.pipe.fileHandleForWriting.fileDescriptor, 1031, errorCapacity)
        }
        process.standardOutput = output.pipe
        process.standardError = errors.pipe
        process.standardInput = try input.map(Self.pipe) ?? standardInput ?? FileHandle.nullDevice
        try process.run()
        return (errors, output)
      }
    }

    /// A pipe with a text. The whole text is there when the program starts, even if this process pauses.
    private static func pipe(_ text: String) throws -> FileHandle {
      let pipe = Pipe()
      precondition(text.utf8.count <= 4096, "more than a pipe is sure to hold")
      try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      try pipe.fileHandleForWriting.close()
      return pipe.fileHandleForReading
    }

    deinit {
      guard process.isRunning else { return }
      process.terminate()
      // A program that still ends would write its history into a folder that has just been removed.
      if !eventually(seconds: 10, { !process.isRunning }) { signal(SIGKILL) }
      process.waitUntilExit()
    }

    /// The number of its process.
    public var identifier: pid_t { process.processIdentifier }
    public var isRunning: Bool { process.isRunning }

    public func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Closes the reading end of standard error.
    public func stopReadingErrors() {
      try? errors.pipe.fileHandleForReading.close()
      errors.isAtEnd = true
    }

    /// Reads standard error up to the first line that contains a text.
    /// - Throws: a failure at the end of standard error, or after a long time.
    @discardableResult
    public func waitForErrorLine(containing text: String) throws -> String {
      if let line = errorLine(containing: text, seconds: 300) { return line }
      throw Xvfb.Failure(
        description:
          "waited in vain for '\(text)'\(isRunning ? "" : ", and the program has ended"); the last "
          + "errors: \(lastErrors)")
    }

    /// Reads standard error up to the first line that contains a text; nil at the end, or after some time.
    public func errorLine(containing text: String, seconds: Double) -> String? {
      var patience = Patience(seconds: seconds)
      while true {
        while let line = nextErrorLine() { if line.contains(text) { return line } }
        guard !errors.isAtEnd, readOutputs(&patience) else { return nil }
      }
    }

    /// The end of what standard error has told so far, for the message of a test that fails.
    public var lastErrors: String { String(decoding: errors.bytes.suffix(1000), as: UTF8.self) }

    private func nextErrorLine() -> String? {
      let rest = errors.bytes[told...]
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      told = end + 1
      return String(decoding: rest[..<end], as: UTF8.self)
    }

    /// Waits for the next output; false after a long time.
    private func readOutputs(_ patience: inout Patience) -> Bool {
      let open = [errors, output].filter { !$0.isAtEnd }
      var waits = open.map {
        pollfd(
          fd: $0.pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      }
      let isThere = poll(&waits, nfds_t(waits.count), Int32(patience.share * 1000)) > 0
      guard isThere else { return patience.lasts() }
      for (output, wait) in zip(open, waits) where wait.revents != 0 { output.read() }
      return patience.lasts()
    }

    /// Waits for the end. A program that does not end for a long time is killed.
    public func waitForEnd(seconds: Double = 600) throws -> Result {
      var patience = Patience(seconds: seconds)
      while !(errors.isAtEnd && output.isAtEnd) {
        if !readOutputs(&patience) {
          kill(process.processIdentifier, SIGKILL)
          break
        }
      }
      process.waitUntilExit()
      return Result(
        status: process.terminationStatus, output: output.text, errors: errors.text)
    }
  }
}

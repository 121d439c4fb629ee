import Files
import Glibc
import Messages

/// The folder with the sockets of a user's windows: `$XDG_RUNTIME_DIR/wallchart`, for the user alone. A socket
/// is named by its window and process: `rack4.1234`.
public struct ControlFolder: Sendable {
  /// The path of the folder, an absolute one.
  public let path: String

  /// A window that can be asked.
  public struct Window: Equatable, Sendable {
    /// The name of the window: the name of the dashboard's file without its suffix, or the kind of data.
    public var name: String
    /// The number of the process.
    public var process: Int32
    /// The path of the socket.
    public var path: String

    /// `rack4 (1234)`
    public var title: String { "\(name) (\(process))" }
  }

  /// - Returns: nil without `XDG_RUNTIME_DIR`, which a session sets, and for a relative path.
  public init?(environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }) {
    guard let folder = environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else { return nil }
    path = folder + "/wallchart"
  }

  /// Creates the folder unless the folder exists.
  func prepare() throws(ControlError) {
    if mkdir(path, 0o700) != 0, errno != EEXIST {
      throw ControlError(73, "\(path): \(String(cString: strerror(errno)))")
    }
    try check()
  }

  /// Refuses a folder that others can use, or that belongs to another user.
  private func check() throws(ControlError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw ControlError(73, "\(path): \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0
    else { throw ControlError(73, "\(path) is not a folder of this user alone (mode 0700)") }
  }

  /// The longest name of a window in a socket's name, in bytes.
  private static let longestName = 32

  /// The path of a window's socket.
  func path(name: String, process: Int32) -> String {
    path + "/\(Self.plain(name)).\(process)"
  }

  /// The name without the characters that have a meaning in a path or in a shell.
  static func plain(_ name: String) -> String {
    let kept = name.utf8.prefix(longestName).map { byte -> UInt8 in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        byte
      default: UInt8(ascii: "_")
      }
    }
    return kept.isEmpty ? "window" : String(decoding: kept, as: UTF8.self)
  }

  /// The running windows, in the order of their names. A socket that a process has left behind is removed.
  public func windows() -> [Window] {
    guard (try? check()) != nil, let names = entryNames(in: path) else { return [] }
    for name in names where name.hasSuffix(Self.early) { removeEarly(name) }
    let windows = names.compactMap(window(named:)).filter { window in
      let isAlive = isAlive(window)
      if !isAlive { unlink(window.path) }
      return isAlive
    }
    return windows.sorted { ($0.name, $0.process) < ($1.name, $1.process) }
  }

  /// The end of a socket's name before the socket listens.
  static let early = ".new"

  /// Removes a socket whose process ended before the socket listened.
  private func removeEarly(_ name: String) {
    guard let process = window(named: String(name.dropLast(Self.early.count)))?.process,
      kill(process, 0) != 0, errno == ESRCH
    else { return }
    unlink(path + "/" + name)
  }

  private func window(named entry: String) -> Window? {
    guard let dot = entry.lastIndex(of: "."), dot > entry.startIndex,
      let process = Int32(entry[entry.index(after: dot)...]), process > 0
    else { return nil }
    return Window(name: String(entry[..<dot]), process: process, path: path + "/" + entry)
  }

  /// Whether the window's process listens. The socket of an ended process refuses connections.
  private func isAlive(_ window: Window) -> Bool {
    let descriptor = LocalSocket.open()
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    LocalSocket.setTimeLimit(descriptor, seconds: 1)
    guard LocalSocket.connect(descriptor, to: window.path) != 0 else { return true }
    return errno != ECONNREFUSED
  }

  /// The window that a command means.
  /// - Parameter wanted: the window's name or process; nil for the only window.
  public func window(_ wanted: String?) throws(ControlError) -> Window {
    let all = windows()
    let found = wanted.map { wanted in
      all.filter {
        $0.name == wanted || $0.name == Self.plain(wanted) || String($0.process) == wanted
      }
    }
    let titles = all.map(\.title).joined(separator: ", ")
    guard let window = (found ?? all).first else {
      if all.isEmpty { throw ControlError(69, "no window is running") }
      throw ControlError(69, "no window '\(wanted ?? "")' is running: there is \(titles)")
    }
    guard (found ?? all).count == 1 else {
      throw .usage(
        "several windows are running: choose one of \(titles) with --window and its number")
    }
    return window
  }
}

/// Stream sockets of this machine.
enum LocalSocket {
  /// - Returns: a new socket, or -1.
  static func open() -> Int32 {
    socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  /// Attaches a socket to a path. The error of a path that is too long is ENAMETOOLONG.
  static func bind(_ descriptor: Int32, to path: String) -> Int32 {
    attach(descriptor, path, Glibc.bind)
  }

  static func connect(_ descriptor: Int32, to path: String) -> Int32 {
    attach(descriptor, path, Glibc.connect)
  }

  private static func attach(
    _ descriptor: Int32, _ path: String,
    _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      errno = ENAMETOOLONG
      return -1
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// Limits the time of each call for the socket.
  static func setTimeLimit(_ descriptor: Int32, seconds: Int) {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
  }
}

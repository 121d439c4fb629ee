import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Control

/// A server and its clients in this process.
@Suite(.serialized) struct ServerTests {
  /// A folder for sockets, which is removed with the test.
  private struct Folder {
    let parent = TemporaryFolder()
    let folder: ControlFolder

    init() throws {
      let path = parent.path
      folder = try #require(ControlFolder(environment: { $0 == "XDG_RUNTIME_DIR" ? path : nil }))
    }
  }

  /// A socket whose process ended before the socket listened is removed, that of a running process stays.
  @Test func socketsThatNeverListenedAreRemoved() throws {
    let folder = try Folder()
    try folder.folder.prepare()
    // No process has the largest number.
    let names = ["a.\(Int32.max).new", "b.\(getpid()).new", "c.new"]
    for name in names {
      #expect(
        FileManager.default.createFile(atPath: folder.folder.path + "/" + name, contents: nil))
    }
    #expect(folder.folder.windows().isEmpty)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.folder.path)
    #expect(left.sorted() == [names[1], names[2]])
  }

  private func mode(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  /// A connection that speaks plain bytes.
  private func connect(to server: ControlServer) throws -> FileHandle {
    let descriptor = try UnixSocket.make(server.path, Foundation.connect)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  private func send(_ text: String, to client: FileHandle) {
    let bytes = Array(text.utf8)
    _ = Foundation.send(
      client.fileDescriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  /// Reads up to a line end, or the end.
  private func line(from client: FileHandle) -> String {
    var text = ""
    while let byte = client.readData(ofLength: 1).first, byte != UInt8(ascii: "\n") {
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return text
  }

  @Test func requestsAreAnsweredOneAfterAnother() throws {
    let folder = try Folder()
    let server = try ControlServer(in: folder.folder, name: "rack 4") { request, _ in
      request == .status
        ? .done("{\"answer\":42}") : .refused(ControlError(66, "no\npage"))
    }
    defer { server.stop() }
    #expect(try mode(of: folder.folder.path) == 0o700 && mode(of: server.path) == 0o600)
    let windows = folder.folder.windows()
    #expect(windows.map(\.name) == ["rack_4"] && windows.map(\.process) == [getpid()])
    let window = try folder.folder.window("rack 4")
    #expect(try ControlClient.ask(window, .status) == "{\"answer\":42}")
    let error = #expect(throws: ControlError.self) {
      try ControlClient.ask(window, .page(.named("x")))
    }
    #expect(error == ControlError(66, "no\\npage"))
    // Several requests in one packet, plain and wrong ones.
    let client = try connect(to: server)
    send("status\npause now\nstatus\n", to: client)
    #expect(line(from: client) == "ok {\"answer\":42}")
    #expect(line(from: client) == "error 64 unexpected words after 'pause'")
    #expect(line(from: client) == "ok {\"answer\":42}")
  }

  /// The folder of sockets may be tidied up while a window runs for months.
  @Test func aRemovedSocketIsMadeAgain() throws {
    let folder = try Folder()
    let server = try ControlServer(in: folder.folder, name: "a", checkInterval: 0.1) { _, _ in
      .done("fine")
    }
    defer { server.stop() }
    for _ in 0..<2 {
      try FileManager.default.removeItem(atPath: folder.folder.path)
      try #require(eventually { access(server.path, F_OK) == 0 })
      #expect(try mode(of: folder.folder.path) == 0o700 && mode(of: server.path) == 0o600)
      #expect(try ControlClient.ask(folder.folder.window("a"), .status) == "fine")
    }
  }

  @Test func aDescriptorComesWithItsRequest() throws {
    let folder = try Folder()
    let server = try ControlServer(in: folder.folder, name: "a") { request, file in
      guard request == .snapshot(.png), file >= 0 else {
        return .refused(ControlError(64, "no file"))
      }
      return write(file, "picture", 7) == 7 ? .done() : .refused(ControlError(73, "not written"))
    }
    defer { server.stop() }
    let file = folder.parent.file("p.png")
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    let window = try folder.folder.window(nil)
    for _ in 0..<3 {
      _ = try ControlClient.ask(window, .snapshot(.png), file: handle.fileDescriptor)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == "picturepicturepicture")
    // A descriptor that came with an earlier request is not used.
    #expect(throws: ControlError.self) { try ControlClient.ask(window, .snapshot(.png)) }
  }

  /// Silent clients, clients that flood, that never read and that vanish, and one that is served all the same.
  @Test func badClientsHarmNothing() throws {
    let folder = try Folder()
    let answered = Mutex(0)
    let big = String(repeating: "x", count: 1 << 22)
    let server = try ControlServer(in: folder.folder, name: "a") { request, _ in
      answered.withLock { $0 += 1 }
      return .done(request == .reload ? big : "fine")
    }
    defer { server.stop() }
    let window = try folder.folder.window(nil)
    let silent = try (0..<20).map { _ in try connect(to: server) }
    let flooding = try connect(to: server)
    send(String(repeating: "status\n", count: 10_000), to: flooding)
    let endless = try connect(to: server)
    send(String(repeating: "x", count: 100_000), to: endless)
    let deaf = try connect(to: server)
    send("reload\nreload\n", to: deaf)
    for _ in 0..<20 {
      let vanishing = try connect(to: server)
      send("reload\nrelo", to: vanishing)
      try vanishing.close()
    }
    #expect(try ControlClient.ask(window, .status) == "fine")
    #expect(try ControlClient.ask(window, .reload) == big)
    // A line without an end is refused, and its client goes.
    let last = try connect(to: server)
    send(String(repeating: "y", count: 5000), to: last)
    #expect(line(from: last) == "error 64 a request has at most 4096 bytes")
    #expect(last.readData(ofLength: 1).isEmpty)
    withExtendedLifetime((silent, flooding, deaf, endless)) {}
  }

  @Test func randomBytesHarmNothing() throws {
    let folder = try Folder()
    let server = try ControlServer(in: folder.folder, name: "a") { _, _ in .done() }
    defer { server.stop() }
    var generator = SeededGenerator(seed: 18)
    for _ in 0..<200 {
      let client = try connect(to: server)
      let bytes = (0..<Int.random(in: 0...3000, using: &generator)).map { _ in
        UInt8.random(in: .min ... .max, using: &generator)
      }
      _ = Foundation.send(
        client.fileDescriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      try client.close()
    }
    #expect(try ControlClient.ask(try folder.folder.window(nil), .status) == "")
  }

  @Test func aSocketThatWasLeftBehindIsRemoved() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder.folder.path, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    let old = folder.folder.path + "/rack4.99999999"
    let listener = try UnixSocket.make(old, bind)
    close(listener)
    #expect(FileManager.default.fileExists(atPath: old))
    let error = #expect(throws: ControlError.self) { try folder.folder.window(nil) }
    #expect(error == ControlError(69, "no window is running"))
    #expect(!FileManager.default.fileExists(atPath: old))
  }

  @Test func aWindowIsChosenByNameOrProcess() throws {
    let folder = try Folder()
    let servers = try ["rack4", "rack5"].map { name in
      try ControlServer(in: folder.folder, name: name) { _, _ in .done(name) }
    }
    defer { for server in servers { server.stop() } }
    #expect(folder.folder.windows().map(\.name) == ["rack4", "rack5"])
    #expect(try folder.folder.window("rack5").name == "rack5")
    // Both windows are of this process.
    for wanted in [nil, "\(getpid())"] {
      let error = #expect(throws: ControlError.self) { try folder.folder.window(wanted) }
      #expect(error?.code == 64)
      #expect(
        error?.message.hasPrefix("several windows are running: choose one of rack4 (") == true)
    }
    let error = #expect(throws: ControlError.self) { try folder.folder.window("rack6") }
    #expect(error?.code == 69 && error?.message.hasPrefix("no window 'rack6' is running") == true)
  }

  @Test func aFolderThatOthersCanUseIsRefused() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder.folder.path, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o755])
    let error = #expect(throws: ControlError.self) {
      try ControlServer(in: folder.folder, name: "a") { _, _ in .done() }
    }
    #expect(error?.code == 73 && error?.message.contains("0700") == true)
  }

  /// The folder keeps other users out; this one lets them in, as if a descriptor had come to them.
  @Test(.enabled(if: getuid() == 0, "only root can be another user"))
  func anotherUserIsNotServed() throws {
    let folder = try Folder()
    let server = try ControlServer(in: folder.folder, name: "a") { _, _ in .done("secret") }
    defer { server.stop() }
    let paths = [(folder.parent.path, 0o755), (folder.folder.path, 0o755), (server.path, 0o666)]
    for (path, mode) in paths {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    #expect(try answer(of: server, toUser: 0) == "connected\nok secret\n")
    #expect(try answer(of: server, toUser: 65_534) == "connected\n")
  }

  /// The text that a client gets who asks for the status.
  private func answer(of server: ControlServer, toUser user: Int) throws -> String {
    let script = """
      my ($s, $answer);
      socket($s, PF_UNIX, SOCK_STREAM, 0);
      connect($s, sockaddr_un($ARGV[0])) and syswrite(STDOUT, "connected\\n");
      $SIG{PIPE} = "IGNORE";
      syswrite($s, "status\\n");
      sysread($s, $answer, 4096) and syswrite(STDOUT, $answer);
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    process.arguments = [
      "--reuid", "\(user)", "--clear-groups", "/usr/bin/perl", "-MSocket", "-e", script,
      server.path,
    ]
    let output = try startingAlone {
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      return output
    }
    return String(decoding: try process.output(of: output), as: UTF8.self)
  }
}

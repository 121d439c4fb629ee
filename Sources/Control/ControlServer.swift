import CProcess
import Feeds
import Glibc
import Messages

/// The control socket of a window: answers requests of the same user, one after another, on a thread of its own. A
/// client that is silent or slow, sends too much, or vanishes does not disturb the other clients.
public final class ControlServer: Sendable {
  /// Answers a request. The function is called on the server's thread, and may wait for the main thread for a
  /// limited time. The descriptor is that of a file for a snapshot, or -1.
  public typealias Responder = @Sendable (ControlRequest, _ file: Int32) -> ControlAnswer

  private let listener: Int32
  private let folder: ControlFolder
  /// The path of the socket.
  public let path: String
  private let respond: Responder
  private let thread = FeedThread()

  /// The limit of clients. A further client takes the place of the client that has been silent for the longest time.
  static let mostClients = 8
  /// The seconds after which a silent client is disconnected, and the seconds between two requests. The pause limits
  /// the part of the main thread's time that requests can take.
  private static let (patience, pause) = (10.0, 0.005)
  /// The seconds after which a socket that somebody has removed is made again.
  private let checkInterval: Double

  /// Opens the socket, and starts to listen.
  /// - Parameters:
  ///   - name: the name of the window.
  ///   - checkInterval: the seconds after which a socket that somebody has removed is made again.
  public init(
    in folder: ControlFolder, name: String, checkInterval: Double = 60,
    respond: @escaping Responder
  ) throws(ControlError) {
    try folder.prepare()
    _ = folder.windows()
    self.checkInterval = checkInterval
    path = folder.path(name: name, process: getpid())
    (self.folder, self.respond) = (folder, respond)
    listener = try Self.listen(at: path)
    guard thread.start(named: "control", { [self] in run() }) else {
      unlink(path)
      close(listener)
      throw ControlError(71, "there is no thread for the control socket")
    }
  }

  /// Listens at a path. The socket gets its final name only once it listens; before, another process would take it
  /// for a socket that an ended process has left behind, and remove it.
  private static func listen(at path: String) throws(ControlError) -> Int32 {
    func failure(_ number: Int32) -> ControlError {
      ControlError(73, "\(path): \(String(cString: strerror(number)))")
    }
    let listener = LocalSocket.open()
    guard listener >= 0 else { throw failure(errno) }
    _ = fcntl(listener, F_SETFL, O_NONBLOCK)
    let early = path + ControlFolder.early
    unlink(early)
    guard LocalSocket.bind(listener, to: early) == 0, chmod(early, 0o600) == 0,
      Glibc.listen(listener, Int32(mostClients)) == 0, rename(early, path) == 0
    else {
      let number = errno
      close(listener)
      unlink(early)
      throw failure(number)
    }
    return listener
  }

  /// Ends the server, and removes the socket.
  public func stop() {
    thread.stop()
    unlink(path)
  }

  // MARK: The thread

  private func run() {
    var clients: [ControlConnection] = []
    var (listener, nextCheck) = (listener, SystemClock.monotonic + checkInterval)
    while !thread.isStopped {
      let reading = clients.map { $0.isSending || $0.hasLine ? -1 : $0.socket }
      let writing = clients.map { $0.isSending ? $0.socket : -1 }
      let oldest = clients.map(\.lastProgress).min()
      let limit = min(oldest.map { $0 + Self.patience } ?? .infinity, nextCheck)
      let ready = thread.wait(
        for: [listener] + reading, writing: writing,
        atMost: clients.contains(where: \.hasLine) ? 0 : limit - SystemClock.monotonic)
      for index in clients.indices.reversed() {
        let isReadable = ready[1 + index]
        let isWritable = ready[1 + clients.count + index]
        if !serve(&clients[index], isReadable: isReadable, isWritable: isWritable) {
          clients[index].close()
          clients.remove(at: index)
        }
      }
      if ready[0] { accept(from: listener, into: &clients) }
      if SystemClock.monotonic >= nextCheck {
        nextCheck = SystemClock.monotonic + checkInterval
        replace(&listener)
      }
    }
    for index in clients.indices { clients[index].close() }
    close(listener)
  }

  /// Makes the socket again, if somebody has removed it with its folder.
  private func replace(_ listener: inout Int32) {
    guard access(path, F_OK) != 0, errno == ENOENT, !thread.isStopped else { return }
    do throws(ControlError) {
      try folder.prepare()
      let new = try Self.listen(at: path)
      close(listener)
      listener = new
    } catch {
      // The next check tries again.
    }
  }

  /// Reads, writes, and answers at most one request, so that all clients have their turn.
  /// - Returns: whether the connection goes on.
  private func serve(
    _ client: inout ControlConnection, isReadable: Bool, isWritable: Bool
  ) -> Bool {
    if isReadable, !client.receive(at: SystemClock.monotonic) { return false }
    if isWritable, !client.sendMore(at: SystemClock.monotonic) { return false }
    if let line = client.nextLine() {
      let file = client.takeAttachment()
      let answer = answer(to: line, file)
      if file >= 0 { close(file) }
      guard client.send(answer, at: SystemClock.monotonic) else { return false }
      _ = thread.wait(atMost: Self.pause)
      if thread.isStopped { return false }
    }
    return SystemClock.monotonic - client.lastProgress < Self.patience
  }

  private func answer(to line: [UInt8], _ file: Int32) -> ControlAnswer {
    do throws(ControlError) {
      return respond(try ControlRequest(line: line), file)
    } catch {
      return .refused(error)
    }
  }

  private func accept(from listener: Int32, into clients: inout [ControlConnection]) {
    let socket = accept4(
      listener, nil, nil, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
    guard socket >= 0 else {
      // Without a free descriptor, or memory, the client would be announced again and again.
      if ![EAGAIN, EINTR, ECONNABORTED].contains(errno) { _ = thread.wait(atMost: 1) }
      return
    }
    // The folder and the mode of the socket keep others out; a copy of its descriptor would not.
    let user = socket_peer_user(socket)
    guard user == Int(geteuid()) || user == 0 else {
      close(socket)
      return
    }
    if clients.count >= Self.mostClients,
      let silent = clients.indices.min(by: { clients[$0].lastProgress < clients[$1].lastProgress })
    {
      clients[silent].close()
      clients.remove(at: silent)
    }
    clients.append(ControlConnection(socket, at: SystemClock.monotonic))
  }
}

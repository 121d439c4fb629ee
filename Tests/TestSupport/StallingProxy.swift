import Foundation
import Synchronization

/// A proxy to an X server that can be made to stand still, and to go on: meanwhile it reads nothing from the
/// client, like a network that is cut. The proxy accepts one client.
public final class StallingProxy: Sendable {
  /// The display to give to the client.
  public let display: String
  private let listener: Int32
  private let server: Int32
  private let client = Mutex<Int32>(-1)
  private let state = Mutex(State.forwarding)
  private let path: String
  private let isBigEndian: Bool

  private enum State { case forwarding, stalled, stopped }

  /// The place of the byte order of images in the server's first answer.
  private static let byteOrderOffset = 30

  /// - Parameters:
  ///   - server: the display of a server on a socket of this machine, such as ":3".
  ///   - isBigEndian: whether the server pretends to take images with the highest byte first, as a server
  ///     on a big-endian machine does.
  public init(to server: String, isBigEndian: Bool = false) throws {
    self.isBigEndian = isBigEndian
    self.server = try UnixSocket.make("/tmp/.X11-unix/X" + server.dropFirst(), connect)
    (listener, display, path) = try UnixSocket.listenAsDisplay()
    Thread.detachNewThread { [self] in forward() }
  }

  private func forward() {
    let accepted = accept(listener, nil, nil)
    client.withLock { $0 = accepted }
    var ends = [
      pollfd(fd: accepted, events: Int16(POLLIN), revents: 0),
      pollfd(fd: server, events: Int16(POLLIN), revents: 0),
    ]
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var answered = 0
    while true {
      switch state.withLock({ $0 }) {
      case .stopped: return
      case .stalled:
        Thread.sleep(forTimeInterval: 0.02)
        continue
      case .forwarding: break
      }
      guard poll(&ends, 2, 20) >= 0 else { return }
      for (index, end) in ends.enumerated() where end.revents != 0 {
        let count = read(end.fd, &buffer, buffer.count)
        guard count > 0 else { return }
        if index == 1 {
          let place = Self.byteOrderOffset - answered
          if isBigEndian, (0..<count).contains(place) { buffer[place] = 1 }
          answered += count
        }
        var sent = 0
        while sent < count {
          let written = buffer.withUnsafeBytes {
            send(ends[1 - index].fd, $0.baseAddress! + sent, count - sent, Int32(MSG_NOSIGNAL))
          }
          guard written > 0 else { return }
          sent += written
        }
      }
    }
  }

  /// Stops reading, and waits until the client's writes have filled the system's buffers.
  /// - Returns: false if the client has written nothing, or still writes after a long time.
  public func stall() -> Bool {
    state.withLock { $0 = .stalled }
    let client = client.withLock { $0 }
    var (last, still) = (Int32(0), 0)
    return eventually {
      var unread: Int32 = 0
      _ = ioctl(client, UInt(FIONREAD), &unread)
      still = unread == last ? still + 1 : 0
      last = unread
      // A client that still draws writes more within two seconds.
      return unread > 0 && still > 100
    }
  }

  /// Goes on after `stall`: what the client has written meanwhile reaches the server.
  public func resume() { state.withLock { $0 = .forwarding } }

  public func stop() {
    state.withLock { $0 = .stopped }
    for descriptor in [listener, server, client.withLock({ $0 })] where descriptor >= 0 {
      shutdown(descriptor, Int32(SHUT_RDWR))
    }
    unlink(path)
  }
}

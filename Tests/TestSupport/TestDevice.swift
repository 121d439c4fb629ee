import Foundation

/// A touch screen, or a mouse with a wheel that turns by less than a notch, on a server with outputs. Its
/// driver in the server, inputtest, reads the movements from a socket.
public final class TestDevice {
  public enum Kind: String, Sendable { case touch, wheel }

  /// The movement of a finger, with the number of XInput2's event.
  public enum Touch: UInt32, Sendable {
    case begin = 18
    case update, end
  }

  /// Whether this system's server has the driver.
  public static let isAvailable =
    Xvfb.hasOutputs
    && FileManager.default.fileExists(atPath: "/usr/lib/xorg/modules/input/inputtest_drv.so")

  private let descriptor: Int32
  private let size: (width: Double, height: Double)

  public init(_ kind: Kind, of server: Xvfb) throws {
    let path = server.framebufferFolder.appendingPathComponent(kind.rawValue).path
    size = (Double(server.options.width), Double(server.options.height))
    descriptor = try UnixSocket.make(path, connect)
    // The protocol's version, and the server's answer.
    send([0, 0x0001_0001])
    var answer = [UInt8](repeating: 0, count: 12)
    guard recv(descriptor, &answer, answer.count, Int32(MSG_WAITALL)) == answer.count
    else {
      throw Xvfb.Failure(description: "the device does not answer")
    }
  }

  deinit { close(descriptor) }

  /// Moves a finger to a pixel of the screen.
  public func touch(_ movement: Touch, finger: UInt32 = 1, x: Double, y: Double) {
    // The axes go from 0 to 65535.
    let axes = [0: x / size.width * 65535, 1: y / size.height * 65535]
    send([6, finger, movement.rawValue], axes)
  }

  /// Moves the pointer by pixels, without acceleration.
  public func move(x: Double, y: Double) { send([2, 0], [0: x, 1: y]) }

  /// Turns the wheel. One notch is 1, and a positive number is down.
  public func scroll(_ notches: Double) { send([2, 0], [3: notches * 120]) }

  /// Sends a message: its length and words, and the values of axes.
  private func send(_ words: [UInt32], _ axes: [Int: Double]? = nil) {
    var body = words.flatMap(Self.bytes)
    if let axes {
      // The values begin at a multiple of eight bytes, and have a number of axes that never changes.
      while (4 + body.count) % 8 != 0 { body.append(0) }
      body += Self.bytes(UInt32(0))
      var (mask, values) = ([UInt8](repeating: 0, count: 8), [Double](repeating: 0, count: 128))
      for (axis, value) in axes {
        mask[axis / 8] |= 1 << UInt8(axis % 8)
        values[axis] = value
      }
      body += mask + [0, 0, 0, 0] + values.flatMap(Self.bytes)
    }
    let message = Self.bytes(UInt32(4 + body.count)) + body
    precondition(write(descriptor, message, message.count) == message.count)
  }

  private static func bytes<Value>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value) { Array($0) }
  }
}

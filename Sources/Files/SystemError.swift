import Glibc

/// The error of a system call.
public struct SystemError: Error, Equatable {
  /// The number, such as `ENOENT`.
  public let number: Int32

  /// The error of a number.
  public init(number: Int32) { self.number = number }

  /// The error of the thread's last call.
  public static var last: SystemError { SystemError(number: errno) }

  /// The system's reason, such as "No space left on device".
  public var reason: String { String(cString: strerror(number)) }
}

import CProcess
import Files
import Glibc

/// A file descriptor that is closed with its owner; a negative number means no descriptor.
package final class OwnedDescriptor: Sendable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  /// A pipe whose ends no other program inherits.
  package static func pipe() throws(SystemError) -> (read: OwnedDescriptor, write: OwnedDescriptor)
  {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .last }
    return (OwnedDescriptor(ends[0]), OwnedDescriptor(ends[1]))
  }

  deinit { if number >= 0 { close(number) } }
}

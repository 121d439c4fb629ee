import Glibc

/// A file descriptor that is closed with its owner; a negative number means no descriptor.
final class OwnedDescriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { if number >= 0 { close(number) } }
}

import Glibc
import Synchronization

/// The memory of columns that have their beginning in common.
///
/// What has been written stays as it is while there are several of them; behind it, whoever claims the
/// bytes first may write. Of large memory the system provides only what is written to.
final class ColumnMemory: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  let byteCount: Int
  /// Bytes from the start that belong to somebody.
  private let used = Atomic(0)

  /// Of all columns without elements.
  static let none = ColumnMemory(byteCount: 0)

  init(byteCount: Int) {
    guard let base = malloc(max(1, byteCount)) else {
      fatalError("no memory for \(byteCount) bytes")
    }
    self.base = base
    self.byteCount = byteCount
  }

  deinit { free(base) }

  /// Takes bytes that belong to nobody; false if somebody else has them.
  func claim(from start: Int, to end: Int) -> Bool {
    used.compareExchange(expected: start, desired: end, ordering: .relaxed).exchanged
  }

  /// Says what belongs to the only owner, who has moved it.
  func reset(used bytes: Int) { used.store(bytes, ordering: .relaxed) }
}

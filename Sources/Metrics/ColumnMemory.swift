import Glibc
import Synchronization

/// The memory of columns that share their beginning.
///
/// Written elements never change while several columns share the memory. Behind them, the first column to
/// claim bytes may write. The system provides pages of large memory only when they are written.
final class ColumnMemory: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  let byteCount: Int
  /// The number of claimed bytes from the start.
  private let used = Atomic(0)

  /// The memory of all columns without elements.
  static let none = ColumnMemory(byteCount: 0)

  init(byteCount: Int) {
    guard let base = malloc(max(1, byteCount)) else {
      fatalError("no memory for \(byteCount) bytes")
    }
    self.base = base
    self.byteCount = byteCount
  }

  deinit { free(base) }

  /// Claims bytes for a column; false if another column has claimed them.
  func claim(from start: Int, to end: Int) -> Bool {
    used.compareExchange(expected: start, desired: end, ordering: .relaxed).exchanged
  }

  /// Sets the number of claimed bytes, after the only owner has moved its elements.
  func reset(used bytes: Int) { used.store(bytes, ordering: .relaxed) }
}

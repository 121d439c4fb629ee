import CProcess

/// The way of free memory back to the system.
///
/// While a window of time fills, each frame has larger paths than the frame before. Their memory leaves
/// holes in the heap, which the C library keeps: after five minutes of eight panels at ten samples a second
/// they were 11 MB of 34.
struct HeapTrim {
  /// The seconds between two looks at the heap.
  private static let period = 2.0
  /// The bytes that may be free. To give them back takes a millisecond or two.
  private static let mostFree = 3 << 20

  private var last = 0.0

  /// Gives free memory back if there is much, and none was given back lately.
  /// - Parameter now: monotonic seconds.
  mutating func update(at now: Double) {
    guard now >= last + Self.period else { return }
    last = now
    if mallinfo2().fordblks > Self.mostFree { malloc_trim(0) }
  }
}

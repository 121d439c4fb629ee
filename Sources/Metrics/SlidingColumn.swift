/// A contiguous array that is appended to at its end and dropped from at its start, both in
/// amortised constant time: dropped elements stay as a dead prefix until they outnumber the live
/// ones, and are then removed in one move.
struct SlidingColumn<Element: Sendable>: Sendable {
  private var storage: [Element] = []
  private var head = 0

  var count: Int { storage.count - head }

  /// The element `position` places after the oldest one kept.
  subscript(position: Int) -> Element { storage[head + position] }

  /// Makes room for as many elements in all, without a copy on the way there. Room that is there
  /// suffices: to ask again with a number that grows is not to copy each time.
  mutating func reserveCapacity(_ capacity: Int) {
    if head + capacity > storage.capacity { storage.reserveCapacity(head + capacity) }
  }

  mutating func append(_ element: Element) { storage.append(element) }

  mutating func removeFirst(_ dropped: Int) {
    head += dropped
    if head > storage.count - head {
      storage.removeFirst(head)
      head = 0
    }
  }

  func withElements<Result>(_ body: (UnsafeBufferPointer<Element>) throws -> Result) rethrows
    -> Result
  {
    try storage.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[head...])) }
  }
}

/// A contiguous array with insertion at its end and removal at its start, both in amortised constant
/// time: removed elements stay as a dead prefix until room is needed.
///
/// Copies share their memory, like those of an array, and keep sharing it while one of them grows,
/// because new elements lie behind the end of the others. So a chart may keep its part of a growing
/// series without copying anything.
struct SlidingColumn<Element: BitwiseCopyable & Sendable>: Sendable {
  private var memory = ColumnMemory.none
  /// The position of the first element in the memory, in elements.
  private var head = 0
  private var end = 0

  private static var stride: Int { MemoryLayout<Element>.stride }
  private static var least: Int { 16 }

  private var elements: UnsafeMutablePointer<Element> {
    memory.base.assumingMemoryBound(to: Element.self)
  }
  private var capacity: Int { memory.byteCount / Self.stride }

  var count: Int { end - head }

  /// The element `position` places after the oldest one kept.
  subscript(position: Int) -> Element {
    precondition(position >= 0 && position < count)
    return elements[head + position]
  }

  /// Reserves room for a total number of elements in one step. If the column has too little room, half as
  /// many again are reserved, up to `most`, because an estimate is usually followed by a higher one.
  mutating func reserveCapacity(_ wanted: Int, atMost most: Int) {
    guard wanted > count, head + wanted > capacity else { return }
    move(toCapacity: max(wanted, min(wanted + wanted / 2, most)))
  }

  mutating func append(_ element: Element) {
    makeRoom(for: 1)
    elements[end] = element
    end += 1
  }

  /// Adds elements, all of them set by `initialize`.
  mutating func append(
    count added: Int, initialize: (UnsafeMutableBufferPointer<Element>) -> Void
  ) {
    guard added > 0 else { return }
    makeRoom(for: added)
    initialize(UnsafeMutableBufferPointer(start: elements + end, count: added))
    end += added
  }

  mutating func append(contentsOf added: UnsafeBufferPointer<Element>) {
    append(count: added.count) { _ = $0.initialize(fromContentsOf: added) }
  }

  mutating func removeFirst(_ dropped: Int) {
    precondition(dropped >= 0 && dropped <= count)
    head += dropped
  }

  /// Drops the newest elements. Copies keep them: while there are copies, later elements are written
  /// elsewhere.
  mutating func removeLast(_ dropped: Int) {
    precondition(dropped >= 0 && dropped <= count)
    guard dropped > 0 else { return }
    end -= dropped
    if isKnownUniquelyReferenced(&memory) { memory.reset(used: end * Self.stride) }
  }

  func withElements<Result>(_ body: (UnsafeBufferPointer<Element>) throws -> Result) rethrows
    -> Result
  {
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeBufferPointer(start: elements + head, count: count))
  }

  /// Makes room behind the end that no copy writes to.
  private mutating func makeRoom(for added: Int) {
    let (from, to) = (end * Self.stride, (end + added) * Self.stride)
    if to <= memory.byteCount, memory.claim(from: from, to: to) { return }
    let needed = count + added
    // If half of the memory is dead, it is used again.
    if 2 * needed <= capacity, isKnownUniquelyReferenced(&memory) {
      elements.update(from: elements + head, count: count)
      (head, end) = (0, count)
      memory.reset(used: needed * Self.stride)
    } else {
      move(toCapacity: max(needed, 2 * count, Self.least))
      _ = memory.claim(from: end * Self.stride, to: needed * Self.stride)
    }
  }

  private mutating func move(toCapacity capacity: Int) {
    let new = ColumnMemory(byteCount: capacity * Self.stride)
    new.base.copyMemory(from: elements + head, byteCount: count * Self.stride)
    new.reset(used: count * Self.stride)
    memory = new
    (head, end) = (0, count)
  }
}

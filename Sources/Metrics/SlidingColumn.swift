/// A contiguous array that is appended to at its end and dropped from at its start, both in
/// amortised constant time: dropped elements stay as a dead prefix until room is needed.
///
/// Copies of it share their memory, as an array's do, and go on sharing it while one of them is
/// appended to: what comes lies behind the end of the others. So a chart may keep what it shows of a
/// series that grows, and nothing is copied for that.
struct SlidingColumn<Element: BitwiseCopyable & Sendable>: Sendable {
  private var memory = ColumnMemory.none
  /// Where the elements are in the memory, in elements.
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

  /// Makes room for as many elements in all, without a copy on the way there; and where there is too
  /// little, for half as many again but `most`: what is asked for with a guess is soon asked for with a
  /// higher one.
  mutating func reserveCapacity(_ wanted: Int, atMost most: Int) {
    guard wanted > count, head + wanted > capacity else { return }
    move(toCapacity: max(wanted, min(wanted + wanted / 2, most)))
  }

  mutating func append(_ element: Element) {
    makeRoom(for: 1)
    elements[end] = element
    end += 1
  }

  /// Adds so many elements, all of which `initialize` gives a value.
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

  /// Drops the newest elements. Copies keep theirs: what comes next is written elsewhere while there are
  /// any.
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

  /// Has memory behind the end that nobody else writes.
  private mutating func makeRoom(for added: Int) {
    let (from, to) = (end * Self.stride, (end + added) * Self.stride)
    if to <= memory.byteCount, memory.claim(from: from, to: to) { return }
    let needed = count + added
    // Memory half of which is dead is used again.
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

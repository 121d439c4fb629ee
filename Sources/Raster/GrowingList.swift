/// A growing list that owns its memory and keeps it from frame to frame.
struct GrowingList<Element: BitwiseCopyable>: ~Copyable {
  private var memory: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private(set) var capacity = 0
  private var surplus = Surplus()

  deinit { memory?.deallocate() }

  /// The first element of a list that is not empty.
  var base: UnsafeMutablePointer<Element> { memory.unsafelyUnwrapped }

  /// Removes all elements, and frees memory that has long been far too large.
  mutating func removeAll() {
    if surplus.isLasting(used: count, of: capacity) {
      memory?.deallocate()
      (memory, capacity) = (nil, 0)
    }
    count = 0
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    base[count] = element
    count &+= 1
  }

  @inline(__always)
  mutating func removeLast(_ number: Int = 1) { count &-= number }

  @inline(never)
  private mutating func grow() {
    let room = max(capacity * 2, 64)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: room)
    if let memory {
      larger.moveInitialize(from: memory, count: count)
      memory.deallocate()
    }
    (memory, capacity) = (larger, room)
  }
}

/// Detects memory that has long been much larger than its use: otherwise one frame of a million vertices would occupy
/// memory for months.
struct Surplus {
  /// The number of consecutive uses below an eighth after which memory is surplus, as many as a window has frames in a
  /// second or two.
  private static let patience = 64
  /// The capacity up to which memory is not worth freeing.
  private static let least = 128

  private var uses = 0

  mutating func isLasting(used: Int, of capacity: Int) -> Bool {
    uses = capacity > Surplus.least && used < capacity / 8 ? uses + 1 : 0
    if uses < Surplus.patience { return false }
    uses = 0
    return true
  }
}

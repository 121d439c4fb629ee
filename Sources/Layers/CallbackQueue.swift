/// What a tree has to tell about its animations: told in the order in which it came about, and never
/// while something is being told.
final class CallbackQueue {
  private var callbacks: [() -> Void] = []
  private var isDelivering = false

  func append(_ callback: @escaping () -> Void) { callbacks.append(callback) }

  /// Tells all that waits, also what comes about meanwhile; within a callback it does nothing.
  func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    var next = 0
    while next < callbacks.count {
      callbacks[next]()
      next += 1
    }
    callbacks = []
  }
}

/// The pending callbacks of a tree's animations. Callbacks are called in the order of their causes, and never from
/// within one another.
final class CallbackQueue {
  private var callbacks: [() -> Void] = []
  private var isDelivering = false

  func append(_ callback: @escaping () -> Void) { callbacks.append(callback) }

  /// Calls all pending callbacks, including those that become pending meanwhile. Within a callback, this
  /// function does nothing.
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

import Dispatch
import Synchronization

extension DispatchQueue {
  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
    /// Whether the function has begun, or nobody waits for its begin any more.
    let isDecided = Atomic(false)

    /// Decides, if nothing else has.
    func decides() -> Bool {
      isDecided.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
    }
  }

  /// Executes a function on this queue, which must not be the caller's, and waits for the result.
  /// - Parameters:
  ///   - time: the longest wait; `.never` waits for ever.
  ///   - isExecutedLate: whether the function begins even if nobody waits any more. Default no.
  ///   - question: the function.
  /// - Returns: the result; nil if the queue was busy for too long.
  package func ask<Value: Sendable>(
    within time: DispatchTimeInterval, isExecutedLate: Bool = false,
    _ question: @escaping @Sendable () -> Value
  ) -> Value? {
    let box = Box<Value>()
    let answered = DispatchSemaphore(value: 0)
    async {
      guard box.decides() else { return }
      let value = question()
      box.value.withLock { $0 = value }
      answered.signal()
    }
    guard answered.wait(timeout: .now() + time) == .success else {
      if !isExecutedLate { _ = box.decides() }
      return nil
    }
    return box.value.withLock { $0 }
  }
}

import Dispatch
import Synchronization

extension DispatchQueue {
  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }

  /// Executes a function on this queue, which must not be the caller's, and waits for the result.
  /// - Parameters:
  ///   - time: the longest wait; `.never` waits for ever. The function is executed even if nobody waits any more.
  ///   - question: the function.
  /// - Returns: the result; nil if the queue was busy for too long.
  package func ask<Value: Sendable>(
    within time: DispatchTimeInterval, _ question: @escaping @Sendable () -> Value
  ) -> Value? {
    let box = Box<Value>()
    let answered = DispatchSemaphore(value: 0)
    async {
      let value = question()
      box.value.withLock { $0 = value }
      answered.signal()
    }
    guard answered.wait(timeout: .now() + time) == .success else { return nil }
    return box.value.withLock { $0 }
  }
}

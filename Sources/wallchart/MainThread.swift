import Dispatch
import Synchronization

/// Calls from other threads to the main thread.
enum MainThread {
  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }

  /// Executes a function on the main thread, and waits for its result; nil if the main thread is busy for too long.
  static func ask<Value: Sendable>(
    within seconds: Double = 5, _ question: @escaping @MainActor @Sendable () -> Value
  ) -> Value? {
    let box = Box<Value>()
    let answered = DispatchSemaphore(value: 0)
    DispatchQueue.main.async {
      let value = MainActor.assumeIsolated { question() }
      box.value.withLock { $0 = value }
      answered.signal()
    }
    guard answered.wait(timeout: .now() + seconds) == .success else { return nil }
    return box.value.withLock { $0 }
  }
}

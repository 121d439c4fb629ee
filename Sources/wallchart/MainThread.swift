import Dispatch
import Feeds

/// Calls from other threads to the main thread.
enum MainThread {
  /// Executes a function on the main thread, and waits for its result; nil if the main thread is busy for five seconds.
  /// After that, the function does not begin any more: a caller that was told so may ask again.
  static func ask<Value: Sendable>(_ question: @escaping @MainActor @Sendable () -> Value) -> Value?
  {
    DispatchQueue.main.ask(within: .seconds(5)) { MainActor.assumeIsolated { question() } }
  }
}

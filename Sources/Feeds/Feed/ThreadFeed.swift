import Messages
import Synchronization

/// A feed that works on a thread of its own.
final class ThreadFeed: Feed {
  private let context: FeedContext
  private let name: String
  private let work: @Sendable () -> Void
  private let willStop: @Sendable () -> Void
  private let isStarted = Atomic<Bool>(false)

  /// - Parameters:
  ///   - name: the thread's name, of at most 15 bytes.
  ///   - work: asks the source on the thread until the context is stopped.
  ///   - willStop: called at the end on any thread, perhaps more than once.
  init(
    _ context: FeedContext, named name: String, work: @escaping @Sendable () -> Void,
    willStop: @escaping @Sendable () -> Void = {}
  ) {
    (self.context, self.name) = (context, name)
    (self.work, self.willStop) = (work, willStop)
  }

  var wakeups: Int { context.wakeups }

  func start(onUpdate: @escaping @Sendable (FeedUpdate) -> Void) {
    guard context.outlet.attach(onUpdate),
      !isStarted.exchange(true, ordering: .acquiringAndReleasing)
    else { return }
    if !context.thread.start(named: name, work) {
      context.fail(String(localized: "no thread can be started"))
    }
  }

  func request() { context.request() }

  func select(_ selection: Selection) { context.select(selection) }

  func stop() {
    context.outlet.close()
    context.stop()
    willStop()
  }

  deinit { stop() }
}

extension Double {
  /// The number, held within limits; another number in place of infinity and NaN.
  func bounded(by limits: ClosedRange<Double>, otherwise other: Double) -> Double {
    isFinite ? min(max(self, limits.lowerBound), limits.upperBound) : other
  }
}

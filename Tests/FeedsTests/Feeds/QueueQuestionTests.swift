import Dispatch
import Synchronization
import Testing

@testable import Feeds

/// Questions to a queue that is busy for too long.
@Suite struct QueueQuestionTests {
  private final class Count: Sendable {
    let value = Atomic(0)
  }

  /// A caller that has given up may ask again: the first question must not be executed, too.
  @Test(arguments: [false, true]) func nobodyWaitsAnyMore(isExecutedLate: Bool) {
    let (queue, count) = (DispatchQueue(label: "busy"), Count())
    func ask(within time: DispatchTimeInterval) -> Int? {
      queue.ask(within: time, isExecutedLate: isExecutedLate) {
        count.value.wrappingAdd(1, ordering: .relaxed).newValue
      }
    }
    queue.suspend()
    #expect(ask(within: .milliseconds(1)) == nil)
    queue.resume()
    #expect(ask(within: .never) == (isExecutedLate ? 2 : 1))
  }
}

import Dispatch
import Messages
import Synchronization

/// The question for the secret of a source's next request.
///
/// A file system of the network may delay the file with the secret for minutes. A queue therefore reads the file, and
/// the thread that asks goes on meanwhile.
final class SecretQuestion: Sendable {
  typealias Answer = Result<HTTPFeedSpec.Authorization, SourceError>

  private struct State {
    var reader: CredentialReader
    /// Whether the file is being read.
    var isReading = false
    var limit: Double?
    var answer: Answer?
  }

  private let state: Mutex<State>
  private let timeout: Double
  private let wake: @Sendable () -> Void
  private let read: @Sendable (CredentialReader) -> SecretReading
  private let queue = DispatchQueue(label: "wallchart.secret", qos: .utility)

  /// - Parameters:
  ///   - timeout: the seconds after which the question is given up.
  ///   - wake: called on a queue when the file has been read.
  ///   - read: reads the file.
  init(
    _ reader: CredentialReader, timeout: Double, wake: @escaping @Sendable () -> Void,
    read: @escaping @Sendable (CredentialReader) -> SecretReading = { SecretReading($0) }
  ) {
    state = Mutex(State(reader: reader))
    (self.timeout, self.wake, self.read) = (timeout, wake, read)
  }

  /// The time until which the question waits for its answer, in monotonic seconds; nil if nothing is asked.
  var limit: Double? { state.withLock { $0.limit } }

  /// Asks for the secret. A secret without a file is known at once.
  func ask(at now: Double) {
    let reader = state.withLock { state -> CredentialReader? in
      state.limit = now + timeout
      if state.reader.file == nil { state.answer = SecretReading(state.reader).authorization }
      guard state.answer == nil, !state.isReading else { return nil }
      state.isReading = true
      return state.reader
    }
    guard let reader else { return }
    queue.async { [self] in
      let reading = read(reader)
      state.withLock { state in
        (state.reader, state.isReading) = (reading.reader, false)
        // A question that was given up needs no answer.
        if state.limit != nil { state.answer = reading.authorization }
      }
      wake()
    }
  }

  /// Takes the answer, which is a failure after the limit; nil before the answer, and if nothing is asked.
  func takeAnswer(at now: Double) -> Answer? {
    state.withLock { state in
      guard let limit = state.limit else { return nil }
      if state.answer == nil, now >= limit {
        let file = shown(state.reader.file ?? "")
        state.answer = .failure(
          SourceError(kind: .noInput, description: "the file '\(file)' does not answer"))
      }
      guard let answer = state.answer else { return nil }
      (state.limit, state.answer) = (nil, nil)
      return answer
    }
  }
}

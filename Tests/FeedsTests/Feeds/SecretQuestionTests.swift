import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Feeds

/// Files with secrets on file systems that do not answer.
///
/// A reading blocks a thread of a pool that all tests share, so there is one at a time.
@Suite(.serialized) struct SecretQuestionTests {
  /// A file whose readers wait until the gate opens.
  private final class SlowFile: Sendable {
    let path = "/nonexistent/token"
    private let gate = DispatchSemaphore(value: 0)
    private let count = Atomic<Int>(0)

    var readings: Int { count.load(ordering: .relaxed) }

    @Sendable func read(_ reader: CredentialReader) -> SecretReading {
      count.add(1, ordering: .relaxed)
      gate.wait()
      return SecretReading(CredentialReader(.bearer(.text(Secret("late")))))
    }

    func open() { gate.signal() }

    private let isAwake = Atomic<Bool>(false)
    var hasWoken: Bool { isAwake.load(ordering: .acquiring) }
    @Sendable func noteWake() { isAwake.store(true, ordering: .releasing) }
  }

  private func token(_ answer: SecretQuestion.Answer?) -> String? {
    guard case .success(.bearer(.text(let secret))) = answer else { return nil }
    return secret.value
  }

  private func problem(_ answer: SecretQuestion.Answer?) -> String? {
    guard case .failure(let error) = answer else { return nil }
    return "\(error.description)"
  }

  @Test func aSecretWithoutAFileIsKnownAtOnce() {
    let question = SecretQuestion(
      CredentialReader(.bearer(.text(Secret("now")))), timeout: 5, wake: {})
    #expect(question.takeAnswer(at: 1) == nil && question.limit == nil)
    question.ask(at: 1)
    #expect(token(question.takeAnswer(at: 1)) == "now")
    #expect(question.limit == nil && question.takeAnswer(at: 1) == nil)
  }

  private func question(about file: SlowFile) -> SecretQuestion {
    SecretQuestion(
      CredentialReader(.bearer(.file(file.path))), timeout: 5, wake: file.noteWake,
      read: file.read)
  }

  @Test func aFileThatDoesNotAnswerIsReadOnce() async throws {
    let file = SlowFile()
    let question = question(about: file)
    question.ask(at: 10)
    #expect(question.takeAnswer(at: 14) == nil && question.limit == 15)
    let reason = problem(question.takeAnswer(at: 15))
    #expect(reason == "the file '/nonexistent/token' does not answer")
    #expect(question.limit == nil && question.takeAnswer(at: 16) == nil)
    question.ask(at: 20)
    file.open()
    #expect(try await becomes { file.hasWoken })
    #expect(token(question.takeAnswer(at: 20)) == "late" && file.readings == 1)
  }

  /// The answer to a question that was given up is not that to the next one.
  @Test func aLateAnswerIsDropped() async throws {
    let file = SlowFile()
    let question = question(about: file)
    question.ask(at: 10)
    #expect(problem(question.takeAnswer(at: 15)) != nil)
    file.open()
    #expect(try await becomes { file.hasWoken })
    #expect(question.takeAnswer(at: 16) == nil)
  }

  // MARK: Feeds

  /// Expects that the thread of a feed reports the file, and ends.
  private func expectReport(
    _ selection: Selection, _ file: SlowFile, _ work: @escaping @Sendable (FeedContext) -> Void
  ) async throws {
    let (log, outlet) = (UpdateLog(), FeedOutlet())
    _ = outlet.attach { log.append($0) }
    weak var running: FeedContext?
    do {
      let context = FeedContext(selection, outlet: outlet)
      running = context
      #expect(context.thread.start(named: "test") { work(context) })
    }
    try await log.waitForFailure(containing: "token' does not answer")
    running?.stop()
    let ends = try await becomes { running == nil }
    #expect(ends && file.readings == 1)
    file.open()
  }

  @Test func theThreadOfABrokerGoesOn() async throws {
    let file = SlowFile()
    let spec = MQTTFeedSpec(
      host: "127.0.0.1", port: 9, login: .init(user: "me", password: .file(file.path)),
      timeout: 0.05)
    try await expectReport([.topic("a")], file) {
      MQTTSession(spec, $0, readSecret: file.read).run()
    }
  }

  @Test func theThreadOfPrometheusGoesOn() async throws {
    let file = SlowFile()
    let spec = HTTPFeedSpec(
      url: "http://127.0.0.1:9/", format: .json, every: 0.05, timeout: 0.05,
      authorization: .bearer(.file(file.path)))
    var selection = Selection()
    for name in ["a", "b"] {
      selection.add(.promQL(name, step: 1), .init(window: 60, resolution: 0))
    }
    try await expectReport(selection, file) { context in
      guard let transfers = (try? LibCurl.shared.get()).flatMap({ HTTPTransfers($0) }) else {
        return
      }
      PrometheusSession(spec, context, transfers, readSecret: file.read).run()
      transfers.close()
    }
  }
}

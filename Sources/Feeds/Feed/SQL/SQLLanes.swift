import Synchronization

/// The two lanes of a database's queries. A slow statement moves to a lane with its own thread and connection, so that
/// other statements need not wait; a statement that has become fast again moves back.
final class SQLLanes: Sendable {
  enum Lane: Hashable, Sendable, CaseIterable { case prompt, late }

  private struct State {
    /// The lanes of the queries that have moved; others are in the prompt lane.
    var lanes: [Query: Lane] = [:]
    /// The questions that have left one lane but have not arrived in the other.
    var moving: [Query: SQLQuestion] = [:]
    /// The reasons of the queries without an answer, or with an incomplete one.
    var problems: [Query: String] = [:]
    /// The reason why a lane cannot ask the database.
    var failures: [Lane: String] = [:]
    /// The queries that are asked in each lane.
    var asked: [Lane: Set<Query>] = [:]
    /// The late lane's context; nil until a statement has been slow.
    var late: FeedContext?
  }

  /// The limit of seconds for which a statement keeps the others of its database waiting.
  static let patience = 1.0

  private let state = Mutex(State())
  private let prompt: FeedContext

  /// - Parameter prompt: the context of the prompt lane's thread.
  init(_ prompt: FeedContext) { self.prompt = prompt }

  /// The part of a selection that a lane asks.
  func pasts(of selection: Selection, in lane: Lane) -> [Query: Selection.Past] {
    state.withLock { state in
      let pasts = selection.pasts.filter { state.lanes[$0.key, default: .prompt] == lane }
      state.asked[lane] = Set(pasts.keys)
      state.problems = state.problems.filter { selection.pasts[$0.key] != nil }
      state.lanes = state.lanes.filter { selection.pasts[$0.key] != nil }
      state.moving = state.moving.filter { selection.pasts[$0.key] != nil }
      return pasts
    }
  }

  // MARK: Moving

  /// Moves a question to the other lane, whose thread asks the question at once.
  /// - Parameter start: starts the late lane's thread, if it has to be started; false if no thread can be started, and
  ///   the question stays in its lane.
  func move(_ question: SQLQuestion, to lane: Lane, start: (FeedContext) -> Bool) {
    let (context, isNew) = state.withLock { state -> (FeedContext?, Bool) in
      state.lanes[question.query] = lane
      state.moving[question.query] = question
      if lane == .prompt { return (prompt, false) }
      defer { state.late = state.late ?? prompt.makeHelper() }
      return (state.late, state.late == nil)
    }
    if isNew, let late = state.withLock({ $0.late }), !start(late) {
      state.withLock { (state: inout State) in
        (state.late, state.lanes[question.query]) = (nil, .prompt)
      }
      return prompt.thread.wake()
    }
    context?.thread.wake()
  }

  /// Whether a question waits for its adoption by a lane.
  func hasArrivals(in lane: Lane) -> Bool {
    state.withLock { state in
      state.moving.keys.contains { state.lanes[$0, default: .prompt] == lane }
    }
  }

  /// The question that has come from the other lane; nil for a new query.
  func takeMoved(_ query: Query) -> SQLQuestion? {
    state.withLock { $0.moving.removeValue(forKey: query) }
  }

  // MARK: News

  /// Notes the outcome of a question.
  func setProblem(_ problem: String?, of query: Query) {
    state.withLock { $0.problems[query] = problem }
  }

  /// The queries with a problem.
  var troubled: Set<Query> { state.withLock { Set($0.problems.keys) } }

  /// Reports samples and all problems.
  /// - Parameter failure: the reason why the lane cannot ask the database; nil if it can.
  func report(_ samples: [FeedUpdate.Samples], from lane: Lane, failure: String? = nil) {
    // The lock keeps the news of two threads in order.
    state.withLock { state in
      state.failures[lane] = failure
      let asking = Lane.allCases.filter { state.asked[$0]?.isEmpty == false }
      let reasons = asking.map { state.failures[$0] }
      let now = prompt.clock.utc()
      if let failure, !reasons.contains(where: { $0 == nil }) {
        return prompt.outlet.fail(failure, at: now)
      }
      var missing = state.problems
      for case (let other, let reason?) in zip(asking, reasons) {
        for query in state.asked[other] ?? [] { missing[query] = reason }
      }
      prompt.outlet.succeed(samples, missing: missing, at: now)
    }
  }
}

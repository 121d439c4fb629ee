import Testing

@testable import Feeds

/// A database that gives answers one after another, and keeps the stretches that it was asked for.
private final class ListedAnswers: SQLDatabase {
  var answers: [Result<SQLRows, SQLFailure>] = []
  private(set) var stretches: [ClosedRange<Double>] = []
  let isOld = true

  func open(by deadline: Double) throws(SQLFailure) {}
  func version(by deadline: Double) throws(SQLFailure) -> SQLVersion? { nil }
  func close() {}

  func rows(
    of statement: String, in stretch: ClosedRange<Double>, _ limit: SQLLimit
  ) throws(SQLFailure) -> SQLRows {
    stretches.append(stretch)
    return try answers.removeFirst().get()
  }
}

@Suite struct SQLQuestionTests {
  private func answer(_ time: Double) -> Result<SQLRows, SQLFailure> {
    .success(sqlRows([("t", .time), ("v", .number)], [[time, 1]]))
  }

  /// The older part of a longer window comes with the news. If the news fails, both are asked for again.
  @Test func aPartOfAnAnswerIsNotLost() throws {
    let database = ListedAnswers()
    var question = try #require(
      SQLQuestion(
        .sql("SELECT t, v FROM x WHERE t BETWEEN $__from AND $__to"), window: 100,
        schedule: AttemptSchedule(period: 10, seed: 1), next: 0))
    func ask(at now: Double) throws -> [[Double]] {
      let limit = SQLLimit(statement: 1, deadline: 1)
      return try question.ask(
        database, nil, at: now, answerTime: { now }, gapAfter: 30, limit
      )
      .samples.map(\.batch.times)
    }
    database.answers = [answer(950)]
    #expect(try ask(at: 1000) == [[950]])
    question.window = 1000
    database.answers = [answer(500), .failure(.late(.slow, after: 1))]
    #expect(throws: SQLFailure.self) { try ask(at: 1010) }
    database.answers = [answer(500), answer(1005)]
    #expect(try ask(at: 1020) == [[500], [1005]])
    #expect(
      database.stretches == [900...1000, 10...900, 950...1010, 20...900, 950...1020])
  }
}

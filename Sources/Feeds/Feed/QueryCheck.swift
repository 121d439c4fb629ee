import CCurl
import Messages

/// Asks servers whether they understand queries, one after another, and waits for their answers.
public final class QueryCheck {
  private let transfers: HTTPTransfers?
  /// The reason why no server with HTTP can be asked.
  private let trouble: String
  /// The servers without an answer, each with the reason.
  public private(set) var lost: [SourceSpec: String] = [:]
  /// The problems of the checked queries; nil for none.
  private var known: [SourceSpec: [Query: String?]] = [:]
  private var databases: [SQLFeedSpec: SQLCheck] = [:]

  /// Loads libcurl. Without libcurl no server with HTTP can be asked, and each is in `lost`.
  public init() {
    switch LibCurl.shared {
    case .success(let curl):
      (transfers, trouble) = (HTTPTransfers(curl), String(localized: "not enough memory"))
    case .failure(let error): (transfers, trouble) = (nil, error.description)
    }
  }

  deinit { transfers?.close() }

  /// The server's message about a mistake in a query, or the reason why the server does not answer; nil for a
  /// correct query, and for a source without a query language. A server without an answer is not asked again. An
  /// answered query is not asked again.
  public func problem(of query: Query, of source: SourceSpec) -> String? {
    if let reason = lost[source] { return reason }
    if let problem = known[source]?[query] { return problem }
    do throws(SourceError) {
      let problem = try ask(source, query)
      known[source, default: [:]].updateValue(problem, forKey: query)
      return problem
    } catch {
      let reason = String(localized: "\(source.title) cannot be queried: \(error.description)")
      lost[source] = reason
      return reason
    }
  }

  /// The reason why the answer to a correct statement has no series of a column; nil if the answer has one, or has no
  /// rows.
  public func lack(of column: String, in query: Query, of source: SourceSpec) -> String? {
    guard problem(of: query, of: source) == nil, case .sql(let spec) = source,
      let columns = databases[spec]?.columns[query], !columns.isEmpty, !columns.contains(column)
    else { return nil }
    return lackOf(column: column, among: columns)
  }

  private func ask(_ source: SourceSpec, _ query: Query) throws(SourceError) -> String? {
    switch (source, query) {
    case (.prometheus(let spec), .promQL(let expression, _)):
      return try answer(spec, expression).error
    case (.sql(let spec), .sql):
      do throws(SQLFailure) {
        return try database(spec).problem(of: query)
      } catch {
        throw SourceError(kind: .noInput, description: Message(verbatim: error.reason))
      }
    default: return nil
    }
  }

  private func database(_ spec: SQLFeedSpec) -> SQLCheck {
    let database = databases[spec] ?? SQLCheck(spec)
    databases[spec] = database
    return database
  }

  /// The answer to a range query, in which the server refuses an expression that is a range vector. The stretch is
  /// at the start of 1970, where there is no data to compute with.
  private func answer(
    _ spec: HTTPFeedSpec, _ expression: String
  ) throws(SourceError) -> PrometheusAnswer {
    if let problem = RequestText.problem(of: spec) {
      throw SourceError(kind: .badData, description: Message(verbatim: problem))
    }
    let grid = QueryGrid(0...1, step: 1) ?? QueryGrid(at: 0, step: 1)
    let (status, body) = try fetch(
      spec, PrometheusRequest.url(spec.url, expression, grid, timeout: spec.timeout))
    let isError = !(200..<300).contains(status)
    if isError, PrometheusAnswer.words(in: body) == nil {
      throw SourceError(
        kind: .noInput, description: Message(verbatim: HTTPFailure.reason(ofStatus: status)))
    }
    return try PrometheusAnswer(body, grid: grid, name: "answer")
  }

  /// Makes a request and waits for its end, at most for the time limit.
  private func fetch(
    _ spec: HTTPFeedSpec, _ url: String
  ) throws(SourceError) -> (status: Int, body: [UInt8]) {
    guard let transfers else {
      throw SourceError(kind: .noInput, description: Message(verbatim: trouble))
    }
    let now = FeedClock.system.monotonic
    let exchange = HTTPExchange(spec, transfers)
    defer { exchange.cancel() }
    var credentials = CredentialReader(spec.authorization)
    try exchange.begin(url, authorization: try credentials.next(), at: now())
    while true {
      transfers.perform()
      while let (_, code) = transfers.nextFinished() {
        switch exchange.finish(code, at: now()) {
        case .goesOn: continue
        case .answer(let status, let body): return (status, body)
        case .failure(let reason, _):
          throw SourceError(kind: .noInput, description: Message(verbatim: reason))
        }
      }
      _ = transfers.wait(milliseconds: 1000)
    }
  }
}

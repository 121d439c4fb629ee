import CCurl
import Messages

/// Asks servers whether they understand queries, one after another, and waits for their answers.
public final class QueryCheck {
  private let transfers: HTTPTransfers?
  /// The reason why no server can be asked.
  private let trouble: String
  /// The servers without an answer, each with the reason.
  public private(set) var lost: [SourceSpec: String] = [:]

  /// Loads libcurl. Without libcurl no server can be asked, and each is in `lost`.
  public init() {
    switch LibCurl.shared {
    case .success(let curl):
      (transfers, trouble) = (HTTPTransfers(curl), String(localized: "there is no memory"))
    case .failure(let error): (transfers, trouble) = (nil, error.description)
    }
  }

  deinit { transfers?.close() }

  /// The server's words about a mistake in a query, or the reason why the server gives no answer; nil for
  /// a correct query, and for a source that is no server with a query language. A server without an answer
  /// is not asked again.
  public func problem(of query: Query, of source: SourceSpec) -> String? {
    guard case .prometheus(let spec) = source, case .promQL(let expression, _) = query else {
      return nil
    }
    if let reason = lost[source] { return reason }
    // At the beginning of time there is no data to compute with.
    let url = PrometheusRequest.url(
      spec.url, expression, QueryGrid(at: 0, step: 1), timeout: spec.timeout)
    switch answer(spec, url) {
    case .success(let answer): return answer.error
    case .failure(let error):
      let reason = String(localized: "\(source.title) cannot be asked: \(error.description)")
      lost[source] = reason
      return reason
    }
  }

  private func answer(
    _ spec: HTTPFeedSpec, _ url: String
  ) -> Result<PrometheusAnswer, SourceError> {
    do throws(SourceError) {
      if let problem = RequestText.problem(of: spec) {
        throw SourceError(kind: .badData, description: Message(verbatim: problem))
      }
      let (status, body) = try fetch(spec, url)
      let isError = !(200..<300).contains(status)
      if isError, PrometheusAnswer.words(in: body) == nil {
        throw SourceError(kind: .noInput, description: "HTTP \(status)")
      }
      return .success(
        try PrometheusAnswer(body, grid: QueryGrid(at: 0, step: 1), name: "answer"))
    } catch {
      return .failure(error)
    }
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

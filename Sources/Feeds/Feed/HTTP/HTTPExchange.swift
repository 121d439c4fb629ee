import CCurl
import Messages

/// A request with its redirects, and then the next request of the same source. Only the thread of the
/// transfers uses an exchange.
final class HTTPExchange {
  /// The state of the request when a transfer has ended.
  enum Progress {
    /// A redirect is followed.
    case goesOn
    case answer(status: Int, body: [UInt8])
    case failure(String, Failure)
  }

  /// The kind of a failure without an answer.
  enum Failure {
    /// There was no answer from a connection to the server.
    case unreachable
    /// The answer is larger than `HTTPFeedSpec.largestBody`.
    case tooLarge
    /// The answer is late, is not complete, or is an impossible redirect.
    case other
  }

  private let spec: HTTPFeedSpec
  private let transfers: HTTPTransfers
  private var transfer: HTTPTransfer?
  private(set) var isUnderWay = false
  private var start = 0.0
  /// The configured server, which receives secrets.
  private var asked: HTTPAddress.Origin?
  private var redirects = 0
  /// The body of the request; nil for a request with `GET`.
  private var body: String?
  private var authorization = HTTPFeedSpec.Authorization.none

  /// - Parameter spec: the time limit, headers and certificates of all requests.
  init(_ spec: HTTPFeedSpec, _ transfers: HTTPTransfers) {
    self.spec = spec
    self.transfers = transfers
  }

  /// The handle that identifies the transfer when its end is reported; nil before the first request.
  var handle: UnsafeMutableRawPointer? { transfer?.handle }

  /// The seconds that the last answer asks to wait before the next request; nil if the answer names no wait.
  var retryAfter: Double? { transfer?.retryAfter }

  /// Starts a request.
  /// - Parameters:
  ///   - body: the body of a request with `POST`; nil for a request with `GET`.
  ///   - authorization: the authorization, with its secret as text.
  ///   - now: the current time in monotonic seconds.
  /// - Throws: the reason why the request is impossible.
  func begin(
    _ url: String, body: String? = nil, authorization: HTTPFeedSpec.Authorization, at now: Double
  ) throws(SourceError) {
    let address = try HTTPAddress(url, transfers.curl)
    (start, redirects, asked, self.authorization) = (now, 0, address.origin, authorization)
    self.body = body
    try send(to: address, seconds: spec.timeout)
  }

  private func send(to address: HTTPAddress, seconds: Double) throws(SourceError) {
    guard let transfer = transfer ?? HTTPTransfer(transfers.curl) else {
      throw SourceError(kind: .noInput, description: "not enough memory")
    }
    self.transfer = transfer
    transfer.prepare(
      spec, to: address, authorization: authorization, isSameOrigin: address.origin == asked,
      body: body, seconds: seconds)
    isUnderWay = transfers.add(transfer)
    guard isUnderWay else {
      throw SourceError(kind: .noInput, description: "the request cannot be started")
    }
  }

  /// Ends the request under way, if any, and drops its answer.
  func cancel() {
    if isUnderWay, let transfer { transfers.remove(transfer.handle) }
    isUnderWay = false
  }

  /// Takes the result of the transfer that has ended.
  /// - Parameter now: the current time in monotonic seconds.
  func finish(_ code: CURLcode, at now: Double) -> Progress {
    isUnderWay = false
    guard let transfer else { return .failure(String(localized: "not enough memory"), .other) }
    guard code == CURLE_OK else {
      return .failure(HTTPFailure.reason(code, of: transfer, spec), kind(code, transfer))
    }
    guard (300..<400).contains(transfer.status), let location = transfer.location else {
      return .answer(status: transfer.status, body: transfer.takeBody())
    }
    do throws(SourceError) {
      // The statuses 307 and 308 keep the method and the body; the others mean an answer at another address (RFC 9110).
      if transfer.status != 307, transfer.status != 308 { body = nil }
      try follow(location, from: transfer.address, at: now)
      return .goesOn
    } catch {
      return .failure(error.description, .other)
    }
  }

  private func kind(_ code: CURLcode, _ transfer: HTTPTransfer) -> Failure {
    if transfer.isTooLarge || code == CURLE_FILESIZE_EXCEEDED { return .tooLarge }
    return transfer.status == 0 && code != CURLE_OPERATION_TIMEDOUT ? .unreachable : .other
  }

  private func follow(
    _ location: String, from before: HTTPAddress?, at now: Double
  ) throws(SourceError) {
    func fail(_ reason: Message) throws(SourceError) {
      throw SourceError(kind: .badData, description: reason)
    }
    redirects += 1
    if redirects > HTTPFeedSpec.mostRedirects {
      try fail("more than \(HTTPFeedSpec.mostRedirects) redirects")
    }
    let rest = spec.timeout - (now - start)
    if rest <= 0 { try fail("no answer within \(secondsText(spec.timeout))") }
    let address: HTTPAddress
    do throws(SourceError) {
      address = try HTTPAddress(location, relativeTo: before, transfers.curl)
    } catch {
      throw SourceError(kind: error.kind, description: "redirected: \(error.description)")
    }
    if before?.origin.scheme == "https", address.origin.scheme != "https" {
      try fail("redirected from https to http")
    }
    if body != nil, address.origin != asked {
      try fail("redirected to another server, which gets no body")
    }
    try send(to: address, seconds: rest)
  }
}

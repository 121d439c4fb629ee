import CCurl
import Glibc
import Messages

/// The reason of a failed request, in one line.
enum HTTPFailure {
  static func reason(
    _ code: CURLcode, of transfer: HTTPTransfer, _ spec: HTTPFeedSpec
  ) -> String {
    if transfer.isTooLarge { return tooLarge }
    let limit = secondsText(spec.timeout)
    return switch code {
    case CURLE_COULDNT_RESOLVE_HOST: String(localized: "the host's name is not known")
    case CURLE_COULDNT_RESOLVE_PROXY: String(localized: "the proxy's name is not known")
    case CURLE_COULDNT_CONNECT: connection(transfer.systemError)
    case CURLE_OPERATION_TIMEDOUT:
      transfer.status == 0
        ? String(localized: "no answer within \(limit)")
        : String(localized: "the answer is not complete after \(limit)")
    case CURLE_PARTIAL_FILE: String(localized: "the answer ended early")
    case CURLE_GOT_NOTHING: String(localized: "the server closed the connection without an answer")
    case CURLE_BAD_CONTENT_ENCODING:
      String(localized: "the answer is compressed in a way that cannot be read")
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR: loss(transfer.message)
    case CURLE_FILESIZE_EXCEEDED: tooLarge
    case CURLE_PEER_FAILED_VERIFICATION: "TLS: " + certificate(transfer.message)
    case CURLE_SSL_CACERT_BADFILE: String(localized: "TLS: the file of certificates cannot be read")
    case CURLE_SSL_CONNECT_ERROR: "TLS: " + handshake(transfer.message)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      String(localized: "the answer is not HTTP")
    case CURLE_URL_MALFORMAT: String(localized: "this is not a URL")
    default: transfer.text(of: code).lowercased()
    }
  }

  /// The reason of an answer whose status is no success: `HTTP 401: not authorized`. The words are those of RFC 9110 for
  /// the statuses that a screen on a wall meets.
  static func reason(ofStatus status: Int) -> String {
    let words: String? =
      switch status {
      case 401: String(localized: "not authorized")
      case 403: String(localized: "forbidden")
      case 404: String(localized: "not found")
      case 407: String(localized: "the proxy asks for a password")
      case 429: String(localized: "too many requests")
      case 500: String(localized: "an error of the server")
      case 502, 504: String(localized: "the server behind the gateway does not answer")
      case 503: String(localized: "out of service")
      case 301, 302, 303, 307, 308: String(localized: "the answer leads elsewhere")
      default: nil
      }
    return words.map { "HTTP \(status): \($0)" } ?? "HTTP \(status)"
  }

  static let tooLarge = String(
    localized: "the answer is larger than \(HTTPFeedSpec.largestBody >> 20) MiB")

  private static func connection(_ error: Int32) -> String {
    error == 0
      ? String(localized: "the server cannot be reached")
      : String(cString: strerror(error)).lowercased()
  }

  /// The reason why bytes cannot be received or sent: libcurl has one code for lost connections and for broken answers.
  private static func loss(_ message: String) -> String {
    if message.contains("chunk") { return String(localized: "the answer's chunks cannot be read") }
    if message.contains("headers") { return String(localized: "the answer's head is too large") }
    return String(localized: "the connection was lost")
  }

  /// The reason why TLS cannot start, from the messages of OpenSSL and GnuTLS about an answer without TLS.
  private static func handshake(_ message: String) -> String {
    message.contains("wrong version number") || message.contains("unexpected TLS packet")
      ? String(localized: "the server answers without TLS (http:// in place of https://?)")
      : String(localized: "no secure connection to the server is possible")
  }

  /// The second half of a message such as `SSL certificate problem: self-signed certificate`. The text
  /// contains no secret, but a server can influence it.
  private static func certificate(_ message: String) -> String {
    var text = message[...]
    for prefix in ["SSL certificate problem: ", "SSL: "] where text.hasPrefix(prefix) {
      text = text.dropFirst(prefix.count)
    }
    return text.isEmpty
      ? String(localized: "the certificate is not valid") : shown(String(text), limit: 120)
  }
}

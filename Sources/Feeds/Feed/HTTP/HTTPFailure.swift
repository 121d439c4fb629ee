import CCurl
import Glibc

/// The reason of a failed request, in one line.
enum HTTPFailure {
  static func reason(
    _ code: CURLcode, of transfer: HTTPTransfer, _ spec: HTTPFeedSpec
  ) -> String {
    if transfer.isTooLarge { return tooLarge }
    let limit = TextFeedContext.seconds(spec.timeout)
    return switch code {
    case CURLE_COULDNT_RESOLVE_HOST: "the host's name is not known"
    case CURLE_COULDNT_RESOLVE_PROXY: "the proxy's name is not known"
    case CURLE_COULDNT_CONNECT: connection(transfer.systemError)
    case CURLE_OPERATION_TIMEDOUT:
      transfer.status == 0
        ? "no answer within \(limit)" : "the answer is not complete after \(limit)"
    case CURLE_PARTIAL_FILE: "the answer ended early"
    case CURLE_GOT_NOTHING: "the server closed the connection without an answer"
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR: "the connection was lost"
    case CURLE_FILESIZE_EXCEEDED: tooLarge
    case CURLE_PEER_FAILED_VERIFICATION: "TLS: " + certificate(transfer.message)
    case CURLE_SSL_CACERT_BADFILE: "TLS: the file of certificates cannot be read"
    case CURLE_SSL_CONNECT_ERROR: "TLS: no secure connection to the server is possible"
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: "the answer is not HTTP"
    case CURLE_URL_MALFORMAT: "this is not a URL"
    default: transfer.text(of: code).lowercased()
    }
  }

  static let tooLarge = "the answer is larger than \(HTTPFeedSpec.largestBody >> 20) MiB"

  private static func connection(_ error: Int32) -> String {
    error == 0
      ? "the server cannot be reached" : String(cString: strerror(error)).lowercased()
  }

  /// The second half of a message such as `SSL certificate problem: self-signed certificate`. The text
  /// contains no secret, but a server can influence it.
  private static func certificate(_ message: String) -> String {
    var text = message[...]
    for prefix in ["SSL certificate problem: ", "SSL: "] where text.hasPrefix(prefix) {
      text = text.dropFirst(prefix.count)
    }
    return text.isEmpty ? "the certificate is not valid" : shown(String(text), limit: 120)
  }
}

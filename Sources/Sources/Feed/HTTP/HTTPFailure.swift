import CCurl
import Glibc

/// Why a request has failed, in one line.
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
    case CURLE_SSL_CONNECT_ERROR: "TLS: the server cannot be talked to"
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

  /// `SSL certificate problem: self-signed certificate` without its first half; no secret is in it, but
  /// a server can say something there.
  private static func certificate(_ message: String) -> String {
    var text = message[...]
    for prefix in ["SSL certificate problem: ", "SSL: "] where text.hasPrefix(prefix) {
      text = text.dropFirst(prefix.count)
    }
    return text.isEmpty ? "the certificate is not valid" : shown(String(text), limit: 120)
  }

  /// What is wrong with a request before it is made; nil if nothing is.
  static func problem(of spec: HTTPFeedSpec) -> String? {
    let url = spec.url
    let lowercased = url.lowercased()
    guard lowercased.hasPrefix("http://") || lowercased.hasPrefix("https://") else {
      return "a URL begins with http:// or https://"
    }
    let authority = url.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
    if authority.contains("@") {
      return "the user and the password do not belong in the URL, but to 'auth'"
    }
    if authority.isEmpty { return "the URL names no host" }
    // What would be more than one line of a request.
    func breaks(_ text: String) -> Bool { text.utf8.contains { $0 < 0x20 || $0 == 0x7F } }
    if breaks(url) || url.utf8.contains(0x20) { return "the URL has a blank or a line end in it" }
    for header in spec.headers {
      if header.name.isEmpty || breaks(header.name)
        || header.name.contains(where: { ": ".contains($0) })
      {
        return "'\(shown(header.name))' is not a header's name"
      }
      if breaks(header.value.value) {
        return "the value of the header '\(shown(header.name))' has a line end in it"
      }
    }
    return nil
  }

  /// Scheme, host and port: who is told secrets.
  static func origin(of url: String) -> String {
    let lowercased = url.lowercased()
    let scheme = lowercased.prefix { $0 != ":" }
    let authority = lowercased.dropFirst(scheme.count + 3).prefix { !"/?#\\".contains($0) }
    var host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let standard = scheme == "https" ? ":443" : ":80"
    if host.hasSuffix(standard) { host = host.dropLast(standard.count) }
    return scheme + "://" + host
  }
}

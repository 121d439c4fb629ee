import CCurl
import Messages

/// A URL, parsed by libcurl: `http` or `https`, without a user and a password. The request uses the same parsed URL, so
/// that no second parser can disagree about the server.
final class HTTPAddress {
  /// The server that receives secrets.
  ///
  /// Hosts are compared in the form in which libcurl connects to them: percent-decoded, in ASCII (IDNA), in lower case,
  /// numbers as dotted IPv4 or shortest IPv6. A host with a final point is a different host, as for the resolver.
  struct Origin: Hashable, Sendable {
    let scheme: String
    let host: String
    /// The interface of a link-local IPv6 address; nil for other addresses.
    let zone: String?
    let port: String
  }

  /// Blanks are allowed because servers write them into the paths of redirects.
  private static let flags = UInt32(CURLU_DISALLOW_USER | CURLU_ALLOW_SPACE | CURLU_URLENCODE)

  let origin: Origin
  /// The handle for `CURLOPT_CURLU`; valid as long as the address.
  let handle: OpaquePointer
  private let curl: LibCurl

  /// Reads a URL. The error states why a request to the URL is impossible, and quotes no part of the URL.
  /// - Parameter base: the address that a relative URL is resolved against; nil refuses relative URLs.
  init(_ url: String, relativeTo base: HTTPAddress? = nil, _ curl: LibCurl) throws(SourceError) {
    guard let handle = base.map({ curl.call.url_dup($0.handle) }) ?? curl.call.url() else {
      throw SourceError(kind: .badData, description: "not enough memory")
    }
    do throws(SourceError) {
      try Self.check(
        curl.call.url_set(handle, CURLUPART_URL, url, Self.flags), curl)
      origin = try Origin(handle, curl)
    } catch {
      curl.call.url_cleanup(handle)
      throw error
    }
    self.handle = handle
    self.curl = curl
  }

  deinit { curl.call.url_cleanup(handle) }

  fileprivate static func check(_ code: CURLUcode, _ curl: LibCurl) throws(SourceError) {
    let reason: String
    switch code {
    case CURLUE_OK: return
    case CURLUE_USER_NOT_ALLOWED: reason = RequestText.credentialsInURL
    case CURLUE_BAD_SCHEME, CURLUE_NO_SCHEME, CURLUE_UNSUPPORTED_SCHEME, CURLUE_BAD_FILE_URL:
      reason = RequestText.otherScheme
    case CURLUE_NO_HOST: reason = String(localized: "the URL names no host")
    default:
      // A fixed text for each code, without names.
      let text = curl.call.url_strerror(code).map { String(cString: $0).lowercased() }
      reason = String(localized: "this is not a URL: ") + (text ?? "error \(code.rawValue)")
    }
    throw SourceError(kind: .badData, description: Message(verbatim: reason))
  }
}

extension HTTPAddress.Origin {
  fileprivate init(_ handle: OpaquePointer, _ curl: LibCurl) throws(SourceError) {
    func part(_ part: CURLUPart, _ flags: Int32 = 0) throws(SourceError) -> String {
      var text: UnsafeMutablePointer<CChar>?
      try HTTPAddress.check(curl.call.url_get(handle, part, &text, UInt32(flags)), curl)
      defer { curl.call.free(text) }
      return text.map { String(cString: $0).lowercased() } ?? ""
    }
    scheme = try part(CURLUPART_SCHEME)
    guard scheme == "http" || scheme == "https" else {
      throw SourceError(kind: .badData, description: Message(verbatim: RequestText.otherScheme))
    }
    host = try part(CURLUPART_HOST, CURLU_PUNYCODE)
    port = try part(CURLUPART_PORT, CURLU_DEFAULT_PORT)
    zone = try? part(CURLUPART_ZONEID)
  }
}

import CCurl

/// One libcurl request, used again for the next request of the same source. Only the worker's thread uses
/// a transfer.
final class HTTPTransfer {
  let handle: UnsafeMutableRawPointer
  private let curl: LibCurl
  private(set) var body: [UInt8] = []
  private(set) var isTooLarge = false
  private var headers: UnsafeMutablePointer<curl_slist>?
  /// The address of the request. libcurl reads it while the request is under way.
  private(set) var address: HTTPAddress?
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// Makes a transfer.
  /// - Returns: nil without memory.
  init?(_ curl: LibCurl) {
    guard let handle = curl.call.easy_init() else {
      errorText.deallocate()
      return nil
    }
    self.curl = curl
    self.handle = handle
  }

  deinit {
    curl.call.easy_cleanup(handle)
    curl.call.slist_free_all(headers)
    errorText.deallocate()
  }

  /// Prepares the transfer for a request.
  /// - Parameters:
  ///   - address: the address of the request.
  ///   - authorization: the authorization, with its secret as text.
  ///   - isSameOrigin: whether the server is the configured one, and not the target of a redirect. Only the
  ///     configured server receives headers and credentials.
  ///   - body: the body of a request with `POST`; nil for a request with `GET`.
  ///   - seconds: the seconds after which the request is given up.
  func prepare(
    _ spec: HTTPFeedSpec, to address: HTTPAddress, authorization: HTTPFeedSpec.Authorization,
    isSameOrigin: Bool, body content: String?, seconds: Double
  ) {
    curl.call.easy_reset(handle)
    self.address = address
    body = []
    isTooLarge = false
    errorText.pointee = 0
    set(CURLOPT_NOSIGNAL, 1)
    // Otherwise, a name server that does not answer would block all other requests.
    set(CURLOPT_QUICK_EXIT, 1)
    wallchart_curl_set_pointer(
      curl.functions, handle, CURLOPT_CURLU, UnsafeMutableRawPointer(address.handle))
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    // The worker follows redirects, because it sends no secret to another server.
    set(CURLOPT_FOLLOWLOCATION, 0)
    let milliseconds = Int(min(max(seconds, 0.001), 86_400) * 1000)
    set(CURLOPT_TIMEOUT_MS, milliseconds)
    set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds)
    set(CURLOPT_USERAGENT, "wallchart")
    // Some servers compress unasked. The limit of a body applies to the decompressed text.
    set(CURLOPT_ACCEPT_ENCODING, "gzip")
    wallchart_curl_set_offset(
      curl.functions, handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(HTTPFeedSpec.largestBody))
    if let certificates = spec.certificates { set(CURLOPT_CAINFO, certificates) }
    wallchart_curl_set_pointer(curl.functions, handle, CURLOPT_ERRORBUFFER, errorText)
    wallchart_curl_set_pointer(
      curl.functions, handle, CURLOPT_WRITEDATA, Unmanaged.passUnretained(self).toOpaque())
    wallchart_curl_set_writer(curl.functions, handle) { bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      let transfer = Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
      return transfer.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    if let content {
      set(CURLOPT_POST, 1)
      set(CURLOPT_POSTFIELDSIZE, content.utf8.count)
      set(CURLOPT_COPYPOSTFIELDS, content)
    }
    setHeaders(spec, isSameOrigin: isSameOrigin, hasBody: content != nil)
    if isSameOrigin { setAuthorization(authorization) }
  }

  private func setHeaders(_ spec: HTTPFeedSpec, isSameOrigin: Bool, hasBody: Bool) {
    curl.call.slist_free_all(headers)
    let accepted =
      switch spec.format {
      case .json: "application/json, */*;q=0.1"
      case .rows: "application/json, text/csv;q=0.9, */*;q=0.1"
      case .exposition: "text/plain;version=0.0.4, */*;q=0.1"
      }
    headers = curl.call.slist_append(nil, "Accept: \(accepted)")
    if hasBody, !spec.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
      headers = curl.call.slist_append(headers, "Content-Type: application/json")
    }
    for header in spec.headers where isSameOrigin {
      // libcurl omits a header without a value, unless the header ends with a semicolon.
      let text =
        header.value.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value.value)"
      headers = curl.call.slist_append(headers, text)
    }
    wallchart_curl_set_pointer(curl.functions, handle, CURLOPT_HTTPHEADER, headers)
  }

  private func setAuthorization(_ authorization: HTTPFeedSpec.Authorization) {
    switch authorization {
    case .none, .basic(_, .file), .bearer(.file): break
    case .basic(let user, .text(let password)):
      set(CURLOPT_HTTPAUTH, basicAuthorization)
      set(CURLOPT_USERNAME, user)
      set(CURLOPT_PASSWORD, password.value)
    case .bearer(.text(let token)):
      set(CURLOPT_HTTPAUTH, bearerAuthorization)
      set(CURLOPT_XOAUTH2_BEARER, token.value)
    }
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard body.count + bytes.count <= HTTPFeedSpec.largestBody else {
      isTooLarge = true
      return 0
    }
    body += bytes
    return bytes.count
  }

  /// Returns the body without a byte order mark of UTF-8, and forgets the body.
  func takeBody() -> [UInt8] {
    defer { body = [] }
    return body.starts(with: Self.byteOrderMark) ? Array(body.dropFirst(3)) : body
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private func set(_ option: CURLoption, _ value: Int) {
    wallchart_curl_set_long(curl.functions, handle, option, value)
  }

  private func set(_ option: CURLoption, _ value: String) {
    wallchart_curl_set_text(curl.functions, handle, option, value)
  }

  // MARK: The answer

  /// The HTTP status, such as 200 or 503; 0 before an answer.
  var status: Int { number(CURLINFO_RESPONSE_CODE) }

  /// The system's error of a failed connection, or 0.
  var systemError: Int32 { Int32(truncatingIfNeeded: number(CURLINFO_OS_ERRNO)) }

  /// libcurl's message about a failure.
  var message: String { String(cString: errorText) }

  /// A fixed text for each code, without names.
  func text(of code: CURLcode) -> String {
    curl.call.easy_strerror(code).map { String(cString: $0) } ?? "the request failed"
  }

  /// The target of a redirect, as the server states it; nil if the answer is not a redirect.
  ///
  /// `CURLINFO_REDIRECT_URL` is unsuitable: libcurl adds the user and the password of the request to this URL.
  var location: String? {
    var header: UnsafeMutablePointer<curl_header>?
    let origin = UInt32(CURLH_HEADER)
    guard curl.call.easy_header(handle, "Location", 0, origin, -1, &header) == CURLHE_OK,
      let value = header?.pointee.value, value.pointee != 0
    else { return nil }
    return String(cString: value)
  }

  /// The seconds that the server asks to wait before the next request (`Retry-After`: RFC 9110, 10.2.3); nil if the
  /// answer names no wait.
  var retryAfter: Double? {
    var seconds = curl_off_t(0)
    wallchart_curl_get_offset(curl.functions, handle, CURLINFO_RETRY_AFTER, &seconds)
    return seconds > 0 ? Double(seconds) : nil
  }

  private func number(_ info: CURLINFO) -> Int {
    var value = 0
    wallchart_curl_get_long(curl.functions, handle, info, &value)
    return value
  }
}

/// `CURLAUTH_BASIC` and `CURLAUTH_BEARER`: C macros with a cast, which Swift cannot import.
private let basicAuthorization = 1 << 0
private let bearerAuthorization = 1 << 6

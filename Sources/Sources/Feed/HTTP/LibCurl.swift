import CCurl

/// libcurl's functions, loaded when the first request is made. Sendable, as nothing of it ever changes.
struct LibCurl: @unchecked Sendable {
  /// What the variadic functions' wrappers take.
  let functions: UnsafePointer<wallchart_curl>

  /// The library's names: Debian's two packages of it differ in who does TLS.
  static let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]

  /// Of this process; loading takes milliseconds.
  static let shared = Result { () throws(SourceError) in try LibCurl(names: names) }

  /// Loads the first of some libraries that can be had.
  init(names: [String]) throws(SourceError) {
    let functions = UnsafeMutablePointer<wallchart_curl>.allocate(capacity: 1)
    functions.initialize(to: wallchart_curl())
    guard names.contains(where: { wallchart_curl_load(functions, $0) != 0 }) else {
      functions.deallocate()
      throw SourceError(
        kind: .noInput,
        description: "\(names.first ?? "libcurl") cannot be loaded: install the package libcurl4")
    }
    self.functions = UnsafePointer(functions)
  }

  /// The others, to be called as they are.
  var call: wallchart_curl { functions.pointee }
}

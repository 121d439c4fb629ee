import CCurl

/// libcurl's functions, loaded for the first request. The values never change, so they can be shared.
struct LibCurl: @unchecked Sendable {
  /// The functions as a pointer, for the wrappers of variadic functions.
  let functions: UnsafePointer<wallchart_curl>

  /// The library's names. Debian has two packages of the library, with different TLS libraries.
  static let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]

  /// The process's instance; loading takes milliseconds.
  static let shared = Result { () throws(SourceError) in try LibCurl(names: names) }

  /// Loads the first available library of a list.
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

  /// The functions that are not variadic, for direct calls.
  var call: wallchart_curl { functions.pointee }
}

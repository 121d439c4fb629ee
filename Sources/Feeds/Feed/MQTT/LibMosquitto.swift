import CMosquitto

/// libmosquitto's functions, loaded for the first connection. The values never change, so they can be
/// shared.
struct LibMosquitto: @unchecked Sendable {
  /// The library's functions.
  let call: wallchart_mosquitto

  static let name = "libmosquitto.so.1"

  /// The process's instance; loading takes milliseconds.
  static let shared = Result { () throws(SourceError) in try LibMosquitto(name: name) }

  /// Loads and initializes a library.
  init(name: String) throws(SourceError) {
    var functions = wallchart_mosquitto()
    guard wallchart_mosquitto_load(&functions, name) != 0 else {
      throw SourceError(
        kind: .noInput,
        description: "\(name) cannot be loaded: install the package libmosquitto1")
    }
    call = functions
    _ = call.lib_init()
  }

  /// The library's message about an error, without the full stop: `the connection was lost`.
  func text(of error: Int32) -> String {
    let text = call.strerror(error).map { String(cString: $0) } ?? "error \(error)"
    return Self.asReason(text)
  }

  /// The message about a broker's refusal: `not authorised`.
  func text(ofRefusal code: Int32) -> String {
    let text = call.connack_string(code).map { String(cString: $0) } ?? "error \(code)"
    let prefix = "Connection Refused: "
    return Self.asReason(text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text)
  }

  private static func asReason(_ text: String) -> String {
    let words = text.hasSuffix(".") ? String(text.dropLast()) : text
    return shown(words.prefix(1).lowercased() + words.dropFirst(), limit: 120)
  }
}

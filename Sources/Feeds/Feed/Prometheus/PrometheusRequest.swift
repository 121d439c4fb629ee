/// The addresses of requests to the query API.
enum PrometheusRequest {
  /// The address of a question.
  /// - Parameters:
  ///   - server: the server's URL, with a path in front of `/api/v1` if it has one: Mimir's is
  ///     `http://mimir/prometheus`. Parameters in the URL are kept.
  ///   - seconds: the time limit, which the server also observes.
  static func url(
    _ server: String, _ expression: String, _ grid: QueryGrid, timeout seconds: Double
  ) -> String {
    var parameters = ["query=" + encoded(expression)]
    if grid.count == 1 {
      parameters.append("time=\(text(grid.start))")
    } else {
      parameters += [
        "start=\(text(grid.start))", "end=\(text(grid.end))", "step=\(text(grid.step))",
      ]
    }
    parameters.append("timeout=\(text(QueryGrid.rounded(seconds)))")
    return url(server, grid.count == 1 ? "query" : "query_range", parameters)
  }

  private static func url(_ server: String, _ endpoint: String, _ parameters: [String]) -> String {
    let parts = server.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1)
    var path = parts.first ?? ""
    while path.hasSuffix("/") { path.removeLast() }
    let all = parts.dropFirst().filter { !$0.isEmpty }.map(String.init) + parameters
    return "\(path)/api/v1/\(endpoint)?" + all.joined(separator: "&")
  }

  /// The text of seconds, without an exponent, and without an empty fraction.
  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() && abs(seconds) < 1e15 ? "\(Int(seconds))" : "\(seconds)"
  }

  /// A text with all bytes except letters, digits and `-._~` percent-encoded.
  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || "-._~".utf8.contains(byte)
      if isPlain {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

import TestSupport

/// Random answers of an HTTP server, the same for the same seed: status lines, headers, bodies in chunks,
/// redirects, and anything cut, repeated or changed.
struct ResponseGenerator {
  private var random: SeededGenerator
  /// The ports of the server that is asked, and of one that must be told nothing.
  private let ports: (own: Int, other: Int)

  init(seed: UInt64, ports: (own: Int, other: Int)) {
    random = SeededGenerator(seed: seed)
    self.ports = ports
  }

  mutating func response() -> [UInt8] {
    var bytes = Array(head().utf8) + body()
    for _ in 0..<pick([0, 0, 0, 1, 3]) { mutate(&bytes) }
    return bytes
  }

  private mutating func head() -> String {
    let version = pick(["HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2", "HTTP/9.9", "ICY", ""])
    let status = pick([
      "200", "301", "302", "302", "303", "307", "308", "204", "100", "401", "999", "-1",
    ])
    let end = pick(["\r\n", "\r\n", "\r\n", "\n", "\r"])
    var text = "\(version) \(status) \(pick(["OK", "", "\u{0}", "Ä"]))\(end)"
    for _ in 0..<Int.random(in: 0...4, using: &random) { text += header() + end }
    if status.hasPrefix("3") { text += "Location: \(location())\(end)" }
    return text + end
  }

  private mutating func header() -> String {
    pick([
      "Content-Length: \(pick(["0", "7", "8", "99999999999", "-1", "1e3", "8, 8"]))",
      "Transfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked",
      "Content-Encoding: \(pick(["gzip", "deflate", "br", "identity"]))", "Connection: close",
      "Location: \(location())",
      "WWW-Authenticate: \(pick(["Basic", "Bearer", "Digest realm=\"a\""]))",
      "Set-Cookie: a=b; Domain=\(host())", "Refresh: 0; url=\(location())",
      "Alt-Svc: h2=\"127.0.0.1:\(ports.other)\"", " folded", ":", "X: \(odd())",
      "X: " + String(repeating: "x", count: 5000),
    ])
  }

  /// Somewhere else, as odd as can be; names stay those of the loopback.
  private mutating func location() -> String {
    let scheme = pick([
      "http:", "http:", "http:", "HTTP:", "https:", "ftp:", "file:", "", "http%3A", "x:",
    ])
    let slashes = pick(["//", "//", "//", "/", "///", "\\\\", "/\\", ""])
    var text = scheme + slashes
    for _ in 0..<pick([0, 0, 1, 2]) {
      text += host() + odd() + pick(["@", "%40", "\\@", ":@", "#@", "?@"])
    }
    text += host() + pick(["", "", odd()]) + pick(["/", "/x", "", "?y", "#z", "/\(odd())"])
    return text
  }

  private mutating func host() -> String {
    let port = pick([ports.own, ports.own, ports.other, ports.other])
    let name = pick([
      "127.0.0.1", "127.0.0.1", "localhost", "127.1", "0x7f000001", "127%2E0.0.1", "127。0。0。1",
      "LOCALHOST", "127.0.0.1.", "[::1]", "[::ffff:127.0.0.1]", "user:pw@127.0.0.1",
    ])
    return name + pick([":\(port)", ":\(port)", ":0\(port)", "", ":", ":65536"])
  }

  private mutating func odd() -> String {
    pick([
      "\\", ";", "%5C", "%00", "%0d%0aX: 1", "\t", " ", "#", "?", "..", "/../", "%2F", "\u{7F}",
      "é", "|",
    ])
  }

  private mutating func body() -> [UInt8] {
    let json = pick([
      "{\"v\": 5}", "{\"v\": 1e999}", "{\"v\": \"\\u0000\"}", "[[[[", "{\"v\": {}}", "\u{FEFF}{}",
      "",
      String(repeating: "[", count: 5000), String(repeating: "{},", count: 3000),
    ])
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      return Array("\(pick(["7", "8", "fffffffff", "-1", "0x8", ""]))\r\n\(json)\r\n0\r\n\r\n".utf8)
    case 1: return (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
    // The first bytes of gzip, and nothing of it after them.
    case 2: return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0] + Array(json.utf8)
    case 3 where Int.random(in: 0..<20, using: &random) == 0:
      return [UInt8](repeating: 0x20, count: 17 << 20)
    default: return Array(json.utf8)
    }
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<min(bytes.count, 4096), using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.removeSubrange(place...)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
    default: bytes.insert(contentsOf: bytes[..<place].suffix(40), at: place)
    }
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices.randomElement(using: &random)!
  }
}

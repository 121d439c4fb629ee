import TestSupport
import Testing

@testable import Feeds

/// URLs that are checked without libcurl.
@Suite struct PlainAddressTests {
  @Test(arguments: [
    ("http://localhost", true), ("https://example.org/", true), ("http://10.0.0.7:9090", true),
    ("http://a-b.c1.de:65535/api/v1/query_range", true), ("http://host/~user/a_b.json", true),
    ("HTTP://localhost", false), ("ftp://localhost", false), ("localhost:9090", false),
    ("http://", false), ("http:///path", false), ("http://.org", false), ("http://a..b", false),
    ("http://a.", false), ("http://-a", false), ("http://a-", false), ("http://a_b", false),
    ("http://a:", false), ("http://a:0", false), ("http://a:65536", false), ("http://a:+1", false),
    ("http://a:1:2", false), ("http://u@a", false), ("http://[::1]:80/", false),
    ("http://a/?q=1", false), ("http://a/#f", false), ("http://a/%41", false),
    ("http://a/b c", false),
    ("http://a\\b", false), ("http://müller.de", false), ("http://a/\u{0}", false), ("", false),
  ])
  func onlyPlainOnesAre(url: String, isPlain: Bool) {
    #expect(RequestText.isPlain(url) == isPlain)
  }

  @Test func libcurlReadsEachOfThem() throws {
    let curl = try LibCurl.shared.get()
    var random = SeededGenerator(seed: 1)
    let pieces = [
      "a", "Z9", "0", "127", "255.1", ".", "-", ":", ":80", "/", "~", "_", "..", "@", "?", "%41",
    ]
    var count = 0
    for _ in 0..<20_000 {
      let length = Int.random(in: 1...6, using: &random)
      let url = "http://" + (0..<length).map { _ in pieces.randomElement(using: &random)! }.joined()
      guard RequestText.isPlain(url) else { continue }
      count += 1
      #expect(RequestText.problem(url: url, curl) == nil, "\(url)")
    }
    #expect(count > 1000)
  }
}

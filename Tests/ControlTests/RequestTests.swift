import Control
import InputGenerator
import Testing

/// The words of requests.
@Suite struct RequestTests {
  private static let lines: [(String, ControlRequest)] = [
    ("page next", .page(.next)), ("page previous", .page(.previous)),
    ("page 2", .page(.named("2"))), ("page Back room", .page(.named("Back room"))),
    ("  pause ", .pause), ("resume", .resume), ("reload", .reload), ("snapshot\r", .snapshot(.png)),
    ("snapshot svg", .snapshot(.svg)),
    ("status", .status), ("dim", .dim), ("blank", .blank), ("wake", .wake),
    ("message 30 The build is red.", .message("The build is red.", seconds: 30)),
    ("message 1.5  ≥ 90 % \t", .message("≥ 90 %", seconds: 1.5)),
  ]

  @Test func theManualsRequestsAreRead() throws {
    for (line, request) in Self.lines {
      #expect(try ControlRequest(line: Array(line.utf8)) == request)
    }
    #expect(
      Set(Self.lines.map { String($0.0.split { " \r\t".contains($0) }[0]) })
        == Set(ControlRequest.words))
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    for (_, request) in Self.lines {
      #expect(try ControlRequest(line: Array(request.line.utf8)) == request)
    }
    // A line end in a text would be the end of the request.
    for end in ["\n", "\r\n", "\u{2028}"] {
      let message = ControlRequest.message("two" + end + "lines", seconds: 20)
      #expect(!message.line.utf8.contains(0x0A))
      #expect(
        try ControlRequest(line: Array(message.line.utf8)) == .message("two\nlines", seconds: 20))
    }
  }

  @Test(arguments: [
    ("", "unknown request"), ("pages 2", "unknown request"), ("page", "page needs"),
    ("pause now", "unexpected words after 'pause'"), ("message", "message needs a number"),
    ("snapshot jpg", "snapshot takes one of png, svg"),
    ("message soon x", "message needs a number"), ("message 0 x", "message needs a number"),
    ("message 1e9 x", "message needs a number"), ("message nan x", "message needs a number"),
    ("message 5", "message needs a text"), ("message 5 \u{2028}", "message needs a text"),
  ])
  func mistakesAreTold(line: String, message: String) {
    let error = #expect(throws: ControlError.self) { try ControlRequest(line: Array(line.utf8)) }
    #expect(
      error?.code == 64 && error?.message.hasPrefix(message) == true, "\(line): \(error as Any)")
  }

  @Test func bytesThatAreNoTextAndLongLinesAreRefused() {
    let long = Array(repeating: UInt8(ascii: "a"), count: ControlRequest.longestLine + 1)
    for line in [[0x70, 0xff, 0x20], long] {
      #expect(throws: ControlError.self) { try ControlRequest(line: line) }
    }
  }

  @Test func someRandomRequests() {
    for seed in 0..<300 as Range<UInt64> {
      #expect(ControlFuzz.flaw(seed: seed) == nil, "seed \(seed)")
    }
  }
}

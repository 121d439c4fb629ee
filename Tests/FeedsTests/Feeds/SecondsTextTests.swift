import Testing

@testable import Feeds

/// Time limits in messages.
@Suite struct SecondsTextTests {
  @Test(arguments: [(5.0, "5 s"), (0.5, "0.5 s"), (3600, "3600 s"), (.infinity, "inf s")])
  func seconds(_ seconds: Double, text: String) {
    #expect(secondsText(seconds) == text)
  }

  @Test func aCommandMayHaveLessThanASecond() {
    let reason = CommandProcess.run("sleep 600", in: nil, variables: [:], atMost: 0.25)
    #expect(reason == "the command has run for more than 0.25 s")
  }
}

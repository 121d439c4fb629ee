import Testing

@testable import Dashboard

@Suite struct LateTextTests {
  @Test(arguments: [
    (0.0, "1 s ago", 2.0), (1.9, "1 s ago", 2), (3.2, "3 s ago", 4), (4.9, "4 s ago", 5),
    (5, "5 s ago", 10), (14.9, "10 s ago", 15),
    (59.9, "55 s ago", 60), (60, "1 min ago", 120),
    (200, "3 min ago", 240), (3600, "1 h ago", 7200),
    (200_000, "2 d ago", 259_200),
  ])
  func textAndItsEnd(seconds: Double, text: String, end: Double) {
    let late = LateText(seconds: seconds)
    #expect(late.text == text)
    #expect(late.validUntil == end)
  }

  @Test(arguments: [
    (0.0, "up 0 min"), (3599, "up 59 min"), (7200, "up 2 h"), (41 * 86_400 + 7, "up 41 d"),
    (-5, ""),
    (.infinity, ""),
  ])
  func uptime(seconds: Double, text: String) {
    #expect(HostDescription.uptimeText(seconds) == text)
  }
}

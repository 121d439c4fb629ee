import Feeds
import Testing

@Suite struct TimeFormatTests {
  @Test(
    arguments: [
      ("%Y-%m-%dT%H:%M:%S%z", nil), ("%d.%m.%y %k %%Q", nil), ("%-d %_H %Ey %Od %5Y", nil),
      ("", nil),
      ("%Q", "%Q"), ("%H:%M:%S.%f", "%f"), ("%H %", "%"), ("%EH", "%EH"), ("%O", "%O"),
      ("%-ü", "%-ü"),
    ] as [(String, String?)])
  func conversions(format: String, unknown: String?) {
    #expect(TimeFormat.unknownConversion(in: format) == unknown)
  }
}

import Metrics
import Testing

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("", ""), ("plain — 日本 é 𝄞", "plain — 日本 é 𝄞"), ("\u{1B}[31mred", "\\x1b[31mred"),
    ("a\nb\r\tc", "a\\nb\\r\\tc"), ("\u{0}\u{7}\u{7F}\u{9B}", "\\x00\\x07\\x7f\\x9b"),
    ("\u{202E}evil\u{2066}\u{FEFF}\u{61C}", "\\u{202e}evil\\u{2066}\\u{feff}\\u{61c}"),
    ("\u{2028}\u{E0041}", "\\u{2028}\\u{e0041}"),
    ("\u{200B}\u{200F}می\u{200C}خواهم 👩\u{200D}👧", "\\u{200b}\\u{200f}می\u{200C}خواهم 👩\u{200D}👧"),
  ])
  func controlsAreShown(text: String, visible: String) {
    #expect(text.visible == visible)
  }
}

import Testing

@testable import Metrics

@Suite struct SpellingTests {
  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "acb", 1), ("abc", "ab", 1),
    ("abc", "", 3), ("ca", "abc", 3), ("panles", "panels", 1), ("panles", "pages", 2),
  ])
  func distances(a: String, b: String, distance: Int) {
    #expect(Spelling.distance(a, b) == distance)
    #expect(Spelling.distance(b, a) == distance)
  }

  @Test(arguments: [
    ("soruce", "source"), ("aera", "area"), ("x", nil), ("progres", "progress"),
    ("something", nil), ("titel", "title"), ("tidle", "title"), ("tilde", "title"), ("ara", "area"),
    ("bare", nil), ("file", nil), ("a", nil), ("ae", nil),
  ])
  func whatWasMeant(word: String, meant: String?) {
    #expect(
      Spelling.suggestion(for: word, among: ["source", "area", "progress", "title"]) == meant)
  }
}

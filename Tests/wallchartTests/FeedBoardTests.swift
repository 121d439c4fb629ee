import Feeds
import Testing

@testable import wallchart

/// The lines of the log about sources.
@Suite struct FeedBoardTests {
  /// The reason of a file begins with the path, which is the name of the source, too.
  @Test(arguments: ["/a/b.txt: there are no numbers", "there are no numbers"])
  func aPathIsToldOnce(reason: String) {
    let source = SourceSpec.text(TextFeedSpec(origin: .file("/a/b.txt", every: 1)))
    var board = FeedBoard()
    let update = FeedUpdate(health: .failing(since: 0, reason: reason))
    let line = board.take(update, from: source, at: 0).line
    #expect(line == "wallchart: /a/b.txt: there are no numbers")
  }
}

import Charts
import Geometry
import Layers
import Testing

@testable import Dashboard

/// The line at the top of a page.
@Suite struct PageHeaderTests {
  /// The texts that are seen in a header of a width.
  private func texts(title: String, width: Double, status: String? = nil) throws -> [TextLayer] {
    let environment = try PanelPictures.environment(
      Size(width, 540), .dark, scale: 1, isAnimated: false)
    let header = PageHeader()
    header.layOut(frame: Rect(x: 0, y: 0, width: width, height: 30))
    header.update(
      PageHeader.Content(title: title, details: ["Debian 12"], clock: "15:25:08"), status: status,
      environment: environment)
    return header.layer.sublayers.compactMap { $0 as? TextLayer }.filter {
      !$0.isHidden && $0.line?.text.isEmpty == false
    }
  }

  /// A title takes the room that the time leaves, before the details. A status is whole beside a title that is cut.
  @Test(
    arguments: [
      ("Rack 4", nil, ["Rack 4", "Debian 12", "15:25:08"]),
      (
        "All queues of the mail servers in hall 4 of Frankfurt", nil,
        ["All queues of the mail servers in hall 4 of Frankfurt", "15:25:08"]
      ),
      (
        "All queues of the mail servers in hall 4 of Frankfurt and in hall 5 of Berlin", "paused",
        ["All queues of…", "paused · 15:25:08"]
      ),
    ] as [(String, String?, [String])])
  func roomOfTheTitle(title: String, status: String?, shown: [String]) throws {
    let texts = try texts(title: title, width: 420, status: status)
    /// The text, of which only the beginning is compared if it is cut.
    func words(_ text: String) -> String { text.hasSuffix("…") ? text.prefix(13) + "…" : text }
    #expect(texts.compactMap { $0.line.map { words($0.text) } } == shown)
    let places = texts.map(\.frame).sorted { $0.minX < $1.minX }
    for (a, b) in zip(places, places.dropFirst()) { #expect(a.maxX < b.minX) }
    #expect(places.allSatisfy { $0.maxX <= 420.5 })
  }
}

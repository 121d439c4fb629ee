import Charts
import Feeds
import Testing

@testable import Dashboard

@Suite struct PulseTests {
  @Test(
    arguments: [
      ([0], nil), ([0, 1, 2, 3], 1), ([0, 10, 20, 30], 10), ([0, 0.001], 0.001),
      // A single pause is ignored, and so are updates that come together.
      ([0, 2, 4, 6, 60, 62, 64], 2), ([5, 5, 5], nil),
      // The pace of long ago is forgotten.
      ((0..<20).map { 100 * Double($0) } + (0..<20).map { 1900 + Double($0) }, 1),
    ] as [([Double], Double?)])
  func usualDistance(beats: [Double], expected: Double?) {
    var pulse = Pulse()
    for time in beats { pulse.beat(at: time) }
    #expect(pulse.usual == expected)
    #expect(pulse.last == beats.last)
  }

  /// A pipe that has become quiet is reported, until rows come or the pipe ends.
  @Test func aQuietPipeSaysSo() throws {
    let page = try PointerPage()
    #expect(page.scene.nextChange(after: 10) == nil)
    page.ingest(PointerPage.rows(100..<101), at: 11)
    page.ingest(PointerPage.rows(101..<102), at: 12)
    #expect(page.scene.nextChange(after: 12) == 17)
    page.scene.advance(to: 16.9)
    #expect(!page.texts.contains { $0.contains(" ago") })
    page.scene.advance(to: 17.1)
    #expect(page.texts.contains("5 s ago"))
    // The time axis goes on.
    #expect(page.scene.nextChange(after: 17.1) == 18.1)
    page.scene.advance(to: 24)
    #expect(page.texts.contains("10 s ago"))
    page.ingest(PointerPage.rows(102..<103), at: 25)
    #expect(!page.texts.contains { $0.contains(" ago") })
    page.scene.advance(to: 40)
    #expect(page.texts.contains("15 s ago"))
    page.ingest(PointerPage.rows(103..<103, isEnded: true), at: 41)
    #expect(!page.texts.contains { $0.contains(" ago") })
    #expect(page.scene.nextChange(after: 100) == nil)
  }

  @Test func aFileIsNeverLate() throws {
    let page = try PointerPage(isFile: true)
    page.ingest(PointerPage.rows(100..<101), at: 11)
    page.scene.advance(to: 1000)
    #expect(page.scene.nextChange(after: 12) == nil)
    #expect(!page.texts.contains { $0.contains(" ago") })
  }
}

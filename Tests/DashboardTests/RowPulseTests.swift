import Charts
import Feeds
import Testing

@testable import Dashboard

@Suite struct RowPulseTests {
  @Test(arguments: [
    ([0.0], nil), ([0, 1, 2, 3], 5), ([0, 10, 20, 30], 30), ([0, 0.001], 5),
    ([0, 2, 4, 6, 60, 62, 64], 6), ([5, 5, 5], nil),
  ])
  func limit(beats: [Double], expected: Double?) {
    var pulse = RowPulse()
    for time in beats { pulse.beat(at: time) }
    #expect(pulse.limit == expected)
    let last = beats.last!
    guard let expected else {
      #expect(pulse.lateness(at: last + 1e6) == nil && pulse.nextChange(after: last) == nil)
      return
    }
    #expect(pulse.lateness(at: last + expected * 0.99) == nil)
    #expect(pulse.lateness(at: last + expected) == expected)
    #expect(pulse.nextChange(after: last) == last + expected)
  }

  /// A pipe that has become quiet is reported, until rows come or the pipe ends.
  @Test func aQuietPipeSaysSo() throws {
    let page = try PointerPage()
    #expect(page.scene.nextChange(after: 10) == nil)
    page.scene.ingest(PointerPage.rows(100..<101), at: 11)
    page.scene.ingest(PointerPage.rows(101..<102), at: 12)
    #expect(page.scene.nextChange(after: 12) == 17)
    page.scene.advance(to: 16.9)
    #expect(!page.texts.contains { $0.contains("last update") })
    page.scene.advance(to: 17.1)
    #expect(page.texts.contains("last update 5 s ago"))
    #expect(page.scene.nextChange(after: 17.1) == 22)
    page.scene.advance(to: 24)
    #expect(page.texts.contains("last update 10 s ago"))
    page.scene.ingest(PointerPage.rows(102..<103), at: 25)
    #expect(!page.texts.contains { $0.contains("last update") })
    page.scene.advance(to: 40)
    #expect(page.texts.contains("last update 15 s ago"))
    page.scene.ingest(PointerPage.rows(103..<103, isEnded: true), at: 41)
    #expect(!page.texts.contains { $0.contains("last update") })
    #expect(page.scene.nextChange(after: 100) == nil)
  }

  @Test func aFileIsNeverLate() throws {
    let page = try PointerPage(isFile: true)
    page.scene.ingest(PointerPage.rows(100..<101), at: 11)
    page.scene.advance(to: 1000)
    #expect(page.scene.nextChange(after: 12) == nil)
    #expect(!page.texts.contains { $0.contains("last update") })
  }
}

import Charts
import Feeds
import Geometry
import TestSupport
import Testing

@testable import Dashboard

/// The titles of a page's panels.
@Suite struct PanelTitleTests {
  private func titles(_ names: [String], _ size: Size) throws -> (DashboardScene, [String]) {
    let source = PanelPictures.source("one")
    let scene = DashboardScene(
      spec: spec(names),
      host: HostInfo(name: "orion", system: "", cores: 1, uptime: 0, memoryTotal: 1),
      environment: try PanelPictures.environment(size, .dark, scale: 1, isAnimated: false))
    scene.layOut(size: size, scale: 1)
    scene.ingest(
      FeedUpdate(readings: PanelPictures.readings(), health: .fresh), from: source, at: 0)
    return (scene, shown(scene))
  }

  private func spec(_ names: [String]) -> DashboardSpec {
    DashboardSpec(
      title: "Hall",
      pages: [
        PageSpec(
          columns: 4,
          panels: names.map {
            PanelPictures.panel(.line, title: $0, of: PanelPictures.source("one"))
          })
      ])
  }

  private func shown(_ scene: DashboardScene) -> [String] {
    scene.root.visibleTexts.filter { $0.hasPrefix("Queue") }
  }

  /// Titles that differ in their middle differ where they are cut, also after panels have been replaced.
  @Test func titlesThatDifferInTheirMiddle() throws {
    func names(_ numbers: Range<Int>) -> [String] {
      numbers.map { "Queue depth of worker \($0) in the hall of Frankfurt" }
    }
    let (scene, few) = try titles(names(1..<5), Size(800, 480))
    #expect(few.count == 4 && Set(few).count == 4, "\(few)")
    scene.replace(spec: spec(names(9..<13)), at: 1)
    let more = shown(scene)
    #expect(more.count == 4 && Set(more).count == 4, "\(more)")
    for i in 9..<13 { #expect(more.contains { $0.contains("\(i)") }, "\(more)") }
    let (_, whole) = try titles(names(1..<5), Size(3000, 480))
    #expect(whole == names(1..<5))
  }
}

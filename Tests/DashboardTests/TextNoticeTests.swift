import Charts
import Feeds
import Geometry
import Layers
import TestSupport
import Testing

@testable import Dashboard

/// The notices about the text of a dashboard's sources.
@Suite struct TextNoticeTests {
  private func scene(crowdedLabel: String? = nil) throws -> DashboardScene {
    let source = PanelPictures.source("one")
    let size = Size(960, 540)
    var spec = DashboardSpec(
      title: "Rack 4",
      pages: [PageSpec(panels: [PanelPictures.panel(.line, title: "A", of: source)])])
    spec.crowdedLabel = crowdedLabel
    let scene = DashboardScene(
      spec: spec,
      host: HostInfo(name: "orion", system: "", cores: 1, uptime: 0, memoryTotal: 1),
      environment: try PanelPictures.environment(size, .dark, scale: 1, isAnimated: false))
    scene.layOut(size: size, scale: 1)
    return scene
  }

  private func notices(_ scene: DashboardScene) -> [String] {
    scene.root.visibleTexts.filter { $0.hasSuffix("cut") }
  }

  @Test func aNoticeGoesAfterAMinute() throws {
    let scene = try scene()
    #expect(scene.nextChange(after: 0) == nil)
    scene.showTextNotice("a.txt: a line was cut", at: 10)
    #expect(notices(scene) == ["a.txt: a line was cut"])
    #expect(scene.nextChange(after: 10) == 70)
    scene.advance(to: 40)
    scene.showTextNotice("b.txt: a line was cut", at: 40)
    scene.advance(to: 99.9)
    #expect(notices(scene) == ["b.txt: a line was cut"])
    scene.advance(to: 100)
    #expect(notices(scene).isEmpty)
    #expect(scene.nextChange(after: 100) == nil)
  }

  /// Mistakes in the file matter more, and a pause does not keep a notice.
  @Test func theFileComesFirst() throws {
    let scene = try scene()
    scene.showTextNotice("a.txt: a line was cut", at: 0)
    scene.showProblems([Problem(file: "rack4.yaml", line: 1, column: 1, message: "is cut")])
    #expect(notices(scene) == ["rack4.yaml:1:1: is cut"])
    scene.showProblems([])
    #expect(notices(scene) == ["a.txt: a line was cut"])
    scene.setPaused(true, at: 5)
    scene.advance(to: 61)
    #expect(notices(scene).isEmpty)
  }

  /// Values without a page are told while nothing else is.
  @Test func aLabelWithTooManyValuesIsTold() throws {
    let scene = try scene(crowdedLabel: "pod")
    let notice = "'pod' has more than 100 values: the others have no page"
    func isTold() -> Bool { scene.root.visibleTexts.contains(notice) }
    scene.showNotice()
    #expect(scene.pagesNotice == notice && isTold())
    scene.showProblems([Problem(file: "rack4.yaml", line: 1, column: 1, message: "is cut")])
    #expect(notices(scene) == ["rack4.yaml:1:1: is cut"] && !isTold())
    scene.showProblems([])
    #expect(isTold())
    scene.setHistoryNotice("the history is cut")
    #expect(notices(scene) == ["the history is cut"] && !isTold())
    scene.setHistoryNotice(nil)
    #expect(isTold())
  }
}

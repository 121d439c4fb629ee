import Charts
import Feeds
import Geometry
import Layers
import Metrics
import Raster
import TestSupport
import Testing
import Typography

@testable import Dashboard

/// Several pages, one of them visible.
@Suite struct PageTurningTests {
  private static let size = Size(960, 540)

  private func dashboard(
    theme: Theme = .dark, durations: [Double] = [20, 10, 5]
  ) throws -> DashboardScene {
    let recording = try Recording(path: Program.fixture("orion.samples"))
    let panels = DashboardSpec.system(host: recording.host).pages[0].panels
    let pages = durations.enumerated().map { i, duration in
      PageSpec(
        name: ["CPU", "Network", "Storage"][i], duration: duration,
        panels: i == 0 ? panels : i == 1 ? Array(panels[2...3]) : [panels[5]])
    }
    let scene = DashboardScene(
      spec: DashboardSpec(title: "Orion", pages: pages), host: recording.host,
      environment: ChartEnvironment(
        theme: theme, type: TypeScale(page: Self.size),
        fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc, scale: 1,
        isAnimated: true), lateAfter: .infinity)
    scene.layOut(size: Self.size, scale: 1)
    scene.ingest(recording, at: 0)
    return scene
  }

  private func draw(_ scene: DashboardScene, at time: Double) -> Bitmap {
    scene.advance(to: time)
    scene.root.completeAnimations(at: time)
    return Compositor.picture(of: scene.root, at: time, scale: 1, width: 960, height: 540)
  }

  /// The help lists the keys that turn pages if there are several pages, even after a turn.
  @Test func theHelpKnowsThePages() throws {
    let scene = try dashboard(durations: [20])
    scene.toggleHelp()
    let alone = draw(scene, at: 10).pixels
    let several = try dashboard()
    several.toggleHelp()
    let bitmap = draw(several, at: 10)
    expectGolden(bitmap, named: "dashboard-help-pages")
    #expect(zip(alone, bitmap.pixels).contains { $0 != $1 })
    scene.replace(spec: several.spec, at: 20)
    _ = scene.hideHelp()
    scene.toggleHelp()
    scene.layOut(size: Self.size, scale: 1)
    #expect(differing(draw(scene, at: 30), bitmap) == 0)
  }

  private func differing(_ a: Bitmap, _ b: Bitmap) -> Int {
    zip(a.pixels, b.pixels).count { $0 != $1 }
  }

  /// A page stays as long as somebody uses it: its time starts anew with each input, and waits for the newest data.
  @Test func aPageInUseStays() throws {
    let scene = try dashboard()
    scene.startTurning(at: 100)
    let frame = try #require(scene.view.panel(0)?.plotFrame)
    #expect(scene.respond(to: .point(Point(frame.midX, frame.midY)), at: 115))
    #expect(scene.nextChange(after: 115) == 134)
    // A pointer at rest is no use.
    #expect(!scene.respond(to: .point(Point(frame.midX, frame.midY)), at: 118))
    scene.advance(to: 134)
    #expect(scene.pageIndex == 0)
    #expect(scene.respond(to: .zoom(notches: 2), at: 134.5))
    #expect(scene.nextChange(after: 134.5) ?? .infinity > 200)
    scene.advance(to: 200)
    #expect(scene.pageIndex == 0)
    #expect(scene.respond(to: .live, at: 200))
    #expect(scene.nextChange(after: 200) == 219)
    scene.advance(to: 219)
    scene.advance(to: 220)
    #expect(scene.pageIndex == 1)
  }

  /// The page of the first monitor turns the pages of all, and waits as long as one of them is used.
  @Test func aPageInUseOnAnotherMonitor() throws {
    let (scene, side) = (try dashboard(), try dashboard())
    scene.isUsedElsewhere = { [unowned side] in side.isInUse }
    var time = 110.0
    side.onUse = { [unowned scene] in scene.holdPage(at: time) }
    scene.startTurning(at: 100)
    #expect(side.respond(to: .zoom(notches: 2), at: time))
    #expect(scene.nextChange(after: 110) ?? .infinity > 200)
    time = 200
    #expect(side.respond(to: .live, at: 200))
    #expect(scene.nextChange(after: 200) == 219)
  }

  @Test func eachPageIsShownForItsTime() throws {
    let scene = try dashboard()
    scene.startTurning(at: 100)
    // The page is prepared a second before its turn.
    #expect(scene.nextChange(after: 100) == 119)
    scene.advance(to: 119)
    #expect(scene.pageIndex == 0 && scene.nextChange(after: 119) == 120)
    scene.advance(to: 120)
    #expect(scene.pageIndex == 1 && scene.nextChange(after: 120) == 129)
    scene.advance(to: 130)
    #expect(scene.pageIndex == 2 && scene.nextChange(after: 130) == 134)
    scene.advance(to: 135)
    #expect(scene.pageIndex == 0)
  }

  /// A page that the user chooses has all of its time, also if the page is on the screen already.
  @Test func theChosenPageHasItsTime() throws {
    let scene = try dashboard()
    scene.startTurning(at: 100)
    scene.advance(to: 119)
    scene.showPage(0, at: 119.5)
    scene.advance(to: 121)
    #expect(scene.pageIndex == 0)
    scene.advance(to: 139.5)
    #expect(scene.pageIndex == 1)
  }

  @Test func aPauseHoldsThePage() throws {
    let scene = try dashboard()
    scene.startTurning(at: 0)
    scene.setPaused(true, at: 10)
    #expect(scene.nextChange(after: 10) == nil)
    scene.advance(to: 1000)
    #expect(scene.pageIndex == 0)
    scene.setPaused(false, at: 1000)
    #expect(scene.nextChange(after: 1000) == 1019)
  }

  /// While the display is paused time stands still, so that a cross-fade would never end.
  @Test func aPageThatIsTurnedToDuringAPauseIsShownAtOnce() throws {
    let (scene, other) = (try dashboard(), try dashboard())
    scene.setPaused(true, at: 10)
    scene.turnPage(by: 1, at: 10)
    other.turnPage(by: 1, at: 5)
    other.setPaused(true, at: 10)
    #expect(scene.pageIndex == 1)
    #expect(differing(draw(scene, at: 10), draw(other, at: 10)) == 0)
    // A pause in the middle of a cross-fade ends the fade.
    let third = try dashboard()
    third.turnPage(by: 1, at: 9.9)
    third.setPaused(true, at: 10)
    #expect(differing(draw(third, at: 10), draw(other, at: 10)) == 0)
  }

  /// A monitor that is plugged in after some turns shows the page after that of the first monitor, and turns with it,
  /// although its own page would last longer.
  @Test func aLaterMonitorShowsTheNextPageAndTurnsWithTheFirst() throws {
    let (first, side) = (try dashboard(), try dashboard())
    first.setPlace(0, among: 2, at: 0)
    first.startTurning(at: 0)
    for time in [19.0, 20] { first.advance(to: time) }
    #expect(first.pageIndex == 2)
    first.setPlace(0, among: 1, at: 21)
    first.setPlace(0, among: 2, at: 22)
    side.setPlace(1, among: 2, at: 22)
    side.showPage(beside: first, at: nil)
    #expect(side.pageIndex == 0)
    first.onTurner = { [unowned first] in side.followTurner(of: first, at: 30) }
    for (time, pages) in [
      (26.0, [2, 0]), (27, [1, 2]), (36, [1, 2]), (37, [0, 1]), (57, [2, 0]),
    ] {
      first.advance(to: time)
      side.advance(to: time)
      #expect([first.pageIndex, side.pageIndex] == pages)
    }
  }

  @Test func aSinglePageIsNeverTurned() throws {
    let scene = try dashboard(durations: [1])
    scene.startTurning(at: 0)
    #expect(scene.nextChange(after: 0) == nil)
    scene.turnPage(by: 1, at: 5)
    #expect(scene.pageIndex == 0)
  }

  @Test func pagesGoRoundBothWays() throws {
    let scene = try dashboard()
    scene.turnPage(by: -1, at: 5)
    #expect(scene.pageIndex == 2)
    scene.turnPage(by: 1, at: 6)
    #expect(scene.pageIndex == 0)
    scene.turnPage(by: 7, at: 7)
    #expect(scene.pageIndex == 1)
  }

  @Test(arguments: [("Network", 1), ("2", 1), ("1", 0), ("4", nil), ("0", nil), ("CPUs", nil)])
  func aPageHasANameAndANumber(name: String, index: Int?) throws {
    #expect(try dashboard().pageIndex(named: name) == index)
  }

  /// The picture after a turn equals the picture without one, and nothing moves.
  @Test func afterTheTurnThePageIsAsIfItHadAlwaysBeenThere() throws {
    let (turned, direct) = (try dashboard(), try dashboard())
    turned.turnPage(by: 1, at: 10)
    direct.showPage(1, at: nil)
    let (a, b) = (draw(turned, at: 10.5), draw(direct, at: 10.5))
    #expect(a.differences(from: b) == 0)
    #expect(turned.root.nextChange(after: 10.5, scale: 1, interval: 1 / 60) == nil)
    #expect(turned.root.sublayers[0].sublayers.count == 1)
  }

  /// Each pixel lies between those of the two pages: no third picture shows through.
  @Test func halfWayEachPixelLiesBetweenThePages() throws {
    let scene = try dashboard()
    let from = draw(scene, at: 10)
    scene.turnPage(by: 1, at: 10)
    let half = draw(scene, at: 10.2)
    let to = draw(scene, at: 11)
    #expect(half.differences(from: from) > 1000 && half.differences(from: to) > 1000)
    var outside = 0
    // The header is left out, because its text changes at once.
    for y in 80..<540 {
      for x in 0..<960 {
        for shift in [0, 8, 16] as [UInt32] {
          func channel(_ bitmap: Bitmap) -> Int {
            Int(bitmap[x, y] >> shift & 0xff)
          }
          let (a, b, c) = (channel(from), channel(half), channel(to))
          if b < min(a, c) - 2 || b > max(a, c) + 2 { outside += 1 }
        }
      }
    }
    #expect(outside == 0)
  }

  @Test func aTurnDuringATurnEndsAtTheLastPage() throws {
    let (scene, direct) = (try dashboard(), try dashboard())
    scene.turnPage(by: 1, at: 10)
    _ = draw(scene, at: 10.1)
    scene.turnPage(by: 1, at: 10.1)
    _ = draw(scene, at: 10.2)
    scene.turnPage(by: -2, at: 10.2)
    direct.showPage(0, at: nil)
    #expect(draw(scene, at: 11).differences(from: draw(direct, at: 11)) == 0)
    #expect(scene.root.sublayers[0].sublayers.count == 1)
  }

  @Test func pagesInPictures() throws {
    let scene = try dashboard()
    scene.turnPage(by: 1, at: 10)
    expectGolden(draw(scene, at: 10.2), named: "dashboard-page-turn-half-way")
    expectGolden(draw(scene, at: 11), named: "dashboard-second-page")
  }
}

extension Bitmap {
  fileprivate func differences(from other: Bitmap) -> Int {
    zip(pixels, other.pixels).count { $0 != $1 }
  }
}

import Charts
import Feeds
import Geometry
import Metrics
import TestSupport
import Testing
import Typography

@testable import Dashboard

/// Fingers on a page.
@Suite struct FingerTests {
  private func range(_ page: PointerPage) throws -> ClosedRange<Double> {
    try #require(page.content()?.time)
  }

  private func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-3 }

  @Test func aTapShowsValuesAndATapBesideThePlotsRemovesThem() throws {
    let page = try PointerPage()
    #expect(page.respond(.tap(page.place(0.5), clicks: 1)))
    #expect(page.readout != nil)
    #expect(page.respond(.tap(Point(3, 3), clicks: 1)))
    #expect(page.readout == nil)
  }

  @Test func aDoubleTapReturnsToTheNewestData() throws {
    let page = try PointerPage()
    let live = try range(page)
    _ = page.respond(.zoom(notches: 4))
    _ = page.respond(.tap(page.place(0.5), clicks: 1))
    #expect(try range(page) != live)
    #expect(page.respond(.tap(page.place(0.5), clicks: 2)))
    #expect(try range(page) == live)
  }

  /// A finger is too wide to meet a name exactly; over a plot, it means the plot.
  @Test(arguments: [(0.0, true), (14, true), (18, false)])
  func aTapNearANameHidesItsSeries(distance: Double, hides: Bool) throws {
    let page = try PointerPage()
    let panel = try #require(page.scene.view.panel(0))
    let frame = panel.layer.frame
    let places = stride(from: frame.minX, to: frame.maxX, by: 1).flatMap { x in
      stride(from: frame.minY, to: frame.maxY, by: 1).map { Point(x, $0) }
    }
    let names = places.filter { panel.legendSeries(at: $0) == 0 }
    let right = try #require(names.map(\.x).max())
    let y = try #require(names.first).y
    let place = Point(right + distance, y)
    #expect(panel.plotFrame?.contains(place) == false)
    #expect(page.respond(.tap(place, clicks: 1)) == hides)
    #expect(page.content()?.series.map(\.isHidden) == [hides, false])
  }

  /// The newest sample stands beside the names of the lines.
  @Test func aTapIntoAPlotMeansThePlot() throws {
    let page = try PointerPage()
    let frame = try #require(page.scene.view.panel(0)?.plotFrame)
    let panel = try #require(page.scene.view.panel(0))
    let near = stride(from: frame.minY, to: frame.maxY, by: 1).map { Point(frame.maxX - 1, $0) }
      .filter { panel.legendTarget(at: $0, reach: 16) != nil }
    let place = try #require(near.first)
    #expect(page.respond(.tap(place, clicks: 1)))
    #expect(page.content()?.series.map(\.isHidden) == [false, false])
    #expect(page.readout != nil)
  }

  /// The sample under the finger stays there, and the values of an earlier tap do not return with another time.
  @Test func aFingerMovesAView() throws {
    let page = try PointerPage()
    _ = page.respond(.zoom(notches: 4))
    _ = page.respond(.tap(page.place(0.5), clicks: 1))
    #expect(page.readout != nil)
    let before = try range(page)
    let length = before.upperBound - before.lowerBound
    #expect(page.respond(.slide(from: page.place(0.25), to: page.place(0.5))))
    #expect(page.readout == nil)
    #expect(isNear(try range(page).lowerBound, before.lowerBound - length / 4))
    #expect(page.respond(.slide(from: page.place(0.25), to: page.place(0.75))))
    #expect(isNear(try range(page).lowerBound, before.lowerBound - length / 2))
    #expect(page.respond(.lift(swipe: 1)))
    #expect(page.readout == nil)
    // The next finger starts where the view is.
    let moved = try range(page)
    #expect(page.respond(.slide(from: page.place(0.5), to: page.place(0.25))))
    #expect(isNear(try range(page).lowerBound, moved.lowerBound + length / 4))
  }

  @Test func aSlideBesideThePlotsMovesNothing() throws {
    let page = try PointerPage()
    _ = page.respond(.zoom(notches: 4))
    #expect(!page.respond(.slide(from: Point(3, 3), to: page.place(0.5))))
    #expect(!page.respond(.lift(swipe: 1)))
  }

  /// A sample between two fingers stays between them while they move and part.
  @Test func twoFingersZoomAndMove() throws {
    let page = try PointerPage()
    _ = page.respond(.zoomAt(page.place(0.5), notches: 4))
    let before = try range(page)
    let length = before.upperBound - before.lowerBound
    #expect(page.respond(.pinch(from: page.place(0.5), to: page.place(0.6), ratio: 1.1)))
    let after = try range(page)
    let shown = after.upperBound - after.lowerBound
    // A step's ratio is followed to the first order.
    #expect(abs(length / shown - 1.1) < 0.02)
    let anchor = before.lowerBound + 0.5 * length
    #expect(isNear((anchor - after.lowerBound) / shown, 0.6))
    #expect(!page.respond(.pinch(from: Point(3, 3), to: page.place(0.5), ratio: 2)))
    #expect(!page.respond(.pinch(from: page.place(0.5), to: page.place(0.5), ratio: 0)))
  }

  private func pages(_ count: Int) throws -> DashboardScene {
    let recording = try Recording(path: Program.fixture("orion.samples"))
    let panels = DashboardSpec.system(host: recording.host).pages[0].panels
    let size = Size(960, 540)
    let scene = DashboardScene(
      spec: DashboardSpec(
        title: "Orion",
        pages: (0..<count).map { PageSpec(name: "\($0)", duration: 20, panels: [panels[$0]]) }),
      host: recording.host,
      environment: ChartEnvironment(
        theme: .dark, type: TypeScale(page: size),
        fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc, scale: 1,
        isAnimated: false), lateAfter: .infinity)
    scene.layOut(size: size, scale: 1)
    scene.ingest(recording, at: 0)
    return scene
  }

  /// While the data is live, a stroke turns pages; in a view of other data it moves the view.
  @Test func aStrokeTurnsPagesOfLiveData() throws {
    let scene = try pages(3)
    let frame = try #require(scene.view.panel(0)?.plotFrame)
    let (left, right) = (Point(frame.minX + 50, frame.midY), Point(frame.minX + 250, frame.midY))
    for (swipe, page) in [(-1, 1), (-1, 2), (-1, 0), (1, 2)] {
      #expect(!scene.respond(to: .slide(from: left, to: right), at: 1))
      #expect(scene.respond(to: .lift(swipe: swipe), at: 1))
      #expect(scene.pageIndex == page)
    }
    #expect(!scene.respond(to: .lift(swipe: 0), at: 1))
    #expect(scene.respond(to: .zoom(notches: 4), at: 2))
    #expect(scene.respond(to: .slide(from: left, to: right), at: 2))
    #expect(scene.respond(to: .lift(swipe: 1), at: 2))
    #expect(scene.pageIndex == 2)
  }

  /// A dashboard of one page has nothing to turn, so that a stroke shows the past.
  @Test func aStrokeMovesTheOnlyPage() throws {
    let scene = try pages(1)
    let frame = try #require(scene.view.panel(0)?.plotFrame)
    let live = try #require(scene.navigator.range)
    let (left, right) = (Point(frame.minX + 50, frame.midY), Point(frame.minX + 250, frame.midY))
    // The newest data is at the right edge already.
    _ = scene.respond(to: .slide(from: right, to: left), at: 1)
    #expect(scene.navigator.range == live)
    #expect(scene.respond(to: .lift(swipe: -1), at: 1))
    #expect(scene.respond(to: .slide(from: left, to: right), at: 2))
    #expect(try #require(scene.navigator.range).upperBound < live.upperBound)
    #expect(scene.respond(to: .lift(swipe: 1), at: 2))
    #expect(scene.pageIndex == 0)
  }

  /// A reload of the page ends the slide; the rest of the finger's way has no effect, and the next finger slides.
  @Test func aReloadEndsASlide() throws {
    let page = try PointerPage()
    _ = page.respond(.zoom(notches: 4))
    #expect(page.respond(.slide(from: page.place(0.25), to: page.place(0.5))))
    page.scene.navigator.dropDrag()
    let shown = try range(page)
    #expect(!page.respond(.slide(from: page.place(0.25), to: page.place(0.75))))
    #expect(!page.respond(.lift(swipe: 1)))
    #expect(try range(page) == shown)
    #expect(page.respond(.slide(from: page.place(0.3), to: page.place(0.2))))
    #expect(try range(page) != shown)
  }

  /// The finger that has moved a view back to live data goes on moving the view, and a stroke in a view that is not live
  /// turns no page, wherever it begins.
  @Test func aFingerDoesOneThing() throws {
    let scene = try pages(3)
    let frame = try #require(scene.view.panel(0)?.plotFrame)
    func place(_ share: Double) -> Point { Point(frame.minX + share * frame.width, frame.midY) }
    let live = scene.navigator.range
    #expect(scene.respond(to: .pan(share: -0.1), at: 1))
    #expect(scene.respond(to: .slide(from: place(0.5), to: place(0.499)), at: 1))
    let moved = scene.navigator.range
    #expect(moved != live)
    #expect(scene.respond(to: .slide(from: place(0.5), to: place(-9)), at: 1))
    #expect(scene.navigator.range == live && scene.navigator.isLive)
    #expect(scene.respond(to: .slide(from: place(0.5), to: place(0.499)), at: 1))
    #expect(scene.navigator.range == moved)
    #expect(scene.respond(to: .lift(swipe: 1), at: 1))
    // Beside the plots, and so quickly that no slide was seen.
    #expect(!scene.respond(to: .slide(from: Point(2, 2), to: Point(200, 2)), at: 2))
    #expect(!scene.respond(to: .lift(swipe: 1), at: 2))
    #expect(!scene.respond(to: .lift(swipe: 1), at: 3))
    #expect(scene.pageIndex == 0)
    _ = scene.respond(to: .live, at: 4)
    #expect(scene.respond(to: .lift(swipe: -1), at: 4))
    #expect(scene.pageIndex == 1)
  }

  /// The end of a drag may be lost, with the server or in the dark.
  @Test(arguments: [false, true]) func aDragWithoutAnEndDoesNotKeepThePast(isTouch: Bool) throws {
    let page = try PointerPage()
    let live = try range(page)
    _ = page.respond(.zoom(notches: 4))
    if isTouch {
      _ = page.respond(.slide(from: page.place(0.25), to: page.place(0.5)))
    } else {
      _ = page.respond(.press(page.place(0.25), extends: false, clicks: 1))
      _ = page.respond(.point(page.place(0.5)))
    }
    #expect(!page.respond(.live))
    #expect(page.scene.returnToLive(at: 21))
    #expect(try range(page) == live)
    #expect(!page.scene.endDrag(at: 22))
    page.ingest(PointerPage.rows(100..<110), at: 23)
    #expect(try range(page).upperBound == PointerPage.firstArrival + 109)
  }

  /// Nobody is left to close the help and to return to live data.
  @Test func aPageReturnsToLiveData() throws {
    let page = try PointerPage()
    let live = try range(page)
    #expect(!page.scene.returnToLive(at: 20))
    _ = page.respond(.zoom(notches: 4))
    _ = page.respond(.step(-1))
    page.scene.toggleHelp()
    #expect(page.scene.returnToLive(at: 21))
    #expect(try range(page) == live)
    #expect(page.readout == nil)
    #expect(!page.scene.hideHelp())
    page.scene.toggleHelp()
    #expect(page.scene.returnToLive(at: 22))
    _ = page.respond(.step(-1))
    #expect(page.scene.returnToLive(at: 23))
  }
}

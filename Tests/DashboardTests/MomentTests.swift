import Charts
import Feeds
import Geometry
import Metrics
import TestSupport
import Testing

@testable import Dashboard

/// The values of another moment than the latest: under a crosshair, and in a zoomed view.
@Suite struct MomentTests {
  /// With a crosshair every panel shows the values of that moment and says so; without it the latest.
  @Test func theCrosshairsMomentIsInEveryPanel() throws {
    let page = try PointerPage()
    let latest = page.texts
    #expect(!latest.contains { $0.hasPrefix("at ") })
    #expect(page.respond(.point(page.place(0.5))))
    let time = try #require(page.scene.view.panel(0)?.sampleTime(nearest: markedTime(page)))
    let row = Int(time - PointerPage.firstArrival)
    let shown = page.texts
    let moment = TimeZoneRules.fixed(offset: 3600, abbreviation: "CET").civil(time).timeText
    #expect(shown.count { $0 == "at " + moment } == page.scene.spec.pages[0].panels.count)
    // The panel of one column shows the value of the row, in large type.
    let content = try #require(page.scene.view.panel(1)).shownContent
    #expect(content.moment == time)
    #expect(content.value?.text == page.value(Double(1000 + row), panel: 1))
    let legend = try #require(page.scene.view.panel(0)).shownContent.legend.map(\.value)
    #expect(legend == ["\(20 + row * 7 % 31)", "\(35 + row * 5 % 23)"])
    #expect(page.respond(.point(nil)))
    #expect(page.texts == latest)
  }

  /// A title that fills its line gives way to the time, which is whole or not there.
  @Test(arguments: [Size(420, 300), Size(640, 400), Size(1920, 1080)])
  func longTitlesLeaveRoomForTheMoment(size: Size) throws {
    let names = (0..<60).map { "temperature_\($0)" }
    let text = TextParts(
      parts: (0..<50).map { i in
        (
          PointerPage.firstArrival + Double(i),
          names.map { "\($0)=\(i * 7 % 31)" }.joined(separator: " ") + "\n"
        )
      })
    let page = try PointerPage(size: size, text: text)
    #expect(page.respond(.point(page.place(0.5))))
    let zone = TimeZoneRules.fixed(offset: 3600, abbreviation: "CET")
    let time = try #require(page.scene.view.panel(0)?.sampleTime(nearest: markedTime(page)))
    let moment = zone.civil(time).timeText
    let times = page.texts.filter { $0.hasPrefix(moment.prefix(2)) || $0.hasPrefix("at ") }
    #expect(times.allSatisfy { $0.hasSuffix("…") == false })
    #expect(times.count { $0 == moment || $0 == "at " + moment } > 1)
  }

  private func markedTime(_ page: PointerPage) -> Double {
    page.scene.view.panel(0)?.time(at: page.place(0.5).x) ?? .nan
  }

  /// A zoomed view shows the values at its right edge, also when new rows come.
  @Test func aZoomedViewShowsTheValuesOfItsEnd() throws {
    let page = try PointerPage()
    #expect(page.respond(.zoomAt(page.place(0.3), notches: 6)))
    _ = page.respond(.point(nil))
    let end = try #require(page.content()?.time.upperBound)
    let row = Int((end - PointerPage.firstArrival).rounded(.down))
    let expected = page.value(Double(1000 + row), panel: 1)
    func content() -> PanelContent? { page.scene.view.panel(1)?.shownContent }
    #expect(content()?.moment == end && content()?.value?.text == expected)
    page.ingest(PointerPage.rows(100..<105), at: 30)
    #expect(content()?.moment == end && content()?.value?.text == expected)
    #expect(page.respond(.live))
    #expect(content()?.moment == nil)
    #expect(content()?.value?.text == page.value(1104, panel: 1))
  }

  /// Rings, bars of cores and stacks follow the moment, too.
  @Test func ringsAndStacksFollow() throws {
    let page = try PointerPage().systemPage(size: Size(1280, 720))
    let panels = page.view.panelIndices.map { page.view.panel($0)! }
    let ring = try #require(panels.last)
    func used() -> String? { ring.shownContent.value?.text }
    let frame = try #require(panels[0].plotFrame)
    for share in [0.05, 0.5] {
      #expect(page.respond(to: .point(Point(frame.minX + share * frame.width, frame.midY)), at: 20))
      let moment = try #require(ring.shownContent.moment)
      for panel in panels { #expect(panel.shownContent.moment == moment) }
      let line = try #require(panels[0].shownPlot?.series.first?.samples)
      let text = try #require(panels[0].shownPlot?.valueFormat?(line.heldValue(at: moment)).text)
      #expect(panels[0].shownContent.value?.text == text)
    }
    #expect(used() != nil)
    #expect(page.respond(to: .dismiss, at: 20) || page.respond(to: .point(nil), at: 20))
    for panel in panels { #expect(panel.shownContent.moment == nil) }
  }

  /// While a zoom brings samples from far away, the readout stays beside its sample.
  @Test func theReadoutStaysByTheCrosshair() throws {
    let page = try PointerPage(isAnimated: true)
    _ = page.draw(at: 15)
    #expect(page.respond(.point(page.place(0.5)), at: 20))
    let before = page.scene.view.readout.layer.frame
    #expect(page.respond(.zoomAt(page.place(0.5), notches: 8), at: 20))
    let after = page.scene.view.readout.layer.frame
    #expect(abs(after.minX - before.minX) < 60)
  }

  /// The header names the year of data that is not of this year.
  @Test(arguments: [(0.0, false), (400.0, true)])
  func theHeaderNamesAnotherYear(daysLater: Double, isNamed: Bool) throws {
    let recording = try Recording(path: PointerPage.recording)
    var environment = try PointerPage().scene.view.environment
    let now = try #require(recording.end) + 86_400 * daysLater
    environment.wallClock = { now }
    let page = DashboardScene(
      spec: .system(host: recording.host), host: recording.host, environment: environment,
      lateAfter: .infinity)
    page.layOut(size: Size(1280, 720), scale: 1)
    page.ingest(recording, at: 0)
    let clock = try #require(page.view.headerText.clock)
    #expect(clock.contains(" 2026 ") == isNamed, "\(clock)")
  }

  @Test(
    arguments: [
      (nil, nil, nil), ("data.csv", nil, "data.csv"), (nil, "Rack", "Rack"),
      ("data.csv", "Rack", "Rack"),
    ] as [(String?, String?, String?)])
  func titlesOfPages(file: String?, option: String?, title: String?) throws {
    var options = StreamOptions()
    options.title = option
    let page = try PointerPage(options: options, isFile: file != nil, name: file)
    #expect(page.scene.ownTitle == title)
  }
}

extension PointerPage {
  /// A value as a panel's plot writes it.
  fileprivate func value(_ value: Double, panel: Int) -> String? {
    content(panel)?.valueFormat?(value).text
  }
}

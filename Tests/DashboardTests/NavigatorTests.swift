import Feeds
import Geometry
import Layers
import Metrics
import Testing

@testable import Charts
@testable import Dashboard

/// Crosshair, zoom and hidden series, from the user's input to the picture.
@Suite struct NavigatorTests {
  // MARK: Crosshair

  /// 100 rows span 99 distances: the pointer at their middle is nearest to row 50 of 0...99.
  @Test func thePointerMarksTheNearestSample() throws {
    let page = try PointerPage()
    #expect(page.readout == nil)
    #expect(page.respond(.point(page.place(0.504))))
    #expect(page.readout?.first == "01:00:50")
    let (input, output) = (20 + 50 * 7 % 31, 35 + 50 * 5 % 23)
    #expect(page.readout?.dropFirst() == ["in", "\(input)", "out", "\(output)"])
    // Another place near the same sample changes nothing.
    #expect(!page.respond(.point(page.place(0.5045, 0.1))))
    #expect(page.respond(.point(page.place(0.52))))
    #expect(page.respond(.point(nil)))
    #expect(page.readout == nil)
    #expect(!page.respond(.point(Point(1, 1))))
  }

  @Test func rowsWithoutTimesHaveNumbers() throws {
    let text = (1...50).map { "\($0 * 3)\n" }.joined()
    let page = try PointerPage(isFile: true, text: TextParts(text: text))
    _ = page.respond(.point(page.place(0)))
    #expect(page.readout?.first == "row 1")
    _ = page.respond(.point(page.place(1)))
    #expect(page.readout == ["row 50", "Value", "150"])
  }

  /// A field without a number shows a dash. A row without the field leaves the value before it.
  @Test(arguments: [("a b\n1 2\n3 -\n4 5\n", "–"), ("a=1 b=2\na=3\na=4 b=5\n", "2")])
  func aMissingValueIsADash(text: String, value: String) throws {
    let page = try PointerPage(isFile: true, text: TextParts(text: text))
    _ = page.respond(.point(page.place(0.5)))
    #expect(page.readout == ["row 2", "a", "3", "b", value])
  }

  @Test func newRowsAreMarkedUnderAPointerThatRests() throws {
    let page = try PointerPage()
    _ = page.respond(.point(page.place(1)))
    #expect(page.readout?.first == "01:01:39")
    page.ingest(PointerPage.rows(100..<101), at: 21)
    #expect(page.readout?.first == "01:01:40")
  }

  @Test func keysMoveTheCrosshairFromTheNewestSample() throws {
    let page = try PointerPage()
    #expect(page.respond(.step(-1)))
    #expect(page.readout?.first == "01:01:39")
    #expect(page.respond(.step(-1)))
    #expect(page.respond(.step(-9)))
    #expect(page.readout?.first == "01:01:29")
    #expect(page.respond(.step(100)))
    #expect(page.readout?.first == "01:01:39")
    #expect(!page.respond(.step(1)))
    // The marked sample stays marked.
    page.ingest(PointerPage.rows(100..<105), at: 21)
    #expect(page.readout?.first == "01:01:39")
    #expect(page.respond(.panel(1)))
    #expect(page.readout?.dropFirst() == ["total", "1099"])
    #expect(page.respond(.panel(1)))
    #expect(page.readout?.count == 5)
    #expect(page.respond(.panel(-1)))
    #expect(page.readout?.count == 3)
    #expect(page.respond(.dismiss))
    #expect(page.readout == nil)
    #expect(!page.respond(.dismiss))
  }

  @Test func withoutDataNothingHappens() throws {
    let page = try PointerPage(text: nil)
    let inputs: [PageInput] = [
      .point(Point(400, 240)), .press(Point(400, 240), extends: false, clicks: 1),
      .release(Point(400, 240)), .zoomAt(Point(400, 240), notches: 1), .zoom(notches: 1),
      .pan(share: 1), .live, .step(-1), .panel(1), .toggleSeries(0), .dismiss,
    ]
    for input in inputs { #expect(!page.respond(input), "\(input)") }
  }

  // MARK: Zoom

  @Test func theWheelZoomsAtThePointer() throws {
    let page = try PointerPage()
    let live = try #require(page.content()?.time)
    #expect(live == PointerPage.firstArrival...PointerPage.firstArrival + 99)
    let place = page.place(0.25)
    let anchor = page.scene.view.panel(0)!.time(at: place.x)!
    #expect(page.respond(.zoomAt(place, notches: 1)))
    let zoomed = try #require(page.content()?.time)
    #expect(abs((zoomed.upperBound - zoomed.lowerBound) - 99 * 0.8) < 1e-3)
    #expect(abs(page.scene.view.panel(0)!.time(at: place.x)! - anchor) < 1e-3)
    // All plots share the zoom, and the value axis adapts to the visible values.
    #expect(page.content(1)?.time == zoomed)
    #expect(page.texts.contains { $0.contains("zoomed · double click for live") })
    #expect(!page.respond(.zoomAt(Point(2, 2), notches: 1)))
    #expect(page.respond(.live))
    #expect(page.content()?.time == live)
    #expect(!page.respond(.live))
    #expect(!page.texts.contains { $0.contains("zoomed") })
  }

  @Test func theValueAxisFollowsWhatIsInSight() throws {
    let page = try PointerPage()
    #expect(page.content(1)?.axis.domain.upperBound ?? 0 > 1090)
    let (left, right) = (page.place(0), page.place(0.2))
    _ = page.respond(.press(left, extends: false, clicks: 1))
    _ = page.respond(.point(right))
    #expect(page.respond(.release(right)))
    let axis = try #require(page.content(1)?.axis.domain)
    #expect(axis.upperBound < 1030 && axis.lowerBound >= 990)
  }

  @Test func aDragShowsABandAndZoomsIntoIt() throws {
    let page = try PointerPage()
    let (start, end) = (page.place(0.75, 0.2), page.place(0.25, 0.9))
    #expect(!page.respond(.press(start, extends: false, clicks: 1)))
    // The distance is too short for a drag.
    #expect(!page.respond(.point(Point(start.x - 2, start.y))))
    #expect(page.respond(.point(end)))
    #expect(page.readout == nil)
    #expect(page.respond(.release(end)))
    let zoomed = try #require(page.content()?.time)
    #expect(abs(zoomed.lowerBound - PointerPage.firstArrival - 99 * 0.25) < 0.2)
    #expect(abs(zoomed.upperBound - PointerPage.firstArrival - 99 * 0.75) < 0.2)
    #expect(page.respond(.press(start, extends: false, clicks: 2)))
    #expect(page.content()?.time.upperBound == PointerPage.firstArrival + 99)
    #expect(!page.respond(.release(start)))
  }

  /// A pointer that comes back to the start of its drag gives the selection up, and so does the key Esc.
  @Test(arguments: [false, true]) func aDragThatIsGivenUp(byKey: Bool) throws {
    let page = try PointerPage()
    let live = page.content()?.time
    let start = page.place(0.25)
    _ = page.respond(.press(start, extends: false, clicks: 1))
    #expect(page.respond(.point(page.place(0.5))))
    if byKey {
      #expect(page.respond(.dismiss))
      #expect(!page.respond(.release(page.place(0.5))))
    } else {
      #expect(page.respond(.point(Point(start.x + 1, start.y))))
      #expect(page.respond(.release(Point(start.x + 1, start.y))))
    }
    #expect(page.content()?.time == live && page.scene.navigator.drag == nil)
  }

  /// A range of a panel whose data has ended earlier than that of the others is shown as selected.
  @Test func aSelectionOfEarlierData() throws {
    let (old, new) = (PointerPage.firstArrival, PointerPage.firstArrival + 86_400)
    let page = try PagesOfFiles(starts: [old, new])
    let panel = try #require(page.scene.view.panel(0))
    let frame = try #require(panel.plotFrame)
    let (left, right) = (frame.minX + frame.width * 0.25, frame.minX + frame.width * 0.5)
    let wanted = try #require(panel.time(at: left))...#require(panel.time(at: right))
    #expect(wanted.lowerBound < old + 100)
    for input in [
      PageInput.press(Point(left, frame.midY), extends: false, clicks: 1),
      .point(Point(right, frame.midY)), .release(Point(right, frame.midY)),
    ] { _ = page.scene.respond(to: input, at: 20) }
    let shown = try #require(page.scene.view.panel(0)?.shownPlot?.time)
    #expect(abs(shown.lowerBound - wanted.lowerBound) < 0.5)
    #expect(abs(shown.upperBound - wanted.upperBound) < 0.5)
    #expect(page.scene.root.visibleTexts.contains("no data here"))
  }

  /// The moment of the crosshair stays on the way through panels without samples of the moment.
  @Test func theMomentStaysFromPanelToPanel() throws {
    let page = try PagesOfFiles(starts: [PointerPage.firstArrival, PointerPage.firstArrival + 0.4])
    for input in [PageInput.step(-1), .step(-3)] { _ = page.scene.respond(to: input, at: 20) }
    let moment = page.scene.navigator.moment
    #expect(moment == PointerPage.firstArrival + 96)
    _ = page.scene.respond(to: .panel(1), at: 20)
    #expect(page.scene.navigator.moment != moment)
    _ = page.scene.respond(to: .panel(1), at: 20)
    #expect(page.scene.navigator.moment == moment)
  }

  /// A dashboard with a panel for each file, whose rows are a second apart.
  private struct PagesOfFiles {
    let scene: DashboardScene

    init(starts: [Double]) throws {
      let series = starts.indices.map { place in
        SeriesSpec(
          source: .text(TextFeedSpec(origin: .file("/\(place)"))), query: .column("v"))
      }
      let panels = series.map {
        var panel = PanelSpec(title: "p", chart: .line, series: [$0], unit: .none)
        panel.window = 100...100
        return panel
      }
      scene = DashboardScene(
        spec: DashboardSpec(pages: [PageSpec(panels: panels)]),
        host: try Recording(path: PointerPage.recording).host,
        environment: try PanelPictures.environment(
          Size(800, 480), .dark, scale: 1, isAnimated: false),
        lateAfter: .infinity)
      scene.layOut(size: Size(800, 480), scale: 1)
      for (series, start) in zip(series, starts) {
        let batch = SampleBatch(
          times: (0..<100).map { start + Double($0) },
          columns: [.init("v", (0..<100).map { Double($0 % 7) })])
        scene.ingest(
          FeedUpdate(samples: [.init(series.query, batch)], health: .fresh), from: series.source,
          at: 10)
      }
    }
  }

  /// The header promises the newest data for a double click, which need not be on a plot.
  @Test func aDoubleClickBesideThePlotsReturnsToTheNewestData() throws {
    let page = try PointerPage()
    let live = page.content()?.time
    #expect(page.respond(.zoom(notches: 4)))
    #expect(!page.respond(.press(Point(3, 3), extends: false, clicks: 1)))
    #expect(page.content()?.time != live)
    #expect(page.respond(.press(Point(3, 3), extends: false, clicks: 2)))
    #expect(page.content()?.time == live)
  }

  /// A click without a drag selects nothing; rows that come meanwhile wait for the release.
  @Test func whileAStretchIsChosenThePlotStands() throws {
    let page = try PointerPage()
    let (start, live) = (page.place(0.5), try #require(page.content()?.time))
    _ = page.respond(.press(start, extends: false, clicks: 1))
    page.ingest(PointerPage.rows(100..<110), at: 21)
    #expect(page.content()?.time == live)
    #expect(page.respond(.release(start)))
    #expect(page.content()?.time.upperBound == PointerPage.firstArrival + 109)
  }

  @Test func shiftAndDragMovesTheView() throws {
    let page = try PointerPage()
    _ = page.respond(.zoom(notches: 4))
    let before = try #require(page.content()?.time)
    let length = before.upperBound - before.lowerBound
    let start = page.place(0.25)
    _ = page.respond(.press(start, extends: true, clicks: 1))
    #expect(page.respond(.point(page.place(0.75))))
    let after = try #require(page.content()?.time)
    #expect(abs(after.lowerBound - (before.lowerBound - length / 2)) < 1e-3)
    // The sample that was grabbed is under the pointer.
    #expect(page.respond(.point(page.place(50))))
    #expect(page.content()?.time.lowerBound == PointerPage.firstArrival)
    _ = page.respond(.release(page.place(0.75)))
  }

  @Test func keysZoomAtTheRightEdgeAndPan() throws {
    let page = try PointerPage()
    #expect(page.respond(.zoom(notches: 2)))
    var shown = try #require(page.content()?.time)
    #expect(abs(shown.upperBound - PointerPage.firstArrival - 99) < 1e-6)
    #expect(abs((shown.upperBound - shown.lowerBound) - 99 * 0.64) < 1e-3)
    #expect(page.respond(.pan(share: -0.25)))
    shown = try #require(page.content()?.time)
    #expect(abs(shown.upperBound - PointerPage.firstArrival - 99 * 0.84) < 1e-3)
    #expect(page.respond(.zoom(notches: -4)))
    #expect(page.respond(.zoom(notches: -4)) == false)
    #expect(page.content()?.time == PointerPage.firstArrival...PointerPage.firstArrival + 99)
  }

  @Test func atLeastTwoSamplesStayInSight() throws {
    let page = try PointerPage()
    for _ in 0..<60 { _ = page.respond(.zoomAt(page.place(0.31), notches: 1)) }
    let shown = try #require(page.content()?.time)
    #expect(abs((shown.upperBound - shown.lowerBound) - 2) < 1e-3)
    let times = try #require(page.scene.timeline)
    #expect(times.indices(from: shown.lowerBound, through: shown.upperBound).count >= 2)
  }

  /// Data that comes while the view stands still is kept, and is visible afterwards.
  @Test func dataComesWhileZoomed() throws {
    let page = try PointerPage()
    _ = page.respond(.zoomAt(page.place(0.5), notches: 3))
    let zoomed = try #require(page.content()?.time)
    page.ingest(PointerPage.rows(100..<400), at: 25)
    #expect(page.content()?.time == zoomed)
    #expect(page.content()?.isLive == false)
    _ = page.respond(.live, at: 26)
    #expect(page.content()?.time.upperBound == PointerPage.firstArrival + 399)
    #expect(page.content()?.isLive == true)
  }

  /// Rows that begin anew are unrelated to the selected range.
  @Test func clearEndsTheZoom() throws {
    let page = try PointerPage()
    _ = page.respond(.zoomAt(page.place(0.5), notches: 3))
    var text = TextParts(
      parts: [(PointerPage.firstArrival + 500, "clear\nin=1 out=2 total=3\n")])
    text.isEnded = false
    page.ingest(text, at: 25)
    #expect(page.content()?.time.upperBound == PointerPage.firstArrival + 500)
    #expect(!page.texts.contains { $0.contains("zoomed") })
  }

  /// A pause in the middle of a motion shows where the motion leads.
  @Test func whatIsPausedHasArrived() throws {
    let page = try PointerPage(isAnimated: true)
    func nextChange(after time: Double) -> Double? {
      page.scene.root.nextChange(after: time, scale: 1, interval: 1 / 60)
    }
    #expect(nextChange(after: PointerPage.start + 0.5) != nil)
    page.ingest(PointerPage.rows(100..<101), at: 20)
    #expect(nextChange(after: 20.1) != nil)
    page.scene.setPaused(true, at: 20.1)
    #expect(nextChange(after: 20.1) == nil)
    page.scene.setPaused(false, at: 20.2)
    page.ingest(PointerPage.rows(101..<102), at: 21)
    #expect(nextChange(after: 21.1) != nil)
  }

  @Test func whatIsPausedStandsWhileItIsZoomed() throws {
    let page = try PointerPage()
    page.scene.setPaused(true, at: 20)
    page.ingest(PointerPage.rows(100..<150), at: 21)
    _ = page.respond(.zoom(notches: 2))
    #expect(page.content()?.time.upperBound == PointerPage.firstArrival + 99)
    _ = page.respond(.live)
    #expect(page.content()?.time == PointerPage.firstArrival...PointerPage.firstArrival + 99)
    page.scene.setPaused(false, at: 22)
    #expect(page.content()?.time.upperBound == PointerPage.firstArrival + 149)
  }

  /// A crosshair that comes and goes in a pause, and a zoom, leave the values and the lines of the pause.
  @Test(arguments: [[PageInput.step(-1), .dismiss], [.zoom(notches: 2), .live]])
  func whatIsPausedComesBack(inputs: [PageInput]) throws {
    let page = try PointerPage()
    page.scene.setPaused(true, at: 20)
    // The header tells what comes in the pause.
    func panelTexts() -> Set<String> {
      Set(page.texts.filter { !$0.hasPrefix("paused") && !$0.hasSuffix("rows") })
    }
    let (range, texts) = (page.content()?.time, panelTexts())
    page.ingest(PointerPage.rows(100..<150), at: 21)
    for input in inputs { #expect(page.respond(input)) }
    #expect(page.content()?.time == range)
    #expect(panelTexts() == texts)
  }

  // MARK: Hidden series

  @Test func aClickOnTheLegendHidesASeries() throws {
    let page = try PointerPage()
    let before = try #require(page.content())
    let place = try #require(legendPlace(of: 1, page))
    #expect(!page.respond(.press(place, extends: false, clicks: 1)))
    #expect(page.respond(.release(place)))
    let after = try #require(page.content())
    #expect(after.series.map(\.isHidden) == [false, true])
    #expect(after.axis.domain.upperBound <= before.axis.domain.upperBound)
    _ = page.respond(.point(page.place(0.5)))
    #expect(page.readout?.count == 3)
    // A release elsewhere cancels the click.
    _ = page.respond(.press(place, extends: false, clicks: 1))
    _ = page.respond(.release(page.place(0.5)))
    #expect(page.content()?.series.map(\.isHidden) == [false, true])
    // The label stands where its line would end on the new axis.
    let next = try #require(legendPlace(of: 1, page))
    _ = page.respond(.press(next, extends: false, clicks: 2))
    _ = page.respond(.release(next))
    #expect(page.content()?.series.map(\.isHidden) == [false, false])
  }

  /// A click on the number of a legend's entries that have no room shows the next ones, and so does a key.
  @Test func longLegendsTurn() throws {
    let rows = (0..<50).map { i in
      let row = (0..<6).map { "value-\($0)=\(1_234_567 + $0 + i % 7)" }.joined(separator: " ")
      return (PointerPage.firstArrival + Double(i), row + "\n")
    }
    let page = try PointerPage(size: Size(280, 200), text: TextParts(parts: rows))
    let panel = try #require(page.scene.view.panel(0))
    let frame = panel.layer.frame
    let places = stride(from: frame.minY, to: frame.maxY, by: 3).flatMap { y in
      stride(from: frame.minX, to: frame.maxX, by: 3).map { Point($0, y) }
    }
    func shown() -> Set<Int> { Set(places.compactMap { panel.legendSeries(at: $0) }) }
    let first = shown()
    #expect(!first.isEmpty && first.count < 6)
    let more = try #require(places.first { panel.hasMoreEntries(at: $0) })
    #expect(page.respond(.press(more, extends: false, clicks: 1)))
    let second = shown()
    #expect(!second.isEmpty && second != first)
    #expect(page.respond(.nextEntries))
    #expect(shown() != second)
    // A page without such a legend has nothing to show.
    #expect(!(try PointerPage()).respond(.nextEntries))
  }

  @Test func digitsHideSeriesDownToNone() throws {
    let page = try PointerPage()
    // Without a crosshair, the series is hidden in all panels, but not where it is the only one.
    #expect(page.respond(.toggleSeries(0)))
    #expect(page.content(0)?.series.map(\.isHidden) == [true, false])
    #expect(page.content(1)?.series.map(\.isHidden) == [false])
    #expect(!page.respond(.toggleSeries(5)))
    _ = page.respond(.point(page.place(0.5)))
    #expect(page.respond(.toggleSeries(1)))
    #expect(page.content(0)?.series.map(\.isHidden) == [true, true])
    #expect(page.content(0)?.axis.domain == 0...1)
    #expect(page.readout == nil)
    #expect(page.respond(.toggleSeries(1)))
    #expect(page.content(0)?.series.map(\.isHidden) == [true, false])
  }

  /// A digit concerns the panel under the pointer, also beside the plot; without a panel, all panels alike.
  @Test func digitsConcernThePanelUnderThePointer() throws {
    let rows = (0..<50).map { i in
      (
        PointerPage.firstArrival + Double(i),
        "a=\(i % 7) b=\(i % 5) c=\(900 + i % 9) d=\(800 + i % 4)\n"
      )
    }
    let page = try PointerPage(text: TextParts(parts: rows))
    func hidden() -> [[Bool]] {
      (0...1).map { page.content($0)?.series.map(\.isHidden) ?? [] }
    }
    #expect(hidden() == [[false, false], [false, false]])
    let title = try #require(page.scene.view.panel(1)).layer.frame.origin + Point(12, 8)
    _ = page.respond(.point(title))
    #expect(page.respond(.toggleSeries(0)))
    #expect(hidden() == [[false, false], [true, false]])
    _ = page.respond(.point(Point(4, 4)))
    #expect(page.respond(.toggleSeries(0)))
    #expect(hidden() == [[true, false], [true, false]])
    #expect(page.respond(.toggleSeries(0)))
    #expect(hidden() == [[false, false], [false, false]])
  }

  private func legendPlace(of series: Int, _ page: PointerPage) -> Point? {
    let panel = page.scene.view.panel(0)!
    let frame = panel.layer.frame
    for y in stride(from: frame.minY, to: frame.maxY, by: 3) {
      for x in stride(from: frame.minX, to: frame.maxX, by: 3)
      where panel.legendSeries(at: Point(x, y)) == series {
        return Point(x, y)
      }
    }
    return nil
  }

  // MARK: Still means asleep

  @Test func nothingMovesUnderAPointerThatRests() throws {
    let page = try PointerPage(isAnimated: true)
    #expect(page.nextChange(after: 15) == nil)
    _ = page.respond(.point(page.place(0.4)))
    #expect(page.nextChange(after: 20) == nil)
    _ = page.respond(.press(page.place(0.4), extends: false, clicks: 1))
    _ = page.respond(.point(page.place(0.6)))
    #expect(page.nextChange(after: 20) == nil)
    _ = page.respond(.release(page.place(0.6)))
    #expect(page.nextChange(after: 20) != nil)
    #expect(page.nextChange(after: 20.6) == nil)
  }

  /// While the line slides, the marks move with their samples, even if the pointer moves meanwhile.
  @Test func theMarkGoesAlongWithItsSample() throws {
    let page = try PointerPage(isAnimated: true)
    _ = page.draw(at: 15)
    page.ingest(PointerPage.rows(100..<150), at: 16)
    _ = page.respond(.point(page.place(0.5)), at: 16.1)
    let panel = page.scene.view.panel(0)!
    let time = try #require(panel.sampleTime(nearest: panel.time(at: page.place(0.5).x)!))
    let line = try #require(panel.plot?.crosshair.layer.sublayers.first)
    let places = try [16.1, 16.2, 16.4, 16.5, 17].map { now in
      let expected = try #require(panel.plot?.transition).map(at: now).x(time)
      let shown = line.presentation(at: now).position.x
      #expect(abs(shown - expected) <= 1, "\(now)")
      return shown
    }
    #expect(places[0] - places[4] > 20)
  }

  @Test(arguments: [true, false])
  func zoomWithoutMotionIsAtOnce(reducesMotion: Bool) throws {
    let page = try PointerPage(isAnimated: reducesMotion, reducesMotion: reducesMotion)
    _ = page.draw(at: 15)
    _ = page.respond(.zoom(notches: 3))
    let end = page.nextChange(after: 20)
    #expect((end != nil) == reducesMotion)
    #expect(page.nextChange(after: 20.2) == nil)
  }

  // MARK: Lines that cannot be read

  @Test func theCounterExplainsTheLastUnreadableLine() throws {
    let page = try PointerPage(
      text: TextParts(
        parts: [
          (1000, "a,b\n1,2\n"), (1001, "3,4\nTraceback (most recent call last):\n"),
          (1002, "5,6\n"),
        ]))
    let frame = try #require(page.scene.view.header.detailFrame)
    #expect(page.respond(.point(frame.center)))
    #expect(page.texts.contains("line 4: no number in it"))
    #expect(page.texts.contains("Traceback (most recent call last):"))
    #expect(!page.respond(.point(Point(frame.center.x + 1, frame.center.y))))
    #expect(page.respond(.point(nil)))
    #expect(!page.texts.contains("line 4: no number in it"))
  }

  // MARK: The system's page

  @Test func theSystemsPageNavigatesToo() throws {
    let page = try PointerPage().systemPage()
    func respond(_ input: PageInput) -> Bool { page.respond(to: input, at: 20) }
    let frame = try #require(page.view.panel(0)?.plotFrame)
    #expect(respond(.point(frame.center)))
    #expect(!page.view.readout.layer.isHidden)
    let live = try #require(page.view.panel(0)?.shownPlot?.time)
    #expect(respond(.zoomAt(frame.center, notches: 2)))
    let zoomed = try #require(page.view.panel(3)?.shownPlot?.time)
    let ratio = (zoomed.upperBound - zoomed.lowerBound) / (live.upperBound - live.lowerBound)
    #expect(abs(ratio - 0.64) < 1e-6)
    #expect(respond(.toggleSeries(0)))
    #expect(page.view.panel(0)?.shownPlot?.series.first?.isHidden == true)
    #expect(page.view.panel(1)?.shownPlot?.series.first?.isHidden == false)
    #expect(respond(.live))
    #expect(page.view.panel(0)?.shownPlot?.time == live)
  }

  /// The crosshair in a stretch that was chosen by dragging rests on whole pixels, also when rows come.
  @Test func aCrosshairRestsWhileRowsCome() throws {
    let page = try PointerPage(isAnimated: true)
    func line(at time: Double) throws -> Double {
      let marks = try #require(page.scene.view.panel(0)?.layer.lines.first { $0.bounds.width == 1 })
      return marks.presentation(at: time).position.x
    }
    _ = page.draw(at: 15)
    _ = page.respond(.press(page.place(0.3), extends: false, clicks: 1), at: 20)
    _ = page.respond(.point(page.place(0.5)), at: 20.1)
    _ = page.respond(.release(page.place(0.617)), at: 20.3)
    _ = page.draw(at: 22)
    let rest = try line(at: 22)
    #expect(rest == rest.rounded())
    for i in 0..<5 {
      let time = 22 + Double(i)
      page.ingest(PointerPage.rows(100 + i..<101 + i), at: time)
      for after in [0.0, 0.05, 0.2] {
        _ = page.draw(at: time + after)
        #expect(try line(at: time + after) == rest)
      }
    }
  }
}

extension Layer {
  /// The upright lines over the height of a plot that are visible.
  fileprivate var lines: [Layer] {
    guard !isHidden else { return [] }
    let isLine = bounds.height > 100 && sublayers.isEmpty && type(of: self) == Layer.self
    return (isLine ? [self] : []) + sublayers.flatMap(\.lines)
  }
}

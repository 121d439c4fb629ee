import Foundation
import Geometry
import Layers
import Metrics
import TestSupport
import Testing
import Typography

@testable import Charts

/// The labels of an axis do not overlap: less room has fewer labels.
@Suite struct AxisLabelTests {
  /// The span of an axis loses the name of its quantity where it has no room, and never leaves its plot.
  @Test(
    arguments: [
      (400.0, "wavelength 380 to 740"), (70, "380 – 740"), (30, nil),
    ] as [(Double, String?)])
  func spans(room: Double, text: String?) throws {
    let content = PlotContent(
      series: [], time: 380...740, axis: TickScale(fixed: 0, 1), xAxis: .quantity("wavelength"))
    let words = PlotWords()
    words.showSpan((content.spanTexts, .zero), fitting: room, try chartEnvironment())
    let line = try #require((words.layer.sublayers.last as? TextLayer)?.line)
    #expect(line.width <= room && text.map { $0 == line.text } ?? true, "\(line.text)")
  }

  private let fonts: FontLibrary

  init() throws { fonts = try FontLibrary(directory: Program.root.path + "/Tests/Fonts") }

  /// A label with its left and its right end.
  private typealias Label = (left: Double, right: Double, text: String)

  /// The labels below a plot, from left to right.
  private func labels(
    width: Double, span: Double, from start: Double, axis: PlotContent.XAxis, page: Size,
    now: Double? = nil
  ) -> [Label] {
    let plot = plot(width: width, span: span, from: start, axis: axis, page: page, now: now)
    // The labels lie in front of everything else.
    return plot.layer.sublayers.last.map { labels(in: $0, at: 0) }?.sorted { $0.left < $1.left }
      ?? []
  }

  private func labels(in layer: Layer, at x: Double) -> [Label] {
    let left = x + layer.position.x
    let text = (layer as? TextLayer).map { text in
      (left, left + text.bounds.width, text.line?.text ?? "")
    }
    return (text.map { [$0] } ?? []) + layer.sublayers.flatMap { labels(in: $0, at: left) }
  }

  private func plot(
    width: Double, span: Double, from start: Double, axis: PlotContent.XAxis, page: Size,
    now: Double? = nil
  ) -> Plot {
    var environment = ChartEnvironment(
      theme: .dark, type: TypeScale(page: page), fonts: fonts, zone: .utc, scale: 1,
      isAnimated: false)
    if let now { environment.wallClock = { now } }
    let plot = Plot(environment: environment)
    plot.layOut(
      frame: Rect(x: 0, y: 0, width: width, height: 100), gradient: LineGradient.standard[0],
      showsTicks: true, showsTimes: true, environment: environment)
    plot.update(
      PlotContent(
        series: [], time: start...(start + span), axis: TickScale(fixed: 0, 1), xAxis: axis),
      at: nil)
    return plot
  }

  @Test(arguments: 0..<400)
  func labelsOfTheHorizontalAxisNeverOverlap(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let page = [Size(800, 480), Size(1920, 1080), Size(3840, 2160)][seed % 3]
    // Narrower panels show no labels.
    let isTime = seed % 2 == 0
    let narrowest = (isTime ? 8 : 2) * TypeScale(page: page).tick.size
    // Labels meet in narrow plots.
    let widest = seed % 4 == 1 ? 4 * narrowest : page.width
    let width = Double.random(in: narrowest...widest, using: &random)
    let span = pow(10, Double.random(in: 0...6.5, using: &random))
    let start = Double.random(in: 0...(isTime ? 2e9 : 1e6), using: &random)
    let labels = labels(
      width: width, span: span, from: isTime ? start : start.rounded(),
      axis: isTime ? .time : .number, page: page, now: seed % 8 < 4 ? 1e9 : nil)
    for (a, b) in zip(labels, labels.dropFirst()) {
      #expect(a.right + 2 <= b.left, "\(width) for \(span) from \(start): \(labels)")
    }
    for label in labels {
      #expect(label.left >= -1e-9 || label.right - label.left > width)
    }
  }

  /// The numbers of a quantity have their prefixes, and its name stands at the right of them.
  @Test(
    arguments: [
      (20e6, "bytes", ["0", "2.5M", "5.0M", "7.5M", "10.0M", "12.5M", "15.0M", "17.5M"]),
      (4, "load", ["0.0", "0.5", "1.0", "1.5", "2.0", "2.5", "3.0", "3.5"]),
    ] as [(Double, String, [String])])
  func quantities(span: Double, name: String, texts: [String]) throws {
    let (page, axis) = (Size(1920, 1080), PlotContent.XAxis.quantity(name))
    for width in stride(from: 850.0, to: 40, by: -45) {
      let plot = plot(width: width, span: span, from: 0, axis: axis, page: page)
      let ticks = labels(width: width, span: span, from: 0, axis: axis, page: page)
      if width == 850 { #expect(ticks.map(\.text) == texts) }
      guard ticks.count > 0 else { continue }
      let words = plot.layer.sublayers.dropLast().flatMap { labels(in: $0, at: 0) }
      let title = try #require(
        words.first { !$0.text.isEmpty && name.hasPrefix($0.text.prefix(1)) })
      #expect(abs(title.right - width) < 1 && (width < 200 || title.text == name))
      #expect((ticks.last?.right ?? 0) + 2 <= title.left, "\(width): \(ticks)")
    }
  }

  @Test func whereThereIsRoomThereAreLabels() {
    for (width, least) in [(200.0, 1), (400, 2), (1600, 6)] {
      let times = labels(width: width, span: 300, from: 1e9, axis: .time, page: Size(1920, 1080))
      let numbers = labels(width: width, span: 300, from: 1, axis: .number, page: Size(1920, 1080))
      #expect(times.count >= least && numbers.count >= least, "\(width)")
    }
  }

  /// A plot of an earlier day names the day. A plot of today, or without a clock, does not.
  @Test func daysThatAreNotTodayAreNamed() {
    for (now, first) in [(1e9 + 300, "01:47"), (1e9 + 86_400, "9 Sep 01:47"), (nil, "01:47")]
      as [(Double?, String)]
    {
      let labels = labels(
        width: 600, span: 300, from: 1e9, axis: .time, page: Size(1920, 1080), now: now)
      #expect(labels.first?.text == first)
      #expect(labels.dropFirst().allSatisfy { $0.text.count == 5 } && labels.count >= 3)
    }
  }

  /// Short domains have ticks, too, with as many decimals as they need.
  @Test(arguments: [(1.0, "01:46:40.0"), (0.05, "01:46:40.00"), (0.004, "01:46:40.000")])
  func partsOfASecond(span: Double, first: String) {
    let labels = labels(
      width: 900, span: span, from: 1e9, axis: .time, page: Size(1920, 1080))
    #expect(labels.first?.text == first && labels.count >= 3)
  }

  /// The labels of a band have the present size of type.
  @Test func labelsOfBandsFollowTheTypeSize() throws {
    let small = try chartEnvironment()
    var large = small
    large.type = TypeScale(page: Size(2400, 1440))
    let labels = BandLabels()
    let widths = [small, large].map { environment in
      labels.layOut(environment: environment)
      labels.update(
        ["10", "20"], edges: [SampledCurve(), SampledCurve()], offset: 0, size: Size(400, 200),
        environment: environment, at: nil, clearance: { _ in 0 })
      return (labels.layer.sublayers[0] as? TextLayer)?.line?.width ?? 0
    }
    #expect(widths[0] > 0 && widths[1] > widths[0])
  }
}

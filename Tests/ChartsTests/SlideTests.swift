import Geometry
import Layers
import Metrics
import Raster
import TestSupport
import Testing
import Typography

@testable import Charts

/// A line that slides is one moving path; its unchanged part keeps every bit.
@Suite struct SlideTests {
  private static let size = Size(600, 200)

  private func environment(reducesMotion: Bool = false) throws -> ChartEnvironment {
    ChartEnvironment(
      theme: .dark, type: TypeScale(page: Size(1920, 1080)),
      fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc, scale: 1,
      isAnimated: true, reducesMotion: reducesMotion)
  }

  private func plot() throws -> Plot {
    let environment = try environment()
    let plot = Plot(environment: environment)
    plot.layOut(
      frame: Rect(origin: .zero, size: Self.size), gradient: LineGradient.standard[0],
      showsTicks: true, showsTimes: true, environment: environment)
    return plot
  }

  /// The shapes of lines and areas, from back to front.
  private func shapes(_ plot: Plot) -> [ShapeLayer] {
    plot.layer.sublayers[2].sublayers.flatMap { mark in
      mark.sublayers.compactMap { $0.mask as? ShapeLayer }
    }
  }

  private func strokes(_ plot: Plot) -> [ShapeLayer] {
    shapes(plot).filter { $0.strokeColor != nil }
  }

  /// Samples that have come one by one, and the window in which they are seen.
  private struct Stream {
    var series = TimeSeries(capacity: 10_000)
    var random: SeededGenerator
    var interval: Double
    var window: Double
    var top = 100.0
    var time: Double

    init(seed: UInt64, interval: Double, window: Double, start: Double = 1e6, count: Int) {
      random = SeededGenerator(seed: seed)
      (self.interval, self.window) = (interval, window)
      time = start
      for _ in 0..<count { append() }
    }

    mutating func append() {
      time += interval
      series.append(time: time, value: .random(in: 0..<100, using: &random))
    }

    func content(_ styles: [PlotContent.Series.Style] = [.primary]) -> PlotContent {
      PlotContent(
        series: styles.map { PlotContent.Series(series, style: $0) },
        time: (time - window)...time, axis: TickScale(fixed: 0, top))
    }
  }

  private func presented(_ shape: ShapeLayer, at time: Double) throws -> [Point] {
    guard case .path(let path)? = shape.presentationValue(for: .path, at: time),
      case .point(let position)? = shape.presentationValue(for: .position, at: time)
    else { throw Missing() }
    return path.points.map { $0 + Point(position.x, 0) }
  }

  private struct Missing: Error {}

  // MARK: One path

  @Test(arguments: [
    [PlotContent.Series.Style.primary], [.colored(0), .colored(1)], [.stacked(0), .stacked(1)],
    [.area(0)], [.spectrum],
  ])
  func aSlideMovesOnePath(styles: [PlotContent.Series.Style]) throws {
    let plot = try plot()
    var stream = Stream(seed: 1, interval: 1, window: 300, count: 700)
    plot.update(stream.content(styles), at: 0)
    for step in 1...20 {
      let before = shapes(plot).map(\.path)
      let time = Double(step) * 0.1
      stream.append()
      plot.update(stream.content(styles), at: time)
      for (shape, old) in zip(shapes(plot), before) {
        #expect(shape.keepsCoverage)
        #expect(shape.animationKeys == ["position"])
        guard shape.strokeColor != nil, let points = shape.path?.points, let old = old?.points
        else { continue }
        // One more sample, and now and then 32 fewer.
        let isShorter = points.count < old.count
        let common = isShorter ? old.dropFirst(3 * 32) : old[...]
        #expect(points.dropFirst(9).prefix(common.count - 18) == common.dropFirst(9).dropLast(9))
      }
    }
  }

  /// The last segments of samples that are far apart become others as the next sample is known, and
  /// nothing else moves in the path.
  @Test func onlyTheEndOfAPathIsOnItsWay() throws {
    let plot = try plot()
    var stream = Stream(seed: 2, interval: 1, window: 20, count: 100)
    plot.update(stream.content(), at: 0)
    for step in 1...40 {
      stream.append()
      let time = Double(step)
      plot.update(stream.content(), at: time)
      let stroke = strokes(plot)[0]
      guard case .path(let start)? = stroke.presentationValue(for: .path, at: time),
        let end = stroke.path
      else { throw Missing() }
      #expect(start.points.count == end.points.count)
      let changed = start.points.indices.first { start.points[$0] != end.points[$0] }
      #expect(changed ?? .max >= end.points.count - 6, "\(step)")
    }
  }

  @Test func aPathThatIsTheSameKeepsItsStorage() throws {
    let plot = try plot()
    var stream = Stream(seed: 3, interval: 1, window: 300, count: 700)
    plot.update(stream.content(), at: 0)
    func storage() -> [UnsafePointer<Point>?] {
      shapes(plot).map { $0.path?.points.withUnsafeBufferPointer(\.baseAddress) ?? nil }
    }
    stream.append()
    plot.update(stream.content(), at: 1)
    let before = storage()
    // No new sample.
    stream.time += 0.25
    plot.update(stream.content(), at: 2)
    #expect(storage() == before)
    #expect(shapes(plot).allSatisfy { $0.animationKeys == ["position"] })
  }

  @Test(
    "Durations that differ by less than can be seen are one scale", arguments: [1e-9, 1e-6, 5e-5])
  func unsteadyDurations(share: Double) throws {
    let plot = try plot()
    var stream = Stream(seed: 4, interval: 1, window: 300, count: 700)
    plot.update(stream.content(), at: 0)
    for step in 1...30 {
      stream.append()
      stream.window = 300 * (1 + .random(in: -share...share, using: &stream.random))
      plot.update(stream.content(), at: Double(step))
      #expect(shapes(plot).allSatisfy { $0.animationKeys == ["position"] })
      // The picture is never far from the defined one.
      let map = plot.transition!.to
      #expect(isNear(map.x(stream.time), Self.size.width, 1e-6))
      #expect(isNear(map.x(stream.time - stream.window), 0, 0.1))
    }
  }

  @Test func aPathSeldomBeginsElsewhere() throws {
    let plot = try plot()
    var stream = Stream(seed: 5, interval: 1, window: 300, count: 700)
    var heads: [Point] = []
    for step in 0..<64 {
      plot.update(stream.content(), at: Double(step) * 0.1)
      let head = strokes(plot)[0].path!.points[0]
      if heads.last != head { heads.append(head) }
      // Out of sight.
      #expect(try presented(strokes(plot)[0], at: Double(step) * 0.1)[0].x < 0)
      stream.append()
    }
    #expect((2...3).contains(heads.count))
  }

  @Test func whatIsDrawnOnBeginsAtTheEdge() throws {
    let plot = try plot()
    var stream = Stream(seed: 6, interval: 1, window: 300, count: 700)
    plot.update(stream.content(), at: 0)
    plot.drawOn(at: 0)
    for step in 1...30 {
      let time = Double(step) * 0.1
      let isOver = Double(step - 1) * 0.1 >= Motion.drawOnDuration
      let points = try presented(strokes(plot)[0], at: time)
      let outside = stride(from: 0, to: points.count, by: 3).count { points[$0].x < 0 }
      // The samples that shape the first visible segment or reach into the plot, and those that left with
      // this sample.
      if !isOver { #expect(outside <= 6, "\(time)") }
      stream.append()
      plot.update(stream.content(), at: time)
    }
    plot.drawOn(at: 10)
    let points = try presented(strokes(plot)[0], at: 10)
    #expect(stride(from: 0, to: points.count, by: 3).count { points[$0].x < 0 } <= 7)
  }

  @Test func whatIsDashedOrMorphsIsNotKept() throws {
    let plot = try plot()
    let dashed = SeriesLook.hueCount
    let stream = Stream(seed: 7, interval: 1, window: 300, count: 700)
    plot.update(stream.content([.dotted, .colored(dashed), .faint]), at: 0)
    let kept = strokes(plot).filter(\.keepsCoverage)
    #expect(kept.count == 1 && kept[0].strokeStyle.dashPattern.isEmpty)
    let line = KeyedLine()
    line.layOut(
      LineMark.Look(
        stroke: .init(width: 2), lineColors: [.black],
        lineFrame: Rect(x: 0, y: 0, width: 9, height: 9),
        areaColors: [], areaFrame: .zero, baseline: 9), rule: .straight)
    #expect(!line.mark.stroke.keepsCoverage && !line.mark.fill.keepsCoverage)
  }

  // MARK: What is seen

  /// The defined way of a plot's lines: each sample goes from its place on screen to its new
  /// place, in the plot's coordinates.
  private struct Reference {
    var transition: PlotTransition?
    var curves = (from: SampledCurve(), to: SampledCurve())
    let narrow: Double

    func shown(at time: Double) -> SampledCurve {
      let progress = transition?.progress(at: time) ?? 1
      return progress >= 1 ? curves.to : .interpolate(curves.from, curves.to, progress)
    }

    /// - Parameter plot: shows the content already, and tells the duration of the motion.
    mutating func update(_ content: PlotContent, like plot: Plot, at time: Double) {
      let epoch = transition?.to.epoch ?? content.time.upperBound
      let target = AxisMap(
        epoch: epoch, time: content.time, value: content.axis.domain, size: SlideTests.size)
      let current = transition?.map(at: time) ?? target
      let series = content.series[0].samples
      let positions = DrawnPositions(
        series, from: min(current.time(0), target.time(0)),
        through: max(current.time(600), target.time(600)), map: target, pixel: 1)
      func curve(_ map: AxisMap) -> SampledCurve {
        SampledCurve(series, positions: positions, map: map)
      }
      var start = curve(current).matching(shown(at: time), narrow: narrow)
      // New samples unfold out of the last one while there is room for more.
      let isGrowing = target.xScale < current.xScale && abs(target.x(current.time(0))) < 1
      if isGrowing { start = start.unfolding(from: shown(at: time)) }
      curves = (start, curve(target))
      transition = PlotTransition(
        from: current, to: target, begin: time, duration: plot.transition!.duration)
    }
  }

  /// Whether the visible part of the presentation is the defined one.
  private func expectSame(
    _ plot: Plot, _ reference: Reference, at time: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = reference.shown(at: time).knots
    let points = try presented(strokes(plot)[0], at: time)
    var furthest = 0.0
    // Compared from the right: the plot keeps more samples at the left than needed.
    for (i, knot) in expected.reversed().enumerated() {
      let place = points.count - 1 - 3 * i
      guard place >= 0, knot.point.x > -5 else { break }
      let shown = [points[place], place >= 2 ? points[place - 1] : .zero]
      let pairs = [(shown[0], knot.point)] + (knot.startsRun ? [] : [(shown[1], knot.control2)])
      for (a, b) in pairs { furthest = max(furthest, a.distance(to: b)) }
    }
    #expect(furthest < 1.0 / 8, "at \(time)", sourceLocation: sourceLocation)
    // The area is below the line, all the way.
    let area = try presented(shapes(plot).first { $0.strokeColor == nil }!, at: time)
    #expect(
      area.count == points.count + 2
        && zip(points, area).allSatisfy { isNear($0, $1, 1e-6) }, "at \(time)",
      sourceLocation: sourceLocation)
  }

  @Test(
    "The sum of a path's way and its layer's is the way by the definition",
    arguments: 0..<24)
  func theWayIsTheSame(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let plot = try plot()
    var reference = Reference(narrow: EndDot.radius(try environment()))
    let interval = [0.1, 1, 60][seed % 3]
    var stream = Stream(
      seed: UInt64(100 + seed), interval: interval,
      window: interval * [20, 40, 300][seed / 3 % 3], start: seed % 2 == 0 ? 1e6 : 1.7e9, count: 400
    )
    var time = 0.0
    var epochs: Set<Double> = []
    for _ in 0..<60 {
      plot.update(stream.content(), at: time)
      reference.update(stream.content(), like: plot, at: time)
      epochs.insert(plot.transition!.to.epoch)
      let pause = Double.random(in: 0.05...0.7, using: &random)
      for share in [0, 0.2, 0.7, 1] { try expectSame(plot, reference, at: time + share * pause) }
      time += pause
      for _ in 0..<Int.random(in: 0...3, using: &random) { stream.append() }
      switch Int.random(in: 0..<12, using: &random) {
      case 0: stream.top = .random(in: 20...400, using: &random)
      case 1: stream.window *= .random(in: 0.8...1.25, using: &random)
      case 2: for _ in 0..<5 { stream.append() }
      default: break
      }
    }
  }

  @Test("Another epoch moves nothing", arguments: 0..<6)
  func epochs(seed: Int) throws {
    let plot = try plot()
    var reference = Reference(narrow: EndDot.radius(try environment()))
    var stream = Stream(seed: UInt64(seed), interval: 1, window: 12, count: 50)
    var random = SeededGenerator(seed: UInt64(seed))
    var (time, epochs) = (0.0, Set<Double>())
    for _ in 0..<400 {
      plot.update(stream.content(), at: time)
      reference.update(stream.content(), like: plot, at: time)
      let map = plot.transition!.to
      epochs.insert(map.epoch)
      #expect(abs(map.xOffset) <= AxisMap.furthestEpoch + Self.size.width)
      time += .random(in: 0.1...0.6, using: &random)
      try expectSame(plot, reference, at: time)
      stream.append()
    }
    #expect((2...8).contains(epochs.count))
  }

  @Test func mapsWithAnotherEpochAreTheSame() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<500 {
      let start = Double.random(in: -2e9...2e9, using: &random)
      let span = Double.random(in: 0.1...1e5, using: &random)
      let map = AxisMap(
        epoch: start + span, time: start...(start + span), value: 0...1, size: Self.size)
      let epoch = map.epoch(before: start + span)
      let moved = map.counted(from: epoch)
      #expect(epoch <= start + span)
      #expect(moved.xOffset <= Self.size.width + 1e-3)
      #expect(moved.xOffset >= Self.size.width - AxisMap.furthestEpoch)
      for share in [0, 0.3, 1] {
        let time = start + share * span
        // The precision of times of this size.
        #expect(isNear(moved.x(time), map.x(time), 4 * time.ulp * map.xScale + 1e-9))
      }
    }
    #expect(AxisMap(xScale: 0, xOffset: 3, yScale: 1, yOffset: 0).epoch(before: 7) == 7)
  }

  @Test func aSlideWithAnotherRangeOfValuesMorphs() throws {
    let plot = try plot()
    var stream = Stream(seed: 8, interval: 1, window: 300, count: 700)
    plot.update(stream.content(), at: 0)
    stream.append()
    stream.top = 150
    plot.update(stream.content(), at: 1)
    #expect(shapes(plot).allSatisfy { Set($0.animationKeys) == ["position", "path"] })
    // The rest of the way soon needs no path of its own.
    for step in 1...40 {
      stream.append()
      plot.update(stream.content(), at: 1 + Double(step) * 0.1)
    }
    #expect(shapes(plot).allSatisfy { $0.animationKeys == ["position"] })
  }

  /// Values that get their places only with another axis appear at once, because they have no places to start from.
  @Test func aLogarithmicAxisBecomesLinear() throws {
    let plot = try plot()
    var samples = TimeSeries()
    for i in 0...4 { samples.append(time: Double(i), value: Double(-i)) }
    var content = PlotContent(
      series: [PlotContent.Series(samples, style: .primary)], time: 0...4,
      axis: TickScale(logarithmicCovering: 1, 10))
    plot.update(content, at: 0)
    #expect(strokes(plot).allSatisfy { $0.path?.isEmpty ?? true })
    content.axis = TickScale(fixed: -4, 0)
    plot.update(content, at: 1)
    let path = try #require(strokes(plot).first?.path)
    #expect(path.points.first == Point(0, 0) && path.points.last == Point(600, 200))
    #expect(strokes(plot).allSatisfy { !$0.animationKeys.contains("path") })
  }

  @Test("With reduced motion what fades away stays where it was")
  func reducedMotion() throws {
    let environment = try environment(reducesMotion: true)
    let plot = Plot(environment: environment)
    plot.layOut(
      frame: Rect(origin: .zero, size: Self.size), gradient: LineGradient.standard[0],
      showsTicks: true, showsTimes: true, environment: environment)
    var stream = Stream(seed: 11, interval: 1, window: 300, count: 700)
    plot.update(stream.content(), at: 0)
    let before = try strokes(plot).map { try presented($0, at: 0) }
    stream.append()
    plot.update(stream.content(), at: 1)
    // The line, and the copy of the line before.
    let after = try strokes(plot).map { try presented($0, at: 1) }
    #expect(before.count == 1 && after.count == 2)
    #expect(after.contains { $0 == before[0] } && after.contains { $0 != before[0] })
    #expect(shapes(plot).allSatisfy { $0.animationKeys.isEmpty && $0.keepsCoverage })
  }

  @Test func theDotRidesOnTheCurve() throws {
    let plot = try plot()
    var stream = Stream(seed: 10, interval: 1, window: 20, count: 100)
    plot.update(stream.content(), at: 0)
    for step in 1...20 {
      stream.append()
      plot.update(stream.content(), at: Double(step))
      for share in [0.0, 0.1, 0.25, 0.5] {
        let time = Double(step) + share
        guard
          case .point(let dot)? = plot.layer.sublayers[4].sublayers[0].presentationValue(
            for: .position, at: time)
        else { throw Missing() }
        let points = try presented(strokes(plot)[0], at: time)
        var heights: [Double] = []
        for i in stride(from: 3, to: points.count, by: 3)
        where points[i - 3].x <= 600.001 && points[i].x >= 599.999 {
          let curve = CubicCurve(points[i - 3], points[i - 2], points[i - 1], points[i])
          let t = (600 - points[i - 3].x) / (points[i].x - points[i - 3].x)
          heights.append(curve.point(at: min(max(t, 0), 1)).y)
        }
        #expect(heights.contains { abs($0 - dot.y) < 0.6 }, "\(time): \(heights) \(dot.y)")
      }
    }
  }
}

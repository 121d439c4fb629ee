import Geometry
import Layers
import Metrics
import Typography

/// Lines over time: grid, area, lines, the dot at the end, and the labels of both axes.
final class Plot {
  /// Its origin is the plot's top left corner; labels lie outside of its bounds.
  let layer = Layer()
  private let yMarks = AxisMarks()
  private let xMarks = AxisMarks()
  /// The value axis whose ticks are where they belong, or on their last way there.
  private var settledAxis: TickScale?
  private let lines = Layer()
  private let thresholds = ThresholdMarks()
  private var marks: [LineMark] = []
  private let dot = EndDot()
  let crosshair = Crosshair()
  let selection = SelectionBand()
  private(set) var transition: PlotTransition?
  private(set) var content: PlotContent?
  private(set) var environment: ChartEnvironment
  private(set) var gradient = LineGradient.standard[0]
  private(set) var size = Size.zero
  /// The colours of a line that is coloured by its value.
  private lazy var spectrum = SpectrumGradient.colors(on: environment.theme)
  /// The time until which lines are being drawn on.
  private var drawOnEnd = -Double.infinity
  /// Whether lines may begin further to the left than they need.
  private var keepsHeads = false
  private var showsTicks = true
  private var showsTimes = true

  init(environment: ChartEnvironment) {
    self.environment = environment
    for part in [
      yMarks.layer, selection.layer, lines, thresholds.layer, dot.layer, crosshair.layer,
      xMarks.layer,
    ] {
      layer.addSublayer(part)
    }
  }

  /// Puts the plot in its place, without motion.
  func layOut(
    frame: Rect, gradient: LineGradient, showsTicks: Bool, showsTimes: Bool,
    environment: ChartEnvironment
  ) {
    if environment.theme != self.environment.theme {
      spectrum = SpectrumGradient.colors(on: environment.theme)
    }
    self.environment = environment
    self.gradient = gradient
    self.showsTicks = showsTicks
    self.showsTimes = showsTimes
    layer.frame = frame
    size = frame.size
    transition = nil
    yMarks.removeAll()
    settledAxis = nil
    xMarks.removeAll()
    thresholds.removeAll()
    for mark in marks { mark.layOut(size: size, environment: environment, gradient: gradient) }
    dot.layOut(environment: environment, color: gradient.end)
    crosshair.layOut(size: size, environment: environment)
    if let content { update(content, at: nil) }
  }

  /// Shows new content.
  /// - Parameter time: when the motion towards it starts; nil for none.
  func update(_ content: PlotContent, at time: Double?) {
    self.content = content
    guard size.width > 0, size.height > 0 else { return }
    let fade = environment.fadeTime(time)
    var time = environment.travelTime(time)
    if time == nil, let fade { for mark in marks { mark.fadeOver(at: fade) } }
    let target = target(content, at: time)
    transition = transition?.counted(from: target.epoch)
    var shown = time.flatMap { transition?.map(at: $0) }
    if let map = shown, map.isApart(from: target, size) { (shown, time) = (nil, nil) }
    let current =
      shown?.meetingValues(of: target, height: size.height, within: unseen) ?? target
    let progress = time.flatMap { transition?.progress(at: $0) } ?? 1
    // A line that does not move needs no kept coverage.
    keepsHeads = time.map { $0 >= drawOnEnd } ?? false
    updateLines(content, from: current, to: target, progress: progress, at: time, fade: fade)
    transition = PlotTransition(from: current, to: target, begin: time ?? -.infinity)
    updateTicks(content, from: current, to: target, at: time, fade: fade)
    thresholds.update(
      content.thresholds, from: current, to: target, size: size, environment: environment,
      at: time, fade: fade)
  }

  /// The distance in points by which the picture may differ from its target: a small part of a
  /// pixel.
  private var unseen: Double { environment.hairline / 32 }

  /// The map of content at rest, on the scale of times that is shown if that differs by less than
  /// can be seen: rows that come do not come quite evenly.
  private func target(_ content: PlotContent, at time: Double?) -> AxisMap {
    let end = content.time.upperBound
    var target = AxisMap(
      epoch: end, time: content.time, value: content.axis.domain, size: size,
      isLogarithmic: content.axis.isLogarithmic)
    if let shown = time.map({ transition?.map(at: $0) }) ?? transition?.to {
      target.keepScale(of: shown, width: size.width, within: environment.hairline / 10)
    }
    return target.counted(from: target.epoch(before: end))
  }

  /// Draws all lines on from the left.
  func drawOn(at time: Double) {
    guard environment.isAnimated else { return }
    if environment.reducesMotion {
      layer.fadeIn(at: time)
      return
    }
    drawOnEnd = time + Motion.drawOnDuration
    dropHeads()
    for mark in marks { mark.drawOn(at: time) }
    dot.appear(at: time + Motion.drawOnDuration)
  }

  /// Shows at once what is being drawn on.
  func finishDrawOn() {
    drawOnEnd = -.infinity
    for mark in marks { mark.finishDrawOn() }
    dot.finishAppearing()
  }

  /// Lets lines begin no further to the left than they need: the drawing-on begins there.
  private func dropHeads() {
    keepsHeads = false
    guard let content, let transition else { return }
    let isMoving = transition.begin.isFinite
    updateLines(
      content, from: transition.from, to: transition.to, progress: isMoving ? 0 : 1,
      at: isMoving ? transition.begin : nil, fade: nil)
  }

  // MARK: Lines

  private func updateLines(
    _ content: PlotContent, from: AxisMap, to: AxisMap, progress: Double, at time: Double?,
    fade: Double?
  ) {
    matchMarks(to: content.series.map(\.style))
    // A line's stroke, and the dot of a lone sample, reach into the plot from beyond its edges.
    let reach = environment.type.lineWidth + environment.hairline
    let left = min(from.time(0), to.time(0))
    let right = max(from.time(size.width), to.time(size.width))
    let drawn = content.drawnSeries
    let positions = DrawnPositions.all(
      of: content.series.map(\.style), drawn, from: left, through: right, map: to,
      pixel: environment.hairline, reach: reach, keepsHeads: keepsHeads)
    let motion = PlotMotion(
      from: from, to: to, hairline: environment.hairline, narrow: EndDot.radius(environment),
      unseen: unseen)
    /// The curves of the layer of the stack below.
    var below: CurveMotion.Way?
    for (i, series) in content.series.enumerated() {
      let mark = marks[i]
      let isLayer = series.style.isStacked && !series.isHidden
      let way = motion.way(
        of: drawn[i], positions: positions[i], above: isLayer ? below : nil,
        shown: time.map { _ in (mark.shown(progress: progress), mark.offset(progress: progress)) })
      let isUpright = series.style == .spectrum
      mark.update(
        from: way.from, to: way.to, offset: motion.offset,
        baseline: isUpright ? nil : (baseline(from), baseline(to)), below: below, at: time)
      mark.setHidden(series.isHidden, at: fade)
      mark.setStrength(series.isLate ? Plot.lateStrength : 1, at: fade)
      if isLayer { below = way }
      if series.style.hasDot {
        updateDot(
          series, from: way.from, to: way.to, motion.offset, to.y, isLive: content.isLive, at: time,
          fade)
      }
    }
  }

  /// The opacity of the line of late data.
  static let lateStrength = 0.45

  private func updateDot(
    _ series: PlotContent.Series, from: SampledCurve, to: SampledCurve,
    _ offset: (from: Double, to: Double), _ y: (Double) -> Double, isLive: Bool,
    at time: Double?, _ fade: Double?
  ) {
    guard isLive, !series.isHidden else { return dot.hide() }
    if series.style == .spectrum, let value = series.samples.lastValid?.value {
      dot.setColor(SpectrumGradient.color(at: y(value) / size.height, of: spectrum))
    }
    dot.setStrength(series.isLate ? Plot.lateStrength : 1, at: fade)
    dot.update(from: from, to: to, offset: offset, x: size.width, at: time)
  }

  /// The colour of a value in a line that is coloured by it.
  func spectrumColor(of value: Double) -> Color {
    let y = transition?.to.y(value) ?? .nan
    return SpectrumGradient.color(at: y / size.height, of: spectrum)
  }

  /// The height of zero, held within the plot: areas reach as far.
  private func baseline(_ map: AxisMap) -> Double {
    guard !map.isLogarithmic else { return size.height }
    return min(max(map.y(0), 0), size.height)
  }

  private func matchMarks(to styles: [PlotContent.Series.Style]) {
    guard marks.map(\.style) != styles else { return }
    marks = styles.map { LineMark(style: $0) }
    dot.setColor(gradient.end)
    lines.removeAllSublayers()
    for rank in 0...PlotContent.Series.Style.frontRank {
      let alike = marks.filter { $0.style.rank == rank }
      // The first of several equals lies over the others.
      let areEqual = alike.first?.style.number != nil
      for mark in areEqual ? alike.reversed() : alike { lines.addSublayer(mark.layer) }
    }
    for mark in marks { mark.layOut(size: size, environment: environment, gradient: gradient) }
  }

  // MARK: Axes

  private func updateTicks(
    _ content: PlotContent, from: AxisMap, to: AxisMap, at time: Double?, fade: Double?
  ) {
    guard showsTicks else { return }
    updateValueTicks(content.axis, from: from, to: to, at: time, fade: fade)
    guard showsTimes else { return }
    xMarks.update(
      xTicks(content), appearance: timeAppearance, fonts: environment.fonts, at: time, fade: fade,
      slide: from.xScale == to.xScale ? (from.xOffset, to.xOffset) : nil
    ) {
      (placeOfTime($0, $1, from), placeOfTime($0, $1, to))
    }
  }

  private func updateValueTicks(
    _ axis: TickScale, from: AxisMap, to: AxisMap, at time: Double?, fade: Double?
  ) {
    let isStill = from.yScale == to.yScale && from.yOffset == to.yOffset
    if isStill, axis == settledAxis { return }
    settledAxis = isStill ? axis : nil
    let ticks = zip(axis.ticks, axis.labels).map {
      AxisMarks.Tick(value: $0, label: $1)
    }
    yMarks.update(
      ticks, appearance: valueAppearance, fonts: environment.fonts, at: time, fade: fade
    ) {
      tick, _ in
      // A grid line lies on a whole pixel; the baseline ends on the plot's last one.
      let y = environment.snapped(to.y(tick.value))
      return (Point(0, from.y(tick.value)), Point(0, min(y, size.height)))
    }
  }

  private var valueAppearance: AxisMarks.Appearance {
    let metrics = environment.fonts.metrics(of: environment.type.tick)
    return AxisMarks.Appearance(
      font: environment.type.tick, color: environment.theme.secondary,
      rule: (
        environment.theme.grid,
        Rect(x: 0, y: 0, width: size.width, height: environment.hairline)
      ),
      labelOrigin: { [gap = environment.type.tickGap] line in
        Point(-gap - line.width, metrics.capHeight / 2)
      })
  }

  private var timeAppearance: AxisMarks.Appearance {
    let type = environment.type
    let metrics = environment.fonts.metrics(of: type.tick)
    let baseline = max(type.length(24), metrics.capHeight / 2 + 10) + metrics.capHeight / 2
    return AxisMarks.Appearance(
      font: type.tick, color: environment.theme.secondary, rule: nil,
      labelOrigin: { Point(-$0.width / 2, baseline) })
  }

  /// Centred on its time, but within the plot's edges.
  private func placeOfTime(_ tick: AxisMarks.Tick, _ line: TextLine, _ map: AxisMap) -> Point {
    let half = line.width / 2
    return Point(min(max(map.x(tick.value), half), size.width - half), size.height)
  }

  private func xTicks(_ content: PlotContent) -> [AxisMarks.Tick] {
    switch content.xAxis {
    case .time: timeTicks(content)
    case .number: numberTicks(content)
    }
  }

  private func numberTicks(_ content: PlotContent) -> [AxisMarks.Tick] {
    let widest = environment.fonts.line("0000000", font: environment.type.tick).width
    let most = min(max(2, Int(size.width / (widest * 1.5))), 10)
    func axis(intervals: Int) -> TickScale {
      TickScale(
        fixed: content.time.lowerBound, content.time.upperBound, maximumIntervals: intervals)
    }
    // A step of 2.5 would leave every other tick out.
    let axis =
      (most...most + 2).lazy.map(axis).first { $0.step == $0.step.rounded() }
      ?? axis(intervals: most)
    // Numbers of rows begin with 1.
    let ticks = axis.ticks.filter { $0 == $0.rounded() && $0 >= 1 && $0 < 1e15 }.map {
      AxisMarks.Tick(value: $0, label: Plot.label(Int($0), step: axis.step))
    }
    let haveRoom = thatHaveRoom(ticks, content.time).count == ticks.count
    return haveRoom ? ticks : Array(ticks.suffix(1))
  }

  /// Those of the ticks whose labels keep off the ones before, also where the first or the last is
  /// held at an edge.
  private func thatHaveRoom(
    _ ticks: [AxisMarks.Tick], _ range: ClosedRange<Double>
  ) -> [AxisMarks.Tick] {
    let map = AxisMap(epoch: range.upperBound, time: range, value: 0...1, size: size)
    var end = -Double.infinity
    return ticks.filter { tick in
      let line = environment.fonts.line(tick.label, font: environment.type.tick)
      let middle = placeOfTime(tick, line, map).x
      guard middle - line.width / 2 >= end else { return false }
      end = middle + line.width / 2 + environment.type.tickGap
      return true
    }
  }

  /// A whole number, in thousands or millions where all ticks are.
  private static func label(_ number: Int, step: Double) -> String {
    for (size, symbol) in [(1_000_000, "M"), (1000, "k")]
    where number != 0 && number % size == 0 && step >= Double(size) {
      return "\(number / size)\(symbol)"
    }
    return String(number)
  }

  /// The times that have room, also where the first or the last is held at an edge.
  private func timeTicks(_ content: PlotContent) -> [AxisMarks.Tick] {
    let (range, now) = (content.time, environment.wallClock?())
    func ticks(_ most: Int, now: Double?) -> [TimeTicks.Tick] {
      TimeTicks(
        from: range.lowerBound, through: range.upperBound, maximum: most, zone: environment.zone,
        now: now
      ).ticks
    }
    var most = 1
    for pattern in ["00:00", "00:00:00", "00:00:00.000", "00:00:00.000000"] {
      let widest = environment.fonts.line(pattern, font: environment.type.tick).width
      most = max(1, Int(size.width / (widest * 1.5 + environment.type.tickGap)))
      if ticks(most, now: nil).allSatisfy({ $0.label.count <= pattern.count }) { break }
    }
    let plain = ticks(most, now: nil)
    let named = now == nil ? plain : ticks(most, now: now)
    let marks = named.map { AxisMarks.Tick(value: $0.time, label: $0.label) }
    return named == plain ? marks : thatHaveRoom(marks, range)
  }
}

extension AxisMap {
  /// Nothing that is on a plot under this map is on it under the other one: there is no way between
  /// the two that could be followed.
  fileprivate func isApart(from other: AxisMap, _ size: Size) -> Bool {
    time(size.width) < other.time(0) || time(0) > other.time(size.width)
  }
}

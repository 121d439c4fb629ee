import Geometry
import Layers
import Metrics
import Raster
import Typography

/// Lines over time: grid, area, lines, the dot at the end, and the labels of both axes.
final class Plot {
  /// Its origin is the plot's top left corner; labels lie outside of its bounds.
  let layer = Layer()
  /// The lines; while they are drawn on, clipped to the part that is revealed.
  private let lines = Layer()
  private var pace = SamplePace()
  private let ticks: PlotTicks
  private let thresholds = ThresholdMarks()
  private let band = BandMark()
  private let bandLabels = BandLabels()
  private let annotations = AnnotationMarks()
  private let beyond = (above: BeyondMark(), below: BeyondMark())
  /// The identity of a mark: a series that changes its style has another mark.
  private struct MarkKey: Hashable {
    var number: Int
    var style: PlotContent.Series.Style
    var curve: PlotContent.Series.Curve
    var hasPoints: Bool
    var color: SeriesColor?
  }

  private var marks: [LineMark] = []
  private var markKeys: [MarkKey] = []
  /// The dots of the marks; nil for a line that ends without a dot.
  private var dots: [EndDot?] = []
  private let dotLayer = Layer()
  let endLabels = EndLabels()
  /// The names and values of lines that stand beside the lines' ends, in place of a legend.
  private var labels: [LegendEntry] = []
  /// The room at the right of the plot for the labels of ends.
  private var labelWidth = 0.0
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
  /// Whether another panel of the page needs attention, and this plot does not; seen from the next update on.
  var recedes = false
  /// The colour of the panel; nil for the theme's. Seen from the next update on.
  var ground: Color?
  private var showsTicks = true

  init(environment: ChartEnvironment) {
    self.environment = environment
    ticks = PlotTicks(environment: environment)
    for part in [
      ticks.yMarks.layer, selection.layer, lines, thresholds.layer, dotLayer, endLabels.layer,
      beyond.above.layer, beyond.below.layer, bandLabels.layer, crosshair.layer,
      ticks.words.layer, ticks.rightMarks.layer, annotations.layer, ticks.xMarks.layer,
    ] {
      layer.addSublayer(part)
    }
  }

  /// Puts the plot in its place, without motion.
  /// - Parameter labelWidth: the room at the right of the frame for the labels of ends; 0 for no labels.
  func layOut(
    frame: Rect, labelWidth: Double = 0, gradient: LineGradient, showsTicks: Bool,
    showsTimes: Bool, environment: ChartEnvironment
  ) {
    if environment.theme != self.environment.theme {
      spectrum = SpectrumGradient.colors(on: environment.theme)
    }
    self.environment = environment
    self.gradient = gradient
    self.showsTicks = showsTicks
    self.labelWidth = labelWidth
    layer.frame = frame
    size = frame.size
    lines.anchorPoint = .zero
    lines.position = Point(-overhang, -overhang)
    lines.bounds = Rect(
      x: -overhang, y: -overhang, width: size.width + 2 * overhang,
      height: size.height + 2 * overhang)
    transition = nil
    ticks.layOut(
      size: size, showsValues: showsTicks, showsTimes: showsTimes, environment: environment)
    thresholds.removeAll()
    band.layOut(size: size, environment: environment)
    bandLabels.layOut(environment: environment)
    annotations.removeAll()
    for mark in marks { mark.layOut(size: size, environment: environment, gradient: gradient) }
    layOutDots()
    endLabels.removeAll()
    crosshair.layOut(size: size, environment: environment)
    if let content { update(content, at: nil) }
  }

  /// Shows new content.
  /// - Parameters:
  ///   - labels: the names and values that stand beside the lines' ends; nil for those of before.
  ///   - time: the moment at which the motion towards it starts; nil for none.
  func update(_ content: PlotContent, labels: [LegendEntry]? = nil, at time: Double?) {
    self.content = content
    self.labels = labels ?? self.labels
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
    if let latest = content.series.compactMap({ $0.samples.last?.time }).max(), let time {
      pace.note(latest, at: time)
    }
    let motion = PlotTransition(
      from: current, to: target, begin: time ?? -.infinity, duration: pace.motionDuration)
    updateLines(
      content, motion, progress: progress, at: time, fade: fade)
    transition = motion
    ticks.update(content, motion, at: time, fade: fade)
    thresholds.update(
      labelled(content.thresholds), from: current, to: target, size: size, environment: environment,
      at: time, duration: motion.duration, fade: fade, clearance: clearance)
    updateBandLabels(content, at: fade)
    annotations.update(
      content.annotations, motion, size: size, environment: environment, at: time, fade: fade)
    for (mark, isAbove) in [(beyond.above, true), (beyond.below, false)] {
      mark.update(
        content.beyond(isAbove: isAbove), format: content.valueFormat ?? ValueFormat(unit: .none),
        motion, size: size, environment: environment, at: time)
    }
    endLabels.update(
      endItems, size: size, width: labelWidth, environment: environment, at: time,
      duration: motion.duration)
  }

  /// Labels the extremes of the band, where labels have room.
  private func updateBandLabels(_ content: PlotContent, at fade: Double?) {
    let format = content.valueFormat ?? ValueFormat(unit: .none)
    /// The unit stands by the panel's value, or beside the title.
    func text(_ value: Double) -> String {
      let value = format.alone(value)
      return value.unit == content.axis.scale.symbol ? value.digits : value.text
    }
    let extent = showsTicks ? content.shownBand?.extent(in: content.time) : nil
    let edges = band.shown(progress: 1)
    let lines = content.thresholds.compactMap { transition?.to.y($0.value) }
    bandLabels.update(
      extent.map { [text($0.lowerBound), text($0.upperBound)] } ?? [],
      edges: [edges.low, edges.high], offset: edges.offset, size: size, environment: environment,
      at: fade
    ) { rect in
      lines.contains { rect.minY - 1 < $0 && $0 < rect.maxY + 1 } ? -1 : clearance(of: rect)
    }
  }

  /// The thresholds, without their labels where labels would cover a small picture.
  private func labelled(_ thresholds: [PlotThreshold]) -> [PlotThreshold] {
    guard !showsTicks else { return thresholds }
    return thresholds.map {
      PlotThreshold(value: $0.value, color: $0.color, pattern: $0.pattern, label: "")
    }
  }

  /// The distance from a rectangle to the nearest line above or below; negative where a line crosses it.
  private func clearance(of rect: Rect) -> Double {
    guard let content else { return .infinity }
    return zip(marks, content.series).filter { !$1.isHidden }.map { mark, _ in
      let rect = rect.offsetBy(dx: -mark.offset(progress: 1), dy: 0)
      let middle = mark.shown(progress: 1).clearance(of: rect)
      guard mark.columnWidth > 0 else { return middle }
      let band = mark.envelope.shown(progress: 1)
      return min(middle, band.low.clearance(of: rect), band.high.clearance(of: rect))
    }.min() ?? .infinity
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
    for mark in marks { mark.fadeAreaIn(at: time) }
    reveal(at: time)
    let end = time + Motion.drawOnDuration
    for dot in dots { dot?.appear(at: end) }
    endLabels.appear(at: time, from: end)
  }

  /// The distance in points by which lines may reach beyond the plot.
  private var overhang: Double { environment.snapped(4 * environment.type.lineWidth) }

  /// Uncovers all lines from left to right, at one pace.
  private func reveal(at time: Double) {
    lines.masksToBounds = true
    let pace = Pace.drawOn(at: time)
    var animation = BasicAnimation(
      .boundsSize, from: .size(Size(0, lines.bounds.height)), to: .size(lines.bounds.size),
      timingFunction: pace.timing)
    animation.timing = pace.mediaTiming
    animation.timing.fillMode = .backwards
    lines.add(animation, forKey: "drawOn", at: time) { [weak self] isOver in
      if isOver { self?.lines.masksToBounds = false }
    }
  }

  /// Shows at once what is being drawn on.
  func finishDrawOn() {
    drawOnEnd = -.infinity
    lines.removeAnimation(forKey: "drawOn")
    lines.masksToBounds = false
    for mark in marks { mark.finishDrawOn() }
    for dot in dots { dot?.finishAppearing() }
    endLabels.finishAppearing()
  }

  /// Lets lines begin no further to the left than they need: the drawing-on begins there.
  private func dropHeads() {
    keepsHeads = false
    guard let content, let transition else { return }
    let isMoving = transition.begin.isFinite
    updateLines(
      content, transition, progress: isMoving ? 0 : 1, at: isMoving ? transition.begin : nil,
      fade: nil)
  }

  // MARK: Lines

  private func updateLines(
    _ content: PlotContent, _ transition: PlotTransition, progress: Double, at time: Double?,
    fade: Double?
  ) {
    let (from, to) = (transition.from, transition.to)
    matchMarks(to: content.series)
    // A line's stroke, and the dot of a lone sample, reach into the plot from beyond its edges.
    let reach = environment.type.lineWidth + environment.hairline
    let left = min(from.time(0), to.time(0))
    let right = max(from.time(size.width), to.time(size.width))
    let drawn = content.drawnSeries
    let positions = DrawnPositions.all(
      of: content.series.map(\.style), drawn, from: left, through: right, map: to,
      pixel: environment.hairline, reach: reach, keepsHeads: keepsHeads,
      wereThinned: marks.map(\.isThinned))
    let motion = PlotMotion(
      from: from, to: to, hairline: environment.hairline, narrow: EndDot.radius(environment),
      unseen: unseen)
    // Most plots have no band, and no layer for one.
    if content.shownBand != nil, band.layer.superlayer == nil,
      let place = layer.sublayers.firstIndex(where: { $0 === lines })
    {
      layer.insertSublayer(band.layer, at: place)
    }
    band.update(
      content.shownBand, motion, transition, progress: progress, size: size,
      limits: content.limits,
      least: to.isLogarithmic ? content.axis.domain.lowerBound : nil, at: time, fade: fade)
    let grid: CoverageGrid =
      pace.isUnseen(scale: to.xScale / environment.hairline) ? .wholePixel : .halfPixel
    /// The curves of the layer of the stack below.
    var below: CurveMotion.Way?
    for (i, series) in content.series.enumerated() {
      let mark = marks[i]
      let isLayer = series.style.isStacked && !series.isHidden
      let dense =
        series.style.hasEnvelope && positions[i].isThinned
        ? DenseColumns(
          drawn[i].samples, positions[i],
          least: to.isLogarithmic ? .leastNonzeroMagnitude : -.infinity) : nil
      mark.isThinned = positions[i].isThinned
      mark.coverageGrid = grid
      // Lines of other samples have no way to each other: one fades into the other.
      let hasOtherColumns = mark.columnWidth != dense?.width ?? 0
      if hasOtherColumns, let fade, time != nil, !mark.shown(progress: 1).knots.isEmpty {
        mark.fadeOver(at: fade)
      }
      let progress: Double? = time == nil || hasOtherColumns ? nil : progress
      let middle = dense?.middle.series(like: drawn[i])
      let way = motion.way(
        of: middle ?? drawn[i],
        positions: dense.map { DrawnPositions($0.middle, isStraight: false) } ?? positions[i],
        above: isLayer ? below : nil,
        shown: progress.map { (mark.shown(progress: $0), mark.offset(progress: $0)) })
      mark.updateEnvelope(
        dense.map { envelope(of: $0, drawn[i], mark, motion, progress: progress) },
        columnWidth: dense?.width ?? 0, offset: motion.offset, at: time, fade: fade)
      let isUpright = series.style == .spectrum
      mark.update(
        from: way.from, to: way.to, offset: motion.offset,
        baseline: isUpright ? nil : (baseline(from), baseline(to)), below: below, at: time,
        duration: transition.duration)
      mark.setHidden(series.isHidden, at: fade)
      let isFaint = series.isLate || recedes
      mark.setStrength(
        line: isFaint ? environment.theme.lateStrength(of: mark.line.colors) : 1,
        area: isFaint ? Plot.lateStrength : 1, at: fade)
      if isLayer { below = way }
      if let dot = dots[i] {
        updateDot(
          dot, of: series, way, motion.offset, transition, isLive: content.isLive, at: time, fade)
      }
    }
  }

  /// The ways of the lower and the upper edge of a line with more samples than pixels.
  /// - Parameter progress: that of the present way; nil where there is none.
  private func envelope(
    of dense: DenseColumns, _ series: PlotContent.DrawnSeries, _ mark: LineMark,
    _ motion: PlotMotion, progress: Double?
  ) -> (low: CurveMotion.Way, high: CurveMotion.Way) {
    let shown = progress.map { mark.envelope.shown(progress: $0) }
    func way(_ line: DenseColumns.Line, _ curve: SampledCurve?) -> CurveMotion.Way {
      motion.way(
        of: line.series(like: series), positions: DrawnPositions(line, isStraight: true),
        above: nil,
        shown: curve.map { ($0, shown?.offset ?? 0) })
    }
    return (way(dense.low, shown?.low), way(dense.high, shown?.high))
  }

  /// The opacity of late data; lines keep more where they need it to stand out.
  static let lateStrength = 0.45

  private func updateDot(
    _ dot: EndDot, of series: PlotContent.Series, _ way: CurveMotion.Way,
    _ offset: (from: Double, to: Double),
    _ transition: PlotTransition, isLive: Bool, at time: Double?, _ fade: Double?
  ) {
    guard isLive, !series.isHidden else { return dot.hide() }
    if series.style == .spectrum, let value = series.samples.lastValid?.value {
      dot.setColor(SpectrumGradient.color(at: transition.to.y(value) / size.height, of: spectrum))
    }
    dot.setStrength(series.isLate ? Plot.lateStrength : 1, at: fade)
    dot.update(
      from: way.from, to: way.to, offset: offset, x: size.width, at: time,
      duration: transition.duration)
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

  /// Gives each series the mark that it had, or a new one.
  private func matchMarks(to series: [PlotContent.Series]) {
    let keys = series.enumerated().map {
      MarkKey(
        number: $1.number ?? $0, style: $1.style, curve: $1.curve, hasPoints: $1.hasPoints,
        color: $1.color)
    }
    guard markKeys != keys else { return }
    let before = Dictionary(zip(markKeys, marks)) { first, _ in first }
    let kept = keys.map { before[$0] }
    marks = zip(keys, kept).map { key, kept in
      let mark = kept ?? LineMark(style: key.style)
      (mark.hasPoints, mark.color) = (key.hasPoints, key.color)
      return mark
    }
    let dotsBefore = Dictionary(zip(markKeys, dots)) { first, _ in first }
    dots = keys.map { $0.style.hasDot ? dotsBefore[$0] ?? EndDot() : nil }
    markKeys = keys
    layOutDots()
    dotLayer.removeAllSublayers()
    // The first series lies over the others, as its line does.
    for dot in dots.reversed() { if let dot { dotLayer.addSublayer(dot.layer) } }
    lines.removeAllSublayers()
    for rank in 0...PlotContent.Series.Style.frontRank {
      let alike = marks.filter { $0.style.rank == rank }
      // The first of several equals lies over the others.
      let areEqual = alike.first?.style.number != nil
      for mark in areEqual ? alike.reversed() : alike { lines.addSublayer(mark.layer) }
    }
    for (mark, old) in zip(marks, kept) where old == nil {
      mark.layOut(size: size, environment: environment, gradient: gradient)
    }
  }

  // MARK: Ends

  /// The size of the dot of one of several equal lines, in sizes of that of a line that stands out.
  private static let equalDot = 0.7

  private func layOutDots() {
    for (key, dot) in zip(markKeys, dots) {
      let number = key.style.number
      dot?.layOut(
        environment: environment,
        color: key.color.map { environment.theme.mark($0) }
          ?? number.map { environment.theme.seriesColor($0) } ?? gradient.end,
        share: number == nil ? 1 : Plot.equalDot)
    }
  }

  /// The labels of the lines' ends.
  private var endItems: [EndLabels.Item] {
    guard labelWidth > 0, let content else { return [] }
    return labels.filter { marks.indices.contains($0.series) }.map { entry in
      let end = end(of: entry.series)
      return EndLabels.Item(
        entry: entry, number: content.series[entry.series].number ?? entry.series,
        end: end?.y, reachesEdge: end?.isAtEdge ?? false,
        color: entry.color(environment.theme, accent: gradient.end),
        ground: ground ?? environment.theme.panel, recedes: recedes)
    }
  }

  /// Shows the values of another moment beside the lines' ends.
  func setLabels(_ labels: [LegendEntry]) {
    self.labels = labels
    endLabels.setValues(endItems, environment: environment)
  }

  /// The height at which a line ends, or the middle of the end of a stack's layer, and whether the line is
  /// seen up to the plot's edge; nil for a line without anything in view. The label of a hidden line stays
  /// where the line ends.
  private func end(of i: Int) -> (y: Double, isAtEdge: Bool)? {
    guard let content, let map = transition?.to, let own = end(of: marks[i]) else { return nil }
    let series = content.series[i]
    let isAtEdge = own.isAtEdge && !series.isHidden
    guard series.style.isStacked else { return (own.y, isAtEdge) }
    let below = content.series.indices.last {
      $0 < i && content.series[$0].style.isStacked && !content.series[$0].isHidden
    }
    let low = below.flatMap { end(of: marks[$0])?.y } ?? baseline(map)
    return (series.isHidden ? low : (own.y + low) / 2, isAtEdge)
  }

  private func end(of mark: LineMark) -> (y: Double, isAtEdge: Bool)? {
    let (curve, edge) = (mark.shown(progress: 1), size.width - mark.offset(progress: 1))
    guard let last = curve.knots.last(where: { $0.point.x <= edge + Plot.atEdge }),
      last.point.x >= edge - size.width
    else { return nil }
    let y = curve.y(at: edge)
    let isAtEdge = y != nil || last.point.x >= edge - Plot.atEdge
    return (min(max(y ?? last.point.y, 0), size.height), isAtEdge)
  }

  /// The distance from the plot's edge at which a line counts as being there, in points.
  private static let atEdge = 0.5
}

extension AxisMap {
  /// Nothing that is on a plot under this map is on it under the other one: there is no way between
  /// the two that could be followed.
  func isApart(from other: AxisMap, _ size: Size) -> Bool {
    time(size.width) < other.time(0) || time(0) > other.time(size.width)
  }
}

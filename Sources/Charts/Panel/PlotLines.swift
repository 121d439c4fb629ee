import Geometry
import Layers
import Metrics
import Raster

/// The lines of a plot, the band behind them, and the dots at their ends.
final class PlotLines {
  /// One update of all lines.
  struct Update {
    let content: PlotContent
    /// The motion of the axes.
    let transition: PlotTransition
    /// The progress of the present motion.
    let progress: Double
    /// The moment at which the motion starts; nil for none.
    let time: Double?
    /// The start of the fading of lines that come or go; nil for an immediate change.
    let fade: Double?
    /// Whether lines may start further to the left than necessary.
    let keepsHeads: Bool
    /// Whether another panel of the page needs attention, and this plot does not.
    let recedes: Bool

    /// Whether a series is fainter than the present one of a panel that matters.
    func isFaint(_ series: PlotContent.Series) -> Bool { series.isLate || recedes }
  }

  /// The identity of a mark: a series that changes its style has another mark.
  private struct Key: Hashable {
    var number: Int
    var style: PlotContent.Series.Style
    var curve: PlotContent.Series.Curve
    var hasPoints: Bool
    var color: SeriesColor?

    init(_ series: PlotContent.Series, _ index: Int) {
      number = series.number ?? index
      (style, curve, hasPoints) = (series.style, series.curve, series.hasPoints)
      color = series.color
    }
  }

  /// The lines; while they are drawn on, clipped to the part that is revealed.
  let layer = Layer()
  /// The dots at the lines' ends.
  let dotLayer = Layer()
  private(set) var marks: [LineMark] = []
  private var keys: [Key] = []
  /// The dots of the marks; nil for a line that ends without a dot.
  private var dots: [EndDot?] = []
  private let band = BandMark()
  private var environment: ChartEnvironment
  private var gradient = LineGradient.standard[0]
  private var size = Size.zero
  /// The colours of a line that is coloured by its values.
  private lazy var spectrum = SpectrumGradient.colors(on: environment.theme)

  /// Whether the dots at the lines' ends are small, for a plot in a low row.
  private let hasSmallDots: Bool

  init(environment: ChartEnvironment, hasSmallDots: Bool = false) {
    (self.environment, self.hasSmallDots) = (environment, hasSmallDots)
  }

  /// Puts the lines in their place, without motion.
  func layOut(size: Size, gradient: LineGradient, environment: ChartEnvironment) {
    if environment.theme != self.environment.theme {
      spectrum = SpectrumGradient.colors(on: environment.theme)
    }
    (self.size, self.gradient, self.environment) = (size, gradient, environment)
    layer.anchorPoint = .zero
    layer.position = Point(-overhang, -overhang)
    layer.bounds = Rect(
      x: -overhang, y: -overhang, width: size.width + 2 * overhang,
      height: size.height + 2 * overhang)
    band.layOut(size: size, environment: environment)
    for mark in marks { mark.layOut(size: size, environment: environment, gradient: gradient) }
    layOutDots()
  }

  /// The distance in points by which lines may reach beyond the plot.
  private var overhang: Double { environment.snapped(4 * environment.type.lineWidth) }

  /// Lets the present lines fade into the next ones.
  func fadeOver(at time: Double) { for mark in marks { mark.fadeOver(at: time) } }

  /// The colour at a height, as a share of the plot's height, in a line that is coloured by its values.
  func spectrumColor(at share: Double) -> Color { SpectrumGradient.color(at: share, of: spectrum) }

  // MARK: Updates

  /// Shows new content.
  func update(_ update: Update) {
    let (content, to) = (update.content, update.transition.to)
    matchMarks(to: content.series)
    let motion = PlotMotion(
      from: update.transition.from, to: to, hairline: environment.hairline,
      narrow: EndDot.radius(environment), unseen: environment.unseenDistance)
    updateBand(update, motion)
    let drawn = content.drawnSeries
    let positions = positions(of: drawn, update)
    /// The motions of the outermost lines of the stack so far.
    var outermost: [Stack.Pile: CurveMotion.Way] = [:]
    for (i, series) in content.series.enumerated() {
      let pile = drawn[i].pile
      let way = updateMark(
        i, drawn[i], positions[i], motion, update, upon: pile.flatMap { outermost[$0] })
      if let pile { outermost[pile] = way }
      if let dot = dots[i] { updateDot(dot, of: series, way, motion.offset, update) }
    }
  }

  /// The positions of the samples that are drawn.
  private func positions(of drawn: [PlotContent.DrawnSeries], _ update: Update) -> [DrawnPositions]
  {
    let (from, to) = (update.transition.from, update.transition.to)
    // A line's stroke, and the dot of a lone sample, reach into the plot from beyond its edges.
    let reach = environment.type.lineWidth + environment.hairline
    return DrawnPositions.all(
      of: update.content.series.map(\.style), drawn, from: min(from.time(0), to.time(0)),
      through: max(from.time(size.width), to.time(size.width)), map: to,
      pixel: environment.hairline, reach: reach, keepsHeads: update.keepsHeads,
      wereThinned: marks.map(\.isThinned))
  }

  private func updateBand(_ update: Update, _ motion: PlotMotion) {
    let content = update.content
    // Most plots have no band, and no layer for one.
    if content.shownBand != nil, band.layer.superlayer == nil, let plot = layer.superlayer,
      let place = plot.sublayers.firstIndex(where: { $0 === layer })
    {
      plot.insertSublayer(band.layer, at: place)
    }
    band.update(
      content.shownBand, motion, update.transition, progress: update.progress, size: size,
      limits: content.limits,
      least: update.transition.to.isLogarithmic ? content.axis.domain.lowerBound : nil,
      pixel: environment.hairline, at: update.time, fade: update.fade)
  }

  /// Shows a series.
  /// - Parameter inner: the motion of the line on which the layer of a stack lies; nil for none.
  /// - Returns: the motion of the series' curve.
  private func updateMark(
    _ i: Int, _ drawn: PlotContent.DrawnSeries, _ positions: DrawnPositions, _ motion: PlotMotion,
    _ update: Update, upon inner: CurveMotion.Way?
  ) -> CurveMotion.Way {
    let (mark, series, map) = (marks[i], update.content.series[i], update.transition.to)
    let dense =
      series.style.hasEnvelope && positions.isThinned
      ? DenseColumns(
        DenseColumns.Source(
          drawn.samples, positions, least: map.leastValue, shortestGap: drawn.shortestGap),
        keeping: mark.columns)
      : nil
    mark.isThinned = positions.isThinned
    // Lines of different samples cannot move to each other: one fades into the other.
    let hasOtherColumns = mark.columnWidth != dense?.width ?? 0
    if hasOtherColumns, let fade = update.fade, update.time != nil,
      !mark.shown(progress: 1).knots.isEmpty
    {
      mark.fadeOver(at: fade)
    }
    let progress = update.time == nil || hasOtherColumns ? nil : update.progress
    let way = motion.way(
      upon: inner, drawn.pile ?? .up,
      shown: progress.map { (mark.shown(progress: $0), mark.offset(progress: $0)) }
    ) { map in
      dense.map { SampledCurve($0.middle, isStraight: false, limits: drawn.limits, map: map) }
        ?? SampledCurve(drawn, positions: positions, map: map)
    }
    mark.updateEnvelope(
      dense.map { envelope(of: $0, drawn.limits, mark, motion, progress: progress) },
      columns: dense, offset: motion.offset, at: update.time, fade: update.fade)
    let edge = floor(of: drawn, positions, mark, motion, progress: progress) ?? inner
    let baselines = (baseline(update.transition.from), baseline(map))
    mark.update(
      from: way.from, to: way.to, offset: motion.offset,
      baseline: series.style == .spectrum ? nil : baselines, below: edge, at: update.time,
      duration: update.transition.duration)
    setStrength(of: mark, series, update)
    return way
  }

  /// The motion of the edge of a stack's layer towards zero; nil for a layer on the line of the layer below.
  /// - Parameter progress: the progress of the present motion; nil without motion.
  private func floor(
    of series: PlotContent.DrawnSeries, _ positions: DrawnPositions, _ mark: LineMark,
    _ motion: PlotMotion, progress: Double?
  ) -> CurveMotion.Way? {
    guard let floor = series.floor else { return nil }
    var edge = series
    (edge.samples, edge.floor) = (floor, nil)
    return motion.way(
      of: edge, positions: positions, upon: nil,
      shown: progress.map { (mark.shownFloor(progress: $0), mark.offset(progress: $0)) })
  }

  /// The motions of the lower and the upper edge of a line with more samples than pixels.
  /// - Parameter progress: the progress of the present motion; nil without motion.
  private func envelope(
    of dense: DenseColumns, _ limits: ClosedRange<Double>, _ mark: LineMark,
    _ motion: PlotMotion, progress: Double?
  ) -> (low: CurveMotion.Way, high: CurveMotion.Way) {
    let shown = progress.map { mark.envelope.shown(progress: $0) }
    func way(_ line: DenseColumns.Line, _ curve: SampledCurve?) -> CurveMotion.Way {
      motion.way(shown: curve.map { ($0, shown?.offset ?? 0) }) {
        SampledCurve(line, isStraight: true, limits: limits, map: $0)
      }
    }
    return (way(dense.low, shown?.low), way(dense.high, shown?.high))
  }

  private func setStrength(of mark: LineMark, _ series: PlotContent.Series, _ update: Update) {
    mark.setHidden(series.isHidden, at: update.fade)
    // The heights of areas compare values, which a logarithmic axis does not.
    mark.area.isHidden = update.transition.to.isLogarithmic
    let (isFaint, theme) = (update.isFaint(series), environment.theme)
    // The contrasts of a spectrum's colours differ so much that each colour becomes as faint as it can.
    let isSpectrum = series.style == .spectrum
    if isSpectrum {
      mark.setColors(
        mark.colors.map { isFaint ? lerp(theme.panel, $0, theme.lateStrength(of: [$0])) : $0 },
        at: update.fade)
    }
    mark.setStrength(
      line: isFaint && !isSpectrum ? theme.lateStrength(of: mark.colors) : 1,
      area: isFaint ? Plot.lateStrength : 1, at: update.fade)
  }

  private func updateDot(
    _ dot: EndDot, of series: PlotContent.Series, _ way: CurveMotion.Way,
    _ offset: (from: Double, to: Double), _ update: Update
  ) {
    guard update.content.isLive, !series.isHidden else { return dot.hide() }
    if series.style == .spectrum, let value = series.samples.lastValid?.value {
      dot.setColor(spectrumColor(at: update.transition.to.y(value) / size.height))
    }
    dot.setStrength(
      update.isFaint(series) ? environment.theme.lateStrength(of: [dot.color]) : 1,
      at: update.fade)
    dot.update(
      from: way.from, to: way.to, offset: offset, x: size.width, at: update.time,
      duration: update.transition.duration)
  }

  /// The height of zero, held within the plot, down to which areas reach.
  private func baseline(_ map: AxisMap) -> Double {
    guard !map.isLogarithmic else { return size.height }
    return min(max(map.y(0), 0), size.height)
  }

  // MARK: Marks

  /// Keeps the marks of known series, and makes marks for new series.
  private func matchMarks(to series: [PlotContent.Series]) {
    let keys = series.enumerated().map { Key($1, $0) }
    guard self.keys != keys else { return }
    let before = Dictionary(zip(self.keys, marks)) { first, _ in first }
    let kept = keys.map { before[$0] }
    marks = zip(keys, kept).map { key, kept in
      let mark = kept ?? LineMark(style: key.style)
      (mark.hasPoints, mark.color) = (key.hasPoints, key.color)
      return mark
    }
    let dotsBefore = Dictionary(zip(self.keys, dots)) { first, _ in first }
    dots = keys.map { $0.style.hasDot ? dotsBefore[$0] ?? EndDot() : nil }
    self.keys = keys
    layOutDots()
    stackLayers()
    for (mark, old) in zip(marks, kept) where old == nil {
      mark.layOut(size: size, environment: environment, gradient: gradient)
    }
  }

  /// Puts the layers of lines and dots over each other.
  private func stackLayers() {
    dotLayer.removeAllSublayers()
    // The first series lies over the others, as its line does.
    for dot in dots.reversed() { if let dot { dotLayer.addSublayer(dot.layer) } }
    layer.removeAllSublayers()
    for rank in 0...PlotContent.Series.Style.frontRank {
      let alike = marks.filter { $0.style.rank == rank }
      // The first of several lines of the same rank lies over the others.
      let areEqual = alike.first?.style.number != nil
      for mark in areEqual ? alike.reversed() : alike { layer.addSublayer(mark.layer) }
    }
  }

  private func layOutDots() {
    for (key, dot) in zip(keys, dots) {
      let number = key.style.number
      dot?.layOut(
        environment: environment,
        color: key.color.map { environment.theme.mark($0) }
          ?? number.map { environment.theme.seriesColor($0) } ?? gradient.end,
        radii: hasSmallDots ? .small : number == nil ? .usual : .equal)
    }
  }

  // MARK: Drawing on

  /// Uncovers all lines from left to right, at one pace. The dots appear at the end.
  func drawOn(at time: Double) {
    for mark in marks { mark.fadeAreaIn(at: time) }
    layer.masksToBounds = true
    layer.uncover(at: time) { [weak self] isOver in
      if isOver { self?.layer.masksToBounds = false }
    }
    for dot in dots { dot?.appear(at: time + Motion.drawOnDuration) }
  }

  /// Ends the drawing-on at once.
  func finishDrawOn() {
    layer.removeAnimation(forKey: "drawOn")
    layer.masksToBounds = false
    for mark in marks { mark.finishDrawOn() }
    for dot in dots { dot?.finishAppearing() }
  }

  // MARK: Places

  /// The edges of the band at the end of the motion, and their offset.
  var bandEdges: (low: SampledCurve, high: SampledCurve, offset: Double) { band.shown(progress: 1) }

  /// The distance from a rectangle to the nearest line above or below; negative where a line crosses the rectangle.
  func clearance(of rect: Rect, in content: PlotContent) -> Double {
    zip(marks, content.series).filter { !$1.isHidden }.map { mark, _ in
      let rect = rect.offsetBy(dx: -mark.offset(progress: 1), dy: 0)
      let middle = mark.shown(progress: 1).clearance(of: rect)
      guard mark.columnWidth > 0 else { return middle }
      let band = mark.envelope.shown(progress: 1)
      return min(middle, band.low.clearance(of: rect), band.high.clearance(of: rect))
    }.min() ?? .infinity
  }

  /// The height at which a line ends, or the middle of the end of a stack's layer, and whether the line is visible up
  /// to the plot's edge; nil for a line without anything in view. The label of a hidden line stays where the line ends.
  func end(of i: Int, in content: PlotContent, _ map: AxisMap) -> (y: Double, isAtEdge: Bool)? {
    let mark = marks[i]
    guard let own = end(of: mark.shown(progress: 1), of: mark) else { return nil }
    let series = content.series[i]
    let isAtEdge = own.isAtEdge && !series.isHidden
    guard series.style.isStacked else { return (own.y, isAtEdge) }
    let low = end(of: mark.shownFloor(progress: 1), of: mark)?.y ?? baseline(map)
    return (series.isHidden ? low : (own.y + low) / 2, isAtEdge)
  }

  private func end(of curve: SampledCurve, of mark: LineMark) -> (y: Double, isAtEdge: Bool)? {
    let edge = size.width - mark.offset(progress: 1)
    guard let last = curve.knots.last(where: { $0.point.x <= edge + Self.atEdge }),
      last.point.x >= edge - size.width
    else { return nil }
    let y = curve.y(at: edge)
    let isAtEdge = y != nil || last.point.x >= edge - Self.atEdge
    return (min(max(y ?? last.point.y, 0), size.height), isAtEdge)
  }

  /// The distance from the plot's edge, in points, within which a line counts as reaching the edge.
  private static let atEdge = 0.5
}

extension ChartEnvironment {
  /// The distance in points by which a picture may differ invisibly from its target: a small part of a pixel.
  var unseenDistance: Double { hairline / 32 }
}

import Geometry
import Layers
import Metrics
import Raster
import Typography

/// Lines over time: grid, area, lines, the dot at the end, and the labels of both axes.
final class Plot {
  /// The layer of the plot. Its origin is the plot's top left corner; labels lie outside of its bounds.
  let layer = Layer()
  let lines: PlotLines
  private var pace = SamplePace()
  private let ticks: PlotTicks
  private let thresholds = ThresholdMarks()
  private let bandLabels = BandLabels()
  private let annotations = AnnotationMarks()
  private let beyond = (above: BeyondMark(), below: BeyondMark())
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
  /// The time until which lines are being drawn on.
  private var drawOnEnd = -Double.infinity
  /// Whether lines may start further to the left than necessary.
  private var keepsHeads = false
  /// Whether another panel of the page needs attention, and this plot does not. A change takes effect with the next
  /// update.
  var recedes = false
  /// The colour of the panel; nil for the theme's. A change takes effect with the next update.
  var ground: Color?
  private var showsTicks = true
  private var showsTimes = true

  /// - Parameter hasSmallDots: whether the dots at the lines' ends are small, for a plot in a low row.
  init(environment: ChartEnvironment, hasSmallDots: Bool = false) {
    self.environment = environment
    ticks = PlotTicks(environment: environment)
    lines = PlotLines(environment: environment, hasSmallDots: hasSmallDots)
    for part in [
      ticks.yMarks.layer, selection.layer, lines.layer, thresholds.layer, lines.dotLayer,
      endLabels.layer, beyond.above.layer, beyond.below.layer, bandLabels.layer, crosshair.layer,
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
    self.environment = environment
    self.gradient = gradient
    (self.showsTicks, self.showsTimes) = (showsTicks, showsTimes)
    self.labelWidth = labelWidth
    layer.frame = frame
    size = frame.size
    lines.layOut(size: size, gradient: gradient, environment: environment)
    transition = nil
    ticks.layOut(
      size: size, showsValues: showsTicks, showsTimes: showsTimes, environment: environment)
    thresholds.removeAll()
    bandLabels.layOut(environment: environment)
    annotations.removeAll()
    endLabels.removeAll()
    crosshair.layOut(size: size, environment: environment)
    if let content { update(content, at: nil) }
  }

  /// Shows new content.
  /// - Parameters:
  ///   - labels: the names and values beside the lines' ends; nil keeps the present ones.
  ///   - time: the start of the motion towards the content; nil for no motion.
  func update(_ content: PlotContent, labels: [LegendEntry]? = nil, at time: Double?) {
    self.content = content
    self.labels = labels ?? self.labels
    guard size.width > 0, size.height > 0 else { return }
    let fade = environment.fadeTime(time)
    var time = environment.travelTime(time)
    if time == nil, let fade { lines.fadeOver(at: fade) }
    let target = target(content, at: time)
    transition = transition?.counted(from: target.epoch)
    var shown = time.flatMap { transition?.map(at: $0) }
    if let map = shown, map.isApart(from: target, size) { (shown, time) = (nil, nil) }
    let current =
      shown?.meetingValues(of: target, height: size.height, within: environment.unseenDistance)
      ?? target
    let progress = time.flatMap { transition?.progress(at: $0) } ?? 1
    // A line at rest needs no kept coverage.
    keepsHeads = time.map { $0 >= drawOnEnd } ?? false
    if let latest = content.series.compactMap({ $0.samples.last?.time }).max(), let time {
      pace.note(latest, at: time)
    }
    let motion = PlotTransition(
      from: current, to: target, begin: time ?? -.infinity, duration: pace.motionDuration)
    updateLines(content, motion, progress: progress, at: time, fade: fade)
    transition = motion
    ticks.update(content, motion, at: time, fade: fade)
    thresholds.update(
      labelled(content.thresholds), from: current, to: target, size: size, environment: environment,
      at: time, duration: motion.duration, fade: fade,
      annotations: content.annotations.map { target.x($0.time) }, clearance: clearance)
    updateBandLabels(content, at: fade)
    annotations.update(
      content.annotations, motion, size: size, ground: ground ?? environment.theme.panel,
      environment: environment, at: time, fade: fade, clearance: clearanceBesideLabels)
    for (mark, isAbove) in [(beyond.above, true), (beyond.below, false)] {
      mark.update(
        content.beyond(isAbove: isAbove), format: content.valueFormat ?? ValueFormat(unit: .none),
        motion, size: size, hasRoomOutside: showsTicks && (isAbove || !showsTimes),
        panel: ground ?? environment.theme.panel, environment: environment, at: time,
        clearance: clearanceBesideLabels)
    }
    endLabels.update(
      endItems, size: size, width: labelWidth, environment: environment, at: time,
      duration: motion.duration)
    content.forgetDrawnSeries()
  }

  /// Labels the extremes of the band, where labels have room.
  private func updateBandLabels(_ content: PlotContent, at fade: Double?) {
    let format = content.valueFormat ?? ValueFormat(unit: .none)
    /// The unit is shown with the panel's value or beside the title.
    func text(_ value: Double) -> String {
      format.text(value, beside: content.axis.scale.symbol)
    }
    let extent = showsTicks ? content.shownBand?.extent(in: content.time) : nil
    let edges = lines.bandEdges
    let thresholds = content.thresholds.compactMap { transition?.to.y($0.value) }
    bandLabels.update(
      extent.map { [text($0.lowerBound), text($0.upperBound)] } ?? [],
      edges: [edges.low, edges.high], offset: edges.offset, size: size, environment: environment,
      at: fade
    ) { rect in
      thresholds.contains { rect.minY - 1 < $0 && $0 < rect.maxY + 1 } ? -1 : clearance(of: rect)
    }
  }

  /// The thresholds, without their labels if the labels would cover a small picture.
  private func labelled(_ thresholds: [PlotThreshold]) -> [PlotThreshold] {
    guard !showsTicks else { return thresholds }
    return thresholds.map {
      PlotThreshold(value: $0.value, color: $0.color, pattern: $0.pattern, label: "")
    }
  }

  /// The distance from a rectangle to the nearest line above or below; negative where a line crosses the rectangle.
  private func clearance(of rect: Rect) -> Double {
    content.map { lines.clearance(of: rect, in: $0) } ?? .infinity
  }

  /// This distance, for a rectangle that covers no label of a threshold either.
  private func clearanceBesideLabels(_ rect: Rect) -> Double {
    let isFree = thresholds.labels.allSatisfy { $0.intersection(rect).isEmpty }
    return isFree ? clearance(of: rect) : -.infinity
  }

  /// The map of content at rest. The map keeps the present scale of times if the difference is invisible, because rows
  /// do not come quite evenly.
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
    lines.drawOn(at: time)
    endLabels.appear(at: time, from: drawOnEnd)
  }

  /// Ends the drawing-on at once.
  func finishDrawOn() {
    drawOnEnd = -.infinity
    lines.finishDrawOn()
    endLabels.finishAppearing()
  }

  /// Lets lines start no further to the left than necessary, because the drawing-on starts there.
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
    lines.update(
      PlotLines.Update(
        content: content, transition: transition, progress: progress, time: time, fade: fade,
        keepsHeads: keepsHeads, recedes: recedes))
  }

  /// The opacity of late data; a line keeps more opacity if its contrast requires more.
  static let lateStrength = 0.45

  /// The colour of a value in a line that is coloured by its values.
  func spectrumColor(of value: Double) -> Color {
    let y = transition?.to.y(value) ?? .nan
    return lines.spectrumColor(at: y / size.height)
  }

  // MARK: Ends

  /// The labels of the lines' ends.
  private var endItems: [EndLabels.Item] {
    guard labelWidth > 0, let content else { return [] }
    return labels.filter { lines.marks.indices.contains($0.series) }.map { entry in
      let end = transition.flatMap { lines.end(of: entry.series, in: content, $0.to) }
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

}

extension AxisMap {
  /// Whether no time is visible under both maps, so that a viewer could not follow a motion between the two.
  func isApart(from other: AxisMap, _ size: Size) -> Bool {
    time(size.width) < other.time(0) || time(0) > other.time(size.width)
  }
}

import Geometry
import Layers
import Raster

/// One series of a plot as layers: a gradient masked by a stroked path, and in some styles another gradient masked by
/// the area under the path.
final class LineMark {
  let style: PlotContent.Series.Style
  let layer = Layer()
  let line = GradientLayer()
  let stroke = ShapeLayer()
  let area = GradientLayer()
  let fill = ShapeLayer()
  /// The pale band from the lowest to the highest values of a line that has more samples than pixels.
  private(set) lazy var envelope = Envelope()
  /// The columns of a line that has more samples than pixels; nil for other lines.
  private(set) var columns: DenseColumns?
  /// The width of the columns in seconds; 0 for other lines.
  var columnWidth: Double { columns?.width ?? 0 }
  /// Whether the positions of the line were thinned.
  var isThinned = false
  /// The points by which the dot of a lone sample is larger than half of the line's width.
  var loneRadius = 1.25
  /// Whether each sample has a dot, unless the samples are thinned.
  var hasPoints = false
  /// The colour of the line; nil for that of its style.
  var color: SeriesColor?
  /// The colours of the line at full strength.
  private(set) var colors: [Color] = []
  private var from = SampledCurve()
  private var to = SampledCurve()
  private var isMorphing = false
  /// The curves of the layer of a stack under this one; empty for none.
  private var floor = (from: SampledCurve(), to: SampledCurve())
  /// The distance to the right by which the curves are moved.
  private var offset = (from: 0.0, to: 0.0)
  /// The plot's corner in the layers that the paths mask.
  private var origins = (line: Point.zero, area: Point.zero)
  /// The frame in which the line is visible, if no dot needs more room.
  private var lineFrame = Rect.zero
  /// The distances beyond the frame's left and right edges in which the line is visible, and the largest such distance.
  private var overhang = (left: 0.0, right: 0.0, most: 0.0)
  /// The curve after the end of the motion to `to`, without the samples that were leaving.
  private var settled = SampledCurve()
  /// The earlier picture, which fades away with reduced motion.
  private lazy var copies = (line: FadingCopy(), area: FadingCopy())
  /// The seconds of the present motion.
  private var duration = Motion.sampleDuration
  /// The height down to which the area reaches by default.
  private var baseline = 0.0
  /// The area's colours, far from zero and at it.
  private var shades: [Color] = []
  /// The key of the sample at which the dash pattern starts, because dashes move with the data.
  private var dashKey: Double?

  init(style: PlotContent.Series.Style) {
    self.style = style
    stroke.fillColor = nil
    stroke.strokeColor = .black
    line.mask = stroke
    line.startPoint = Point(0, 0.5)
    line.endPoint = Point(1, 0.5)
    if style.hasArea {
      area.mask = fill
      layer.addSublayer(area)
    }
    layer.addSublayer(line)
  }

  /// The look of a line and its area, and the frames of their gradients.
  struct Look {
    var stroke: StrokeStyle
    /// The colours of the line, from the left to the right of its frame, or with `isUpright` from
    /// the top to the bottom of the plot.
    var lineColors: [Color]
    var lineFrame: Rect
    /// The colours of the area, from the top to the bottom of its frame; empty for no area.
    var areaColors: [Color]
    var areaFrame: Rect
    /// The height down to which the area reaches.
    var baseline: Double
    var isUpright = false
    /// Whether the area lies over the line.
    var areaCoversLine = false
  }

  func layOut(_ look: Look) {
    baseline = look.baseline
    colors = look.lineColors
    line.colors = colors
    lineFrame = look.lineFrame
    overhang = (0, 0, 0)
    line.frame = lineFrame
    stroke.strokeStyle = look.stroke
    origins.line = Point(-look.lineFrame.minX, -look.lineFrame.minY)
    area.colors = look.areaColors
    shades = look.areaColors
    if style.hasArea, look.areaCoversLine != (layer.sublayers.last === area) {
      layer.insertSublayer(area, at: look.areaCoversLine ? layer.sublayers.count - 1 : 0)
    }
    area.locations = []
    area.frame = look.areaFrame
    origins.area = Point(-look.areaFrame.minX, -look.areaFrame.minY)
    if look.isUpright {
      let overhang = -look.lineFrame.minY / max(look.lineFrame.height, 1)
      (line.startPoint, line.endPoint) = (Point(0.5, overhang), Point(0.5, 1 - overhang))
    } else {
      // Room for lone dots has moved the points.
      (line.startPoint.x, line.endPoint.x) = (0, 1)
    }
    removeMotion()
    if columnWidth > 0 { envelope.layOut(like: line, look.stroke, frame: lineFrame) }
  }

  /// Puts the line of a sliding series into a plot.
  func layOut(size: Size, environment: ChartEnvironment, gradient: LineGradient) {
    var look = Look(style, size: size, environment: environment, gradient: gradient)
    if let color { look.setColor(environment.theme.mark(color)) }
    layOut(look)
    overhang.most = -look.lineFrame.minY
    stroke.keepsCoverage = stroke.strokeStyle.dashPattern.isEmpty
    fill.keepsCoverage = true
  }

  /// The points by which the dots of samples are larger than half of the line's width.
  private var shownPoints: Double {
    hasPoints && !isThinned ? max(loneRadius, 0.6 * stroke.strokeStyle.width) : 0
  }

  /// The curve during the motion, without the offset.
  func shown(progress: Double) -> SampledCurve {
    if progress >= 1 { return settled }
    return isMorphing ? SampledCurve.interpolate(from, to, progress) : to
  }

  /// The curve under this one during the motion, without the offset; empty for none.
  func shownFloor(progress: Double) -> SampledCurve {
    progress >= 1 ? floor.to : SampledCurve.interpolate(floor.from, floor.to, progress)
  }

  /// The distance by which the curve is moved to the right during the motion.
  func offset(progress: Double) -> Double {
    progress >= 1 ? offset.to : lerp(offset.from, offset.to, progress)
  }

  /// - Parameters:
  ///   - offset: the distance by which the curves are moved to the right, before and after the motion. A line that
  ///     slides is the same curve with another offset.
  ///   - baseline: the height down to which the area reaches, before and after the motion; nil for that of the look.
  ///   - below: the curves of the layer of a stack under this one; nil for the lowest.
  ///   - settled: the curve that is shown after the motion; nil for `to`.
  func update(
    from: SampledCurve, to: SampledCurve, offset: (from: Double, to: Double) = (0, 0),
    baseline: (from: Double, to: Double)? = nil,
    below: (from: SampledCurve, to: SampledCurve)? = nil, settled: SampledCurve? = nil,
    at time: Double?, duration: Double = Motion.sampleDuration
  ) {
    self.duration = duration
    carryDashes(from: from)
    self.from = from
    self.to = to
    self.settled = settled ?? to
    floor = below ?? (SampledCurve(), SampledCurve())
    self.offset = offset
    isMorphing = from != to
    makeRoomForLoneDots()
    let path = to.line(loneRadius: loneRadius, points: shownPoints)
    stroke.slide(origins.line, offset, at: time, duration)
    stroke.morph(
      from: isMorphing
        ? from.line(loneRadius: loneRadius, points: shownPoints) : nil,
      to: path, at: time, duration)
    if let baseline, style.isShaded { shadeAround(zero: baseline.to) }
    let baseline = baseline ?? (self.baseline, self.baseline)
    if style.hasArea {
      fill.slide(origins.area, offset, at: time, duration)
      updateArea(baseline: baseline, line: path, below: style.isStacked ? below : nil, at: time)
    }
    guard let settled else { return }
    stroke.path = settled.line(loneRadius: loneRadius, points: shownPoints)
    fill.path = settled.area(baseline: baseline.to)
  }

  /// Shows the line beyond an edge with a lone sample, whose dot would otherwise be cut in half. At the left, the dot
  /// leaves like a line.
  private func makeRoomForLoneDots() {
    let most = overhang.most
    guard most > 0 else { return }
    let end = lineFrame.width - most...lineFrame.width
    let isAtEnd =
      to.hasLoneKnot(within: end, offset: offset.to)
      || from.hasLoneKnot(within: end, offset: offset.from)
    let (left, right) = (
      to.hasLoneKnot(within: 0...most, offset: offset.to) ? most : 0, isAtEnd ? most : 0
    )
    guard left != overhang.left || right != overhang.right else { return }
    (overhang.left, overhang.right) = (left, right)
    let width = left + lineFrame.width + right
    line.frame = Rect(
      x: lineFrame.minX - left, y: lineFrame.minY, width: width, height: lineFrame.height)
    origins.line.x = left - lineFrame.minX
    // The colours keep their places; those of an upright gradient do not move.
    guard line.startPoint.y == line.endPoint.y else { return }
    line.startPoint.x = left / width
    line.endPoint.x = (left + lineFrame.width) / width
  }

  /// The height of the smallest peak that is drawn like the line, in widths of the line.
  private static let leastPeak = 2.0

  /// Shows the band of a line with more samples than pixels, or hides it; the change fades.
  /// - Parameters:
  ///   - band: the lower and the upper edge; nil for no band.
  ///   - columns: the columns of the band; nil for no band.
  func updateEnvelope(
    _ band: (low: CurveMotion.Way, high: CurveMotion.Way)?, columns: DenseColumns?,
    offset: (from: Double, to: Double), at time: Double?, fade: Double?
  ) {
    guard band != nil || columnWidth > 0 else { return }
    if band != nil, columnWidth == 0 {
      if envelope.layer.superlayer == nil,
        let i = layer.sublayers.firstIndex(where: { $0 === line })
      {
        layer.insertSublayer(envelope.layer, at: i)
        layer.insertSublayer(envelope.peakLayer, at: i + 1)
      }
      envelope.layOut(like: line, stroke.strokeStyle, frame: lineFrame)
    }
    self.columns = columns
    envelope.update(
      band, peak: Self.leastPeak * stroke.strokeStyle.width, offset: offset, at: time,
      duration: duration, fade: fade)
  }

  private func updateArea(
    baseline: (from: Double, to: Double), line: Path,
    below: (from: SampledCurve, to: SampledCurve)?, at time: Double?
  ) {
    if let below {
      let isStill = !isMorphing && below.from == below.to
      fill.morph(
        from: isStill ? nil : from.band(above: below.from), to: to.band(above: below.to), at: time,
        duration)
    } else {
      let isStill = !isMorphing && baseline.from == baseline.to
      fill.morph(
        from: isStill ? nil : from.area(baseline: baseline.from),
        to: to.area(baseline: baseline.to, line: line), at: time, duration)
    }
  }

  /// Shades the area so that its colour is strongest far from zero, wherever zero is.
  private func shadeAround(zero: Double) {
    guard let strong = shades.first, let weak = shades.last else { return }
    let height = area.bounds.height
    let place = height > 0 ? (zero - area.frame.minY) / height : 1
    let (colors, locations) =
      switch place {
      case 1...: ([strong, weak], [0.0, 1])
      case ...0: ([weak, strong], [0.0, 1])
      default: ([strong, weak, strong], [0, place, 1])
      }
    guard area.locations != locations, area.locations != [] || place < 1 else { return }
    area.colors = colors
    area.locations = locations
  }

  /// Fades the present line out, and the next one in.
  func fadeOver(at time: Double) {
    if copies.line.layer.superlayer == nil {
      layer.insertSublayer(copies.line.layer, at: 0)
      layer.insertSublayer(copies.area.layer, at: 0)
    }
    copies.line.leave(line, mask: stroke, at: time)
    if style.hasArea, !area.isHidden { copies.area.leave(area, mask: fill, at: time) }
    if columnWidth > 0 { envelope.fadePeaksOver(at: time) }
  }

  /// Fades the area in behind the line, which the plot reveals.
  func fadeAreaIn(at time: Double) {
    area.rise(
      .opacity, forKey: "drawOn", from: time + 0.6 * Motion.drawOnDuration,
      duration: 0.6 * Motion.drawOnDuration, timing: Motion.drawOnTiming, at: time)
  }

  func finishDrawOn() { for key in ["drawOn", "reveal"] { area.removeAnimation(forKey: key) } }

  /// Draws on the line without its area.
  /// - Parameter completion: called once, with whether the line was drawn on to its end.
  func drawOnLine(_ pace: Pace, completion: ((Bool) -> Void)? = nil) {
    stroke.rise(
      .strokeEnd, forKey: "drawOn", from: pace.begin, duration: pace.duration, timing: pace.timing,
      at: pace.begin, completion: completion)
  }

  /// Uncovers the area up to the end of the line that is being drawn on.
  /// - Parameter xs: the ends of the line after equal steps of its length.
  func revealArea(_ xs: [Double], _ pace: Pace, at time: Double) {
    area.anchorPoint = .zero
    area.position = Point(-fill.position.x, -fill.position.y)
    var animation = KeyframeAnimation(
      .boundsSize,
      values: xs.map { .size(Size(max(0, $0 - area.position.x), area.bounds.height)) },
      timingFunction: pace.timing)
    animation.timing = pace.mediaTiming
    animation.timing.fillMode = .backwards
    area.add(animation, forKey: "reveal", at: time)
  }

  /// Gives the line other colours until the next layout.
  func setColors(_ colors: [Color], at time: Double?) {
    for layer in [line] + (columnWidth > 0 ? envelope.gradients : []) where layer.colors != colors {
      layer.move(.colors, to: .colors(colors), at: time)
    }
  }

  /// Makes the line and its area fainter, or as strong as before.
  func setStrength(line lineStrength: Double, area areaStrength: Double, at time: Double?) {
    line.move(.opacity, to: .scalar(lineStrength), at: time)
    area.move(.opacity, to: .scalar(areaStrength), at: time)
    guard columnWidth > 0 else { return }
    envelope.setStrength(lineStrength, at: time)
  }

  /// Fades the line away, or back in.
  func setHidden(_ isHidden: Bool, at time: Double?) {
    layer.move(
      .opacity, to: .scalar(isHidden ? 0 : 1), at: time, duration: Motion.leaveDuration)
  }

  private func removeMotion() {
    for layer in [stroke, fill] { layer.removeAnimation(forKey: AnimationKeyPath.path.rawValue) }
    // The area is uncovered along the former line.
    area.removeAnimation(forKey: "reveal")
    from = SampledCurve()
    to = SampledCurve()
    settled = SampledCurve()
    floor = (SampledCurve(), SampledCurve())
    isMorphing = false
    offset = (0, 0)
    stroke.slide(origins.line, offset, at: nil, duration)
    fill.slide(origins.area, offset, at: nil, duration)
    dashKey = nil
    stroke.strokeStyle.dashPhase = 0
  }

  /// Continues the dash pattern when samples leave at the left.
  private func carryDashes(from next: SampledCurve) {
    guard !stroke.strokeStyle.dashPattern.isEmpty else { return }
    let period = stroke.strokeStyle.dashPattern.reduce(0, +)
    if let key = next.knots.first?.key, let old = dashKey, key != old, period > 0 {
      // The pattern starts again when a view returns to samples that have left.
      let phase = key > old ? stroke.strokeStyle.dashPhase + to.length(before: key) : 0
      stroke.strokeStyle.dashPhase = phase.truncatingRemainder(dividingBy: period)
    }
    dashKey = next.knots.first?.key
  }
}

extension ShapeLayer {
  /// - Parameter start: the path at the start; nil for none.
  fileprivate func morph(
    from start: Path?, to target: Path, at time: Double?, _ duration: Double
  ) {
    // An equal path is replaced by the present one, because paths are recognized as the same by their storage.
    let target = path == target ? path! : target
    if path == nil { path = target }
    move(.path, from: .path(start ?? target), to: .path(target), at: time, duration: duration)
  }

  fileprivate func slide(
    _ origin: Point, _ offset: (from: Double, to: Double), at time: Double?, _ duration: Double
  ) {
    move(
      .position, from: .point(origin + Point(offset.from, 0)),
      to: .point(origin + Point(offset.to, 0)), at: time, duration: duration)
  }
}

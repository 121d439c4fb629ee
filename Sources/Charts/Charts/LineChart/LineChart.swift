import Geometry
import Layers
import Raster
import Typography

/// A line through labelled values, with a choice of almost everything: curve or straight lines, dots with their values,
/// a filled area, turned labels, an axis of any division.
///
/// The properties of `LineChartStyle` are also properties of the chart, such as `chart.addCurve`. The lengths are meant
/// for a frame of 375 by 200 points and grow with larger ones; colours are meant for a light page and adapt to a dark
/// theme.
@dynamicMemberLookup
public final class LineChart: Chart {
  /// The chart's own tree, for a host to add.
  public var layer: Layer { frame.layer }
  /// The look of the chart. A change shows at once, without motion.
  public var style: LineChartStyle { didSet { if style != oldValue { layOut() } } }
  /// The values of each line. A value that is not finite is a gap.
  public private(set) var series: [[Double]] = []
  /// The values of the first line.
  public var data: [Double] { series.first ?? [] }
  /// The label under each value. There are as many places as labels; further values are not shown.
  public private(set) var labels: [String] = []

  private let frame = ScaledContent()
  private let axis = AxisMarks()
  private let names = AxisMarks()
  private let dots = AxisMarks()
  /// The dots of further lines.
  private var furtherDots: [AxisMarks] = []
  private let furtherDotsLayer = Layer()
  private let bottomLine = ShapeLayer()
  private let lines = Layer()
  let line = KeyedLine()
  let further = FurtherLines()
  private var environment: ChartEnvironment?
  private var size = Size.zero
  /// The key of the first label: labels that slide keep their keys.
  private var firstKey = 0

  /// The size at which lengths are points.
  static let design = Size(375, 200)

  /// A chart without data.
  public init(style: LineChartStyle = LineChartStyle()) {
    self.style = style
    bottomLine.fillColor = nil
    lines.masksToBounds = true
    lines.anchorPoint = .zero
    lines.addSublayer(further.layer)
    lines.addSublayer(line.mark.layer)
    for part in [axis.layer, names.layer, lines, furtherDotsLayer, dots.layer, bottomLine] {
      frame.content.addSublayer(part)
    }
  }

  /// A property of `style`.
  public subscript<Value>(
    dynamicMember keyPath: WritableKeyPath<LineChartStyle, Value>
  ) -> Value {
    get { style[keyPath: keyPath] }
    set { style[keyPath: keyPath] = newValue }
  }

  /// Puts the chart in its place, without motion.
  public func layOut(frame rect: Rect, environment host: ChartEnvironment) {
    size = frame.layOut(frame: rect, design: Self.design)
    environment = frame.environment(host)
    layOut()
  }

  /// Shows other data.
  /// - Parameter time: the start of the motion towards the new data; nil for no motion.
  public func setData(_ data: [Double], labels: [String], at time: Double?) {
    setSeries([data], labels: labels, at: time)
  }

  /// Shows other data as several lines, of which the first one has the area and the values at its dots.
  /// - Parameters:
  ///   - series: the values of each line at the labels.
  ///   - time: the start of the motion towards the new data; nil for no motion.
  public func setSeries(_ series: [[Double]], labels: [String], at time: Double?) {
    let shift = LineChart.shift(from: self.labels, to: labels)
    firstKey = firstKey + shift
    self.series = series
    self.labels = labels
    show(at: time)
  }

  /// Draws the lines in again from their starts. Each dot appears when its line reaches the dot.
  public func replay(at time: Double) {
    guard let environment, environment.isAnimated else { return }
    if environment.reducesMotion {
      for part in [lines, dots.layer, furtherDotsLayer] { part.fadeIn(at: time) }
      return
    }
    line.drawOn(.drawOn(at: time))
    further.drawOn(.drawOn(at: time))
    for (line, dots) in zip([line] + further.lines, [dots] + furtherDots) {
      Self.hide(dots, untilReachedBy: line.curve, from: time)
    }
  }

  /// Lets each dot appear when the line reaches the dot.
  private static func hide(
    _ dots: AxisMarks, untilReachedBy curve: SampledCurve, from time: Double
  ) {
    for (knot, fraction) in zip(curve.knots, curve.fractions) {
      let arrival = Motion.drawOnTiming.fraction(reaching: fraction) * Motion.drawOnDuration
      dots.hide(knot.key, from: time, until: time + arrival)
    }
  }

  var geometry: LineChartGeometry {
    var style = style
    func geometry() -> LineChartGeometry {
      LineChartGeometry(
        style: style, size: size, count: labels.count, values: Array(series.joined()))
    }
    guard let fonts = environment?.fonts else { return geometry() }
    let font = LineChartMarks.font(style)
    let widest = geometry().leftLabels.lazy.map { fonts.line($0.label, font: font).width }.max()
    switch style.textWidths {
    case .atLeast: style.leftTextWidth = max(style.leftTextWidth, widest ?? 0)
    case .exact: break
    case .fitting: style.leftTextWidth = (widest ?? 0) + LineChartGeometry.textMargin
    }
    return geometry()
  }

  // MARK: Showing

  private func layOut() {
    guard let environment else { return }
    frame.content.isHidden = size.width <= 0 || size.height <= 0
    let (geometry, colors) = (self.geometry, ThemeAdaptation(environment.theme))
    frame.content.backgroundColor = colors.ground(style.backgroundColor)
    bottomLine.strokeColor = colors.line(style.horizontalBottomLineColor)
    bottomLine.strokeStyle = StrokeStyle(
      width: style.horizontalBottomLineWidth, cap: .round, join: .round)
    for marks in [axis, names, dots] + furtherDots { marks.removeAll() }
    let bounds = Rect(origin: .zero, size: size)
    let look = LineMark.Look(
      stroke: StrokeStyle(width: style.lineWidth, cap: .round, join: .round),
      lineColors: [colors.line(style.lineColor)], lineFrame: bounds,
      areaColors: style.showColorGradient ? style.areaColors.map(colors.ground) : [],
      areaFrame: bounds, baseline: geometry.bottomY, areaCoversLine: style.areaCoversLine)
    layOut(line, look, geometry)
    further.layOut { [unowned self] line, index in
      var look = look
      look.lineColors = [colors.line(furtherColor(index))]
      layOut(line, look, geometry)
    }
    show(at: nil)
  }

  private func layOut(_ line: KeyedLine, _ look: LineMark.Look, _ geometry: LineChartGeometry) {
    line.layOut(
      look,
      rule: style.addCurve
        ? .throughPoints(
          contraction: style.contractionFactor, isPublished: style.usesPublishedCurve) : .straight,
      within: style.clampToPlot ? geometry.topY...geometry.bottomY : nil,
      ends: style.supplement && style.toCenter ? geometry.minX...geometry.maxX : nil)
  }

  private func furtherColor(_ index: Int) -> Color {
    FurtherLines.color(index, of: style.furtherLineColors)
  }

  /// The times at which a change starts to move, or to fade.
  private struct Times {
    let travel: Double?
    let fade: Double?
  }

  private func show(at time: Double?) {
    guard let environment, !frame.content.isHidden else { return }
    let times = Times(
      travel: environment.travelTime(time), fade: environment.fadeTime(time))
    let geometry = self.geometry
    let values = (series.isEmpty ? [[]] : series).map { keyed($0, geometry) }
    let motion = line.update(values[0], map: geometry.map, at: times.travel, fade: times.fade)
    let furtherMotion = further.update(
      Array(values.dropFirst()), map: geometry.map, at: times.travel, fade: times.fade)
    let marks = LineChartMarks(geometry: geometry, environment: environment)
    bottomLine.path = geometry.bottomLine
    // The frame exceeds the plot by the line's width at both ends, where data comes and goes; the published curve
    // starts before its first point.
    let whisker = style.usesPublishedCurve ? geometry.spaceX : 0
    let edge = max(style.lineWidth, whisker)
    lines.bounds = Rect(
      x: geometry.minX - edge, y: 0, width: geometry.maxX - geometry.minX + 2 * edge,
      height: size.height)
    lines.position = lines.bounds.origin
    showAxis(marks, motion, environment.fonts, times)
    showNames(marks, motion, environment.fonts, times)
    let shown = values[0].filter { $0.value.isFinite }
      .map { KeyedValue(key: $0.key, place: $0.place, value: data[Int($0.place)]) }
    showDots(marks.dots(shown), marks.dot, dots, motion, environment.fonts, times)
    showFurtherDots(Array(values.dropFirst()), marks, furtherMotion, environment.fonts, times)
  }

  private func keyed(_ values: [Double], _ geometry: LineChartGeometry) -> [KeyedValue] {
    zip(labels.indices, values).map {
      KeyedValue(key: Double(firstKey + $0), place: Double($0), value: geometry.counted($1))
    }
  }

  private func showAxis(
    _ marks: LineChartMarks, _ motion: KeyedMotion, _ fonts: FontLibrary, _ times: Times
  ) {
    let map = marks.geometry.map
    axis.update(
      marks.geometry.leftLabels, appearance: marks.left, fonts: fonts, at: times.travel,
      fade: times.fade, delay: Motion.tickEnterDelay, exit: { Point(0, map.y($0)) },
      place: { tick, _ in (Point(0, motion.start.y(tick.value)), Point(0, map.y(tick.value))) })
  }

  private func showNames(
    _ marks: LineChartMarks, _ motion: KeyedMotion, _ fonts: FontLibrary, _ times: Times
  ) {
    let (map, y) = (marks.geometry.map, marks.geometry.bottomY)
    let first = Double(firstKey)
    names.update(
      marks.names(labels, firstKey: firstKey), appearance: marks.bottom, fonts: fonts,
      at: times.travel, fade: times.fade, delay: Motion.enterDelay,
      exit: { motion.to[$0].map { Point($0.x, y) } },
      place: { tick, _ in
        let place = tick.value - first
        let from = motion.from[tick.value]?.x ?? motion.start.x(place)
        return (Point(from, y), Point(map.x(place), y))
      })
  }

  /// Shows the dots of further lines, in the colours of the lines and without values.
  private func showFurtherDots(
    _ values: [[KeyedValue]], _ marks: LineChartMarks, _ motions: [KeyedMotion],
    _ fonts: FontLibrary, _ times: Times
  ) {
    while furtherDots.count > values.count {
      furtherDots.removeLast().layer.fadeOut(at: times.fade)
    }
    while furtherDots.count < values.count {
      furtherDots.append(AxisMarks())
      furtherDotsLayer.insertSublayer(furtherDots[furtherDots.count - 1].layer, at: 0)
    }
    for (index, values) in values.enumerated() {
      let shown = values.filter(\.value.isFinite)
      let ticks = marks.dots(shown).map { AxisMarks.Tick(value: $0.value, label: "") }
      showDots(
        ticks, marks.dot(ringed: furtherColor(index)), furtherDots[index], motions[index], fonts,
        times)
    }
  }

  private func showDots(
    _ ticks: [AxisMarks.Tick], _ look: AxisMarks.Appearance, _ dots: AxisMarks,
    _ motion: KeyedMotion, _ fonts: FontLibrary, _ times: Times
  ) {
    dots.update(
      ticks, appearance: look, fonts: fonts, at: times.travel,
      fade: times.fade, delay: Motion.enterDelay, exit: { motion.to[$0] },
      place: { tick, _ in (motion.from[tick.value] ?? .zero, motion.to[tick.value] ?? .zero) })
  }

  /// The number of places by which labels have slid to the left: the smallest number for which the remaining labels are
  /// equal; 0 if no labels remain.
  private static func shift(from old: [String], to new: [String]) -> Int {
    for shift in old.indices where shift > 0 || old.first == new.first {
      let kept = old[shift...]
      if kept.count <= new.count, zip(kept, new).allSatisfy({ $0 == $1 }) { return shift }
    }
    return 0
  }
}

extension TimingFunction {
  /// The fraction of time at which an ascending function reaches a progress.
  fileprivate func fraction(reaching progress: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if self(middle) < progress { low = middle } else { high = middle }
    }
    return high
  }
}

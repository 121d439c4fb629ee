import Geometry
import Layers
import Metrics
import Raster
import Typography

/// A week of values as a line in a gradient, over seven dates and six values: drawn in after its start, with a dot at
/// each end and, at the end of the drawing, a bubble with the last value.
///
/// The lengths are meant for a chart of 340 by 170 points and grow with larger ones; colours are
/// meant for a light page and adapt to a dark theme.
public final class GradientLineChart: Chart {
  /// The look of the chart. A change shows at the next `layOut`.
  public struct Style: Hashable, Sendable {
    /// The width of the strip at the left for values, and the height of the strip at the bottom for dates.
    public var padding = 25.0
    /// The day before which the dates lie.
    public var today: CivilTime
    /// The days to show, counted from `today`. Default the seven days before.
    public var dayOffsets = -7..<0
    /// The labels of the columns, from the left, in place of dates; nil, the default, for the dates of
    /// `dayOffsets`.
    public var xLabels: [String]?
    /// The labels of the grid lines, from the lowest; one for each row.
    public var yLabels = ["0", "10", "20", "30", "40", "50"]
    /// The value of one row of the grid. Default 10.
    public var rowValue = 10.0
    /// The size of all labels. Default 10.
    public var textFontSize = 10.0
    /// The colour of dates and values. Default 0x9e9e9e.
    public var textColor = Color(hex: 0x9e9e9e)
    /// The colour of the grid. Default 0xe7e7e7.
    public var gridColor = Color(hex: 0xe7e7e7)
    /// The width of a grid line. Default 1.
    public var gridWidth = 1.0
    /// The colour behind the chart. Default 0xf3f3f3.
    public var backgroundColor = Color(hex: 0xf3f3f3)
    /// The width of the line; the dots at its ends are twice as wide. Default 4.
    public var lineWidth = 4.0
    /// The colours of the line, from the left to the right of the plot.
    public var lineColors = [Color(hex: 0xfda408), Color(hex: 0xfb252d)]
    /// The colours of the second and further lines, each from the left to the right of the plot. After the last ones,
    /// the colours repeat; empty, the default, for those of dashboards.
    public var furtherLineColors: [[Color]] = []
    /// The colour of the bubble and of the button. Default 0xd9141d.
    public var bubbleColor = Color(hex: 0xd9141d)
    /// The colour of the text in the bubble. Default white.
    public var bubbleTextColor = Color.white
    /// Whether the dots are parts of the line's path, as in the article's code: the pen draws a dot
    /// before the line and one after it. Default false: the dots are marks of their own.
    public var hasDotsInPath = false
    /// Seconds that the line takes to be drawn in. Default 2.5.
    public var drawOnDuration = 2.5
    /// The language of the button. Default English.
    public var language = ChartLanguage.en
    /// Whether the chart has a button, which takes the lower part of the chart's frame. Default true.
    public var showsStartButton = true
    /// The distance from the chart down to the button. Default 41, as on the article's screen.
    public var startButtonGap = 41.0

    /// The article's look, with its slips corrected, and with the dates before a day.
    public init(today: CivilTime) { self.today = today }

    /// The article's own look, with the dates before a day.
    public static func article(today: CivilTime) -> Style {
      var style = Style(today: today)
      style.hasDotsInPath = true
      return style
    }

    /// The labels of the columns.
    var columnLabels: [String] {
      xLabels ?? dayOffsets.map { today.addingDays($0).monthDayText }
    }
  }

  private enum Phase: Equatable {
    case idle
    /// The line is being drawn in, in the run of this number.
    case running(Int)
    case finished
  }

  /// The chart's own tree, for a host to add.
  public var layer: Layer { frame.layer }
  /// The look of the chart. A change shows at the next `layOut`.
  public var style: Style
  /// The points of each line: a column, counted from 1, and a height in rows of the grid.
  public private(set) var series: [[Point]] = []
  /// The points of the first line.
  public var points: [Point] { series.first ?? [] }

  private let frame = ScaledContent()
  private let axes = GradientLineAxes()
  private let plot = Layer()
  let line = KeyedLine()
  let further = FurtherLines()
  /// The dots at the starts and at the ends of further lines.
  private let furtherStarts = Layer()
  private let furtherEnds = Layer()
  let startDot = ShapeLayer()
  let endDot = ShapeLayer()
  let bubble = Bubble()
  private let button = LabelledButton()
  private var environment: ChartEnvironment?
  private var size = Size.zero
  private var phase = Phase.idle
  private var runs = 0

  /// The sizes, at which lengths are points, of the chart without its button, and of the button.
  static let chartSize = Size(340, 170)
  static let buttonSize = Size(50, 44)

  /// A chart without data.
  public init(style: Style) {
    self.style = style
    plot.anchorPoint = .zero
    let others = [further.layer, furtherStarts, furtherEnds]
    for part in others + [line.mark.layer, startDot, endDot] { plot.addSublayer(part) }
    for part in [axes.layer, plot, bubble.layer, button.layer] { frame.content.addSublayer(part) }
    showPhase()
  }

  /// The height that the button takes, with its gap.
  private var strip: Double {
    style.showsStartButton ? style.startButtonGap + Self.buttonSize.height : 0
  }

  /// The size of the chart with its button at which lengths are points.
  var design: Size { Size(Self.chartSize.width, Self.chartSize.height + strip) }

  /// Puts the chart in its place, without motion. A line that is being drawn in is completed.
  public func layOut(frame rect: Rect, environment host: ChartEnvironment) {
    let whole = frame.layOut(frame: rect, design: design)
    size = Size(whole.width, max(0, whole.height - strip))
    environment = frame.environment(host)
    frame.content.isHidden = size.width <= 0 || size.height <= 0
    if case .running = phase { phase = .finished }
    if !host.isAnimated { phase = .finished }
    let colors = ThemeAdaptation(host.theme)
    // The article's screen has a white ground around the chart.
    frame.content.backgroundColor = style.showsStartButton ? colors.ground(.white) : nil
    axes.layOut(geometry, style: style, environment: frame.environment(host))
    layOutLine(colors)
    button.layOut(
      frame: Rect(
        x: (size.width - Self.buttonSize.width) / 2, y: size.height + style.startButtonGap,
        width: Self.buttonSize.width, height: Self.buttonSize.height),
      title: startButtonTitle, color: style.bubbleColor,
      environment: frame.environment(host))
    button.layer.isHidden = !style.showsStartButton
    show(at: nil)
    removeMotion()
    showPhase()
  }

  /// Shows other data, which stays invisible before the first start.
  /// - Parameters:
  ///   - points: columns, counted from 1, and heights in rows of the grid.
  ///   - time: the start of the motion towards the new data; nil for no motion.
  public func setData(_ points: [Point], at time: Double?) { setSeries([points], at: time) }

  /// Shows other data as several lines, of which the first one has the bubble.
  /// - Parameters:
  ///   - series: the points of each line, as for `setData`.
  ///   - time: the start of the motion towards the new data; nil for no motion.
  public func setSeries(_ series: [[Point]], at time: Double?) {
    self.series = series.map { $0.filter(\.isFinite) }
    show(at: phase == .idle ? nil : time)
    showPhase()
  }

  // MARK: Running

  /// Draws the line on from its start again, and then shows the bubble.
  public func replay(at time: Double) {
    guard let environment else { return }
    runs += 1
    let run = runs
    phase = environment.isAnimated ? .running(run) : .finished
    showPhase()
    guard environment.isAnimated else { return }
    let completion: (Bool) -> Void = { [weak self] finished in
      guard let self, finished, phase == .running(run) else { return }
      phase = .finished
      showPhase()
    }
    if environment.reducesMotion {
      plot.add(
        BasicAnimation(.opacity, from: .scalar(0), duration: Motion.fadeDuration),
        forKey: "drawOn", at: time, completion: completion)
      return
    }
    line.drawOn(
      Pace(begin: time, duration: style.drawOnDuration, timing: .linear), completion: completion)
    further.drawOn(Pace(begin: time, duration: style.drawOnDuration, timing: .linear))
    // The dots at the ends appear after the lines.
    for dot in [endDot, furtherEnds] {
      dot.add(
        BasicAnimation(
          .opacity, from: .scalar(0), to: .scalar(0), duration: style.drawOnDuration),
        forKey: "drawOn", at: time)
    }
  }

  /// The frame of the button in the layer of the host; empty for none.
  public var startButtonFrame: Rect {
    style.showsStartButton && !frame.content.isHidden ? frame.hostRect(button.frame) : .zero
  }

  /// The text on the button.
  var startButtonTitle: String {
    switch style.language {
    case .zh: "开始"
    case .en: "Start"
    }
  }

  /// Whether the data is hidden until the button, or `replay`, starts the line.
  public var waitsForStart: Bool { style.showsStartButton && phase == .idle }

  /// Takes a press of the pointer. A press on the button starts the line.
  /// - Returns: whether the press hit the button.
  @discardableResult
  public func press(at point: Point, time: Double) -> Bool {
    guard startButtonFrame.contains(point) else { return false }
    replay(at: time)
    return true
  }

  private func removeMotion() {
    plot.removeAnimation(forKey: "drawOn")
    line.mark.stroke.removeAnimation(forKey: "drawOn")
    for line in further.lines { line.mark.stroke.removeAnimation(forKey: "drawOn") }
    for dot in [endDot, furtherEnds] { dot.removeAnimation(forKey: "drawOn") }
  }

  private func showPhase() {
    plot.isHidden = phase == .idle || points.isEmpty
    bubble.layer.isHidden = phase != .finished || points.isEmpty
    startDot.isHidden = style.hasDotsInPath
    endDot.isHidden = points.count < 2 || style.hasDotsInPath
  }

  // MARK: Showing

  var geometry: GradientLineGeometry {
    GradientLineGeometry(
      size: size, padding: style.padding, columns: style.columnLabels.count,
      rows: style.yLabels.count)
  }

  /// The text in the bubble.
  var lastValue: String { NumberLabel.text((points.last?.y ?? 0) * style.rowValue) }

  private func layOutLine(_ colors: ThemeAdaptation) {
    let gradient = geometry.plot
    // The overhang keeps a line at the topmost row from being clipped.
    let overhang = 2 * style.lineWidth
    let look = LineMark.Look(
      stroke: StrokeStyle(width: style.lineWidth, cap: .round, join: .round),
      lineColors: style.lineColors.map(colors.line),
      lineFrame: Rect(
        x: gradient.minX, y: -overhang, width: gradient.width,
        height: gradient.height + 2 * overhang),
      areaColors: [], areaFrame: gradient, baseline: gradient.maxY)
    let rule =
      style.hasDotsInPath ? CurveRule.dotted(radius: style.lineWidth / 2) : .straight
    line.layOut(look, rule: rule)
    further.layOut { [unowned self] line, index in
      var look = look
      look.lineColors = furtherColors(index).map(colors.line)
      line.layOut(look, rule: rule)
    }
    for dot in [startDot, endDot] {
      dot.path = Path(circleCenter: .zero, radius: style.lineWidth)
    }
  }

  private func show(at time: Double?) {
    guard let environment, !frame.content.isHidden else { return }
    let travel = environment.travelTime(time)
    // Values are held where numbers stay exact.
    func held(_ number: Double) -> Double { min(max(number, -1e6), 1e6) }
    let values = series.map { points in
      points.enumerated().map {
        KeyedValue(key: Double($0), place: held($1.x), value: held($1.y))
      }
    }
    let (map, fade) = (geometry.map, environment.fadeTime(time))
    line.update(values.first ?? [], map: map, at: travel, fade: fade)
    let others = Array(values.dropFirst())
    further.update(others, map: map, at: travel, fade: fade)
    showDots(furtherStarts, others.map(\.first), map, environment, at: travel)
    showDots(
      furtherEnds, others.map { $0.count > 1 ? $0.last : nil }, map, environment, at: travel)
    guard let first = values.first?.first, let last = values.first?.last else { return }
    for (dot, end) in [(startDot, first), (endDot, last)] {
      show(dot, at: map(end.place, end.value), of: style.lineColors, environment, time: travel)
    }
    showBubble(at: map(last.place, last.value), environment, time: travel)
  }

  private func furtherColors(_ index: Int) -> [Color] {
    let colors = style.furtherLineColors
    return colors.isEmpty
      ? [FurtherLines.color(index, of: [])] : colors[index % colors.count]
  }

  /// Shows a dot at one end of each further line with data.
  private func showDots(
    _ dots: Layer, _ ends: [KeyedValue?], _ map: AxisMap, _ environment: ChartEnvironment,
    at time: Double?
  ) {
    dots.isHidden = style.hasDotsInPath
    while dots.sublayers.count > ends.count { dots.sublayers.last?.removeFromSuperlayer() }
    for (index, end) in ends.enumerated() {
      let isNew = index == dots.sublayers.count
      if isNew { dots.addSublayer(ShapeLayer()) }
      guard let dot = dots.sublayers[index] as? ShapeLayer else { continue }
      dot.isHidden = end == nil
      dot.path = Path(circleCenter: .zero, radius: style.lineWidth)
      guard let end else { continue }
      show(
        dot, at: map(end.place, end.value), of: furtherColors(index), environment,
        time: isNew ? nil : time)
    }
  }

  /// Moves a dot to a place, in the colour of its line at that place.
  private func show(
    _ dot: ShapeLayer, at place: Point, of lineColors: [Color], _ environment: ChartEnvironment,
    time: Double?
  ) {
    let plot = geometry.plot
    let color = Self.color(of: lineColors, at: (place.x - plot.minX) / plot.width)
    dot.fillColor = ThemeAdaptation(environment.theme).line(color)
    dot.move(.position, to: .point(place), at: time)
  }

  private func showBubble(at end: Point, _ environment: ChartEnvironment, time: Double?) {
    let font = FontDescription(size: 10, weight: .semibold, tabularDigits: true)
    let line = environment.fonts.line(lastValue, font: font)
    let frame = geometry.bubbleFrame(end: end, textWidth: line.width)
    bubble.show(
      line, frame: frame.offsetBy(dx: -end.x, dy: -end.y), place: end,
      capHeight: environment.fonts.metrics(of: font).capHeight,
      colors: (style.bubbleColor, style.bubbleTextColor), at: time)
  }

  /// The colour at a place, 0...1, of a gradient.
  static func color(of colors: [Color], at place: Double) -> Color {
    guard let first = colors.first else { return .clear }
    guard colors.count > 1, place.isFinite else { return first }
    let step = min(max(place, 0), 1) * Double(colors.count - 1)
    let index = min(Int(step), colors.count - 2)
    return lerp(colors[index], colors[index + 1], step - Double(index))
  }
}

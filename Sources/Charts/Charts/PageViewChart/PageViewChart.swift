import Geometry
import Layers
import Metrics
import Raster
import Typography

/// Views of a page, day by day: an S-shaped line with a fading area under it, on a scale that follows the data. New
/// data at any moment, even of other days, moves line, area, axis and dates from their current places.
///
/// The lengths are meant for a frame of 375 by 200 points and grow with larger ones; colours are
/// meant for a light page and adapt to a dark theme.
public final class PageViewChart: Chart {
  /// The views of one day.
  public struct Entry: Hashable, Sendable {
    /// The day; its time does not count.
    public var day: CivilTime
    /// The number of views; NaN is a gap.
    public var value: Double

    /// A number of views on a day.
    public init(day: CivilTime, value: Double) {
      self.day = day
      self.value = value
    }
  }

  /// The look of the chart. A change shows at the next `layOut`.
  public struct Style: Hashable, Sendable {
    /// The room around the plot; wide value labels take more at the left.
    public var insets = EdgeInsets(top: 20, left: 30, bottom: 30, right: 20)
    /// The rule by which the value axis follows the data. Default `fiveSteps`.
    public var scaleRule = PageViewScale.Rule.fiveSteps
    /// The largest number of days to show: the last ones. Default 15.
    public var mostDates = 15
    /// The colour of the line. Default 0x00cdd1.
    public var lineColor = Color(hex: 0x00cdd1)
    /// The colours of the second and further lines. After the last one, the colours repeat; empty, the default, for
    /// those of dashboards.
    public var furtherLineColors: [Color] = []
    /// The width of the line. Default 2.
    public var lineWidth = 2.0
    /// The colours under the line, from its top to the axis. Default the line's colour, fading from
    /// 0.3 to 0.
    public var areaColors = [Color(hex: 0x00cdd1, alpha: 0.3), Color(hex: 0x00cdd1, alpha: 0)]
    /// The colour of both axes. Default a grey of 0.9.
    public var axisColor = Color(red: 0.9, green: 0.9, blue: 0.9)
    /// The colour of the lines across the plot. Default a grey of 0.968.
    public var gridColor = Color(red: 0.968, green: 0.968, blue: 0.968)
    /// The colour of dates and values. Default 0x666666.
    public var textColor = Color(hex: 0x666666)
    /// The size of dates and values. Default 10.
    public var textFontSize = 10.0
    /// The colour behind the chart. Default white.
    public var backgroundColor = Color.white
    /// Seconds that the line takes to be drawn in. Default 3.
    public var drawOnDuration = 3.0
    /// Whether the area is drawn in with the line. Default true; in the article, the whole area is there from the
    /// start.
    public var revealsArea = true

    /// The article's look, with its slips corrected.
    public init() {}

    /// The look and the motion of the article.
    public static let article = {
      var style = Style()
      style.revealsArea = false
      return style
    }()
  }

  /// The chart's own tree, for a host to add.
  public var layer: Layer { frame.layer }
  /// The look of the chart. A change shows at the next `layOut`.
  public var style: Style
  /// The entries of each line, in the order of days, with one entry for each day. All lines share the last `mostDates`
  /// of their days; a line runs straight across a day that only other lines have.
  public private(set) var series: [[Entry]] = []
  /// The entries of the first line.
  public var entries: [Entry] { series.first ?? [] }
  /// The days of all lines in their order.
  private var days: [CivilTime] = []

  private let frame = ScaledContent()
  private let values = AxisMarks()
  private let dates = AxisMarks()
  private let axes = ShapeLayer()
  private let lines = Layer()
  let line = KeyedLine()
  let further = FurtherLines()
  private var environment: ChartEnvironment?
  private var size = Size.zero

  /// The size at which lengths are points.
  static let design = Size(375, 200)

  /// A chart without data.
  public init(style: Style = Style()) {
    self.style = style
    axes.fillColor = nil
    lines.masksToBounds = true
    lines.anchorPoint = .zero
    lines.addSublayer(further.layer)
    lines.addSublayer(line.mark.layer)
    for part in [values.layer, dates.layer, axes, lines] { frame.content.addSublayer(part) }
  }

  /// Puts the chart in its place, without motion.
  public func layOut(frame rect: Rect, environment host: ChartEnvironment) {
    size = frame.layOut(frame: rect, design: Self.design)
    environment = frame.environment(host)
    frame.content.isHidden = size.width <= 0 || size.height <= 0
    let colors = ThemeAdaptation(host.theme)
    frame.content.backgroundColor = colors.ground(style.backgroundColor)
    let geometry = self.geometry
    axes.strokeColor = colors.ground(style.axisColor)
    axes.strokeStyle = StrokeStyle(width: 1 / (host.scale * frame.factor))
    values.removeAll()
    dates.removeAll()
    let bounds = Rect(origin: .zero, size: size)
    let look = LineMark.Look(
      stroke: StrokeStyle(width: style.lineWidth),
      lineColors: [colors.line(style.lineColor)], lineFrame: bounds,
      areaColors: style.areaColors.map(colors.ground), areaFrame: bounds,
      baseline: geometry.plot.maxY)
    line.layOut(look, rule: .horizontalTangents)
    further.layOut { [style] line, index in
      var look = look
      look.lineColors = [colors.line(FurtherLines.color(index, of: style.furtherLineColors))]
      line.layOut(look, rule: .horizontalTangents)
    }
    show(at: nil)
  }

  /// Shows other data.
  /// - Parameters:
  ///   - data: the entries in any order; of several entries of one day, the last one counts.
  ///   - time: the start of the motion towards the new data; nil for no motion.
  public func setData(_ data: [Entry], at time: Double?) { setSeries([data], at: time) }

  /// Shows other data as several lines, of which the first one has the area.
  /// - Parameters:
  ///   - series: the entries of each line, in any order; of several entries of one day, the last one counts.
  ///   - time: the start of the motion towards the new data; nil for no motion.
  public func setSeries(_ series: [[Entry]], at time: Double?) {
    let byDay = series.map { data in
      Dictionary(data.map { ($0.day.dayNumber, $0) }, uniquingKeysWith: { $1 })
    }
    let shown = Set(byDay.flatMap(\.keys)).sorted().suffix(max(0, style.mostDates))
    days = shown.compactMap { day in byDay.lazy.compactMap { $0[day]?.day }.first }
    self.series = byDay.map { data in shown.compactMap { data[$0] } }
    show(at: time)
  }

  /// Draws the lines in again from their starts.
  public func replay(at time: Double) {
    guard let environment, environment.isAnimated else { return }
    if environment.reducesMotion {
      lines.fadeIn(at: time)
    } else {
      line.drawOn(
        Pace(begin: time, duration: style.drawOnDuration, timing: .easeInEaseOut),
        revealsArea: style.revealsArea)
      further.drawOn(
        Pace(begin: time, duration: style.drawOnDuration, timing: .easeInEaseOut))
    }
  }

  /// The value axis of the data of all lines.
  public var scale: PageViewScale {
    PageViewScale(series.joined().map(\.value), rule: style.scaleRule)
  }

  var geometry: PageViewGeometry {
    var insets = style.insets
    if let fonts = environment?.fonts {
      let widest = scale.ticks.lazy.map { fonts.line($0.label, font: self.font).width }.max()
      insets.left = max(insets.left, (widest ?? 0) + 1.5 * Self.labelGap)
    }
    return PageViewGeometry(size: size, insets: insets, count: days.count)
  }

  /// The gap between the value labels and the axis.
  private static let labelGap = 6.0

  // MARK: Showing

  private func show(at time: Double?) {
    guard let environment, !frame.content.isHidden else { return }
    let travel = environment.travelTime(time)
    let fade = environment.fadeTime(time)
    let geometry = self.geometry
    let map = geometry.map(scale)
    axes.move(.path, to: .path(geometry.axes), at: axes.path == nil ? nil : travel)
    // The frame exceeds the plot by half of the line's width at both ends, where dates come and go.
    let edge = style.lineWidth / 2
    lines.bounds = Rect(
      x: geometry.plot.minX - edge, y: 0, width: geometry.plot.width + 2 * edge,
      height: size.height)
    lines.position = lines.bounds.origin
    let places = days.enumerated().map { index, day in
      KeyedValue(key: Double(day.dayNumber), place: Double(index), value: 0)
    }
    let values = series.map { keyed($0, places) }
    let motion = line.update(values.first ?? [], map: map, at: travel, fade: fade)
    further.update(Array(values.dropFirst()), map: map, at: travel, fade: fade)
    showValues(from: motion.start, to: map, environment, at: travel, fade: fade)
    showDates(places, motion, map, environment, at: travel, fade: fade)
  }

  /// The values of a line at the places of their days.
  private func keyed(_ entries: [Entry], _ dates: [KeyedValue]) -> [KeyedValue] {
    let places = Dictionary(uniqueKeysWithValues: dates.map { ($0.key, $0.place) })
    return entries.compactMap { entry in
      let key = Double(entry.day.dayNumber)
      return places[key].map {
        KeyedValue(key: key, place: $0, value: entry.value.isFinite ? max(0, entry.value) : .nan)
      }
    }
  }

  private func showValues(
    from: AxisMap, to: AxisMap, _ environment: ChartEnvironment, at time: Double?, fade: Double?
  ) {
    let (plot, colors) = (geometry.plot, ThemeAdaptation(environment.theme))
    let metrics = environment.fonts.metrics(of: font)
    let appearance = AxisMarks.Appearance(
      font: font, color: colors.text(style.textColor),
      rule: (
        colors.ground(style.gridColor),
        Rect(
          x: plot.minX, y: -environment.hairline / 2, width: plot.width,
          height: environment.hairline)
      ),
      labelOrigin: { Point(plot.minX - Self.labelGap - $0.width, metrics.capHeight / 2) })
    values.update(
      scale.ticks, appearance: appearance, fonts: environment.fonts, at: time, fade: fade,
      delay: Motion.tickEnterDelay, exit: { Point(0, to.y($0)) },
      place: { tick, _ in
        (Point(0, from.y(tick.value)), Point(0, environment.pixelCenter(to.y(tick.value))))
      })
  }

  private func showDates(
    _ keyed: [KeyedValue], _ motion: KeyedMotion, _ map: AxisMap,
    _ environment: ChartEnvironment, at time: Double?, fade: Double?
  ) {
    let (plot, colors) = (geometry.plot, ThemeAdaptation(environment.theme))
    let metrics = environment.fonts.metrics(of: font)
    let baseline = style.insets.bottom / 2 + metrics.capHeight / 2
    let appearance = AxisMarks.Appearance(
      font: font, color: colors.text(style.textColor),
      rule: (
        colors.ground(style.axisColor),
        Rect(
          x: -environment.hairline / 2, y: -PageViewGeometry.tickLength,
          width: environment.hairline, height: PageViewGeometry.tickLength)
      ),
      labelOrigin: { Point(-$0.width / 2, baseline) })
    let widest = environment.fonts.line("00-00", font: font).width
    let isLabelled = LabelThinning(count: days.count, spacing: geometry.spacing, width: widest)
    let ticks = zip(keyed, days).enumerated().map { index, pair in
      AxisMarks.Tick(
        value: pair.0.key,
        label: isLabelled(index) ? pair.1.monthDayText : "")
    }
    let places = Dictionary(uniqueKeysWithValues: keyed.map { ($0.key, $0.place) })
    dates.update(
      ticks, appearance: appearance, fonts: environment.fonts, at: time, fade: fade,
      delay: Motion.enterDelay, exit: { motion.to[$0].map { Point($0.x, plot.maxY) } },
      place: { tick, _ in
        let place = places[tick.value] ?? 0
        return (
          Point(motion.from[tick.value]?.x ?? motion.start.x(place), plot.maxY),
          Point(environment.pixelCenter(map.x(place)), plot.maxY)
        )
      })
  }

  private var font: FontDescription {
    FontDescription(size: style.textFontSize, tabularDigits: true)
  }
}

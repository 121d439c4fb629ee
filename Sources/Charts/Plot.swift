import Geometry
import Layers
import Metrics
import Raster
import Typography

/// What a plot shows.
public struct PlotContent {
  public struct Series {
    public enum Style: Sendable, Equatable {
      /// The wide gradient line with its area and the dot at its end.
      case primary
      /// A dotted line in the secondary colour.
      case dotted
      /// A thin line in the panel's gradient, behind the others.
      case faint
    }

    public var samples: TimeSeries
    public var style: Style

    public init(_ samples: TimeSeries, style: Style) {
      self.samples = samples
      self.style = style
    }
  }

  public var series: [Series]
  /// The times at the left and the right edge.
  public var time: ClosedRange<Double>
  public var axis: TickScale

  public init(series: [Series], time: ClosedRange<Double>, axis: TickScale) {
    self.series = series
    self.time = time
    self.axis = axis
  }
}

/// Lines over time: grid, area, lines, the dot at the end, and the labels of both axes.
final class Plot {
  /// Its origin is the plot's top left corner; labels lie outside of its bounds.
  let layer = Layer()
  private let yMarks = AxisMarks()
  private let xMarks = AxisMarks()
  private let lines = Layer()
  private var marks: [LineMark] = []
  private let dot = EndDot()
  private var transition: PlotTransition?
  private var content: PlotContent?
  private var environment: ChartEnvironment
  private var gradient = LineGradient.standard[0]
  private var size = Size.zero
  private var showsTicks = true
  private var showsTimes = true

  init(environment: ChartEnvironment) {
    self.environment = environment
    for part in [yMarks.layer, lines, dot.layer, xMarks.layer] { layer.addSublayer(part) }
  }

  /// Puts the plot in its place, without motion.
  func layOut(
    frame: Rect, gradient: LineGradient, showsTicks: Bool, showsTimes: Bool,
    environment: ChartEnvironment
  ) {
    self.environment = environment
    self.gradient = gradient
    self.showsTicks = showsTicks
    self.showsTimes = showsTimes
    layer.frame = frame
    size = frame.size
    transition = nil
    yMarks.removeAll()
    xMarks.removeAll()
    for mark in marks { mark.layOut(size: size, environment: environment, gradient: gradient) }
    dot.layOut(environment: environment, color: gradient.end)
    if let content { update(content, at: nil) }
  }

  /// Shows new content.
  /// - Parameter time: when the motion towards it starts; nil for none.
  func update(_ content: PlotContent, at time: Double?) {
    self.content = content
    guard size.width > 0, size.height > 0 else { return }
    let fade = environment.fadeTime(time)
    let time = environment.travelTime(time)
    if time == nil, let fade { for mark in marks { mark.fadeOver(at: fade) } }
    let epoch = transition?.to.epoch ?? content.time.upperBound
    let target = AxisMap(
      epoch: epoch, time: content.time, value: content.axis.domain, size: size)
    let current = time.flatMap { transition?.map(at: $0) } ?? target
    let progress = time.flatMap { transition?.progress(at: $0) } ?? 1
    updateLines(content, from: current, to: target, progress: progress, at: time)
    transition = PlotTransition(from: current, to: target, begin: time ?? -.infinity)
    updateTicks(content, from: current, to: target, at: time, fade: fade)
  }

  /// Draws all lines on from the left.
  func drawOn(at time: Double) {
    guard environment.isAnimated else { return }
    if environment.reducesMotion {
      layer.fadeIn(at: time)
      return
    }
    for mark in marks { mark.drawOn(at: time) }
    dot.appear(at: time + Motion.drawOnDuration)
  }

  /// How strong the lines are: less for data that is late.
  func setStrength(_ strength: Double, at time: Double?) {
    let time = environment.isAnimated ? time : nil
    for mark in marks { mark.setStrength(strength, at: time) }
    dot.setStrength(strength, at: time)
  }

  // MARK: Lines

  private func updateLines(
    _ content: PlotContent, from: AxisMap, to: AxisMap, progress: Double, at time: Double?
  ) {
    matchMarks(to: content.series.map(\.style))
    for (mark, series) in zip(marks, content.series) {
      let left = min(from.time(0), to.time(0))
      let positions = SampledCurve.positions(series.samples, from: left)
      let target = SampledCurve(series.samples, positions: positions, map: to)
      let start = SampledCurve(series.samples, positions: positions, map: from)
        .matching(mark.shown(progress: progress), narrow: EndDot.radius(environment))
      mark.update(from: start, to: target, at: time)
      if series.style == .primary {
        dot.update(from: start, to: target, x: size.width, at: time)
      }
    }
  }

  private func matchMarks(to styles: [PlotContent.Series.Style]) {
    guard marks.map(\.style) != styles else { return }
    marks = styles.map { LineMark(style: $0) }
    lines.removeAllSublayers()
    let order: [PlotContent.Series.Style] = [.faint, .primary, .dotted]
    for style in order {
      for mark in marks where mark.style == style { lines.addSublayer(mark.layer) }
    }
    for mark in marks { mark.layOut(size: size, environment: environment, gradient: gradient) }
  }

  // MARK: Axes

  private func updateTicks(
    _ content: PlotContent, from: AxisMap, to: AxisMap, at time: Double?, fade: Double?
  ) {
    guard showsTicks else { return }
    let ticks = zip(content.axis.ticks, content.axis.labels).map {
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
    guard showsTimes else { return }
    xMarks.update(
      timeTicks(content), appearance: timeAppearance, fonts: environment.fonts, at: time,
      fade: fade
    ) {
      (placeOfTime($0, $1, from), placeOfTime($0, $1, to))
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

  /// As many times as have room, also where the first or the last is held at an edge.
  private func timeTicks(_ content: PlotContent) -> [AxisMarks.Tick] {
    var ticks: [TimeTicks.Tick] = []
    for pattern in ["00:00", "00:00:00"] {
      let widest = environment.fonts.line(pattern, font: environment.type.tick).width
      ticks =
        TimeTicks(
          from: content.time.lowerBound, through: content.time.upperBound,
          maximum: max(1, Int(size.width / (widest * 1.5 + environment.type.tickGap))),
          zone: environment.zone
        ).ticks
      if ticks.allSatisfy({ $0.label.count <= pattern.count }) { break }
    }
    return ticks.map { AxisMarks.Tick(value: $0.time, label: $0.label) }
  }
}

extension SampledCurve {
  /// The samples that shape the curve from a time on: two more than are right of it, because a
  /// segment's slopes depend on a sample beyond either end.
  static func positions(_ series: TimeSeries, from time: Double) -> Range<Int> {
    let visible = series.indices(from: time, through: .infinity)
    return max(0, visible.lowerBound - 2)..<visible.upperBound
  }
}

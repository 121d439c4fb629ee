import Geometry
import Metrics
import Typography

/// The ticks of a plot's axes with their labels and grid lines, and the texts in their place if ticks have no room or
/// no meaning.
final class PlotTicks {
  let yMarks = AxisMarks()
  let xMarks = AxisMarks(snapsToColumns: true)
  /// The labels of the axis at the right.
  let rightMarks = AxisMarks()
  /// The axis at the right, and the same axis with only the ticks that have room.
  private var rightAxis: (whole: TickScale, shown: TickScale)?
  let words = PlotWords()
  /// The value axis whose ticks are in their places, or in their last motion there.
  private var settledAxis: TickScale?
  private(set) var environment: ChartEnvironment
  private(set) var size = Size.zero
  private var showsValues = true
  private var showsTimes = true

  init(environment: ChartEnvironment) { self.environment = environment }

  /// Removes all ticks, and prepares new ones for a plot with a size.
  func layOut(size: Size, showsValues: Bool, showsTimes: Bool, environment: ChartEnvironment) {
    self.size = size
    self.showsValues = showsValues
    self.showsTimes = showsTimes
    self.environment = environment
    yMarks.removeAll()
    rightMarks.removeAll()
    rightAxis = nil
    settledAxis = nil
    xMarks.removeAll()
  }

  /// - Parameters:
  ///   - motion: the motion of the axes.
  ///   - time: the moment at which the motion starts; nil for none.
  ///   - fade: the start of the fading of ticks that come and go; nil for an immediate change.
  func update(
    _ content: PlotContent, _ motion: PlotTransition, at time: Double?, fade: Double?
  ) {
    let (from, to) = (motion.from, motion.to)
    words.show(content.emptyText ?? "", in: Rect(origin: .zero, size: size), environment)
    if showsValues {
      updateValueTicks(content, motion, at: time, fade: fade)
      updateRightTicks(content, motion, at: time, fade: fade)
    }
    guard showsTimes else { return words.showSpan(nil, fitting: 0, environment) }
    let ticks = xTicks(content)
    showXWords(content, hasTicks: ticks.count > 1)
    xMarks.update(
      ticks.count < 2 ? [] : ticks, appearance: timeAppearance, fonts: environment.fonts, at: time,
      duration: motion.duration, fade: fade,
      slide: from.xScale == to.xScale ? (from.xOffset, to.xOffset) : nil
    ) {
      (placeOfTime($0, $1, from), placeOfTime($0, $1, to))
    }
  }

  private func updateValueTicks(
    _ content: PlotContent, _ motion: PlotTransition, at time: Double?, fade: Double?
  ) {
    let (from, to) = (motion.from, motion.to)
    let axis = shownAxis(content)
    let isStill = from.yScale == to.yScale && from.yOffset == to.yOffset
    if isStill, axis == settledAxis { return }
    settledAxis = isStill ? axis : nil
    let ticks = zip(axis.ticks, axis.labels).map {
      AxisMarks.Tick(value: $0, label: $1)
    }
    yMarks.update(
      ticks, appearance: valueAppearance, fonts: environment.fonts, at: time,
      duration: motion.duration, fade: fade
    ) {
      tick, _ in
      // A grid line lies on whole pixels; the baseline lies on the plot's last row of pixels.
      let y = environment.snapped(to.y(tick.value))
      return (Point(0, from.y(tick.value)), Point(0, min(y, size.height)))
    }
  }

  /// Moves the labels of the right axis from their places under the axis before.
  private func updateRightTicks(
    _ content: PlotContent, _ motion: PlotTransition, at time: Double?, fade: Double?
  ) {
    let axis = content.emptyText == nil ? content.rightAxis : nil
    let shown = axis.map {
      PlotTicks.shownRightAxis(
        $0, beside: content.axis, height: size.height, type: environment.type)
    }
    guard axis != rightAxis?.whole || shown != rightAxis?.shown else { return }
    let before = rightAxis?.whole ?? axis
    rightAxis = axis.map { ($0, shown ?? $0) }
    let metrics = environment.fonts.metrics(of: environment.type.tick)
    func y(_ value: Double, _ axis: TickScale?) -> Double {
      guard let domain = axis?.domain else { return 0 }
      return AxisMap(epoch: 0, time: 0...1, value: domain, size: size).y(value)
    }
    rightMarks.update(
      shown.map { axis in
        zip(axis.ticks, axis.labels).map { AxisMarks.Tick(value: $0, label: $1) }
      } ?? [],
      appearance: AxisMarks.Appearance(
        font: environment.type.tick, color: environment.theme.secondary, rule: nil,
        labelOrigin: { [gap = environment.type.tickGap, width = size.width] _ in
          Point(width + gap, metrics.capHeight / 2)
        }),
      fonts: environment.fonts, at: time, duration: motion.duration, fade: fade
    ) { tick, _ in
      (Point(0, y(tick.value, before)), Point(0, y(tick.value, axis)))
    }
  }

  /// The axis with the ticks that have room; without ticks if nothing is in view.
  private func shownAxis(_ content: PlotContent) -> TickScale {
    content.emptyText == nil
      ? PlotTicks.shownAxis(
        content.axis, beside: content.rightAxis, height: size.height, type: environment.type)
      : content.axis.thinned(toPitch: .infinity, height: size.height)
  }

  /// The axis of a plot of a height with the ticks that have room. Two axes name their units.
  static func shownAxis(
    _ axis: TickScale, beside right: TickScale?, height: Double, type: TypeScale
  ) -> TickScale {
    let shown = thinnedAxis(axis, height, type)
    return right == nil ? shown : shown.namingUnit()
  }

  /// The axis at the right of a plot with the ticks that have room: those beside the grid lines, if the axis has ticks
  /// there.
  static func shownRightAxis(
    _ axis: TickScale, beside left: TickScale, height: Double, type: TypeScale
  ) -> TickScale {
    let shown =
      axis.keepingTicks(beside: thinnedAxis(left, height, type)) ?? thinnedAxis(axis, height, type)
    return shown.namingUnit()
  }

  private static func thinnedAxis(
    _ axis: TickScale, _ height: Double, _ type: TypeScale
  ) -> TickScale {
    axis.thinned(toPitch: PanelGeometry.tickPitch * type.tick.size, height: height)
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
    return AxisMarks.Appearance(
      font: type.tick, color: environment.theme.secondary, rule: nil,
      labelOrigin: { [baseline = timeBaseline] in Point(-$0.width / 2, baseline) })
  }

  /// The distance from the plot's bottom to the baseline of the time labels.
  var timeBaseline: Double {
    let capHeight = environment.fonts.metrics(of: environment.type.tick).capHeight
    return max(environment.type.length(24), capHeight / 2 + 10) + capHeight / 2
  }

  /// The place of a label, centred on its time but within the plot's edges.
  func placeOfTime(_ tick: AxisMarks.Tick, _ line: TextLine, _ map: AxisMap) -> Point {
    let half = line.width / 2
    // Whole pixels between the epoch and the tick let both snap to columns at once.
    let x = map.xOffset + environment.snapped(map.xScale * (tick.value - map.epoch))
    return Point(min(max(x, half), size.width - half), size.height)
  }
}

import Geometry
import Layers
import Metrics

extension Panel.Kind {
  /// Columns over time.
  public static let columns = Panel.Kind("columns", .plot) { ColumnsBody(environment: $0) }
}

/// Columns over time, stacked or side by side where there are several series. Each stretch of time keeps its column
/// while the axes move.
final class ColumnsBody: PanelBody {
  let layer = Layer()
  private let ticks: PlotTicks
  private let thresholds = ThresholdMarks()
  /// Clips columns that come and go at the edges.
  private let clip = Layer()
  private var bars: [Double: [Layer]] = [:]
  let cursor = TimeCursor()
  private(set) var environment: ChartEnvironment
  private(set) var place: PanelBodyPlace?
  private var transition: PlotTransition?
  private(set) var content: ColumnsContent?
  /// The share of a stretch that its column takes.
  private static let share = 0.72
  /// The strength of the column of a stretch that is not over yet.
  private static let growingStrength = 0.5
  private static let radius = 3.0

  init(environment: ChartEnvironment) {
    self.environment = environment
    ticks = PlotTicks(environment: environment)
    clip.masksToBounds = true
    clip.anchorPoint = .zero
    for part in [
      ticks.yMarks.layer, clip, thresholds.layer, ticks.words.layer, ticks.xMarks.layer,
      cursor.layer,
    ] {
      layer.addSublayer(part)
    }
  }

  func layOut(_ place: PanelBodyPlace, environment: ChartEnvironment) {
    self.environment = environment
    self.place = place
    layer.frame = place.frame
    clip.bounds = Rect(origin: .zero, size: place.frame.size)
    clip.removeAllSublayers()
    bars = [:]
    transition = nil
    ticks.layOut(
      size: place.frame.size, showsValues: place.showsTicks, showsTimes: place.showsTimes,
      environment: environment)
    thresholds.removeAll()
    cursor.layOut(
      frame: Rect(origin: .zero, size: place.frame.size), environment: environment)
  }

  func update(_ content: any PanelBodyContent, look: PanelBodyLook, at time: Double?) {
    guard let content = content as? ColumnsContent, let place, !place.frame.isEmpty else { return }
    self.content = content
    let (axes, size) = (content.axes, place.frame.size)
    let travel = environment.travelTime(time)
    let target = AxisMap(
      epoch: axes.time.upperBound, time: axes.time, value: axes.axis.domain, size: size)
    transition = transition?.counted(from: target.epoch)
    let shown = travel.flatMap { transition?.map(at: $0) } ?? target
    let motion = PlotTransition(from: shown, to: target, begin: travel ?? -.infinity)
    transition = motion
    cursor.follow(
      motion, span: axes.time, rests: content.columns.map { ($0.start + $0.end) / 2 })
    ticks.update(axes, motion, at: travel, fade: environment.fadeTime(time))
    // The frames are found once for all labels, and without labels not at all.
    lazy var all = content.columns.flatMap { frames(of: $0, content, target) }
    thresholds.update(
      axes.thresholds, from: shown, to: target, size: size, environment: environment, at: travel,
      duration: motion.duration, fade: environment.fadeTime(time)
    ) { label in
      all.map { $0.clearance(of: label) }.min() ?? .infinity
    }
    showColumns(content, motion, look, place, at: travel, fade: environment.fadeTime(time))
  }

  func drawOn(at time: Double) {
    guard place != nil else { return }
    guard !environment.reducesMotion else { return layer.fadeIn(at: time) }
    clip.uncover(at: time)
  }

  func finishDrawOn() {
    layer.removeAnimation(forKey: "fadeIn")
    clip.removeAnimation(forKey: "drawOn")
  }

  // MARK: Columns

  private func showColumns(
    _ content: ColumnsContent, _ motion: PlotTransition, _ look: PanelBodyLook,
    _ place: PanelBodyPlace, at time: Double?, fade: Double?
  ) {
    var leaving = bars
    for column in content.columns {
      let isNew = leaving[column.start] == nil
      let layers = leaving.removeValue(forKey: column.start) ?? []
      let shown = matched(layers, count: column.values.count)
      bars[column.start] = shown
      let to = frames(of: column, content, motion.to)
      for (i, bar) in shown.enumerated() {
        let color = color(i, column, content, look, place)
        bar.move(.backgroundColor, to: .color(color), at: isNew ? nil : fade)
        bar.cornerRadius = min(Self.radius * environment.type.lineWidth / 3, to[i].width / 4)
        // A series that is new in a known column rises from its place in the column, too.
        let base = Rect(x: to[i].minX, y: to[i].maxY, width: to[i].width, height: 0)
        move(bar, from: i < layers.count ? nil : base, to: to[i], at: time)
      }
    }
    for (start, layers) in leaving {
      bars[start] = nil
      for bar in layers {
        guard let time else {
          bar.removeFromSuperlayer()
          continue
        }
        let x = motion.to.x(start)
        bar.move(.position, to: .point(Point(x, bar.position.y)), at: time) { [weak bar] _ in
          bar?.removeFromSuperlayer()
        }
      }
    }
  }

  private func matched(_ layers: [Layer], count: Int) -> [Layer] {
    var layers = layers
    while layers.count > count { layers.removeLast().removeFromSuperlayer() }
    while layers.count < count {
      let bar = Layer()
      bar.anchorPoint = .zero
      clip.addSublayer(bar)
      layers.append(bar)
    }
    return layers
  }

  private func move(_ bar: Layer, from: Rect?, to: Rect, at time: Double?) {
    func bounds(_ rect: Rect) -> AnimatableValue {
      .rect(Rect(x: 0, y: 0, width: rect.width, height: rect.height))
    }
    bar.move(.position, from: from.map { .point($0.origin) }, to: .point(to.origin), at: time)
    bar.move(.bounds, from: from.map(bounds), to: bounds(to), at: time)
  }

  /// The frames of a column's values.
  private func frames(
    of column: ColumnsContent.Column, _ content: ColumnsContent, _ map: AxisMap
  ) -> [Rect] {
    content.isStacked ? stack(of: column, map) : group(of: column, content, map)
  }

  /// The frames of a column's values above one another.
  private func stack(of column: ColumnsContent.Column, _ map: AxisMap) -> [Rect] {
    let span = span(of: column, map)
    var (above, below) = (0.0, 0.0)
    return column.values.map { value in
      let value = value.isFinite ? value : 0
      let start = value >= 0 ? above : below
      if value >= 0 { above += value } else { below += value }
      return frame(from: start, to: start + value, span, map)
    }
  }

  /// The frames of a column's values beside one another.
  private func group(
    of column: ColumnsContent.Column, _ content: ColumnsContent, _ map: AxisMap
  ) -> [Rect] {
    let span = span(of: column, map)
    let count = max(1, column.values.count - content.hidden.count)
    let width = (span.upperBound - span.lowerBound) / Double(count)
    var left = span.lowerBound
    return column.values.enumerated().map { i, value in
      let right = content.hidden.contains(i) ? left : left + width
      defer { left = right }
      return frame(from: 0, to: value.isFinite ? value : 0, left...right, map)
    }
  }

  /// The horizontal extent of a column.
  private func span(of column: ColumnsContent.Column, _ map: AxisMap) -> ClosedRange<Double> {
    let (left, right) = (map.x(column.start), map.x(column.end))
    let gap = (right - left) * (1 - Self.share)
    return left + gap / 2...max(left, right - gap / 2)
  }

  /// The frame of a part from one value to another one.
  private func frame(
    from start: Double, to end: Double, _ span: ClosedRange<Double>, _ map: AxisMap
  ) -> Rect {
    let left = environment.snapped(span.lowerBound)
    let width = max(environment.hairline, environment.snapped(span.upperBound) - left)
    let (y, base) = (map.y(end), map.y(start))
    let (top, bottom) = (environment.snapped(min(y, base)), environment.snapped(max(y, base)))
    // A value that is not zero stays visible.
    let height = start == end ? 0 : max(environment.hairline, bottom - top)
    return Rect(x: left, y: bottom - height, width: width, height: height)
  }

  /// The height of a value at the end of all motion.
  func shownY(of value: Double) -> Double { transition?.to.y(value) ?? 0 }

  func color(
    _ i: Int, _ column: ColumnsContent.Column, _ content: ColumnsContent, _ look: PanelBodyLook,
    _ place: PanelBodyPlace
  ) -> Color {
    let theme = environment.theme
    let own = content.colors.indices.contains(i) ? content.colors[i] : nil
    let usual =
      own.map { theme.mark($0) }
      ?? (column.values.count == 1 ? place.gradient.end : theme.seriesColor(i))
    let signal = column.signals.isEmpty ? nil : column.signals[min(i, column.signals.count - 1)]
    let color = signal.map { theme.mark($0) } ?? usual
    return color.opacity(look.strength * (column.isGrowing ? Self.growingStrength : 1))
  }
}

extension Rect {
  /// The distance from a rectangle to this one above or below; negative where the two overlap.
  fileprivate func clearance(of rect: Rect) -> Double {
    guard height > 0, minX < rect.maxX, rect.minX < maxX else { return .infinity }
    return max(minY - rect.maxY, rect.minY - maxY)
  }
}

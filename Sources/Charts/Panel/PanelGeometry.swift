import Geometry
import Typography

/// The places of the parts of a panel, in the panel's coordinates, and the parts that have room.
///
/// A small panel drops its parts in this order: note, legend, time labels, grid, title, plot. The value always stays:
/// if its own line has no room, the title and the value share a line.
struct PanelGeometry {
  /// The places of a chart and of its panel's value.
  enum Arrangement: Sendable {
    /// A plot under the value's line.
    case plot
    /// A small plot under a large value.
    case number
    /// A ring around the value.
    case ring
    /// A chart that fills the panel under its title; the panel's value is shown only if the chart has no room.
    case filling
  }

  /// The facts, besides the size, that determine the places.
  struct Needs: Equatable {
    var arrangement: Arrangement
    /// The width of the labels of the value axis and their gap.
    var gutter: Double
    /// The width of the labels at the ends of lines, and of their gap.
    var ends = 0.0
    /// The number of rows of a legend under the value's line.
    var legendRows = 0
    /// Whether a line states the reason why the source fails.
    var hasReason = false
    /// The least height of a filling chart; in less, a value takes its place.
    var leastBody = 0.0
    /// Whether the panel has a title; without one, a filling chart takes the title's room.
    var hasTitle = true
  }

  let arrangement: Arrangement
  let size: Size
  let padding: Double
  /// The width between the paddings.
  let innerWidth: Double
  let valueFont: FontDescription
  private(set) var titleBaseline: Double
  private(set) var valueBaseline: Double
  /// Whether title and value share a line.
  private(set) var isInline = false
  /// The baseline of the line with the reason why the source fails; nil without such a line, or without room.
  private(set) var reasonBaseline: Double?
  /// The number of rows for a legend under the value's line; 0 if there is no room.
  private(set) var legendRows = 0
  /// The baseline of a value's change; nil if there is no room.
  private(set) var changeBaseline: Double?
  /// The place of the chart; empty if there is no room for it.
  private(set) var body = Rect.zero
  /// Whether the chart shows the panel's value itself.
  private(set) var bodyHasValue = false
  private(set) var meter: Rect
  let showsNote: Bool
  /// Whether a legend may stand in place of a value.
  let showsLegend: Bool
  private(set) var showsTicks = false
  private(set) var showsTimes = false
  /// The height that labels of time take from the frame of a filling chart.
  private(set) var timesHeight = 0.0

  /// The widths in points below which a panel with the smallest type drops a part.
  private static let narrowest = (note: 360.0, times: 240.0, grid: 160.0)
  /// The height of a panel in points below which the title and the value share a line.
  private static let lowestWithLines = 64.0
  /// The least gap between the title and a legend's upper row, in points.
  private static let rowGap = 4.0
  /// The least gap between the lines of a panel and its plot, in points.
  private static let leastGap = 8.0
  /// The height of the lowest plot, in points.
  static let lowestPlot = 12.0
  /// The height of the lowest plot under rows of a legend, in heights of the lowest grid.
  private static let plotByLegend = 1.5
  /// The distance between two ticks of a value axis, in multiples of their font's size.
  static let tickPitch = 2.2

  init(size: Size, needs: Needs, environment: ChartEnvironment) {
    let type = environment.type
    let metrics = Metrics(environment)
    arrangement = needs.arrangement
    self.size = size
    padding = min(type.padding, max(8, (min(size.width, size.height) * 0.12).rounded()))
    innerWidth = max(0, size.width - 2 * padding)
    titleBaseline = padding + metrics.title
    var font = type.value
    font.size = type.valueSize(panelHeight: size.height)
    if needs.arrangement == .number {
      let below = size.height - padding - titleBaseline
      font.size = max(font.size, min(below * 0.30, innerWidth / 4.6, type.value.size * 2.4))
      font.size = font.size.rounded(.down)
    }
    valueFont = font
    let valueHeight = environment.fonts.metrics(of: font).capHeight
    valueBaseline = titleBaseline + metrics.lineGap(valueHeight) + valueHeight
    let unit = type.smallest / TypeScale.smallestType
    // A page that is read from a distance has larger notes, which need more room.
    showsNote = size.width >= PanelGeometry.narrowest.note * min(1, type.type) * type.noteGrowth
    showsLegend = size.width >= PanelGeometry.narrowest.times * unit
    meter = environment.snapped(
      Rect(
        x: padding + innerWidth * 0.6, y: valueBaseline - valueHeight * 0.6,
        width: innerWidth * 0.4, height: valueHeight * 0.6))
    legendHeight = metrics.title
    legendPitch = metrics.title + max(6, type.length(10))
    legendTop = max(
      legendPitch, valueHeight * PanelGeometry.commaDepth + PanelGeometry.rowGap + legendHeight)
    legendGap = type.gap * 1.5
    narrowestLegend = type.note.size * 8
    let draft = Draft(valueHeight: valueHeight, metrics: metrics, environment: environment)
    switch needs.arrangement {
    case .ring: placeRing(draft, hasReason: needs.hasReason)
    case .number: placeNumber(draft, hasReason: needs.hasReason)
    case .plot: placePlot(draft, needs)
    case .filling: placeFilling(draft, needs)
    }
  }

  /// The heights of the fonts' capitals, and the gaps that follow from them.
  private struct Metrics {
    let title: Double
    let tick: Double
    let unit: Double
    let type: TypeScale

    init(_ environment: ChartEnvironment) {
      type = environment.type
      title = environment.fonts.metrics(of: type.panelTitle).capHeight
      tick = environment.fonts.metrics(of: type.tick).capHeight
      unit = environment.fonts.metrics(of: type.unit).capHeight
    }

    /// The gap above a line with capitals of a height.
    func lineGap(_ height: Double) -> Double {
      max(PanelGeometry.leastGap, type.length(18), height * 0.36)
    }

    /// The gap from the last line to a plot. The highest label of an axis stands beside the plot's top edge, and must
    /// not touch that line.
    func plotGap(hasTicks: Bool) -> Double {
      let least = PanelGeometry.leastGap
      return hasTicks ? max(tick / 2 + least, type.length(24)) : max(least, type.length(16))
    }

    /// The room under a plot for its time labels.
    var timesHeight: Double { max(type.length(44), tick + 20) }
  }

  /// The measures for the trial of places.
  private struct Draft {
    let valueHeight: Double
    let metrics: Metrics
    let environment: ChartEnvironment
  }

  // MARK: The value's line

  /// The distance of two rows of a legend.
  let legendPitch: Double
  /// The distance from the value to the first row under it.
  private let legendTop: Double
  /// The height of a legend's row.
  private let legendHeight: Double
  /// The gap between a value and a legend, and the width of the narrowest legend beside a value.
  private let legendGap: Double
  private let narrowestLegend: Double

  /// The room for a legend in the value's line, one row, or two if two rows fit below the title, or in rows of its own
  /// under the value.
  /// - Parameter end: the right end of the value with all its parts; nil if the legend takes the value's place.
  /// - Returns: nil if a legend has no room.
  func legendRoom(after end: Double?) -> LegendRoom? {
    guard !isInline else { return nil }
    if legendRows > 0 { return legendRoom(underValue: end != nil, rows: legendRows) }
    return legendRoom(besideValue: end)
  }

  private func legendRoom(besideValue end: Double?) -> LegendRoom? {
    let left = end.map { $0 + legendGap } ?? padding
    let width = padding + innerWidth - left
    guard end == nil || width >= narrowestLegend else { return nil }
    let upper = valueBaseline - legendPitch
    let hasTwo = upper - legendHeight >= titleBaseline + PanelGeometry.rowGap
    return LegendRoom(
      left: left, width: width, baselines: hasTwo ? [upper, valueBaseline] : [valueBaseline],
      isTrailing: end != nil)
  }

  /// The room for a legend in rows under the value's line, and in that line itself if there is no value.
  func legendRoom(underValue: Bool, rows: Int) -> LegendRoom? {
    let own = (0..<max(1, rows)).map {
      valueBaseline + (underValue ? legendTop : legendPitch) + Double($0) * legendPitch
    }
    let first = underValue ? [] : legendRoom(besideValue: nil)?.baselines ?? []
    return LegendRoom(
      left: padding, width: innerWidth, baselines: first + own, isUnderValue: true)
  }

  // MARK: Plots

  /// Drops parts one by one until the rest fits.
  private mutating func placePlot(_ draft: Draft, _ needs: Needs) {
    let unit = draft.metrics.type.smallest / TypeScale.smallestType
    let hasTicks = size.width >= PanelGeometry.narrowest.grid * unit
    let hasTimes = hasTicks && size.width >= PanelGeometry.narrowest.times * unit
    let lowestGrid = 2 * PanelGeometry.tickPitch * draft.metrics.type.tick.size
    let reasons = needs.hasReason ? [true, false] : [false]
    var trials = reasons.flatMap { hasReason in
      [(hasTicks, hasTimes), (hasTicks, false), (false, false)].map {
        (rows: 0, hasReason: hasReason, ticks: $0, times: $1)
      }
    }
    if needs.legendRows > 0, hasTimes {
      let whole = (rows: needs.legendRows, hasReason: needs.hasReason, ticks: true, times: true)
      trials.insert(whole, at: 0)
    }
    for trial in trials where size.height >= PanelGeometry.lowestWithLines {
      let top = lines(draft, hasReason: trial.hasReason, legendRows: trial.rows)
      let frame = plotFrame(
        below: top, draft, gutter: trial.ticks ? needs.gutter : 0,
        ends: trial.ticks ? needs.ends : 0, hasTicks: trial.ticks, hasTimes: trial.times)
      let lowest = trial.ticks ? lowestGrid : PanelGeometry.lowestPlot
      guard frame.height >= lowest * (trial.rows > 0 ? PanelGeometry.plotByLegend : 1) else {
        continue
      }
      (body, showsTicks, showsTimes) = (frame, trial.ticks, trial.times)
      (legendRows, reasonBaseline) = (trial.rows, trial.hasReason ? top : nil)
      return
    }
    if size.height >= PanelGeometry.lowestWithLines, placeTight(draft) { return }
    placeInline(draft, hasPlot: size.height >= PanelGeometry.lowestWithLines)
  }

  /// Puts title, value and plot as close to each other as possible, so that the title keeps its own line.
  /// - Returns: false if the parts have no room even so.
  private mutating func placeTight(_ draft: Draft) -> Bool {
    let baseline = titleBaseline + PanelGeometry.leastGap + draft.valueHeight
    let top = baseline + PanelGeometry.leastGap
    let frame = draft.environment.snapped(
      Rect(
        minX: padding, minY: top, maxX: max(padding, size.width - padding),
        maxY: max(top, size.height - padding)))
    guard frame.height >= PanelGeometry.lowestPlot else { return false }
    meter = meter.offsetBy(dx: 0, dy: baseline - valueBaseline)
    (valueBaseline, body) = (baseline, frame)
    return true
  }

  /// The distance by which a comma reaches below the baseline, with a gap, in heights of a digit.
  private static let commaDepth = 0.33

  /// Returns the baseline of the last line of text.
  private func lines(_ draft: Draft, hasReason: Bool, legendRows: Int) -> Double {
    let last =
      valueBaseline + (legendRows > 0 ? legendTop + Double(legendRows - 1) * legendPitch : 0)
    guard hasReason else { return last }
    // A comma of the value must not touch the reason.
    let gap = max(
      draft.metrics.lineGap(draft.metrics.unit), PanelGeometry.commaDepth * draft.valueHeight)
    return last + gap + draft.metrics.unit
  }

  private func plotFrame(
    below baseline: Double, _ draft: Draft, gutter: Double, ends: Double = 0, hasTicks: Bool,
    hasTimes: Bool
  ) -> Rect {
    let top = baseline + draft.metrics.plotGap(hasTicks: hasTicks)
    let bottom = size.height - (hasTimes ? draft.metrics.timesHeight : padding)
    let left = padding + gutter
    let right = max(left, size.width - padding - ends)
    return draft.environment.snapped(
      Rect(minX: left, minY: top, maxX: right, maxY: max(top, bottom)))
  }

  /// Puts the title and the value in one line, above a small plot or in the middle of the panel.
  private mutating func placeInline(_ draft: Draft, hasPlot: Bool) {
    isInline = true
    let top = padding + max(draft.valueHeight, draft.metrics.title)
    if hasPlot {
      let frame = plotFrame(below: top, draft, gutter: 0, hasTicks: false, hasTimes: false)
      if frame.height >= PanelGeometry.lowestPlot { body = frame }
    }
    valueBaseline = body.isEmpty ? (size.height + draft.valueHeight) / 2 : top
    titleBaseline = valueBaseline
  }

  // MARK: Numbers

  /// Puts a small plot into the lower half, if there is room, and the value's change between the two.
  private mutating func placeNumber(_ draft: Draft, hasReason: Bool) {
    guard size.height >= PanelGeometry.lowestWithLines else {
      return placeInline(draft, hasPlot: false)
    }
    let change = valueBaseline + draft.metrics.lineGap(draft.valueHeight) + draft.metrics.title
    for (last, isChange) in [(change, true), (valueBaseline, false)] {
      var frame = plotFrame(below: last, draft, gutter: 0, hasTicks: false, hasTimes: false)
      let top = draft.environment.snapped(max(frame.minY, size.height * 0.5))
      frame = Rect(minX: frame.minX, minY: top, maxX: frame.maxX, maxY: max(top, frame.maxY))
      guard frame.height >= PanelGeometry.lowestPlot else { continue }
      body = frame
      changeBaseline = isChange && !hasReason ? change : nil
      reasonBaseline = isChange && hasReason ? change : nil
      return
    }
    if change <= size.height - padding {
      changeBaseline = hasReason ? nil : change
      reasonBaseline = hasReason ? change : nil
    }
  }

  // MARK: Rings

  /// Puts a ring under the title if the ring has room for its value; otherwise, the value is placed as in other panels.
  private mutating func placeRing(_ draft: Draft, hasReason: Bool) {
    let reason = hasReason ? draft.metrics.lineGap(draft.metrics.unit) + draft.metrics.unit : 0
    let top = titleBaseline + reason + padding / 2
    let box = Rect(
      minX: padding, minY: top, maxX: max(padding, size.width - padding),
      maxY: max(top, size.height - padding))
    if RingGauge.height(in: box.size) >= RingGauge.leastHeight(draft.environment.type) {
      (body, bodyHasValue) = (box, true)
      reasonBaseline = hasReason ? titleBaseline + reason : nil
    } else if size.height < PanelGeometry.lowestWithLines {
      placeInline(draft, hasPlot: false)
    } else if hasReason {
      let line = lines(draft, hasReason: true, legendRows: 0)
      if line <= size.height - padding { reasonBaseline = line }
    }
  }

  // MARK: Filling charts

  /// Places a chart that fills the panel under its title.
  private mutating func placeFilling(_ draft: Draft, _ needs: Needs) {
    guard size.height >= PanelGeometry.lowestWithLines || !needs.hasTitle else {
      return placeInline(draft, hasPlot: false)
    }
    let reason = draft.metrics.lineGap(draft.metrics.unit) + draft.metrics.unit
    let unit = draft.metrics.type.smallest / TypeScale.smallestType
    showsTicks = size.width >= PanelGeometry.narrowest.grid * unit
    showsTimes = size.width >= PanelGeometry.narrowest.times * unit
    timesHeight = max(0, draft.metrics.timesHeight - padding)
    for hasReason in needs.hasReason ? [true, false] : [false] {
      let last = titleBaseline + (hasReason ? reason : 0)
      let top = needs.hasTitle ? last + max(8, padding * 0.75) : padding
      let frame = draft.environment.snapped(
        Rect(
          minX: padding, minY: top, maxX: max(padding, size.width - padding),
          maxY: max(top, size.height - padding)))
      guard frame.height >= max(PanelGeometry.lowestPlot, needs.leastBody) else { continue }
      (body, bodyHasValue) = (frame, true)
      reasonBaseline = hasReason ? last : nil
      return
    }
  }
}

import Charts
import Metrics

/// The extent of a panel's value axis.
struct AxisRange {
  private let range: RangeSpec
  private let unit: Unit
  private let includesZero: Bool
  /// Thresholds that should be visible.
  private let thresholds: [Double]
  /// The room that keeps the line, and the dot at its end, off the plot's edges, as a share of the axis.
  private static let room = 0.04
  /// A threshold is made visible if the axis then spans at most this many times the extent of the values.
  private static let farthestThreshold = 3.0

  /// Whether the axis leaves zero out where the values vary little.
  private let followsVariation: Bool
  /// Whether all values are whole numbers: then there are no ticks between whole numbers.
  private let isWhole: Bool
  /// Plain values are shown without zero if they vary by less than this share of the largest value.
  private static let smallVariation = 0.2

  init(_ spec: PanelSpec, isWhole: Bool = false) {
    self.isWhole = isWhole
    followsVariation = spec.isInferred
    range = spec.range
    unit = spec.unit
    // The height of an area shows a value only if the axis starts at zero.
    includesZero = spec.range.includesZero || spec.chart == .area || spec.chart == .stacked
    thresholds = spec.thresholds.map(\.bound.value)
  }

  /// The axis of a small plot without ticks: the extent of the values, with a little room.
  /// - Parameter extent: the extent of the visible values; nil without values.
  func tightScale(of extent: ClosedRange<Double>?) -> TickScale {
    let (low, high) = extent.map { ($0.lowerBound, $0.upperBound) } ?? (0, 0)
    // A single value lies in the middle.
    let room = high > low ? (high - low) * 2 * AxisRange.room : max(abs(high) * 0.1, 1)
    return TickScale(
      fixed: range.minimum ?? low - room, range.maximum ?? high + room, unit: unit)
  }

  /// The axis of a plot with ticks.
  func scale(of plot: PlotContent) -> TickScale {
    if range.isLogarithmic { return logarithmicScale(of: plot.positiveExtent) }
    return followsVariation ? inferredScale(of: plot.extent) : scale(of: plot.extent)
  }

  /// - Parameter extent: the extent of the visible values; nil without values.
  func scale(of extent: ClosedRange<Double>?) -> TickScale {
    var (low, high) = extent.map { ($0.lowerBound, $0.upperBound) } ?? (0, 0)
    if includesZero { (low, high) = (min(0, low), max(0, high)) }
    let limit = unit == .percent && high <= 100 && low >= 0 ? 100 : Double.infinity
    let room = (high - low) * AxisRange.room
    if low != 0 { low = low > 0 ? max(0, low - room) : low - room }
    if high != 0 { high = min(high + room, limit) }
    (low, high) = withSoftEnds(low, high)
    (low, high) = withThresholds(low, high)
    guard range.minimum != nil || range.maximum != nil else {
      return TickScale(covering: low, high, unit: unit)
    }
    let free = TickScale(
      covering: range.minimum ?? low, range.maximum ?? high, unit: unit
    ).domain
    return TickScale(
      fixed: range.minimum ?? min(free.lowerBound, range.maximum!),
      range.maximum ?? max(free.upperBound, range.minimum!), unit: unit)
  }

  /// An extent that also includes the thresholds nearby.
  private func withThresholds(_ low: Double, _ high: Double) -> (Double, Double) {
    let reach = (high - low) * AxisRange.farthestThreshold
    var (least, most) = (low, high)
    for value in thresholds where value.isFinite && high > low {
      if value > high, value - low <= reach {
        most = max(most, value + (value - low) * AxisRange.room)
      }
      if value < low, high - value <= reach { least = min(least, value) }
    }
    return (least, most)
  }

  // MARK: Inferred axes

  /// - Parameter extent: the extent of the visible values; nil without values.
  func inferredScale(of extent: ClosedRange<Double>?) -> TickScale {
    var (low, high) = extent.map { ($0.lowerBound, $0.upperBound) } ?? (0, 1)
    let limit = unit == .percent && high <= 100 ? 100 : Double.infinity
    let startsAtZero =
      low >= 0 && (unit.isQuantity || high - low >= AxisRange.smallVariation * high)
    let room = (startsAtZero ? high : high - low) * AxisRange.room
    high = min(high + room, limit)
    low = startsAtZero ? 0 : low >= 0 ? max(0, low - room) : low - room
    if isWhole, startsAtZero { high = max(high, 4) }
    (low, high) = withSoftEnds(low, high)
    // Nothing but zeros, or one value, which keeps off the end of the axis.
    if low >= high {
      let room = max(abs(low), abs(high)) * AxisRange.room
      (low, high) = low == 0 ? (0, 1) : (min(0, low - room), max(0, min(high + room, limit)))
    }
    let free = TickScale(covering: low, high, unit: unit)
    guard range.minimum != nil || range.maximum != nil else { return free }
    return TickScale(
      fixed: range.minimum ?? free.domain.lowerBound, range.maximum ?? free.domain.upperBound,
      unit: unit)
  }

  /// The scale of a logarithmic axis. The bounds of the specification are positive.
  func logarithmicScale(of extent: ClosedRange<Double>?) -> TickScale {
    let (low, high) = withSoftEnds(extent?.lowerBound ?? 1, extent?.upperBound ?? 10)
    let free = TickScale(logarithmicCovering: low, high, unit: unit)
    guard range.minimum != nil || range.maximum != nil else { return free }
    return TickScale(
      logarithmicFixed: range.minimum ?? free.domain.lowerBound,
      range.maximum ?? free.domain.upperBound, unit: unit)
  }

  private func withSoftEnds(_ low: Double, _ high: Double) -> (Double, Double) {
    (min(low, range.softMinimum ?? low), max(high, range.softMaximum ?? high))
  }
}

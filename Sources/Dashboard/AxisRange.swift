import Charts
import Metrics

/// From where to where a panel's value axis goes.
struct AxisRange {
  private let range: RangeSpec
  private let unit: Unit
  private let includesZero: Bool
  /// Values that are worth being in sight.
  private let thresholds: [Double]
  /// The line, and the dot at its end, keep off the plot's edges.
  private static let room = 0.04
  /// A threshold is in sight where the axis needs at most so many times what the values need.
  private static let farthestThreshold = 3.0

  init(_ spec: PanelSpec) {
    range = spec.range
    unit = spec.unit
    // An area is as high as its values.
    includesZero = spec.range.includesZero || spec.chart == .area || spec.chart == .stacked
    thresholds = spec.thresholds.map(\.bound.value)
  }

  /// The axis of a small plot without ticks: as much as the values need, with a little room.
  /// - Parameter extent: of the values in sight; nil where there is none.
  func tightScale(of extent: ClosedRange<Double>?) -> TickScale {
    let (low, high) = extent.map { ($0.lowerBound, $0.upperBound) } ?? (0, 0)
    // One value alone lies in the middle.
    let room = high > low ? (high - low) * 2 * AxisRange.room : max(abs(high) * 0.1, 1)
    return TickScale(
      fixed: range.minimum ?? low - room, range.maximum ?? high + room, unit: unit)
  }

  /// - Parameter extent: of the values in sight; nil where there is none.
  func scale(of extent: ClosedRange<Double>?) -> TickScale {
    var (low, high) = extent.map { ($0.lowerBound, $0.upperBound) } ?? (0, 0)
    if includesZero { (low, high) = (min(0, low), max(0, high)) }
    let limit = unit == .percent && high <= 100 && low >= 0 ? 100 : Double.infinity
    let room = (high - low) * AxisRange.room
    if low != 0 { low = low > 0 ? max(0, low - room) : low - room }
    if high != 0 { high = min(high + room, limit) }
    if let soft = range.softMinimum { low = min(low, soft) }
    if let soft = range.softMaximum { high = max(high, soft) }
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

  /// Farther out, as far as thresholds are that are near.
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
}

import Charts
import Glibc
import Metrics

/// The extent of a panel's value axis: from zero, or from the lowest value where the quantity has no
/// zero, to the highest value and a little room, so that the values use at least 85% of the height.
struct AxisRange {
  private let range: RangeSpec
  private let unit: Unit
  /// Whether the axis includes zero; nil if the values decide.
  private let includesZero: Bool?
  private let isArea: Bool
  /// Thresholds that should be visible.
  private let thresholds: [Double]
  /// Whether all values are whole numbers: then there are no ticks between whole numbers.
  private let isWhole: Bool

  /// The room above the highest value, and below the lowest one where that is not zero, as shares of the
  /// values' extent.
  private static let room = (above: 0.06, below: 0.04)
  /// The largest share by which an end may move to a round value.
  private static let mostRounding = 0.035
  /// A threshold is made visible if the axis then spans at most this many times the extent of the values.
  private static let farthestThreshold = 3.0
  /// A threshold is made visible on a logarithmic axis if its ratio to the nearest value is at most this number.
  private static let farthestRatio = 10.0
  /// Plain values of a text are shown without zero if they vary by less than this share of the largest.
  private static let smallVariation = 0.2
  /// Numbers from this on, without a unit or in seconds, may be dates: those from the year 2001 on.
  private static let firstDate = 1e9

  init(_ spec: PanelSpec, isWhole: Bool = false) {
    self.isWhole = isWhole
    range = spec.range
    unit = spec.unit
    thresholds = spec.thresholds.compactMap(\.bound.limit)
    // The height of an area shows a value only if the axis starts at zero.
    isArea = spec.chart == .area || spec.chart == .stacked
    includesZero =
      isArea
      ? true
      : spec.range.includesZero ?? (unit.hasNaturalZero ? (spec.isInferred ? nil : true) : false)
  }

  /// The axis of a small plot without ticks: the extent of the values, with a little room.
  /// - Parameter extent: the extent of the visible values; nil without values.
  func tightScale(of extent: ClosedRange<Double>?) -> TickScale {
    let (low, high) = extent.map { ($0.lowerBound, $0.upperBound) } ?? (0, 0)
    // A single value lies in the middle.
    let room = high > low ? (high - low) * 0.08 : max(abs(high) * 0.1, 1)
    return TickScale(
      fixed: range.minimum ?? low - room, range.maximum ?? high + room, unit: unit,
      isLabelled: false)
  }

  /// The axis of a plot with ticks.
  func scale(of plot: PlotContent) -> TickScale {
    range.isLogarithmic
      ? logarithmicScale(of: plot.positiveExtentWithBand) : scale(of: plot.extentWithBand)
  }

  /// - Parameter extent: the extent of the visible values; nil without values.
  func scale(of extent: ClosedRange<Double>?) -> TickScale {
    let free = withThresholds(ends(of: extent))
    let span = free.high - free.low
    // All values may lie beyond a fixed end, which then has their extent at its other side.
    let low =
      range.minimum ?? (range.maximum.map { free.low < $0 ? free.low : $0 - span } ?? free.low)
    let high =
      range.maximum ?? (range.minimum.map { free.high > $0 ? free.high : $0 + span } ?? free.high)
    return TickScale(fixed: low, high, unit: unit, isWhole: isWhole)
      .labellingEnds(lower: range.minimum != nil, upper: range.maximum != nil)
  }

  // MARK: Ends

  private typealias Ends = (low: Double, high: Double)

  /// The ends of an axis that follows its values.
  private func ends(of extent: ClosedRange<Double>?) -> Ends {
    guard let extent, extent != 0...0 else { return withSoftEnds(endsWithoutSize, of: 0...0) }
    var (low, high) = (extent.lowerBound, extent.upperBound)
    if startsAtZero(extent) { (low, high) = (min(0, low), max(0, high)) }
    var ends = AxisRange.withRoom(low, high)
    if unit == .percent {
      if extent.lowerBound >= 0 { ends.low = max(ends.low, 0) }
      if extent.upperBound <= 100 { ends.high = min(ends.high, 100) }
    }
    return withSoftEnds(ends, of: extent)
  }

  /// The ends without values, and for values that are all zero: from zero to the lowest positive threshold, whose
  /// prefix the axis then has, or to 1 without such a threshold.
  private var endsWithoutSize: Ends {
    let threshold = thresholds.filter { $0 > 0 && $0.isFinite }.min()
    return (0, threshold.map { $0 * (1 + AxisRange.room.above) } ?? 1)
  }

  private func startsAtZero(_ extent: ClosedRange<Double>) -> Bool {
    let (low, high) = (extent.lowerBound, extent.upperBound)
    if range.includesZero == nil, !isArea, low >= AxisRange.firstDate,
      unit == .none || unit == .seconds
    {
      return includesZero != false && high - low >= AxisRange.smallVariation * high
    }
    return includesZero
      ?? (low >= 0
        && (unit.isQuantity || high == low || high - low >= AxisRange.smallVariation * high))
  }

  /// The extent with room and with round ends: an axis whose ends moved with each value would be restless.
  private static func withRoom(_ low: Double, _ high: Double) -> Ends {
    let largest = Double.greatestFiniteMagnitude
    let extent = high - low
    guard extent.isFinite else { return (-largest, largest) }
    if low == 0, high > 0 { return (0, roundUp(high * (1 + room.above))) }
    if high == 0, low < 0 { return (-roundUp(-low * (1 + room.above)), 0) }
    guard extent > max(abs(low), abs(high)) * 1e-9 else {
      // A single value lies in the middle.
      return low == 0 ? (0, 1) : (low - abs(low) * 0.05, low + abs(low) * 0.05)
    }
    let step = roundDown(extent * mostRounding)
    let least = ((low - extent * room.below) / step).rounded(.down) * step
    let most = ((high + extent * room.above) / step).rounded(.up) * step
    guard least.isFinite, most.isFinite else { return (low, high) }
    return (low >= 0 ? max(0, least) : least, most)
  }

  /// The three digits of round ends. Each is at most a tenth more than the one before.
  private static let digits = [
    100, 110, 120, 130, 140, 150, 160, 175, 190, 200, 220, 240, 260, 280, 300, 320, 350, 380, 400,
    440, 480, 520, 560, 600, 650, 700, 750, 800, 850, 900, 950, 1000,
  ]

  private static func roundUp(_ value: Double) -> Double {
    let exponent = log10(value).rounded(.down) - 2
    // Dividing by a whole power of ten rounds correctly.
    let power = pow(10, abs(exponent))
    guard power.isFinite, value.isFinite else { return min(value, .greatestFiniteMagnitude) }
    let ends = digits.lazy.map { exponent < 0 ? Double($0) / power : Double($0) * power }
    let rounded = ends.first { $0 >= value * (1 - 1e-9) } ?? value
    return rounded.isFinite ? rounded : value
  }

  /// The largest of 1, 2 or 5 × 10ⁿ that is not above a value.
  private static func roundDown(_ value: Double) -> Double {
    let power = pow(10, log10(value).rounded(.down))
    guard power > 0 else { return value }
    return [5, 2, 1].lazy.map { $0 * power }.first { $0 <= value * (1 + 1e-9) } ?? value
  }

  /// The ends with the soft bounds of the specification, where the values lie within these bounds.
  private func withSoftEnds(_ ends: Ends, of extent: ClosedRange<Double>) -> Ends {
    var ends = ends
    if let soft = range.softMaximum, soft >= extent.upperBound, soft > ends.low { ends.high = soft }
    if let soft = range.softMinimum, soft <= extent.lowerBound, soft < ends.high {
      ends.low = includesZero == true ? min(0, soft) : soft
    }
    return ends
  }

  /// The ends of an axis that also includes nearby thresholds.
  private func withThresholds(_ ends: Ends) -> Ends {
    let reach = (ends.high - ends.low) * AxisRange.farthestThreshold
    var result = ends
    for value in thresholds where value.isFinite && ends.high > ends.low {
      if value > ends.high, value - ends.low <= reach {
        result.high = max(result.high, value + (value - ends.low) * AxisRange.room.above)
      }
      if value < ends.low, ends.high - value <= reach {
        result.low = min(result.low, value - (ends.high - value) * AxisRange.room.below)
      }
    }
    return result
  }

  // MARK: Logarithmic axes

  /// The scale of a logarithmic axis. The bounds of the specification are positive.
  func logarithmicScale(of extent: ClosedRange<Double>?) -> TickScale {
    let ends = (
      low: min(extent?.lowerBound ?? 1, range.softMinimum ?? .infinity),
      high: max(extent?.upperBound ?? 10, range.softMaximum ?? -.infinity)
    )
    let near = thresholds.filter {
      (ends.low / Self.farthestRatio...ends.high * Self.farthestRatio).contains($0)
    }
    let low = near.reduce(ends.low, min)
    let high = near.reduce(ends.high, max)
    let free = TickScale(logarithmicCovering: low, high, unit: unit)
    guard range.minimum != nil || range.maximum != nil else { return free }
    var (lowest, highest) = (free.domain.lowerBound, free.domain.upperBound)
    // All values may lie beyond a fixed end, which then has a decade at its other side.
    if let minimum = range.minimum, highest <= minimum { highest = minimum * 10 }
    if let maximum = range.maximum, lowest >= maximum { lowest = maximum / 10 }
    return TickScale(
      logarithmicFixed: range.minimum ?? lowest, range.maximum ?? highest, unit: unit)
  }
}

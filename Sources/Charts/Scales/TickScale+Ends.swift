import Glibc
import Metrics

extension TickScale {
  /// The axis with labels at fixed ends. The axis has even steps if a round step leads from end to end, or if a tick is
  /// too near to an end for both labels and a short step does; otherwise, the label of the end replaces that tick,
  /// unless the tick is the zero of an axis with both signs.
  public func labellingEnds(lower: Bool, upper: Bool) -> TickScale {
    guard !isLogarithmic, lower || upper else { return self }
    var marks = zip(ticks, labels).map { (value: $0, label: $1) }
    let ends = ((lower ? [domain.lowerBound] : []) + (upper ? [domain.upperBound] : []))
      .filter { end in !marks.contains { abs($0.value - end) <= step * 1e-6 } }
    if !ends.isEmpty, let even = steppingFromEndToEnd(isRound) { return even }
    func isTooNear(_ mark: (value: Double, label: String)) -> Bool {
      ends.contains { abs(mark.value - $0) < step * TickScale.leastDistance }
    }
    // Without the tick beside an end, the last gap would be longer than the others but look the same.
    if marks.contains(where: isTooNear), let even = steppingFromEndToEnd(isShort) { return even }
    let keepsZero = domain.lowerBound < 0 && domain.upperBound > 0
    let leastEnd = keepsZero ? step * TickScale.leastDistance : 0
    marks.removeAll { isTooNear($0) && !(keepsZero && $0.value == 0) }
    marks += ends.filter { abs($0) >= leastEnd }.map { ($0, endLabel($0)) }
    marks.sort { $0.value < $1.value }
    return TickScale(
      domain: domain, ticks: marks.map(\.value), labels: marks.map(\.label), step: step,
      scale: scale, isLogarithmic: false)
  }

  /// The axis with the suitable step, nearest to its own, that divides both ends; nil for none.
  private func steppingFromEndToEnd(_ isSuitable: (Double) -> Bool) -> TickScale? {
    let (low, span) = (domain.lowerBound, domain.upperBound - domain.lowerBound)
    let wanted = span / step
    let counts = TickScale.evenCounts.filter { count in
      let long = span / Double(count)
      let multiple = low / long
      return isSuitable(long) && abs(multiple - multiple.rounded()) < 1e-6
        && (labelDecimals > 0 || isWhole(long / scale.divisor))
    }
    guard let count = counts.min(by: { abs(Double($0) - wanted) < abs(Double($1) - wanted) })
    else { return nil }
    let ticks = (0...count).map { low + span * Double($0) / Double(count) }
    let decimals = NumberLabel.decimals(step: span / Double(count) / scale.divisor)
    return TickScale(
      domain: domain, ticks: ticks,
      labels: ticks.map {
        NumberText.fixed($0 / scale.divisor, decimals: decimals, isGrouped: true)
      },
      step: span / Double(count), scale: scale, isLogarithmic: false)
  }

  /// The numbers of steps from end to end that an axis may have.
  private static let evenCounts = 2...5

  /// Whether a step is 1, 2, 2.5, 5 or 10 × 10ⁿ in the prefix of the labels.
  func isRound(_ step: Double) -> Bool {
    [1, 2, 2.5, 5].contains { abs($0 - digits(of: step)) < 1e-9 }
  }

  /// Whether a step has one significant digit, or two of which the second is 5, such as 30, 35 or 0.9, in the prefix of
  /// the labels.
  private func isShort(_ step: Double) -> Bool { isWhole(2 * digits(of: step)) }

  /// The digits of a step as a number from 1 to 10, in the prefix of the labels.
  private func digits(of step: Double) -> Double {
    let long = step / scale.divisor
    return long / pow(10, (log10(long) + 1e-9).rounded(.down))
  }

  private func isWhole(_ value: Double) -> Bool { abs(value - value.rounded()) < 1e-9 * value }

  /// The least distance, in steps, between a tick and the label of an end.
  private static let leastDistance = 0.6

  /// The label of an end with the decimals of the ticks, or as many more as the end needs.
  private func endLabel(_ end: Double) -> String {
    let value = end / scale.divisor
    let decimals = (labelDecimals...labelDecimals + 3).first {
      let scaled = value * NumberText.powerOfTen($0)
      return abs(scaled - scaled.rounded()) <= 1e-6 * max(1, abs(scaled))
    }
    return NumberText.fixed(value, decimals: decimals ?? labelDecimals, isGrouped: true)
  }

  /// The axis with its unit behind the label of the highest tick, as in `20 °C` above `10` and `0`. A long unit would
  /// take the room of the plot, and is left out.
  func namingUnit() -> TickScale {
    guard let top = labels.last, !scale.symbol.isEmpty, scale.symbol.count <= Self.longestUnit
    else { return self }
    return TickScale(
      domain: domain, ticks: ticks, labels: labels.dropLast() + [top + " " + scale.symbol],
      step: step, scale: scale, isLogarithmic: isLogarithmic)
  }

  /// The number of letters of the longest unit behind a label: `Mbit/s`, `M req/s`, `×10⁻⁶ W`.
  private static let longestUnit = 8

  /// The number of decimals of the labels.
  public var labelDecimals: Int {
    labels.map { label in
      label.firstIndex(of: RegionalFormat.current.decimalSeparator).map {
        label.distance(from: $0, to: label.endIndex) - 1
      } ?? 0
    }.max() ?? 0
  }
}

import Charts
import Messages
import Metrics

/// The content of a ring: the share of a value in another one, or in a goal.
enum RingPanel {
  static func make(_ data: PanelData, _ content: inout PanelContent) {
    let spec = data.spec
    guard let first = data.lines.first, !first.samples.isEmpty else { return }
    let values = data.lines.indices.prefix(2).map(data.value)
    let (part, second) = (values[0], values.dropFirst().first)
    let whole = spec.goal ?? second ?? .nan
    let share = whole > 0 ? part / whole : .nan
    var ring =
      spec.chart == .ring
      ? shareRing(spec, part, whole, share) : progressRing(spec, part, whole, share)
    let breached = spec.breach(of: [data.judged(spec.chart == .ring ? share * 100 : part, of: 0)])
    content.signal = breached?.color.signal
    ring.signal = content.signal
    ring.isLate = content.isValueLate
    content.breachText = breached?.label ?? ""
    content.value = ring.value
    content.body = ring
  }

  private static func shareRing(_ spec: PanelSpec, _ part: Double, _ whole: Double, _ share: Double)
    -> RingContent
  {
    let format = shareFormat(spec, part, whole)
    let isOwn = isOwnShare(spec, whole)
    let scale = Unit.percent.tickScale(forMaximum: 100)
    let decimals = isOwn ? spec.thresholdDecimals(beside: share * 100, scale) : 0
    return RingContent(
      fraction: share, value: Unit.percent.format(share * 100, decimals: decimals),
      detail: isOwn ? "" : format.share(part, of: whole))
  }

  private static func progressRing(
    _ spec: PanelSpec, _ part: Double, _ whole: Double, _ share: Double
  )
    -> RingContent
  {
    let format = shareFormat(spec, part, whole)
    let value = format.alone(part)
    let round = whole / (format.scale?.divisor ?? 1)
    let goal = spec.unit.format(
      whole, scale: format.scale, decimals: round == round.rounded() ? 0 : format.decimals)
    let text = value.unit == goal.unit ? goal.digits : goal.text
    let percent = Unit.percent.format(share * 100, decimals: 0).text
    return RingContent(
      fraction: share, value: value,
      detail: isOwnShare(spec, whole) ? "" : String(localized: "of \(text) · \(percent)"))
  }

  /// Whether a value is its own share: a percentage of a whole of 100.
  private static func isOwnShare(_ spec: PanelSpec, _ whole: Double) -> Bool {
    spec.unit == .percent && whole == 100
  }

  /// The format of a part and its whole, in the prefix of the whole.
  private static func shareFormat(_ spec: PanelSpec, _ part: Double, _ whole: Double) -> ValueFormat
  {
    let scale = spec.unit.tickScale(forMaximum: whole)
    if let decimals = spec.decimals {
      return ValueFormat(unit: spec.unit, scale: scale, decimals: decimals)
    }
    let known = [part, whole].filter(\.isFinite)
    return ValueFormat(
      unit: spec.unit, scale: scale, largest: known.map(abs).max() ?? 0,
      valueDecimals: known.allSatisfy { $0 == $0.rounded() } ? 0 : ValueFormat.mostDecimals,
      tickDecimals: spec.thresholdDecimals(beside: known.map(abs).max() ?? 0, scale))
  }
}

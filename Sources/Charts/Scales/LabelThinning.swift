/// The choice of evenly spaced labels that are shown, so that none touches another: the last, and every
/// few before the last.
struct LabelThinning {
  private let last: Int
  private let step: Int

  /// - Parameters:
  ///   - width: the width of the widest label, in the unit of `spacing`.
  ///   - other: only those are shown that it shows, too; nil for any.
  init(count: Int, spacing: Double, width: Double, multipleOf other: LabelThinning? = nil) {
    last = count - 1
    let needed = spacing > 0 ? width * 1.25 / spacing : 1
    let least = needed.isFinite ? max(1, Int(min(needed, 1e9).rounded(.up))) : 1
    let unit = other?.step ?? 1
    step = (least + unit - 1) / unit * unit
  }

  func callAsFunction(_ index: Int) -> Bool { (last - index) % step == 0 }
}

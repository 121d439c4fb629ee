/// The choice of evenly spaced labels that do not touch: the last label, and every n-th one before it.
struct LabelThinning {
  private let last: Int
  private let step: Int

  /// - Parameters:
  ///   - width: the width of the widest label, in the unit of `spacing`.
  ///   - other: a choice that must also contain the labels; nil for none.
  init(count: Int, spacing: Double, width: Double, multipleOf other: LabelThinning? = nil) {
    last = count - 1
    let needed = spacing > 0 ? width * 1.25 / spacing : 1
    let least = needed.isFinite ? max(1, Int(min(needed, 1e9).rounded(.up))) : 1
    let unit = other?.step ?? 1
    step = (least + unit - 1) / unit * unit
  }

  func callAsFunction(_ index: Int) -> Bool { (last - index) % step == 0 }
}

/// Which of many evenly spaced labels are shown, so that none touches another: the last, and every
/// few before it.
struct LabelThinning {
  private let last: Int
  private let step: Int

  /// - Parameter width: of the widest label, in the unit of `spacing`.
  init(count: Int, spacing: Double, width: Double) {
    last = count - 1
    let needed = spacing > 0 ? width * 1.25 / spacing : 1
    step = needed.isFinite ? max(1, Int(min(needed, 1e6).rounded(.up))) : 1
  }

  func callAsFunction(_ index: Int) -> Bool { (last - index) % step == 0 }
}

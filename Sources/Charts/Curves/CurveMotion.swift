/// The motion of a plot's curves from one map to another, sample by sample.
struct CurveMotion {
  /// A curve before and after.
  typealias Way = (from: SampledCurve, to: SampledCurve)

  /// The maps under which the curves are, without the offset: a line that only slides is the same
  /// curve in another place.
  private let from: AxisMap
  private let to: AxisMap
  /// The distances to the right by which the curves are moved, before and after.
  let offset: (from: Double, to: Double)
  /// The place left of which nothing is seen.
  private let edge: Double
  /// A plot that begins where it began has room for more: new samples unfold out of the last one.
  private let isGrowing: Bool
  /// The width up to which a segment takes its new shape at once.
  private let narrow: Double
  /// The distance that nobody sees.
  private let unseen: Double

  init(from: AxisMap, to: AxisMap, hairline: Double, narrow: Double, unseen: Double) {
    let isSlide = from.xScale == to.xScale
    offset = (from: isSlide ? from.xOffset : to.xOffset, to: to.xOffset)
    edge = isSlide ? -max(offset.from, offset.to) : -.infinity
    isGrowing =
      to.xScale < from.xScale && from.time(0).isFinite && abs(to.x(from.time(0))) < hairline
    self.from = from.with(xOffset: from.xOffset - offset.from)
    self.to = to.with(xOffset: 0)
    self.narrow = narrow
    self.unseen = unseen
  }

  /// The way of a series' curve.
  /// - Parameters:
  ///   - lower: the way of the layer of a stack below; nil for none.
  ///   - shown: the curve that is shown now, and its offset; nil for no motion.
  func way(
    of series: PlotContent.DrawnSeries, positions: DrawnPositions, above lower: Way?,
    shown: (curve: SampledCurve, offset: Double)?
  ) -> Way {
    func curve(_ map: AxisMap) -> SampledCurve {
      SampledCurve(series, positions: positions, map: map)
    }
    var target = curve(to)
    if let lower { target = target.held(above: lower.to) }
    guard let shown else { return (target, target) }
    // In one step: a curve that only slides keeps its bits.
    let present = shown.curve.shifted(by: shown.offset - offset.from)
    var start = from == to ? target : curve(from)
    start = start.matching(present, narrow: narrow, edge: edge)
    if isGrowing { start = start.unfolding(from: present) }
    if let lower { start = start.held(above: lower.from) }
    return (start.meeting(target, within: unseen), target)
  }
}

/// The motion of a plot's curves from one axis map to another.
struct PlotMotion {
  /// The maps without the offset: a line that only slides is the same curve in another place.
  private let from: AxisMap
  private let to: AxisMap
  /// The distances by which the curves are moved to the right, before and after the motion.
  let offset: (from: Double, to: Double)
  private let motion: CurveMotion

  /// - Parameters:
  ///   - hairline: the width of a device pixel in points.
  ///   - narrow: the width up to which a segment takes its new shape at once.
  ///   - unseen: the largest invisible distance.
  init(from: AxisMap, to: AxisMap, hairline: Double, narrow: Double, unseen: Double) {
    let isSlide = from.xScale == to.xScale
    offset = (from: isSlide ? from.xOffset : to.xOffset, to: to.xOffset)
    // A plot whose left edge keeps its time, while its scale shrinks, gains room for more data.
    let isGrowing =
      to.xScale < from.xScale && from.time(0).isFinite && abs(to.x(from.time(0))) < hairline
    motion = CurveMotion(
      unfolds: isGrowing, narrow: narrow,
      edge: isSlide ? -max(offset.from, offset.to) : -.infinity, unseen: unseen)
    self.from = from.with(xOffset: from.xOffset - offset.from)
    self.to = to.with(xOffset: 0)
  }

  /// Returns the motion of a series' curve.
  /// - Parameters:
  ///   - inner: the motion of the line on which the layer of a stack lies; nil for none.
  ///   - pile: the direction in which the layers are stacked.
  ///   - shown: the curve that is shown now, and its offset; nil for no motion.
  func way(
    of series: PlotContent.DrawnSeries, positions: DrawnPositions, upon inner: CurveMotion.Way?,
    _ pile: Stack.Pile = .up, shown: (curve: SampledCurve, offset: Double)?
  ) -> CurveMotion.Way {
    way(upon: inner, pile, shown: shown) { SampledCurve(series, positions: positions, map: $0) }
  }

  /// Returns the motion of a curve; see `way(of:positions:upon:_:shown:)`.
  /// - Parameter curve: the curve under a map.
  func way(
    upon inner: CurveMotion.Way? = nil, _ pile: Stack.Pile = .up,
    shown: (curve: SampledCurve, offset: Double)?, _ curve: (AxisMap) -> SampledCurve
  ) -> CurveMotion.Way {
    var target = curve(to)
    if let inner { target = target.held(upon: inner.to, pile) }
    guard let shown else { return (target, target) }
    // A single shift keeps the bits of a curve that only slides.
    let present = shown.curve.shifted(by: shown.offset - offset.from)
    let start = from == to ? target : curve(from)
    return motion.way(from: present, to: target, start: start, upon: inner, pile)
  }
}

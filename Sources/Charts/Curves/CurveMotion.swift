/// The motion of a curve whose data has keys, as two curves with the same knots: every datum moves straight from its
/// present place to its new place, and keeps its identity on the way.
struct CurveMotion {
  /// The curve at the beginning of the motion and at its end.
  typealias Way = (from: SampledCurve, to: SampledCurve)

  /// Whether data after the last shown datum unfolds from that datum, although the data has a place under the old map.
  /// Otherwise, the data slides in from that place.
  var unfolds = false
  /// The height from which a curve rises where nothing was shown; nil for no rise.
  var baseline: Double?
  /// The width in points up to which a segment takes its new shape at once.
  var narrow = -Double.infinity
  /// The place in points left of which nothing is seen.
  var edge = -Double.infinity
  /// The largest distance, in points, that is invisible.
  var unseen = 0.0

  /// Returns the motion from one curve to another.
  /// - Parameters:
  ///   - shown: the curve on screen.
  ///   - target: the curve at rest.
  ///   - start: the curve of all data in motion, under the old map; nil if new data has no place there and starts on
  ///     the shown curve.
  ///   - end: the curve of all data in motion, under the new map; nil if old data has no place there and ends on the
  ///     target.
  ///   - inner: the motion of the line on which the layer of a stack lies; nil for none.
  ///   - pile: the direction in which the layers are stacked.
  func way(
    from shown: SampledCurve, to target: SampledCurve, start: SampledCurve? = nil,
    end: SampledCurve? = nil, upon inner: Way? = nil, _ pile: Stack.Pile = .up
  ) -> Way {
    if let baseline, shown.knots.isEmpty { return (target.flattened(at: baseline), target) }
    if target.knots.isEmpty { return (target, target) }
    var from = start?.matching(shown, narrow: narrow, edge: edge) ?? shown
    var to = end ?? target
    if unfolds { from = from.unfolding(from: shown) }
    // A curve that had no place under the old map, such as one of zeros on a logarithmic axis.
    if from.knots.isEmpty { return (target, target) }
    from = from.closingGaps(as: to)
    (from, to) = (from.filled(like: to), to.filled(like: from))
    if let inner { from = from.held(upon: inner.from, pile) }
    return (from.meeting(to, within: unseen), to)
  }
}

extension Double {
  /// The value, or the nearer limit for a value beyond the limits.
  @inline(__always)
  package func held(in limits: ClosedRange<Double>) -> Double {
    min(max(self, limits.lowerBound), limits.upperBound)
  }
}

extension PlotContent {
  /// A sample that is held at an edge of the plot.
  struct Beyond: Equatable {
    var time: Double
    var value: Double
    /// Whether the edge is the upper one.
    var isAbove: Bool
  }

  /// The sample in view that is farthest beyond an edge: the last one of a line, or otherwise any; nil for none.
  /// The limits hold for lines of the left axis only.
  func beyond(isAbove: Bool) -> Beyond? {
    let limit = isAbove ? limits.upperBound : limits.lowerBound
    guard limit.isFinite else { return nil }
    // A value without a place on a logarithmic axis is not held at an edge.
    let least = axis.isLogarithmic ? Double.leastNonzeroMagnitude : -.infinity
    var found: [(end: Beyond?, any: Beyond?)] = []
    for (series, drawn) in zip(series, drawnSeries)
    where !series.isHidden && series.rescaling == nil {
      let samples = drawn.samples
      let shown = samples.indices(from: time.lowerBound, through: time.upperBound)
      func beyond(_ position: Int?) -> Beyond? {
        guard let position else { return nil }
        let sample = samples[position]
        guard sample.value >= least, isAbove ? sample.value > limit : sample.value < limit else {
          return nil
        }
        return Beyond(time: sample.time, value: sample.value, isAbove: isAbove)
      }
      let extremes = samples.extremes(in: shown, least: least)
      found.append(
        (beyond(isLive ? shown.last : nil), beyond(isAbove ? extremes.highest : extremes.lowest)))
    }
    func farthest(_ marks: [Beyond]) -> Beyond? {
      marks.max { isAbove ? $0.value < $1.value : $0.value > $1.value }
    }
    return farthest(found.compactMap(\.end)) ?? farthest(found.compactMap(\.any))
  }
}

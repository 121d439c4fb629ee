import Metrics

extension PlotContent {
  /// The samples that a line goes through.
  struct DrawnSeries {
    var samples: TimeSeries
    /// The number of the first sample, which slides with the samples; nil if samples of several series get new numbers
    /// with each sample.
    var firstNumber: Int?
    /// Whether a layer of a stack is absent at each position; empty if it is present everywhere.
    var isAbsent: [Bool] = []
    /// The edge of a layer of a stack towards zero, with the times of the samples; nil for the line of the layer below.
    var floor: TimeSeries?
    /// Whether the line is that of a shown layer of a stack.
    var isLayer = false
    /// The pile of a stacked layer that lies on the line of the layer before; nil for any other line.
    var pile: Stack.Pile?
    /// The seconds above which an unusually long distance between samples interrupts the line; nil for never.
    var shortestGap: Double?
    /// The range of values within which the line is held.
    var limits: ClosedRange<Double> = -.infinity ... .infinity
    /// The shape of the line between samples.
    var curve = Series.Curve.smooth

    /// The value of the line at a sample's time; nil if there is no sample, or the layer is absent.
    func value(at time: Double) -> Double? {
      let found = samples.indices(from: time, through: time)
      guard let i = found.first, isAbsent.isEmpty || !isAbsent[i] else { return nil }
      return samples[i].value
    }
  }

  /// The drawn series of one content and its copies, once they are made: an update asks for them many times, and those
  /// of a stack are sums of all samples.
  final class DrawnMemory {
    fileprivate var series: [DrawnSeries]?
  }

  /// The samples that lines go through: for the layers of a stack, the sums with the layers below.
  var drawnSeries: [DrawnSeries] {
    if let known = drawnMemory.series { return known }
    let made = makeDrawnSeries()
    drawnMemory.series = made
    return made
  }

  /// Frees the sums of a stack, which take as much memory as its samples, until they are asked for again.
  func forgetDrawnSeries() { drawnMemory.series = nil }

  private func makeDrawnSeries() -> [DrawnSeries] {
    let layers = series.indices.filter { series[$0].isShownLayer }
    var drawn = series.map {
      DrawnSeries(
        samples: $0.drawnSamples,
        firstNumber: $0.samples.firstSequence,
        shortestGap: $0.shortestGap, limits: limits, curve: $0.curve)
    }
    let gaps = layers.map { series[$0].shortestGap }
    let shortestGap = gaps.contains(nil) ? nil : gaps.compactMap(\.self).max()
    let stack = Stack(layers.map { series[$0].samples })
    for (i, layer) in zip(layers, stack.layers) {
      drawn[i] = DrawnSeries(
        samples: layer.boundary,
        firstNumber: stack.isNumberedByFirst ? drawn[layers[0]].firstNumber : nil,
        isAbsent: layer.isAbsent, floor: layer.floor, pile: layer.pile, shortestGap: shortestGap,
        limits: limits)
      drawn[i].isLayer = true
      // Smooth curves of two neighbours would cross where a layer changes its pile.
      drawn[i].curve = layer.floor == nil ? series[i].curve : .straight
    }
    return drawn
  }

  /// The extent of the lines that are shown; nil if no line is in view.
  public var extent: ClosedRange<Double>? {
    let crossings = edgeCrossings(isLogarithmic: false)
    var low = crossings.min() ?? .infinity
    var high = crossings.max() ?? -.infinity
    for (series, drawn) in zip(series, drawnSeries) where !series.isHidden {
      let shown = drawn.samples.indices(from: time.lowerBound, through: time.upperBound)
      guard let extent = drawn.samples.extent(in: shown) else { continue }
      low = min(low, extent.lowerBound)
      high = max(high, extent.upperBound)
    }
    return low <= high ? low...high : nil
  }

  /// The sums of the shown layers of a stack; nil if there are none.
  public var stackedSum: TimeSeries? {
    let layers = series.filter(\.isShownLayer)
    return layers.isEmpty ? nil : TimeSeries.sum(of: layers.map(\.samples), gone: layers.gone)
  }
}

extension [PlotContent.Series] {
  /// The indices of the series that are gone.
  fileprivate var gone: Set<Int> { Set(indices.filter { self[$0].isGone }) }
}

extension PlotContent.Series {
  /// Whether the series is a layer of the stack that is shown.
  fileprivate var isShownLayer: Bool { style.isStacked && !isHidden && !samples.isEmpty }

  /// The samples with the values at which they are drawn.
  fileprivate var drawnSamples: TimeSeries {
    rescaling.map { samples.scaled(by: $0.factor, adding: $0.offset) } ?? samples
  }
}

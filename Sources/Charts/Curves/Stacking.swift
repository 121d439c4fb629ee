import Metrics

/// Series one upon the other.
public enum Stacking {
  /// Of several series, for each the sum of it and those before it, at the times of the first one.
  ///
  /// A series that has no sample at such a time counts with the one before, unless that is older than
  /// three samples of the first series; then, and where a sample is missing, the sums from there
  /// on are missing as well. The sums have the first series' positions.
  public static func sums(_ parts: [TimeSeries]) -> [TimeSeries] {
    guard let first = parts.first else { return [] }
    var sums = [first]
    for part in parts.dropFirst() { sums.append(sum(sums[sums.count - 1], part)) }
    return sums
  }

  private static func sum(_ below: TimeSeries, _ part: TimeSeries) -> TimeSeries {
    var result = TimeSeries(capacity: below.count)
    let longest = TimeSeries.heldIntervals * below.averageInterval
    var position = 0
    below.withColumns { times, values in
      for (time, value) in zip(times, values) {
        while position < part.count, part[position].time <= time { position += 1 }
        var own = Double.nan
        if position > 0, time - part[position - 1].time <= longest {
          own = part[position - 1].value
        }
        result.append(time: time, value: value + own)
      }
    }
    return result
  }
}

extension TimeSeries {
  /// For how many intervals between samples a value stands for what comes after it.
  fileprivate static let heldIntervals = 3.0

  /// The seconds from one sample to the next; zero for fewer than two.
  fileprivate var averageInterval: Double {
    count > 1 ? (self[count - 1].time - self[0].time) / Double(count - 1) : 0
  }

  /// The value at a time, or where the samples are at other times that of the one before; NaN where
  /// that is long ago.
  func heldValue(at time: Double) -> Double {
    let last = indices(from: -.infinity, through: time).upperBound - 1
    guard last >= 0, time - self[last].time <= TimeSeries.heldIntervals * averageInterval else {
      return .nan
    }
    return self[last].value
  }
}

extension PlotContent {
  /// What a line goes through.
  struct DrawnSeries {
    var samples: TimeSeries
    /// The number that the first sample keeps while the plot slides.
    var firstKey: Int
  }

  /// The samples that lines go through: those of a stack's layers with what is below them.
  var drawnSeries: [DrawnSeries] {
    let layers = series.indices.filter {
      series[$0].style.isStacked && !series[$0].isHidden && !series[$0].samples.isEmpty
    }
    var drawn = series.map {
      DrawnSeries(samples: $0.samples, firstKey: $0.samples.firstSequence)
    }
    for (i, sum) in zip(layers, Stacking.sums(layers.map { series[$0].samples })) {
      drawn[i] = DrawnSeries(samples: sum, firstKey: drawn[layers[0]].firstKey)
    }
    return drawn
  }

  /// From where to where the lines go that are shown; nil where none has a sample in sight.
  public var extent: ClosedRange<Double>? {
    var (low, high) = (Double.infinity, -Double.infinity)
    for (series, drawn) in zip(series, drawnSeries) where !series.isHidden {
      let shown = drawn.samples.indices(from: time.lowerBound, through: time.upperBound)
      guard let extent = drawn.samples.extent(in: shown) else { continue }
      low = min(low, extent.lowerBound)
      high = max(high, extent.upperBound)
    }
    return low <= high ? low...high : nil
  }

  /// The latest value of the topmost layer of a stack: the sum of all; nil where there is none.
  public var stackedSum: Double? {
    let top = Array(zip(series, drawnSeries)).last {
      $0.0.style.isStacked && !$0.0.isHidden && !$0.0.samples.isEmpty
    }
    return top?.1.samples.last?.value
  }
}

extension DrawnPositions {
  /// After how many samples that have left a line begins elsewhere.
  private static let headCount = 32

  /// Which samples of all series are drawn; of a stack's layers the same ones, so that each fits the
  /// one below.
  /// - Parameters:
  ///   - reach: how far beyond the plot's edges, in points, samples show in it: of lines without dashes,
  ///     whose dashes start where the line does.
  ///   - keepsHeads: whether lines without dashes may begin further to the left than they need, so
  ///     that they seldom begin elsewhere.
  static func all(
    of styles: [PlotContent.Series.Style], _ series: [PlotContent.DrawnSeries], from time: Double,
    through end: Double, map: AxisMap, pixel: Double, reach: Double = 0,
    keepsHeads: Bool = false
  ) -> [DrawnPositions] {
    // Dashes start where the line does.
    let hasDashedLayer = styles.contains { $0.isStacked && $0.isDashed }
    var all = zip(styles, series).map { style, series in
      let isSolid = !style.isDashed && !(style.isStacked && hasDashedLayer)
      let margin = isSolid && map.xScale > 0 ? reach / map.xScale : 0
      return DrawnPositions(
        series.samples, from: time - margin, through: end + margin, map: map, pixel: pixel,
        head: keepsHeads && isSolid ? DrawnPositions.headCount : 1, firstKey: series.firstKey)
    }
    let layers = styles.indices.filter { styles[$0].isStacked }
    guard layers.contains(where: { all[$0].isThinned }) else { return all }
    let union = DrawnPositions(union: layers.map { all[$0] })
    let count = series[layers[0]].samples.count
    for i in layers where series[i].samples.count == count { all[i] = union }
    return all
  }
}

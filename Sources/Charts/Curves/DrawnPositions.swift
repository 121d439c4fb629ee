import Metrics

/// The samples of a series that are drawn: all samples, or the lowest and the highest of each pixel column if there is
/// no room for all, so that no peak is lost and the length of a path depends on the width of the plot.
///
/// The columns are those of the data, not of the screen: their width is a power of two and their
/// edges are its multiples, so that the choice stays the same while the plot slides.
struct DrawnPositions {
  /// The positions of the drawn samples; empty for a line whose `DenseColumns` find the extremes.
  let positions: [Int]
  /// The samples in view, and those around them that affect the picture.
  private(set) var range = 0..<0
  /// Whether only some of the samples are drawn, with straight lines between them.
  let isThinned: Bool
  /// The width in seconds of the columns whose extremes are drawn; 0 for all samples.
  private(set) var column = 0.0
  /// The indices of the positions before which the line is interrupted, ascending.
  private(set) var gaps: [Int] = []

  /// Some samples, with curves between them.
  init(_ positions: Range<Int>) {
    range = positions
    self.positions = Array(positions)
    isThinned = false
  }

  /// The largest number of samples that are all drawn: two for each pixel column, or four for each column up to 1200
  /// samples, because the middle line through wide columns would visibly distort few samples.
  /// - Parameters:
  ///   - columns: the pixel columns of the line.
  ///   - wasThinned: whether extremes were drawn before. If so, extremes are also drawn for somewhat fewer samples, so
  ///     that a line with uneven samples does not change its look back and forth.
  private static func mostDrawn(_ columns: Double, wasThinned: Bool) -> Double {
    let most = max(2 * max(columns, 16), min(4 * columns, 1200))
    return wasThinned ? 0.75 * most : most
  }

  /// The positions of several series with the same times.
  init(union parts: [DrawnPositions]) {
    positions = Array(Set(parts.flatMap(\.positions))).sorted()
    isThinned = true
    column = parts.map(\.column).max() ?? 0
  }

  /// - Parameters:
  ///   - time: the time at which the visible part of the line starts.
  ///   - end: the time at which the visible part ends.
  ///   - pixel: the width of a device pixel in points.
  ///   - head: the size of the groups of samples at which the line may start: the first sample of a group is kept with
  ///     all samples after it, so that the line slides unchanged while that sample stays.
  ///   - firstNumber: the number of the first sample, which slides with the samples; nil for the series' own number.
  ///   - wasThinned: whether extremes were drawn before.
  ///   - isDense: whether `DenseColumns` find the extremes, so that there are no positions of them.
  init(
    _ series: TimeSeries, from time: Double, through end: Double = .infinity, map: AxisMap,
    pixel: Double, head: Int = 1, firstNumber: Int? = nil, wasThinned: Bool = false,
    isDense: Bool = false
  ) {
    let visible = series.indices(from: time, through: end)
    // Two more samples at either edge are needed: the slopes of a segment depend on a sample beyond either end.
    let first = max(0, visible.lowerBound - 2)
    let head = max(1, head)
    let number = (firstNumber ?? series.firstSequence) + first
    let surplus = (number % head + head) % head
    let range = max(0, first - surplus)..<min(series.count, visible.upperBound + 2)
    let span = range.isEmpty ? 0 : series[range.upperBound - 1].time - series[range.lowerBound].time
    let columns = span * map.xScale / pixel
    guard columns >= 1, Double(range.count) > Self.mostDrawn(columns, wasThinned: wasThinned) else {
      self.init(range)
      return
    }
    let width = columnWidth(pixel / map.xScale)
    let whole = DrawnPositions.wholeColumns(
      range, of: series, width: DenseColumns.medianWidth * width)
    self.init(
      extremesOf: series, in: whole, column: width, least: map.leastValue, isDense: isDense)
  }

  /// The extremes of columns.
  /// - Parameters:
  ///   - range: all samples of the columns.
  ///   - least: the limit below which a value counts as missing.
  ///   - isDense: whether `DenseColumns` find the extremes.
  init(
    extremesOf series: TimeSeries, in range: Range<Int>, column: Double, least: Double,
    isDense: Bool = false
  ) {
    (self.range, self.column, isThinned) = (range, column, true)
    positions = isDense ? [] : series.extremes(in: range, bucket: column, least: least)
  }

  /// All samples of the columns that contain a range, and of the next column at either end. From a part of a column,
  /// the line would take another course.
  private static func wholeColumns(
    _ range: Range<Int>, of series: TimeSeries, width: Double
  ) -> Range<Int> {
    func number(_ position: Int) -> Double { (series[position].time / width).rounded(.down) }
    func start(_ position: Int) -> Int {
      series.indices(from: number(position) * width, through: .infinity).lowerBound
    }
    func end(_ position: Int) -> Int {
      series.indices(from: -.infinity, through: ((number(position) + 1) * width).nextDown)
        .upperBound
    }
    let first = start(max(0, start(range.lowerBound) - 1))
    let last = end(min(series.count - 1, end(range.upperBound - 1)))
    return min(first, range.lowerBound)..<max(last, range.upperBound)
  }
}

extension DrawnPositions {
  /// The number of samples that may leave a line before its start changes.
  private static let headCount = 32

  /// The samples of all series that are drawn; only their range for thinned lines with an envelope. The layers of a
  /// stack draw the same samples, so that each layer fits the layer below.
  /// - Parameters:
  ///   - reach: the distance beyond the plot's edges, in points, within which samples affect the picture. The distance
  ///     applies to solid lines only, because dashes start at the start of the line.
  ///   - keepsHeads: whether solid lines may start further to the left than necessary, so that their starts seldom
  ///     change.
  ///   - wereThinned: for each series whether extremes were drawn before; empty for none.
  static func all(
    of styles: [PlotContent.Series.Style], _ series: [PlotContent.DrawnSeries], from time: Double,
    through end: Double, map: AxisMap, pixel: Double, reach: Double = 0,
    keepsHeads: Bool = false, wereThinned: [Bool] = []
  ) -> [DrawnPositions] {
    // Dashes start at the start of the line.
    let hasDashedLayer = styles.contains { $0.isStacked && $0.isDashed }
    var all = zip(styles, series).enumerated().map { i, pair in
      let (style, series) = pair
      let isSolid = !style.isDashed && !(style.isStacked && hasDashedLayer)
      let margin = isSolid && map.xScale > 0 ? reach / map.xScale : 0
      return DrawnPositions(
        series.samples, from: time - margin, through: end + margin, map: map, pixel: pixel,
        head: keepsHeads && isSolid && series.firstNumber != nil ? DrawnPositions.headCount : 1,
        firstNumber: series.firstNumber,
        wasThinned: wereThinned.indices.contains(i) && wereThinned[i], isDense: style.hasEnvelope)
    }
    // A hidden layer, or one without samples, has samples of its own in place of the sums of the stack.
    let layers = series.indices.filter { series[$0].isLayer }
    if layers.contains(where: { all[$0].isThinned }) {
      let union = DrawnPositions(union: layers.map { all[$0] })
      let count = series[layers[0]].samples.count
      for i in layers where series[i].samples.count == count { all[i] = union }
    }
    for (i, series) in series.enumerated() {
      if let shortest = series.shortestGap { all[i].findGaps(in: series.samples, from: shortest) }
    }
    return all
  }

  /// Finds the distances between samples at which the line is interrupted. Two samples of neighbouring columns are up
  /// to two columns apart, and so are samples of stretches that are kept coarser.
  mutating func findGaps(in series: TimeSeries, from shortest: Double) {
    var times: [Double] = []
    times.reserveCapacity(positions.count)
    series.forEach(at: positions) { time, _ in times.append(time) }
    gaps = LineGaps.starts(times) { i in
      max(shortest, 2 * max(column, series.bucketWidth(at: positions[i])))
    }
  }
}

/// The smallest power of two that is not below a length.
private func columnWidth(_ length: Double) -> Double {
  guard length > 0, length.isFinite else { return 1 }
  let power = length.binade
  return power < length ? 2 * power : power
}

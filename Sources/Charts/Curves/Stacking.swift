import Metrics

/// Series one upon the other.
public enum Stacking {
  /// The upper boundary of each of several layers: the sum of its values and those of the layers
  /// below, at the times of all layers.
  ///
  /// Between two of its samples a layer counts with the value on the straight line between them, and
  /// after a sample with that sample for three of its intervals. Before its first sample, and once
  /// nothing has come for longer, a layer counts for nothing, and the others go on. Where a sample is
  /// missing, the sums of its layer and of those above are missing as well.
  public static func sums(_ parts: [TimeSeries]) -> [TimeSeries] {
    Stack(parts).layers.map(\.boundary)
  }
}

/// The boundaries of several layers at common times.
struct Stack {
  struct Layer {
    var boundary: TimeSeries
    /// Where the layer counts for nothing, by position; empty where that is nowhere.
    var isAbsent: [Bool] = []
  }

  private(set) var layers: [Layer] = []
  /// The times are those of the first layer, and what comes after them: positions count from the
  /// first layer's first sample.
  private(set) var isNumberedByFirst = true

  init(_ parts: [TimeSeries]) {
    guard let first = parts.first, parts.count > 1 else {
      layers = parts.map { Layer(boundary: $0) }
      return
    }
    let times = parts.dropFirst().reduce(first.times) { merged($0, $1.times) }
    isNumberedByFirst =
      first.last.map { last in
        times.count(where: { $0 <= last.time }) == first.count
      } ?? false
    let longestInterval = parts.map(\.averageInterval).max() ?? 0
    var sums = [Double](repeating: 0, count: times.count)
    for part in parts {
      var isAbsent: [Bool] = []
      part.addValues(at: times, unlessOwnInterval: longestInterval, to: &sums, absent: &isAbsent)
      var boundary = TimeSeries(capacity: times.count)
      boundary.append(times: times[...], values: sums[...])
      layers.append(Layer(boundary: boundary, isAbsent: isAbsent))
    }
  }
}

/// All of two ascending lists of times, each once.
private func merged(_ a: [Double], _ b: [Double]) -> [Double] {
  if a == b { return a }
  var result: [Double] = []
  result.reserveCapacity(a.count + b.count)
  var (i, j) = (0, 0)
  while i < a.count || j < b.count {
    let isFirst = j == b.count || i < a.count && a[i] <= b[j]
    let time = isFirst ? a[i] : b[j]
    if isFirst { i += 1 } else { j += 1 }
    if time != result.last { result.append(time) }
  }
  return result
}

extension TimeSeries {
  /// For how many intervals between samples a value stands for what comes after it.
  fileprivate static let heldIntervals = 3.0

  fileprivate var times: [Double] { withColumns { times, _ in Array(times) } }

  /// Adds the values at ascending times, among which are all of its own.
  /// - Parameters:
  ///   - interval: the seconds between samples where there are too few to tell.
  ///   - absent: becomes where there is no value to add; stays empty where there is one everywhere.
  fileprivate func addValues(
    at times: [Double], unlessOwnInterval interval: Double, to sums: inout [Double],
    absent: inout [Bool]
  ) {
    let longest = TimeSeries.heldIntervals * (count > 1 ? averageInterval : interval)
    var next = 0
    withColumns { own, values in
      for (i, time) in times.enumerated() {
        while next < own.count, own[next] <= time { next += 1 }
        guard next > 0, time - own[next - 1] <= longest else {
          if absent.isEmpty { absent = [Bool](repeating: false, count: times.count) }
          absent[i] = true
          continue
        }
        let (start, value) = (own[next - 1], values[next - 1])
        // A line that is broken, or known on one side only, goes on as it was.
        let isBetween =
          time > start && next < own.count && own[next] - start <= longest && !values[next].isNaN
        sums[i] +=
          isBetween
          ? value + (values[next] - value) * (time - start) / (own[next] - start) : value
      }
    }
  }

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
    /// The number that the first sample keeps while the plot slides; nil where the samples are known
    /// by their times.
    var firstKey: Int?
    /// Where a layer of a stack counts for nothing, by position; empty where that is nowhere.
    var isAbsent: [Bool] = []

    /// The value of the line at a sample's time; nil where there is none, or the layer is absent.
    func value(at time: Double) -> Double? {
      let found = samples.indices(from: time, through: time)
      guard let i = found.first, isAbsent.isEmpty || !isAbsent[i] else { return nil }
      return samples[i].value
    }

    /// The number by which a sample is known as long as it is there.
    func key(_ position: Int, time: Double) -> Double {
      firstKey.map { Double($0 + position) } ?? time
    }
  }

  /// The samples that lines go through: those of a stack's layers with what is below them.
  var drawnSeries: [DrawnSeries] {
    let layers = series.indices.filter {
      series[$0].style.isStacked && !series[$0].isHidden && !series[$0].samples.isEmpty
    }
    var drawn = series.map {
      DrawnSeries(samples: $0.samples, firstKey: $0.samples.firstSequence)
    }
    let stack = Stack(layers.map { series[$0].samples })
    for (i, layer) in zip(layers, stack.layers) {
      drawn[i] = DrawnSeries(
        samples: layer.boundary,
        firstKey: stack.isNumberedByFirst ? drawn[layers[0]].firstKey : nil,
        isAbsent: layer.isAbsent)
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
        head: keepsHeads && isSolid && series.firstKey != nil ? DrawnPositions.headCount : 1,
        firstKey: series.firstKey)
    }
    let layers = styles.indices.filter { styles[$0].isStacked }
    guard layers.contains(where: { all[$0].isThinned }) else { return all }
    let union = DrawnPositions(union: layers.map { all[$0] })
    let count = series[layers[0]].samples.count
    for i in layers where series[i].samples.count == count { all[i] = union }
    return all
  }
}

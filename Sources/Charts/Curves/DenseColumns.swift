import Metrics

/// A line of more samples than pixels: the lowest and the highest value of each pixel column, and a calm line
/// through the middle.
///
/// The columns are those of `DrawnPositions`, which stay while the plot slides. The line goes through the medians of
/// columns four times as wide, and ends at the latest sample. Where the store has only the extremes of coarse
/// stretches, the mean replaces the median.
struct DenseColumns {
  /// Values at times, and the indices of the values before which the line is interrupted.
  struct Line {
    var times: [Double] = []
    var values: [Double] = []
    var gaps: [Int] = []

    mutating func append(_ time: Double, _ value: Double, isBroken: Bool) {
      guard times.last.map({ time > $0 }) ?? true else { return }
      if isBroken, !times.isEmpty { gaps.append(times.count) }
      times.append(time)
      values.append(value)
    }
  }

  private(set) var low = Line()
  private(set) var high = Line()
  private(set) var middle = Line()
  /// The samples and the rules from which the columns are made.
  let source: Source
  /// The width of a pixel column in seconds.
  var width: Double { source.width }

  /// The width of the columns of medians, in pixel columns.
  static let medianWidth = 4.0
  /// The size and the number of the groups of samples whose median is taken if there are many samples. Neighbours share
  /// a line of the processor's cache: single samples far apart cost several milliseconds in a frame of ten million
  /// samples.
  private static let group = 8
  private static let mostGroups = 8

  /// The columns of samples. Columns that are made of the same samples as before are kept, because a long line has
  /// thousands, of which a new sample changes one.
  init(_ source: Source, keeping before: DenseColumns? = nil) {
    self.source = source
    guard let before, let seam = before.source.seam(to: source) else {
      add(source.positions)
      return
    }
    add(seam.start..<source.positions.upperBound)
    let start = source.startTime
    func joined(_ old: Line, _ new: Line) -> Line {
      old.part(from: start, before: seam.time).joined(new, from: seam.time)
    }
    low = joined(before.low, low)
    high = joined(before.high, high)
    middle = joined(before.middle, middle)
  }

  /// Adds the columns of samples at positions.
  private mutating func add(_ positions: Range<Int>) {
    let series = source.series
    var drawn = DrawnPositions(
      extremesOf: series, in: positions, column: width, least: source.least)
    if let shortest = source.shortestGap { drawn.findGaps(in: series, from: shortest) }
    var extremes: [(time: Double, value: Double)] = []
    extremes.reserveCapacity(drawn.positions.count)
    series.forEach(at: drawn.positions) { time, value in
      extremes.append((time, value >= source.least ? value : .nan))
    }
    let breaks = addExtremes(extremes, drawn)
    addMedians(of: positions, series, breaks: breaks, least: source.least)
  }

  /// Adds the lowest and the highest value of each column.
  /// - Returns: the positions at which something is missing, or a gap ends.
  private mutating func addExtremes(
    _ extremes: [(time: Double, value: Double)], _ drawn: DrawnPositions
  ) -> [Int] {
    var breaks: [Int] = []
    var gaps = drawn.gaps[...]
    var isBroken = false
    var i = 0
    while i < extremes.count {
      let column = (extremes[i].time / width).rounded(.down)
      var (lowest, highest) = (Double.infinity, -Double.infinity)
      var hasMissing = false
      while i < extremes.count, (extremes[i].time / width).rounded(.down) == column {
        if gaps.first == i {
          gaps.removeFirst()
          breaks.append(gapEnd(from: drawn.positions[i - 1], through: drawn.positions[i]))
          isBroken = true
        }
        let value = extremes[i].value
        if value.isNaN {
          hasMissing = true
          breaks.append(drawn.positions[i])
        } else {
          (lowest, highest) = (min(lowest, value), max(highest, value))
        }
        i += 1
      }
      if lowest <= highest {
        let time = (column + 0.5) * width
        low.append(time, lowest, isBroken: isBroken)
        high.append(time, highest, isBroken: isBroken)
        isBroken = false
      }
      isBroken = isBroken || hasMissing
    }
    return breaks
  }

  /// The first sample after the longest distance between samples. The extremes on either side of a gap need not be the
  /// samples next to the gap.
  private func gapEnd(from first: Int, through last: Int) -> Int {
    func distance(before position: Int) -> Double {
      source.series[position].time - source.series[position - 1].time
    }
    return (first + 1..<last + 1).max { distance(before: $0) < distance(before: $1) } ?? last
  }

  /// Adds the median of each wide column, or of each of its parts between breaks, and the latest sample.
  private mutating func addMedians(
    of positions: Range<Int>, _ series: TimeSeries, breaks: [Int], least: Double
  ) {
    let wide = width * Self.medianWidth
    var rest = breaks[...]
    var start = positions.lowerBound
    var isBroken = false
    while start < positions.upperBound {
      let column = (series[start].time / wide).rounded(.down)
      var end = series.indices(from: -.infinity, through: ((column + 1) * wide).nextDown).upperBound
      let isOpen = end >= series.count
      end = min(max(end, start + 1), positions.upperBound)
      while start < end {
        let stop = min(rest.first.map { max($0, start) } ?? end, end)
        // The latest sample represents the column that is not full yet.
        let part = isOpen && stop == end ? end - 1..<end : start..<stop
        add(part, series, least: least, &isBroken)
        guard let next = rest.first, next < end else { break }
        rest.removeFirst()
        isBroken = true
        start = stop
        if !(series[next].value >= least) { start = max(start, next + 1) }
      }
      start = end
    }
  }

  private mutating func add(
    _ part: Range<Int>, _ series: TimeSeries, least: Double, _ isBroken: inout Bool
  ) {
    guard let first = part.first, let last = part.last,
      let value = Self.median(of: part, series, least: least)
    else { return }
    let time = (series[first].time + series[last].time) / 2
    middle.append(time, value, isBroken: isBroken)
    isBroken = false
  }

  /// The upper median of the values at positions, or of a part of many values; nil without a value.
  private static func median(of part: Range<Int>, _ series: TimeSeries, least: Double) -> Double? {
    if part.count > 1, series.bucketWidth(at: part.lowerBound) > 0 {
      return series.statistics(in: part)?.mean
    }
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: group * mostGroups) { values in
      var count = 0
      forEachGroup(of: part, series) { group in
        series.forEachRun(in: group) { run in
          for value in run.values where value >= least {
            values[count] = value
            count += 1
          }
        }
      }
      return count == 0 ? nil : UnsafeMutableBufferPointer(rebasing: values[..<count]).upperMedian()
    }
  }

  /// Calls a function with the positions of the samples whose median is taken: all of up to 64 samples. Of more
  /// samples, groups that start at multiples of a power of two are taken, and stay the same while the plot slides.
  private static func forEachGroup(
    of part: Range<Int>, _ series: TimeSeries, _ body: (Range<Int>) -> Void
  ) {
    guard part.count > group * mostGroups else { return body(part) }
    var step = 2 * group
    while part.count > mostGroups * step { step *= 2 }
    let number = series.firstSequence + part.lowerBound
    let first = part.lowerBound + (step - number % step) % step
    for start in stride(from: first, to: part.upperBound, by: step) {
      body(start..<min(start + group, part.upperBound))
    }
  }
}

extension UnsafeMutableBufferPointer<Double> {
  /// The upper median of the numbers, which are reordered. The algorithm is Hoare's selection: of the two parts around
  /// a number, only the part with the median is examined again.
  func upperMedian() -> Double {
    let middle = count / 2
    var (first, last) = (0, count - 1)
    while first < last {
      let pivot = self[(first + last) / 2]
      var (i, j) = (first, last)
      while i <= j {
        while self[i] < pivot { i += 1 }
        while self[j] > pivot { j -= 1 }
        if i <= j {
          swapAt(i, j)
          i += 1
          j -= 1
        }
      }
      if middle <= j {
        last = j
      } else if middle >= i {
        first = i
      } else {
        break
      }
    }
    return self[middle]
  }
}

/// Rows that each stand for the samples of a stretch of time.
package struct CoarseRows: Sendable {
  /// The seconds that each row stands for. The starts of rows are multiples of this width.
  package var width: Double
  /// The starts of the rows, in ascending order.
  package var starts: [Double]
  package var minima: [Double]
  package var maxima: [Double]
  package var means: [Double]
  package var counts: [Double]

  /// Rows of as many elements in all columns.
  package init(
    width: Double, starts: [Double], minima: [Double], maxima: [Double], means: [Double],
    counts: [Double]
  ) {
    (self.width, self.starts, self.means) = (width, starts, means)
    (self.minima, self.maxima, self.counts) = (minima, maxima, counts)
  }
}

extension TimeSeries {
  /// Appends rows that are after all samples.
  ///
  /// A row becomes its lowest and its highest sample, in the order that leaves the line shorter, or one
  /// sample where these are equal. Sums and counts are those of all samples. Rows that are too far apart
  /// have a missing sample between them.
  package mutating func append(_ rows: CoarseRows) {
    var samples: [WeightedSample] = []
    var before: (time: Double, value: Double)? = last.map { ($0.time, $0.value) }
    let longest = rows.width + (gapAfter < .infinity ? gapAfter : Self.bridge(of: rows))
    var lastStart: Double?
    for index in rows.starts.indices where rows.starts[index] >= before?.time ?? -.infinity {
      let start = rows.starts[index]
      if let end = lastStart ?? before?.time, start - end > longest, let time = before?.time {
        samples.append(WeightedSample(time: time + (start - time) / 2, value: .nan))
      }
      var (first, second) = (rows.minima[index], rows.maxima[index])
      if let value = before?.value, abs(second - value) < abs(first - value) {
        swap(&first, &second)
      }
      let isOne = first == second
      var sample = WeightedSample(
        time: start + rows.width * (isOne ? 0.5 : 0.25), value: first)
      sample.sum = rows.means[index] * rows.counts[index]
      sample.count = Int(rows.counts[index])
      samples.append(sample)
      if !isOne {
        var other = WeightedSample(time: start + rows.width * 0.75, value: second)
        (other.sum, other.count) = (0, 0)
        samples.append(other)
      }
      before = (samples[samples.count - 1].time, second)
      lastStart = start
    }
    appendCoarse(samples, width: rows.width)
  }

  private static func bridge(of rows: CoarseRows) -> Double {
    let distances = zip(rows.starts.dropFirst(), rows.starts).map { $0 - $1 }.sorted()
    return distances.isEmpty ? .infinity : distances[distances.count / 2] * Gap.longestBridge
  }
}

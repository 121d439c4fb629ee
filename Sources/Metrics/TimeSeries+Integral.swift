/// The amounts of samples that are rates.
extension TimeSeries {
  /// The rule for a sample whose distance to the one before reaches over the edge of a stretch of time.
  public enum EdgeRule: Sendable {
    /// Each stretch has its share of the sample's amount.
    case split
    /// The stretch with the sample has all of its amount.
    case whole
  }

  /// The integral over a stretch of time of samples that are rates: each sample counts for the time since the one before
  /// it. The samples of a coarse bucket count with their mean for the bucket's width.
  /// - Parameters:
  ///   - start: the start of the stretch, which belongs to the stretch only with `.split`.
  ///   - end: the end of the stretch.
  ///   - longest: the most seconds for which a sample counts, apart from those of coarse buckets. The default is
  ///     infinite, for the growth of a counter, which is known since the count before.
  /// - Returns: nil if no sample counts.
  public func integral(
    from start: Double, to end: Double, _ rule: EdgeRule, longest: Double = .infinity
  ) -> Double? {
    let found = indices(from: start, through: end)
    // A bucket reaches beyond its samples, as a sample of `.split` reaches over the end.
    let positions = max(0, found.lowerBound - 1)..<min(found.upperBound + 1, count)
    guard !positions.isEmpty else { return nil }
    var total = Integral(start: start, end: end, rule: rule, longest: longest)
    forEachPart(of: positions) { chunk, range, _, _ in
      if let tier = chunk.memory.tier {
        total.add(tier, of: chunk, range)
      } else {
        withExtendedLifetime(chunk) { total.add(chunk.run(range, firstPosition: 0)) }
      }
    }
    total.addBucket(until: .infinity)
    return total.count > 0 ? total.sum : nil
  }
}

/// A sum of rates times seconds.
private struct Integral {
  let start: Double
  let end: Double
  let rule: TimeSeries.EdgeRule
  let longest: Double
  var sum = 0.0
  var count = 0
  /// The time of the sample before; nil before the first one, which counts for no time.
  private var before: Double?
  /// The last bucket, to which later samples may belong, too.
  private var bucket: (start: Double, end: Double, sum: Double, count: Int)?

  init(start: Double, end: Double, rule: TimeSeries.EdgeRule, longest: Double) {
    (self.start, self.end, self.rule, self.longest) = (start, end, rule, longest)
  }

  mutating func add(_ run: SampleRun) {
    guard run.count > 0 else { return }
    let first = run.times[0]
    // The first of these samples counts for the time that the bucket before leaves.
    if let bucket { before = max(before ?? bucket.end, min(bucket.end, first)) }
    addBucket(until: first)
    for i in 0..<run.count {
      let (time, value) = (run.times[i], run.values[i])
      defer { before = time }
      guard let before, !value.isNaN else { continue }
      let start = max(before, time - longest)
      switch rule {
      case .split: add(value, from: start, to: time)
      case .whole where time > self.start && time <= end:
        sum += value * (time - start)
        count += 1
      case .whole: break
      }
    }
  }

  mutating func add(_ tier: Tier, of chunk: Chunk, _ range: Range<Int>) {
    let first = tier.bucket(at: chunk.offset + range.lowerBound)
    let last = tier.firstBucket(from: chunk.offset + range.upperBound)
    for bucket in tier.buckets[first..<max(first, last)] where bucket.count > 0 {
      let time = chunk.time(bucket.first - chunk.offset)
      let edge = (time / tier.width).rounded(.down) * tier.width
      // The last bucket of a chunk and the first one of the next may be parts of one.
      if self.bucket?.start == edge {
        self.bucket?.sum += bucket.sum
        self.bucket?.count += bucket.count
      } else {
        let start = max(edge, self.bucket.map { min($0.end, time) } ?? edge)
        addBucket(until: start)
        self.bucket = (start, edge + tier.width, bucket.sum, bucket.count)
      }
    }
    if !range.isEmpty { before = chunk.time(range.upperBound - 1) }
  }

  /// Adds the last bucket, up to a later sample.
  mutating func addBucket(until limit: Double) {
    guard let bucket else { return }
    let end = min(bucket.end, limit)
    add(bucket.sum / Double(bucket.count), from: bucket.start, to: end)
    self.bucket = nil
  }

  private mutating func add(_ value: Double, from: Double, to: Double) {
    let seconds = min(to, end) - max(from, start)
    guard seconds > 0 else { return }
    sum += value * seconds
    count += 1
  }
}

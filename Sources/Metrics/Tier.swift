/// The coarse stretch of time that the samples of a chunk stand for.
///
/// A coarse chunk keeps of each bucket only the lowest, the highest and one missing sample, with their
/// own times. The edges of buckets are multiples of their width, a power of two unless the samples come
/// from coarse rows, so that coarser buckets mostly consist of whole finer ones.
struct Tier: Sendable {
  /// The sum and the number of all samples that a bucket had at full resolution.
  struct Bucket: Sendable, Equatable {
    /// The place of the bucket's first kept sample in the memory.
    var first: Int
    /// The number of samples that were not missing.
    var count: Int
    var sum: Double
  }

  /// The number of times that the samples were made coarser.
  let level: Int
  /// The width of a bucket in seconds.
  let width: Double
  let buckets: [Bucket]

  /// The bucket with the sample at a place, or otherwise the first one.
  func bucket(at place: Int) -> Int { max(0, firstBucket(from: place + 1) - 1) }

  /// The first bucket that starts at a place or after it.
  func firstBucket(from place: Int) -> Int {
    var (lower, upper) = (0, buckets.count)
    while lower < upper {
      let middle = lower + (upper - lower) / 2
      if buckets[middle].first >= place { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}

/// A sample with the sum and the number of the original samples that it stands for.
struct WeightedSample: Sendable {
  var time: Double
  var value: Double
  var sum: Double
  var count: Int

  init(time: Double, value: Double) {
    self.time = time
    self.value = value
    sum = value.isNaN ? 0 : value
    count = value.isNaN ? 0 : 1
  }

  /// Lets this sample stand for those of another one, too.
  mutating func take(_ other: WeightedSample) {
    sum += other.sum
    count += other.count
  }
}

/// A filter that keeps the lowest, the highest and one missing sample of each bucket.
struct BucketFilter {
  let width: Double
  private(set) var kept: [WeightedSample] = []
  private var bucket: [WeightedSample] = []
  private var end = -Double.infinity

  init(width: Double) { self.width = width }

  /// Adds a sample after all others.
  mutating func append(_ sample: WeightedSample) {
    if sample.time >= end {
      finish()
      end = ((sample.time / width).rounded(.down) + 1) * width
    }
    bucket.append(sample)
  }

  /// Keeps the extremes of the last bucket.
  mutating func finish() {
    guard let first = bucket.first else { return }
    var extremes = SampleExtremes()
    var total = first
    for (i, sample) in bucket.enumerated() {
      if i > 0 { total.take(sample) }
      extremes.include(sample.value, at: i, least: -.infinity)
    }
    for (i, position) in extremes.positions.enumerated() {
      var sample = bucket[position]
      (sample.sum, sample.count) = i == 0 ? (total.sum, total.count) : (0, 0)
      kept.append(sample)
    }
    bucket.removeAll(keepingCapacity: true)
  }

  /// The samples that the buckets of ascending samples keep, together with the first and the last sample, so that the
  /// distances to the neighbours stay known.
  static func kept(of samples: [WeightedSample], width: Double) -> [WeightedSample] {
    guard let first = samples.first, let last = samples.last else { return [] }
    var filter = BucketFilter(width: width)
    for sample in samples { filter.append(sample) }
    filter.finish()
    var kept = filter.kept
    if kept[0].time > first.time {
      var added = kept[0]
      (added.time, added.value) = (first.time, first.value)
      (kept[0].sum, kept[0].count) = (0, 0)
      kept.insert(added, at: 0)
    }
    if kept[kept.count - 1].time < last.time {
      var added = last
      (added.sum, added.count) = (0, 0)
      kept.append(added)
    }
    return kept
  }
}

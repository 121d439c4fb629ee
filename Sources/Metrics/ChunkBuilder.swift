/// Builds chunks of samples that come in order, with the gaps between them.
struct ChunkBuilder {
  /// The number of samples of a chunk.
  let size: Int
  let gapAfter: Double
  /// The time of the last sample.
  private(set) var lastTime: Double?
  private var chunks: [Chunk] = []
  private var times: [Double] = []
  private var values: [Double] = []
  private var coarse: [WeightedSample] = []
  private var tier: Tier?

  /// - Parameter lastTime: the time of the sample before all others; nil if there is none.
  init(size: Int, gapAfter: Double, lastTime: Double?) {
    self.size = size
    self.gapAfter = gapAfter
    self.lastTime = lastTime
  }

  /// Adds the samples of a chunk and a part of a batch, in order.
  /// - Parameter clearing: the stretch in which missing samples of the chunk are left out.
  mutating func append(
    _ chunk: Chunk, _ batch: SortedSamples, _ part: Range<Int>, clearing: ClosedRange<Double>?
  ) {
    if let new = chunk.memory.tier {
      if tier?.level != new.level || tier?.width != new.width { finishCoarse() }
      tier = new
      appendCoarse(chunk, batch, part, clearing: clearing)
      return
    }
    finishCoarse()
    var next = part.lowerBound
    for i in 0..<chunk.count {
      let (time, value) = (chunk.time(i), chunk.value(i))
      while next < part.upperBound, batch.times[next] < time {
        append(batch.times[next], batch.values[next])
        next += 1
      }
      if Gap.isMarker(value) { continue }
      if next < part.upperBound, batch.times[next] == time {
        append(time, value.isNaN ? batch.values[next] : value)
        next += 1
      } else if !value.isNaN || !(clearing?.contains(time) ?? false) {
        append(time, value)
      }
    }
    for i in next..<part.upperBound { append(batch.times[i], batch.values[i]) }
  }

  /// Adds a sample, and the gap before it.
  private mutating func append(_ time: Double, _ value: Double) {
    if let lastTime, let middle = Gap.time(from: lastTime, to: time, after: gapAfter) {
      times.append(middle)
      values.append(Gap.marker)
    }
    lastTime = time
    times.append(time)
    values.append(value)
    if times.count >= 2 * size + 2 { flush(size) }
  }

  /// Makes a chunk of the first samples.
  private mutating func flush(_ wanted: Int, capacity: Int = 0) {
    guard wanted > 0 else { return }
    // A gap lies in the chunk of the sample after it.
    let count = Gap.isMarker(values[wanted - 1]) ? wanted - 1 : wanted
    times.withUnsafeBufferPointer { times in
      values.withUnsafeBufferPointer { values in
        chunks.append(
          Chunk(
            times: UnsafeBufferPointer(rebasing: times[..<count]),
            values: UnsafeBufferPointer(rebasing: values[..<count]),
            capacity: max(count, capacity)))
      }
    }
    times.removeFirst(count)
    values.removeFirst(count)
  }

  /// The chunks of all samples.
  /// - Parameter tailRoom: the room of the last one.
  mutating func finish(tailRoom: Int) -> [Chunk] {
    finishCoarse()
    while times.count > size {
      flush(times.count >= 2 * size ? size : (times.count + 1) / 2)
    }
    flush(times.count, capacity: tailRoom)
    return chunks
  }

  // MARK: Coarse stretches

  /// Adds the samples of a coarse chunk and a part of a batch, in order. Gaps within stay as they are,
  /// because the samples that were beside them are not known any more.
  private mutating func appendCoarse(
    _ chunk: Chunk, _ batch: SortedSamples, _ part: Range<Int>, clearing: ClosedRange<Double>?
  ) {
    var next = part.lowerBound
    /// The originals of samples that gave way.
    var carried = WeightedSample(time: 0, value: .nan)
    for var sample in chunk.weighted {
      while next < part.upperBound, batch.times[next] < sample.time {
        coarse.append(WeightedSample(time: batch.times[next], value: batch.values[next]))
        next += 1
      }
      sample.take(carried)
      carried = WeightedSample(time: 0, value: .nan)
      if next < part.upperBound, batch.times[next] == sample.time {
        let new = WeightedSample(time: sample.time, value: batch.values[next])
        next += 1
        if sample.value.isNaN {
          sample.value = new.value
          sample.take(new)
        }
      } else if sample.value.isNaN, clearing?.contains(sample.time) ?? false {
        carried = sample
        continue
      }
      coarse.append(sample)
    }
    for i in next..<part.upperBound {
      coarse.append(WeightedSample(time: batch.times[i], value: batch.values[i]))
    }
    if !coarse.isEmpty { coarse[coarse.count - 1].take(carried) }
  }

  private mutating func finishCoarse() {
    guard let tier, let last = coarse.last else { return }
    let kept = BucketFilter.kept(of: coarse, width: tier.width)
    chunks += ChunkBuilder.chunks(of: kept, level: tier.level, width: tier.width, size: size)
    lastTime = last.time
    coarse = []
    self.tier = nil
  }

  /// Coarse chunks of the samples that buckets keep, about equally long.
  static func chunks(
    of samples: [WeightedSample], level: Int, width: Double, size: Int
  ) -> [Chunk] {
    let parts = (samples.count + size - 1) / size
    return (0..<parts).map { part in
      let range = samples.count * part / parts..<samples.count * (part + 1) / parts
      return chunk(samples[range], level: level, width: width)
    }
  }

  private static func chunk(
    _ samples: ArraySlice<WeightedSample>, level: Int, width: Double
  ) -> Chunk {
    var buckets: [Tier.Bucket] = []
    var number = Double.nan
    for (place, sample) in samples.enumerated() {
      let own = (sample.time / width).rounded(.down)
      if own != number { buckets.append(Tier.Bucket(first: place, count: 0, sum: 0)) }
      number = own
      buckets[buckets.count - 1].count += sample.count
      buckets[buckets.count - 1].sum += sample.sum
    }
    let tier = Tier(level: level, width: width, buckets: Array(buckets[...]))
    return samples.map(\.time).withUnsafeBufferPointer { times in
      samples.map(\.value).withUnsafeBufferPointer {
        Chunk(times: times, values: $0, capacity: times.count, tier: tier)
      }
    }
  }
}

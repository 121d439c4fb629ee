extension TimeSeries {
  /// The series with each value times a factor. Gaps, and the sums and counts of coarse stretches, stay
  /// those of the samples. A product beyond all numbers is a missing sample.
  /// - Parameter addend: the number that is added to each product. Default 0.
  public func scaled(by factor: Double, adding addend: Double = 0) -> TimeSeries {
    var result = self
    result.sealed = sealed.map {
      SealedChunk($0.chunk.scaled(by: factor, adding: addend), start: $0.start)
    }
    result.tail = tail.scaled(by: factor, adding: addend)
    return result
  }
}

extension Chunk {
  /// A chunk with a memory of its own, in which each value is multiplied by a factor.
  fileprivate func scaled(by factor: Double, adding addend: Double) -> Chunk {
    var result = self
    result.replaceMemory(memory.scaled(by: factor, adding: addend, used: offset + count))
    return result
  }
}

extension ChunkMemory {
  /// A memory with the first samples, each value multiplied by a factor.
  fileprivate func scaled(
    by factor: Double, adding addend: Double, used count: Int
  ) -> ChunkMemory {
    let result = ChunkMemory(
      capacity: capacity, hasTimes: times != nil, tier: tier?.scaled(by: factor, adding: addend))
    if let times { result.times?.update(from: times, count: count) }
    for place in 0..<count {
      let (value, product) = (values[place], values[place] * factor + addend)
      // A gap keeps its marker.
      result.values[place] = value.isNaN ? value : product.isFinite ? product : .nan
    }
    result.reset(used: count)
    result.finishBlocks(from: 0, to: count)
    return result
  }
}

extension Tier {
  fileprivate func scaled(by factor: Double, adding addend: Double) -> Tier {
    Tier(
      level: level, width: width,
      buckets: buckets.map {
        Bucket(first: $0.first, count: $0.count, sum: $0.sum * factor + Double($0.count) * addend)
      })
  }
}

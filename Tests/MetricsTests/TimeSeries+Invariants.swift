import Testing

@testable import Metrics

extension TimeSeries {
  /// Records an issue for everything that does not hold inside of the series.
  func expectSound(_ note: String = "", sourceLocation: SourceLocation = #_sourceLocation) {
    func expect(_ holds: Bool, _ what: String) {
      guard !holds else { return }
      Issue.record("\(what) \(note)", sourceLocation: sourceLocation)
    }
    var number = sealed.first?.start ?? tailStart
    expect(number <= firstSequence, "the first chunk starts after the first sample")
    for sealed in sealed {
      expect(sealed.start == number, "a chunk has another number than its place")
      expect(!sealed.chunk.isEmpty, "a full chunk is empty")
      expect(sealed.end > firstSequence, "a chunk has only dropped samples")
      expect(sealed.firstTime == sealed.chunk.time(0), "a chunk has another first time")
      sealed.expectSound(expect)
      number = sealed.end
    }
    expect(tailStart == number && tail.memory.tier == nil, "the tail does not follow")
    tail.expectSoundBlocks(expect)
    expect(count <= capacity, "there are more samples than may be")
    let levels = sealed.map(\.level)
    expect(levels == levels.sorted(by: >), "finer chunks lie before coarser ones")
    expectOrder(expect)
    expectMarkers(expect)
  }

  private func expectOrder(_ expect: (Bool, String) -> Void) {
    let (times, values) = columns
    expect(times.count == count && values.count == count, "the columns have another length")
    expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "times do not ascend")
    expect(values.allSatisfy { $0.isFinite || $0.isNaN }, "a value is infinite")
    expect(lastTime == times.last, "the last time is another one")
  }

  /// Gaps are where two samples at full resolution are too far apart, and nowhere else.
  private func expectMarkers(_ expect: (Bool, String) -> Void) {
    let fine = sealed.first { $0.level == 0 }?.start ?? tailStart
    let first = max(0, fine - firstSequence)
    let (times, values) = columns
    let ends = [values.first, values.last].compactMap { $0 }
    expect(!ends.contains(where: Gap.isMarker), "a gap is at an end")
    for i in first..<max(first, count) where Gap.isMarker(values[i]) {
      let isBetween = i > 0 && i + 1 < count
      expect(
        isBetween && Gap.time(from: times[i - 1], to: times[i + 1], after: gapAfter) == times[i],
        "a gap has another place")
    }
    for i in max(first, 1)..<max(first, 1, count)
    where !Gap.isMarker(values[i]) && !Gap.isMarker(values[i - 1]) {
      expect(
        Gap.time(from: times[i - 1], to: times[i], after: gapAfter) == nil, "a gap is missing")
    }
  }
}

extension SealedChunk {
  fileprivate func expectSound(_ expect: (Bool, String) -> Void) {
    var own = Extent()
    own.include(chunk.values)
    expect(own.low == summary.extent.low && own.high == summary.extent.high, "an extent is wrong")
    expect(summary.hasMissing == chunk.values.contains { $0.isNaN }, "missing samples are untold")
    if chunk.memory.tier == nil {
      let valid = chunk.values.filter { !$0.isNaN }
      expect(summary.count == valid.count, "a count is wrong")
      expect(summary.sum == valid.reduce(0, +), "a sum is wrong")
      expect(
        level > 0 || !Gap.isMarker(chunk.value(chunk.count - 1)), "a gap is a chunk's last sample")
    }
    chunk.expectSoundBlocks(expect)
  }
}

extension Chunk {
  fileprivate func expectSoundBlocks(_ expect: (Bool, String) -> Void) {
    for block in wholeBlocks(in: 0..<count).numbers {
      let values = samples(ofBlock: block).map(value)
      var own = Extent()
      own.include(values)
      let stored = memory.blocks[block]
      expect(own.low == stored.low && own.high == stored.high, "a block's extent is wrong")
      expect(
        memory.blockMisses[block] == values.contains { $0.isNaN }, "a block's gap is untold")
    }
  }
}

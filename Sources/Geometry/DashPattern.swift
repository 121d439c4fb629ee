#if canImport(Glibc)
  import Glibc
#endif

/// Lengths drawn and skipped in turn.
struct DashPattern {
  /// An even number of entries: on, off, on, …
  private let lengths: [Double]
  /// The length after which the pattern repeats.
  let period: Double
  /// The length into the pattern at which a subpath starts, `0 ..< period`.
  private let phase: Double

  /// Fails for a pattern that makes a solid line.
  init?(_ pattern: [Double], phase: Double) {
    guard pattern.allSatisfy({ $0 >= 0 && $0.isFinite }) else { return nil }
    lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
    period = lengths.reduce(0, +)
    guard period > 0, period.isFinite else { return nil }
    let remainder = phase.isFinite ? fmod(phase, period) : 0
    self.phase = remainder < 0 ? remainder + period : remainder
  }

  /// The parts of a line that are drawn, in order; a dash of no length as a span of none.
  func spans(length: Double) -> [(Double, Double)] {
    var result: [(Double, Double)] = []
    result.reserveCapacity(Int(min(length / period, 1e6) + 2) * (lengths.count / 2))
    var cycle = 0.0
    while true {
      var position = cycle * period - phase
      if position > length { return result }
      for i in stride(from: 0, to: lengths.count, by: 2) {
        let end = position + lengths[i]
        if end >= 0, position <= length {
          let span = (max(position, 0), min(end, length))
          // A dash that only touches the line with its end is not on the line.
          if span.0 < span.1 || lengths[i] == 0 { result.append(span) }
        }
        position = end + lengths[i + 1]
      }
      cycle += 1
    }
  }
}

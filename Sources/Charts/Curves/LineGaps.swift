import Metrics

/// The interruptions of a line whose source does not state its period. A distance between two samples is a gap if it is
/// more than three times the median of the distances before it, and of those after it. A line whose period changes is
/// therefore whole, and a pause in either period is a gap. Three such distances in a row are a period of their own,
/// because their samples came regularly.
enum LineGaps {
  /// The number of distances on either side whose median is taken.
  private static let reach = 5
  /// The ratio of a gap to the median distance.
  private static let factor = 3.0
  /// The number of distances in a row that make a period.
  private static let fewestOfPace = 3
  /// The seconds below which two samples count as simultaneous, and say nothing about the period.
  private static let together = 1e-3

  /// The indices of the samples before which a line is interrupted.
  /// - Parameters:
  ///   - times: the times of samples, ascending.
  ///   - least: the distance in seconds up to which there is no gap before an index.
  static func starts(_ times: [Double], least: (Int) -> Double) -> [Int] {
    guard times.count > 2 else { return [] }
    return (1..<times.count).filter { i in
      let distance = times[i] - times[i - 1]
      return stands(out: distance, at: i, times) && distance > least(i)
        && isGap(distance, at: i, times) && !isPace(distance, at: i, times)
    }
  }

  /// Whether a distance is much larger than one of the four nearest: a quick check that excludes most distances.
  private static func stands(out distance: Double, at i: Int, _ times: [Double]) -> Bool {
    for j in max(1, i - 2)...min(i + 2, times.count - 1)
    where j != i && distance > factor * (times[j] - times[j - 1]) { return true }
    return false
  }

  private static func isGap(_ distance: Double, at i: Int, _ times: [Double]) -> Bool {
    let before = median(times, max(1, i - reach)..<i)
    let after = median(times, i + 1..<min(i + 1 + reach, times.count))
    guard before != nil || after != nil else { return false }
    return [before, after].allSatisfy { $0.map { distance > factor * $0 } ?? true }
  }

  /// Whether a distance is one of several in a row that are not much shorter.
  private static func isPace(_ distance: Double, at i: Int, _ times: [Double]) -> Bool {
    func isLike(_ j: Int) -> Bool { factor * (times[j] - times[j - 1]) >= distance }
    let before = stride(from: i - 1, to: max(0, i - fewestOfPace), by: -1).prefix(while: isLike)
    let after = (i + 1..<min(i + fewestOfPace, times.count)).prefix(while: isLike)
    return 1 + before.count + after.count >= fewestOfPace
  }

  /// The upper median of the distances that end at indices; nil for none.
  private static func median(_ times: [Double], _ range: Range<Int>) -> Double? {
    guard !range.isEmpty else { return nil }
    let distances = range.map { times[$0] - times[$0 - 1] }.filter { $0 > together }.sorted()
    return distances.isEmpty ? nil : distances[distances.count / 2]
  }
}

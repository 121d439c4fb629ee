/// The times at which a server evaluates a query: multiples of a step, so that every answer has the same sample at the
/// same time, and a plot does not shimmer.
struct QueryGrid: Hashable, Sendable {
  /// The first time in UTC seconds.
  let start: Double
  /// The seconds between two times, in whole milliseconds as in Prometheus.
  let step: Double
  /// The number of times, at least one.
  let count: Int

  /// The limit of points of a series in one answer; Prometheus and compatible servers refuse more.
  static let mostPoints = 11_000

  /// One time.
  init(at time: Double, step: Double) { (start, self.step, count) = (time, step, 1) }

  /// The multiples of a step in a stretch of time. Fails if there is none.
  init?(_ stretch: ClosedRange<Double>, step: Double) {
    let first = Self.multiple(of: step, notBefore: stretch.lowerBound)
    let last = Self.multiple(of: step, notAfter: stretch.upperBound)
    guard first <= last else { return nil }
    (start, self.step) = (first, step)
    count = Int(min(((last - first) / step).rounded(), 1e9)) + 1
  }

  /// The last time.
  var end: Double { time(count - 1) }
  var times: [Double] { (0..<count).map(time) }

  private func time(_ index: Int) -> Double { Self.rounded(start + Double(index) * step) }

  /// The index of a time of an answer; nil for a time outside of the grid.
  func index(of time: Double) -> Int? {
    guard count > 1 else { return 0 }
    let index = ((time - start) / step).rounded()
    return index >= 0 && index < Double(count) ? Int(index) : nil
  }

  /// At most the given number of times, from the start of the grid; `suffix` has those at the end.
  func prefix(_ most: Int) -> QueryGrid {
    QueryGrid(start: start, step: step, count: min(count, most))
  }

  func suffix(_ most: Int) -> QueryGrid {
    let count = min(count, most)
    return QueryGrid(start: time(self.count - count), step: step, count: count)
  }

  private init(start: Double, step: Double, count: Int) {
    (self.start, self.step, self.count) = (start, step, count)
  }

  /// The nearest multiple of a step on one side of a time. A multiple that a rounding error puts on the
  /// other side counts, too.
  static func multiple(of step: Double, notAfter time: Double) -> Double {
    rounded((time / step + tolerance).rounded(.down) * step)
  }

  static func multiple(of step: Double, notBefore time: Double) -> Double {
    rounded((time / step - tolerance).rounded(.up) * step)
  }

  /// The tolerance for rounding errors, as a share of a step.
  private static let tolerance = 1e-6

  /// A number of seconds in whole milliseconds.
  static func rounded(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }
}

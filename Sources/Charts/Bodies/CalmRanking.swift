/// The order of bars by their lengths, the longest first, which small changes do not affect.
struct CalmRanking {
  /// The numbers of the bars in their last order.
  private var order: [Int] = []

  /// The share of a bar's length by which the bar may be longer than one above it.
  private static let tolerance = 0.05

  /// Ranks bars. The order stays as long as no bar is clearly longer than one above it; then all bars are sorted.
  /// - Parameters:
  ///   - numbers: the numbers that identify the bars, each once.
  ///   - lengths: their lengths, negative ones below zero. A length that is not finite denotes a missing value, which
  ///     comes last.
  /// - Returns: the indices of the bars, in their order. New bars of equal length keep the order of the arguments.
  mutating func ranks(_ numbers: [Int], _ lengths: [Double]) -> [Int] {
    let lengths = lengths.map { $0.isFinite ? $0 : -.infinity }
    let indices = Dictionary(zip(numbers, numbers.indices)) { first, _ in first }
    let known = order.compactMap { indices[$0] }
    let before = Set(known)
    var ranks = known + numbers.indices.filter { !before.contains($0) }
    if known.isEmpty || !isCalm(ranks.map { lengths[$0] }) {
      let places = ranks.indices.sorted { a, b in
        let (x, y) = (lengths[ranks[a]], lengths[ranks[b]])
        return x == y ? a < b : x > y
      }
      ranks = places.map { ranks[$0] }
    }
    order = ranks.map { numbers[$0] }
    return ranks
  }

  /// Whether no length is clearly larger than one before it.
  private func isCalm(_ lengths: [Double]) -> Bool {
    var least = Double.infinity
    for length in lengths {
      if length > least, length - least > Self.tolerance * abs(length) { return false }
      least = min(least, length)
    }
    return true
  }
}

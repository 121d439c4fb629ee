/// The growth of a quantity over a long run: the mean of the last tenth of its samples beside that of the
/// second tenth. The first tenth fills caches and windows of time.
struct Growth: CustomStringConvertible {
  /// The mean of the second tenth.
  let early: Double
  /// The mean of the last tenth.
  let late: Double

  /// - Parameter samples: at least ten, taken at like moments.
  init(_ samples: [Double]) {
    precondition(samples.count >= 10)
    let tenth = samples.count / 10
    early = Self.mean(samples[tenth..<2 * tenth])
    late = Self.mean(samples.suffix(tenth))
  }

  private static func mean(_ samples: ArraySlice<Double>) -> Double {
    samples.reduce(0, +) / Double(samples.count)
  }

  /// The growth as a share of the early mean; negative where the quantity has shrunk.
  var share: Double { late / early - 1 }

  var description: String {
    "\(Int(early)) became \(Int(late)) (\((share * 10_000).rounded() / 100)%)"
  }
}

/// The growth of a quantity over a long run: the last tenth of its samples beside the second tenth. The first
/// tenth fills caches and windows of time.
struct Growth: CustomStringConvertible {
  /// The number that stands for the samples of a tenth.
  enum Measure {
    /// The mean, for samples that are taken at like moments.
    case mean
    /// The least, for samples at any moment, of which each has more by what happens just then.
    case least
  }

  /// The number of the second tenth.
  let early: Double
  /// The number of the last tenth.
  let late: Double

  /// - Parameter samples: at least ten.
  init(_ samples: [Double], by measure: Measure = .mean) {
    precondition(samples.count >= 10)
    let tenth = samples.count / 10
    let number = measure == .mean ? Self.mean : Self.least
    early = number(samples[tenth..<2 * tenth])
    late = number(samples.suffix(tenth))
  }

  private static func least(_ samples: ArraySlice<Double>) -> Double { samples.min()! }

  private static func mean(_ samples: ArraySlice<Double>) -> Double {
    samples.reduce(0, +) / Double(samples.count)
  }

  /// The growth as a share of the early number; negative where the quantity has shrunk.
  var share: Double { late / early - 1 }

  var description: String {
    "\(Int(early)) became \(Int(late)) (\((share * 10_000).rounded() / 100)%)"
  }
}

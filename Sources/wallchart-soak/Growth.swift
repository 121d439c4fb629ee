/// The growth of a quantity over a long run: its samples at the end beside those at the beginning. The first tenth
/// fills caches and windows of time, and does not count.
struct Growth: CustomStringConvertible {
  /// The number that stands for the samples of a tenth.
  enum Measure {
    /// The means of the second and the last tenth, for samples that are taken at like moments.
    case mean
    /// The least samples of tenths, for samples at any moment, of which each has more by what happens just then.
    /// Because they go up and down, the largest of the second to the fourth tenth is compared with the
    /// smallest of the last three.
    case least
  }

  /// The number of the beginning.
  let early: Double
  /// The number of the end.
  let late: Double
  /// The numbers of all tenths, which tell a rise to a plateau from one that goes on.
  private let tenths: [Double]

  /// - Parameter samples: at least ten.
  init(_ samples: [Double], by measure: Measure = .mean) {
    precondition(samples.count >= 10)
    let tenth = samples.count / 10
    let number = measure == .mean ? Self.mean : Self.least
    let tenths = (0..<10).map { part in
      part == 9 ? number(samples.suffix(tenth)) : number(samples[part * tenth..<(part + 1) * tenth])
    }
    self.tenths = tenths
    early = measure == .mean ? tenths[1] : tenths[1...3].max()!
    late = measure == .mean ? tenths[9] : tenths[7...].min()!
  }

  /// - Parameter samples: at least one.
  private static func least(_ samples: ArraySlice<Double>) -> Double { samples.min()! }

  private static func mean(_ samples: ArraySlice<Double>) -> Double {
    samples.reduce(0, +) / Double(samples.count)
  }

  /// The growth as a share of the early number; negative where the quantity has shrunk.
  var share: Double { late / early - 1 }

  var description: String {
    let steps = tenths.map { String(Int($0)) }.joined(separator: " ")
    return "\(Int(early)) became \(Int(late)) (\((share * 10_000).rounded() / 100)%): \(steps)"
  }
}

/// The durations of frames, counted in buckets whose bounds grow by a quarter of an octave. The memory is the
/// same after a minute and after a year.
public struct FrameDurations: Sendable, Equatable {
  /// The number of frames.
  public private(set) var count = 0
  /// The seconds of all frames together.
  public private(set) var sum = 0.0
  /// The seconds of the longest frame; 0 without a frame.
  public private(set) var worst = 0.0
  /// The number of frames up to each of `bounds`, and above the one before. The last number is that of the
  /// frames above all bounds.
  private var counts = [Int](repeating: 0, count: FrameDurations.bounds.count + 1)

  private static let bucketsPerOctave = 4
  /// The bounds in seconds, from half a millisecond to a second.
  private static let bounds: [Double] = (0...44).map { step in
    let quarters = [1, 1.189207115002721, 1.4142135623730951, 1.6817928305074292]
    return 0.0005 * Double(1 << (step / bucketsPerOctave)) * quarters[step % bucketsPerOctave]
  }

  /// The durations of no frames.
  public init() {}

  /// Counts a frame.
  /// - Parameter seconds: the frame's duration. A negative duration counts as none.
  public mutating func add(_ seconds: Double) {
    let seconds = max(0, seconds)
    count += 1
    sum += seconds
    worst = max(worst, seconds)
    counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
  }

  /// The median in seconds, to within a tenth; nil without a frame. A median below half a millisecond is reported as
  /// half a millisecond, or as `worst` if `worst` is less.
  public var median: Double? {
    guard count > 0 else { return nil }
    var below = 0
    for (bound, number) in zip(Self.bounds, counts) {
      below += number
      if 2 * below >= count { return min(bound, worst) }
    }
    return worst
  }

  /// The number of frames that took no longer than a bound, for each octave of bounds, as a histogram of
  /// Prometheus has them.
  public var octaves: [(bound: Double, count: Int)] {
    var below = 0
    var octaves: [(bound: Double, count: Int)] = []
    for (step, bound) in Self.bounds.enumerated() {
      below += counts[step]
      if step % Self.bucketsPerOctave == 0 { octaves.append((bound, below)) }
    }
    return octaves
  }
}

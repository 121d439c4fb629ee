/// The distance in time between the latest samples of a plot, by the frame clock.
struct SamplePace {
  private var latest: Double?
  private var last: Double?
  private var distances: [Double] = []

  /// Single samples that come soon after another one do not hurry the motion.
  private static let mostDistances = 3

  /// Notes that a sample has come, if it is another one than before.
  /// - Parameters:
  ///   - sample: the sample's own time.
  ///   - time: the time of the frame clock.
  mutating func note(_ sample: Double, at time: Double) {
    guard sample != latest else { return }
    latest = sample
    defer { last = time }
    guard let last, time > last else { return }
    distances = distances.suffix(Self.mostDistances - 1) + [time - last]
  }

  /// The seconds in which a new sample moves the picture: at most half the time between two samples, so
  /// that a line is in its place before the next sample comes.
  var motionDuration: Double {
    min(Motion.sampleDuration, (distances.max() ?? .infinity) / 2)
  }
}

/// The distances between the latest samples of a plot: in the samples' own time, and by the frame clock.
struct SamplePace {
  private var latest: Double?
  /// The sample at the start of the next distance, and the time when that sample came.
  private var start: (sample: Double, time: Double)?
  private var distances: [(sample: Double, clock: Double)] = []

  /// The number of remembered distances: with several, a single early sample does not hurry the motion.
  private static let mostDistances = 3

  /// Notes the arrival of a sample, unless it is the same as before.
  /// - Parameters:
  ///   - sample: the sample's own time.
  ///   - time: the time of the frame clock.
  mutating func note(_ sample: Double, at time: Double) {
    guard sample != latest else { return }
    latest = sample
    guard let start else {
      start = (sample, time)
      return
    }
    // Samples of one refresh count as one.
    guard time > start.time else { return }
    distances =
      distances.suffix(Self.mostDistances - 1) + [(sample - start.sample, time - start.time)]
    self.start = (sample, time)
  }

  /// The part of the time between two samples in which a new sample moves the picture: less than half, so that a line
  /// is in its place before the next sample comes. The motion of samples at every sixth refresh ends with the third
  /// refresh, even if a timer is late.
  private static let motionShare = 0.45

  /// The seconds in which a new sample moves the picture.
  var motionDuration: Double {
    min(Motion.sampleDuration, (distances.map(\.clock).max() ?? .infinity) * Self.motionShare)
  }
}

/// The distances between the arrivals of a plot's latest samples, by the frame clock.
struct SamplePace {
  private var latest: Double?
  /// The arrival at the start of the next distance.
  private var start: Double?
  private var distances: [Double] = []

  /// The number of remembered distances: with several, a single early sample does not hurry the motion.
  private static let mostDistances = 3

  /// Notes the arrival of a sample, unless the sample is the same as before.
  /// - Parameters:
  ///   - sample: the sample's own time.
  ///   - time: the time of the frame clock.
  mutating func note(_ sample: Double, at time: Double) {
    guard sample != latest else { return }
    latest = sample
    guard let start else {
      start = time
      return
    }
    // Samples of one refresh count as one.
    guard time > start else { return }
    distances = distances.suffix(Self.mostDistances - 1) + [time - start]
    self.start = time
  }

  /// The part of the time between two samples in which a new sample moves the picture: less than half, so that a line
  /// is in its place before the next sample comes. The motion of samples at every sixth refresh ends with the third
  /// refresh, even if a timer is late.
  private static let motionShare = 0.45

  /// The seconds in which a new sample moves the picture.
  var motionDuration: Double {
    min(Motion.sampleDuration, (distances.max() ?? .infinity) * Self.motionShare)
  }
}

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

  /// The greatest invisible movement, in device pixels for each sample and for each second.
  private static let mostUnseen = 0.5
  /// The factor by which the limit grows while the movement is invisible, so that a slightly uneven pace does not
  /// switch the picture to and fro.
  private static let tolerance = 1.25
  private var wasUnseen = false

  /// Returns whether the samples move the picture so little that the movement is invisible.
  /// - Parameter scale: the device pixels for each unit of the samples' time.
  mutating func isUnseen(scale: Double) -> Bool {
    let (sample, clock) = distances.reduce((0, 0)) { ($0.0 + $1.sample, $0.1 + $1.clock) }
    let most = Self.mostUnseen * (wasUnseen ? Self.tolerance : 1)
    wasUnseen =
      !distances.isEmpty && sample * scale <= most * min(clock, Double(distances.count))
    return wasUnseen
  }
}

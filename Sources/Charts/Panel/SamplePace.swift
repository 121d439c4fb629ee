/// The distances between the latest samples of a plot: in the samples' own time, and by the frame clock.
struct SamplePace {
  private var latest: Double?
  /// The sample with which the next distance begins, and the time when that sample came.
  private var start: (sample: Double, time: Double)?
  private var distances: [(sample: Double, clock: Double)] = []

  /// Single samples that come soon after another one do not hurry the motion.
  private static let mostDistances = 3

  /// Notes that a sample has come, if it is another one than before.
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
    // Samples of one refresh are one distance.
    guard time > start.time else { return }
    distances =
      distances.suffix(Self.mostDistances - 1) + [(sample - start.sample, time - start.time)]
    self.start = (sample, time)
  }

  /// The part of the time between two samples in which a new sample moves the picture: less than half, so that a line
  /// is in its place before the next sample comes, and the motion of samples that come every sixth refresh ends with
  /// the third, though a timer is late.
  private static let motionShare = 0.45

  /// The seconds in which a new sample moves the picture.
  var motionDuration: Double {
    min(Motion.sampleDuration, (distances.map(\.clock).max() ?? .infinity) * Self.motionShare)
  }

  /// The greatest movement in device pixels, with one sample and in one second, that nobody follows with the eye.
  private static let mostUnseen = 0.5
  /// The share by which a picture that was not seen to slide may move more: a pace that is not quite even does not
  /// change the picture to and fro.
  private static let tolerance = 1.25
  private var wasUnseen = false

  /// Tells whether the samples move the picture by so little that nobody sees the picture slide.
  /// - Parameter scale: the device pixels for each unit of the samples' time.
  mutating func isUnseen(scale: Double) -> Bool {
    let (sample, clock) = distances.reduce((0, 0)) { ($0.0 + $1.sample, $0.1 + $1.clock) }
    let most = Self.mostUnseen * (wasUnseen ? Self.tolerance : 1)
    wasUnseen =
      !distances.isEmpty && sample * scale <= most * min(clock, Double(distances.count))
    return wasUnseen
  }
}

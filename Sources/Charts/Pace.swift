import Layers

/// The start, the duration and the timing function of a motion.
struct Pace {
  /// The start, in the layer's time; negative infinity for a motion that has ended.
  let begin: Double
  /// The duration in seconds. Default `Motion.sampleDuration`.
  var duration = Motion.sampleDuration
  /// The timing function. Default `Motion.sampleTiming`.
  var timing = Motion.sampleTiming

  /// The pace of a motion that has ended.
  static let ended = Pace(begin: -.infinity)

  /// The pace at which lines are drawn on.
  static func drawOn(at time: Double) -> Pace {
    Pace(begin: time, duration: Motion.drawOnDuration, timing: Motion.drawOnTiming)
  }

  var end: Double { begin + duration }

  /// The eased progress at a time: 0 up to the start, 1 from the end on.
  func progress(at time: Double) -> Double { timing((time - begin) / duration) }

  /// The timing of an animation, whose start may have passed.
  var mediaTiming: MediaTiming {
    // A begin time of 0 would be the moment when the animation is added.
    MediaTiming(beginTime: begin == 0 ? .leastNormalMagnitude : begin, duration: duration)
  }
}

/// The counts of a frame loop, which show its speed and its sleep from outside.
public struct FrameStatistics: Sendable, Equatable {
  /// Frames that were presented.
  public var frames = 0
  /// The number of times that the frame timer has fired.
  public var frameTimerWakeups = 0
  /// The number of times that the scene had new data.
  public var updates = 0
  /// The time that presented frames took, from recording to handing them to the surface.
  public var durations = FrameDurations()

  /// The bytes that the surface sent to the display for these frames.
  public var bytesPut = 0

  /// The counts before the first frame.
  public init() {}
}

/// A report on one presented frame.
public struct FrameReport: Sendable, Equatable {
  /// The number of the frame, from 1.
  public var frame: Int
  /// The scene's time in the frame, in seconds of the frame clock.
  public var time: Double
  /// The duration of recording and drawing.
  public var rasterMilliseconds: Double
  /// The duration of handing the frame to the surface.
  public var presentMilliseconds: Double
  /// The pixels that were drawn.
  public var damagePixels: Int
  /// The pixels that were moved rather than drawn.
  public var movedPixels: Int
  /// The bytes that the surface sent to the display for the frame.
  public var bytesPut: Int
  /// Whether the scene has further motion.
  public var isAnimating: Bool
}

/// What the frame loop counts, so that speed and sleep can be checked from outside.
public struct FrameStatistics: Sendable, Equatable {
  /// Frames that were presented.
  public var frames = 0
  /// How often the frame timer has fired.
  public var frameTimerWakeups = 0
  /// How often a scene was told of new data.
  public var updates = 0

  public init() {}
}

/// One frame that was presented.
public struct FrameReport: Sendable, Equatable {
  /// Counted from 1.
  public var frame: Int
  /// Seconds of the frame clock at which the frame shows the scene.
  public var time: Double
  /// How long recording and drawing took.
  public var rasterMilliseconds: Double
  /// How long handing the frame to the surface took.
  public var presentMilliseconds: Double
  /// The pixels that were drawn.
  public var damagePixels: Int
  /// Whether something will go on moving.
  public var isAnimating: Bool
}

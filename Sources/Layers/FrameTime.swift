/// The time of a frame. Slow changes are not redrawn in every frame: some frames show them as they were a moment
/// before, so that a frame of a fast change has little else to draw.
public struct FrameTime: Equatable, Sendable {
  /// The time of fast changes.
  let now: Double
  /// The time of slow changes, at or before `now`.
  let slow: Double
  /// The seconds of this time in a second of the tree's time.
  let speed: Double

  /// Whether slow changes keep their pictures for more than one frame.
  private let sparesSlowChanges: Bool

  /// A time of the tree at which every change is drawn.
  /// - Parameter sparesSlowChanges: whether slow changes keep their pictures for more than one of the frames that
  ///   follow. Default false.
  public init(_ now: Double, sparesSlowChanges: Bool = false) {
    self.init(now: now, slow: now, speed: 1, sparesSlowChanges: sparesSlowChanges)
  }

  private init(now: Double, slow: Double, speed: Double, sparesSlowChanges: Bool) {
    (self.now, self.slow, self.speed) = (now, slow, speed)
    self.sparesSlowChanges = sparesSlowChanges
  }

  /// The share of the time between two pictures of a slow change that a frame may come early.
  private static let tolerance = 0.25

  /// The time of a later frame: slow changes are drawn if their last picture is old enough.
  /// - Parameter now: a time of the tree.
  public func next(at now: Double) -> FrameTime {
    let isFresh =
      sparesSlowChanges && abs(now - slow) * VisibleChange.slowRate < 1 - Self.tolerance
    return FrameTime(
      now: now, slow: isFresh ? slow : now, speed: 1, sparesSlowChanges: sparesSlowChanges)
  }

  /// The time of a layer.
  func mapped(by map: TimeMap) -> FrameTime {
    if map == .identity { return self }
    return FrameTime(
      now: map(now), slow: map(slow), speed: speed * map.speed,
      sparesSlowChanges: sparesSlowChanges)
  }
}

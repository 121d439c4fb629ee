/// The time of a scene: that of a monotonic clock without the pauses.
struct SceneClock {
  /// Monotonic seconds.
  let clock: () -> Double
  /// The length of all earlier pauses, and the begin of the present one.
  private var paused = 0.0
  private var pausedSince: Double?

  init(_ clock: @escaping () -> Double) { self.clock = clock }

  /// The scene's present time.
  var time: Double { (pausedSince ?? clock()) - paused }

  /// The scene's time stands still while this is true.
  var isPaused: Bool {
    get { pausedSince != nil }
    set {
      guard newValue != isPaused else { return }
      paused += pausedSince.map { clock() - $0 } ?? 0
      pausedSince = newValue ? clock() : nil
    }
  }
}

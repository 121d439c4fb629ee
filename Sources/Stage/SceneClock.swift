/// The time of a scene: the time of a monotonic clock without the pauses.
struct SceneClock {
  let clock: () -> Double
  /// The length of all earlier pauses, and the start of the current one.
  private var earlierPauses = 0.0
  private var pausedSince: Double?

  init(_ clock: @escaping () -> Double) { self.clock = clock }

  /// The scene's current time.
  var time: Double { (pausedSince ?? clock()) - earlierPauses }

  /// The length of all pauses until now.
  var pauses: Double { earlierPauses + (pausedSince.map { clock() - $0 } ?? 0) }

  /// Whether the scene's time stands still.
  var isPaused: Bool {
    get { pausedSince != nil }
    set {
      guard newValue != isPaused else { return }
      earlierPauses = pauses
      pausedSince = newValue ? clock() : nil
    }
  }
}

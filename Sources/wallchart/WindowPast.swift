import Dashboard
import Dispatch

/// Reads the past for the pages of a window, from their sources and from the history on the disk.
@MainActor
final class WindowPast {
  private let reader: PastReader
  /// The start of the program in UTC seconds.
  private let startTime: Double
  /// Whether there is a history on the disk.
  private let hasHistory: Bool
  /// Returns all pages that show the data, with the times of their frame clocks.
  private let scenes: @MainActor () -> [(scene: DashboardScene, time: Double)]
  /// Called when pages have changed.
  private let didChange: @MainActor () -> Void

  /// The longest past in seconds that is requested from sources, as long as the longest window.
  private static let longest = 366 * 86_400.0

  /// - Parameters:
  ///   - history: the history on the disk; nil if nothing is kept.
  ///   - startTime: the start of the program in UTC seconds.
  init(
    history: DashboardHistory?, startTime: Double,
    scenes: @escaping @MainActor () -> [(scene: DashboardScene, time: Double)],
    didChange: @escaping @MainActor () -> Void
  ) {
    reader = PastReader(history: history)
    hasHistory = history != nil
    (self.startTime, self.scenes, self.didChange) = (startTime, scenes, didChange)
  }

  /// Lets a page go back in time, and show usual values.
  /// - Parameter oldest: the first time on the disk in UTC seconds; nil if nothing is kept.
  func equip(_ scene: DashboardScene, oldest: Double?) {
    let isAsked = scene.hasSourceWithPast
    guard hasHistory || isAsked else {
      scene.setUsualReader(nil)
      return scene.setHistory(startTime: nil, oldest: nil, read: nil)
    }
    // In a first run, the view may go back to the start of the program.
    let kept = min(oldest ?? startTime, startTime)
    let first = isAsked ? min(kept, startTime - Self.longest) : kept
    let identity = ObjectIdentifier(scene)
    scene.setHistory(startTime: startTime, oldest: first) { [weak self, reader] wish in
      reader.read(wish) { past in
        DispatchQueue.main.async {
          MainActor.assumeIsolated {
            self?.change(identity) { scene, time in scene.show(past, of: wish, at: time) }
          }
        }
      }
    }
    scene.setUsualReader { [weak self, reader] wish in
      reader.readUsual(wish) { band in
        DispatchQueue.main.async {
          MainActor.assumeIsolated {
            self?.change(identity) { scene, time in scene.show(band, of: wish, at: time) }
          }
        }
      }
    }
  }

  /// Changes a page, unless the page is no longer shown.
  private func change(
    _ identity: ObjectIdentifier, _ change: (DashboardScene, _ time: Double) -> Void
  ) {
    guard let shown = scenes().first(where: { ObjectIdentifier($0.scene) == identity }) else {
      return
    }
    change(shown.scene, shown.time)
    didChange()
  }
}

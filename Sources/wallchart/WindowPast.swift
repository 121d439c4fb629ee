import Dashboard
import Dispatch

/// The way from the pages of a window to the past: that of their sources, and that on the disk.
@MainActor
final class WindowPast {
  private let reader: PastReader
  /// The start of the program in UTC seconds.
  private let startTime: Double
  /// Whether there is a history on the disk.
  private let hasHistory: Bool
  /// Gives all pages that show the data, with the times of their frame clocks.
  private let scenes: @MainActor () -> [(scene: DashboardScene, time: Double)]
  /// Called when pages have changed.
  private let didChange: @MainActor () -> Void

  /// The seconds of their own past that sources are asked for: as long as the longest window.
  private static let longest = 366 * 86_400.0

  /// - Parameters:
  ///   - history: nil if nothing is kept on the disk.
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
    let first = isAsked ? min(oldest ?? .infinity, startTime - Self.longest) : oldest
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

  /// Changes a page, unless the page is shown no more.
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

import Dispatch

/// The state of a window that opens fullscreen and waits for its size. The window manager gives the window its
/// monitor's size before or soon after the window appears. A frame of the earlier size would flash up.
struct FirstSize {
  /// Whether a frame was requested during the wait.
  var isFrameWanted = false
  /// Whether the window has appeared, so that the wait has a limit.
  var isEnding = false

  /// The longest time for which a visible window may stay empty, longer than window managers take that resize the
  /// window after showing it.
  static let patience = DispatchTimeInterval.milliseconds(250)

  /// The time after which a window that has not appeared counts as invisible. The window manager may have put the
  /// window on a workspace that is not shown, and nobody waits for a picture.
  static let longestAbsence = DispatchTimeInterval.seconds(2)
}

extension WindowSession {
  /// Ends the wait when the window has its monitor's size, or some time after the window has appeared
  /// with another size.
  func lookForFirstSize() {
    let bounds = monitors.bounds(for: window)
    if (width, height) == (bounds.width, bounds.height) { return takeFirstSize() }
    guard visibility.isMapped, firstSize?.isEnding == false else { return }
    firstSize?.isEnding = true
    DispatchQueue.main.asyncAfter(deadline: .now() + FirstSize.patience) { [weak self] in
      MainActor.assumeIsolated {
        self?.takeFirstSize()
        self?.processPendingEvents()
      }
    }
  }

  /// Reports the window as invisible if the window manager does not show it.
  func expectToAppear() {
    DispatchQueue.main.asyncAfter(deadline: .now() + FirstSize.longestAbsence) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, !self.isClosed else { return }
        self.sendVisibility()
        self.processPendingEvents()
      }
    }
  }

  /// Requests frames for the window's current size.
  private func takeFirstSize() {
    if firstSize?.isFrameWanted ?? false { send(.bufferReleased) }
    firstSize = nil
  }
}

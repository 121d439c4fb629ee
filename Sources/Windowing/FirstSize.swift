import Dispatch

/// What a window waits for that opens fullscreen: the window manager gives it its monitor's size, before
/// it shows it or soon after. What was drawn for the size before would flash up.
struct FirstSize {
  /// A frame was asked for meanwhile.
  var isFrameWanted = false
  /// The window has appeared, and no longer waits for ever.
  var isEnding = false

  /// How long a window that is seen may be empty: longer than window managers take that resize it
  /// only then.
  static let patience = DispatchTimeInterval.milliseconds(250)
}

extension X11Window {
  /// Ends the waiting when the window has its monitor's size, or some time after it has appeared with
  /// another one.
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

  /// Has frames drawn for the size that the window has.
  private func takeFirstSize() {
    if firstSize?.isFrameWanted ?? false { tell(.bufferReleased) }
    firstSize = nil
  }
}

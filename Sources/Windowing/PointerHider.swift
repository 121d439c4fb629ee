import CX11
import Dispatch
import Messages

/// Hides the pointer over a window while the pointer rests, and shows the pointer at its next move.
@MainActor
final class PointerHider {
  private let connection: Connection
  private let window: Window
  private let delay: Double
  private let empty: Cursor
  private(set) var isHidden = false
  /// Called when the pointer has rested for ten times the delay.
  var didRest: (() -> Void)?
  /// The time, in multiples of the delay, in which somebody may still read what is shown at the resting pointer.
  private static let patience = 10.0
  private(set) var moves = 0
  private var lastMove = 0.0
  private var isWaiting = false
  /// The number of waits so far: a wait that has been replaced by a shorter one has no effect.
  private(set) var waits = 0
  private var isStopped = false

  /// - Parameter delay: the seconds of rest before the pointer is hidden.
  init(connection: Connection, window: Window, delay: Double) {
    self.connection = connection
    self.window = window
    self.delay = delay
    let display = connection.display
    // X11 has no invisible cursor, so the hidden pointer is a cursor without pixels.
    let pixmap = XCreatePixmap(display, window, 1, 1, 1)
    let context = XCreateGC(display, pixmap, 0, nil)
    XSetForeground(display, context, 0)
    XFillRectangle(display, pixmap, context, 0, 0, 1, 1)
    var (foreground, background) = (XColor(), XColor())
    empty = XCreatePixmapCursor(display, pixmap, pixmap, &foreground, &background, 0, 0)
    XFreeGC(display, context)
    XFreePixmap(display, pixmap)
  }

  func pointerMoved() {
    guard !isStopped, !connection.isBroken else { return }
    moves += 1
    lastMove = SystemClock.monotonic
    guard isHidden else {
      if !isWaiting { wait(delay) }
      return
    }
    isHidden = false
    XUndefineCursor(connection.display, window)
    // A timer that already runs may be a long one.
    wait(delay)
  }

  /// Notes a touch. A touch shows no pointer, but its values are read for as long as values at a pointer.
  func touched() {
    guard !isStopped, !connection.isBroken else { return }
    lastMove = SystemClock.monotonic
    if !isWaiting { wait(delay) }
  }

  /// Sets a timer for many moves. When the timer fires, the age of the last move decides.
  private func wait(_ seconds: Double) {
    isWaiting = true
    waits += 1
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self, waits] in
      MainActor.assumeIsolated { self?.check(waits) }
    }
  }

  func check(_ wait: Int) {
    guard wait == waits else { return }
    isWaiting = false
    guard !isStopped, !connection.isBroken else { return }
    let rest = SystemClock.monotonic - lastMove
    if delay - rest > 0.01 { return self.wait(delay - rest) }
    if !isHidden {
      isHidden = true
      XDefineCursor(connection.display, window, empty)
      XFlush(connection.display)
    }
    let left = Self.patience * delay - rest
    if left > 0.01 { self.wait(left) } else { didRest?() }
  }

  func stop() {
    guard !isStopped else { return }
    isStopped = true
    if !connection.isBroken { XFreeCursor(connection.display, empty) }
  }
}

/// The state of a frame loop, named after the event that the loop waits for.
enum FrameState: Equatable, CaseIterable {
  /// Nothing moves, and no frame has been requested.
  case resting
  /// The timer is set for the next change of the scene.
  case waiting
  /// A frame has been requested, and comes as soon as the display can show one.
  case asked
  /// Frames come at the pace of a motion, and the surface is polled with each.
  case polled
  /// A frame is being drawn.
  case drawing
  /// A frame is being drawn, and another frame has been requested meanwhile.
  case drawingWithNews
  /// A frame is due, but the surface has no buffer for it.
  case wantingBuffer
  /// Nobody can see the surface.
  case hidden
  /// The loop has ended for good.
  case stopped

  /// An event for a frame loop.
  enum Event: Equatable, CaseIterable {
    /// The scene, or what is left of its picture on the screen, has changed.
    case news
    /// The timer has fired.
    case tick
    /// The requested turn of the main queue has come.
    case turn
    /// A caller wants a frame to be drawn at once.
    case drawNow
    /// A frame has been drawn, and the scene has no further change.
    case drawnLast
    /// A frame has been drawn, and the scene's next change is not a part of the same motion.
    case drawnBeforeRest
    /// A frame has been drawn, and the scene goes on with a motion.
    case drawnInMotion
    /// There was no buffer to draw a frame into.
    case noBuffer
    /// A buffer is available again.
    case bufferReleased
    /// The surface has become invisible.
    case covered
    /// The surface has become visible again.
    case uncovered
    /// The loop ends.
    case stop
  }

  /// The loop's reaction to an event.
  enum Action: Equatable {
    case nothing
    /// Requests a frame as soon as the display can show one.
    case ask
    /// Draws a frame and shows it.
    case draw
    /// Sets the timer for the scene's next change.
    case arm
    /// Sets no timer.
    case rest
    /// Calls the callbacks of invisible animations that have ended.
    case complete
  }

  /// Whether the surface is polled with every frame.
  var isPolled: Bool { self == .polled }

  var isDrawing: Bool { self == .drawing || self == .drawingWithNews }

  /// The table of all transitions: the state and the action that follow an event.
  func after(_ event: Event) -> (state: FrameState, action: Action) {
    switch (self, event) {
    case (.stopped, _): (.stopped, .nothing)
    case (_, .stop): (.stopped, .rest)
    case (.hidden, .uncovered): (.asked, .ask)
    case (.hidden, .tick), (.hidden, .news): (.hidden, .complete)
    case (.hidden, _): (.hidden, .nothing)
    case (_, .covered): (.hidden, .complete)

    case (.drawing, .drawnLast): (.resting, .rest)
    case (.drawing, .drawnBeforeRest): (.waiting, .arm)
    case (.drawing, .drawnInMotion): (.polled, .arm)
    case (.drawing, .noBuffer), (.drawingWithNews, .noBuffer): (.wantingBuffer, .rest)
    case (.drawingWithNews, .drawnLast), (.drawingWithNews, .drawnBeforeRest): (.asked, .ask)
    // The frame of the next refresh shows the news.
    case (.drawingWithNews, .drawnInMotion): (.polled, .arm)
    case (.drawing, .news), (.drawing, .uncovered): (.drawingWithNews, .nothing)
    case (.drawing, _), (.drawingWithNews, _): (self, .nothing)

    case (_, .drawNow): (.drawing, .draw)
    case (.wantingBuffer, .tick): (.wantingBuffer, .nothing)
    case (_, .tick): (.drawing, .draw)
    case (.asked, .turn): (.drawing, .draw)

    case (.resting, .news), (.waiting, .news), (.wantingBuffer, .news), (.resting, .uncovered),
      (.waiting, .uncovered), (.wantingBuffer, .uncovered), (.wantingBuffer, .bufferReleased):
      (.asked, .ask)
    default: (self, .nothing)
    }
  }
}

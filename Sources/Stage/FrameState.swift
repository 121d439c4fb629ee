/// The state of a frame loop, named after the event that the loop waits for.
enum FrameState: Equatable, CaseIterable {
  /// Nothing moves, and no frame has been requested.
  case resting
  /// The timer is set for the next change of the scene.
  case waiting
  /// A frame has been requested, and comes as soon as the display can show one.
  case asked
  /// Frames come at every refresh, and the surface is polled.
  case polled
  /// Frames come at every refresh, and the next one has already been drawn.
  case prepared
  /// The next frame has already been drawn, but the scene has changed since then.
  case preparedWithNews
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
    /// The scene has changed. The next frame that has not been drawn yet shows the change.
    case news
    /// The screen, or a frame drawn in advance, is out of date.
    case outdated
    /// The timer has fired.
    case tick
    /// The requested turn of the main queue has come.
    case turn
    /// A caller wants a frame to be drawn at once.
    case drawNow
    /// A frame has been drawn, and the scene has no further change.
    case drawnLast
    /// A frame has been drawn, and the scene's next change is later than the next refresh.
    case drawnBeforeRest
    /// A frame has been drawn, and the scene changes with the next refresh.
    case drawnInMotion
    /// There was no buffer to draw a frame into.
    case noBuffer
    /// The frame after the current one has been drawn, too.
    case drawnAhead
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
    /// Draws a frame, shows it, and draws the next frame in advance.
    case drawAndPrepare
    /// Shows the frame that was drawn in advance.
    case show
    /// Sets the timer for the scene's next change.
    case arm
    /// Sets no timer.
    case rest
    /// Calls the callbacks of invisible animations that have ended.
    case complete
  }

  /// Whether the surface is polled with every refresh.
  var isPolled: Bool { self == .polled || isAhead }

  var isDrawing: Bool { self == .drawing || self == .drawingWithNews }

  /// Whether the next frame has already been drawn.
  var isAhead: Bool { self == .prepared || self == .preparedWithNews }

  /// The table of all transitions: the state and the action that follow an event.
  func after(_ event: Event) -> (state: FrameState, action: Action) {
    switch (self, event) {
    case (.stopped, _): (.stopped, .nothing)
    case (_, .stop): (.stopped, .rest)
    case (.hidden, .uncovered): (.asked, .ask)
    case (.hidden, .tick), (.hidden, .news), (.hidden, .outdated): (.hidden, .complete)
    case (.hidden, _): (.hidden, .nothing)
    case (_, .covered): (.hidden, .complete)

    case (.drawing, .drawnLast): (.resting, .rest)
    case (.drawing, .drawnBeforeRest): (.waiting, .arm)
    case (.drawing, .drawnInMotion): (.polled, .arm)
    case (.drawing, .noBuffer), (.drawingWithNews, .noBuffer): (.wantingBuffer, .rest)
    case (.drawingWithNews, .drawnLast), (.drawingWithNews, .drawnBeforeRest): (.asked, .ask)
    // The frame of the next refresh shows the news.
    case (.drawingWithNews, .drawnInMotion): (.polled, .arm)
    case (.drawing, .news), (.drawing, .outdated), (.drawing, .uncovered):
      (.drawingWithNews, .nothing)
    case (.drawing, _), (.drawingWithNews, _): (self, .nothing)

    case (_, .drawNow): (.drawing, .draw)
    case (.prepared, .tick): (.drawing, .show)
    case (.preparedWithNews, .tick): (.drawingWithNews, .show)
    case (.wantingBuffer, .tick): (.wantingBuffer, .nothing)
    case (_, .tick): (.drawing, .drawAndPrepare)
    case (.asked, .turn): (.drawing, .draw)

    case (.resting, .news), (.waiting, .news), (.wantingBuffer, .news), (.resting, .outdated),
      (.waiting, .outdated), (.wantingBuffer, .outdated), (.resting, .uncovered),
      (.waiting, .uncovered), (.wantingBuffer, .uncovered), (.wantingBuffer, .bufferReleased):
      (.asked, .ask)
    case (.prepared, .news): (.preparedWithNews, .nothing)
    case (.prepared, .outdated), (.preparedWithNews, .outdated), (.prepared, .uncovered),
      (.preparedWithNews, .uncovered):
      (.polled, .nothing)
    case (.polled, .drawnAhead): (.prepared, .nothing)
    default: (self, .nothing)
    }
  }
}

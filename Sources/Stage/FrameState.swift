/// The state of a frame loop: what the loop waits for.
enum FrameState: Equatable, CaseIterable {
  /// Nothing moves, and nobody has asked for a frame.
  case resting
  /// The timer is set for the next change of the scene.
  case waiting
  /// Somebody has asked for a frame, which comes as soon as the display can show another one.
  case asked
  /// Frames come at every refresh, and the surface is polled.
  case polled
  /// Frames come at every refresh, and the next one is drawn already.
  case prepared
  /// The next frame is drawn already, but the scene has changed since then.
  case preparedWithNews
  /// A frame is being drawn.
  case drawing
  /// A frame is being drawn, and somebody has asked for another one meanwhile.
  case drawingWithNews
  /// There was a frame to draw, but no buffer to draw the frame into.
  case wantingBuffer
  /// Nobody can see the surface.
  case hidden
  /// There will be no frames any more.
  case stopped

  /// A thing that happens to a frame loop.
  enum Event: Equatable, CaseIterable {
    /// The scene has changed, and is drawn with the next frame that is not drawn yet.
    case news
    /// What is on screen, or drawn already, is out of date.
    case outdated
    /// The timer has fired.
    case tick
    /// The turn of the main queue that was asked for has come.
    case turn
    /// Somebody wants a frame to be drawn at once.
    case drawNow
    /// A frame has been drawn, after which nothing moves by itself.
    case drawnLast
    /// A frame has been drawn, and the scene's next change is later than the next refresh.
    case drawnBeforeRest
    /// A frame has been drawn, and the scene changes with the next refresh.
    case drawnInMotion
    /// There was no buffer to draw a frame into.
    case noBuffer
    /// The frame after the one that was just drawn is drawn, too.
    case drawnAhead
    /// A buffer can be had again.
    case bufferReleased
    /// Nobody can see the surface any more.
    case covered
    /// The surface can be seen again.
    case uncovered
    /// The loop ends.
    case stop
  }

  /// A thing that the frame loop does in answer to an event.
  enum Action: Equatable {
    case nothing
    /// Sees to it that a frame comes as soon as the display can show another one.
    case ask
    /// Draws a frame and shows it.
    case draw
    /// Draws a frame, shows it, and draws the next one ahead of its time.
    case drawAndPrepare
    /// Shows the frame that is drawn already.
    case show
    /// Sets the timer for the scene's next change.
    case arm
    /// Sets no timer.
    case rest
    /// Tells those who wait for the end of an animation that nobody can see.
    case complete
  }

  /// Whether the surface is looked at with every refresh.
  var isPolled: Bool { self == .polled || isAhead }

  var isDrawing: Bool { self == .drawing || self == .drawingWithNews }

  /// Whether the next frame is drawn already.
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

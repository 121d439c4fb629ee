import Charts

/// The common interface of pages. Times are seconds of the frame clock.
public protocol Page: AnyObject {
  /// The colours of the page.
  var theme: Theme { get }
  /// Changes the colours of the page.
  func setTheme(_ theme: Theme)
  /// Draws the charts of the page on from their starts again.
  func replay(at time: Double)
  /// Pauses or resumes the display. While paused, data is kept but not shown.
  func setPaused(_ paused: Bool, at time: Double)
  /// Shows or hides the help.
  func toggleHelp()
  /// Shows or hides the explanation of how the input was understood.
  func toggleExplanation(at time: Double)
  /// Hides the help.
  /// - Returns: whether the help was visible.
  func hideHelp() -> Bool
  /// Shows a notice over the page for a few seconds.
  func notify(_ text: String, at time: Double)
  /// Shows a message over the page for some seconds, in letters that can be read across the room.
  func announce(_ text: String, at time: Double, for seconds: Double)
  /// Shows another page of several pages.
  func turnPage(by offset: Int, at time: Double)
  /// Ends a drag without an effect, because its end may go elsewhere.
  /// - Returns: whether anything visible has changed.
  func endDrag(at time: Double) -> Bool
  /// Returns to live data, without help and crosshair, because nobody has used the page for long. A page that is paused
  /// stays paused.
  /// - Returns: whether anything visible has changed.
  func returnToLive(at time: Double) -> Bool
  /// Shows the first rows of all lists that have turned to others.
  /// - Returns: whether there were any.
  func showFirstRows() -> Bool
  /// Responds to the pointer, the keyboard or fingers.
  /// - Returns: whether anything visible has changed.
  func respond(to input: PageInput, at time: Double) -> Bool
}

extension Page {
  /// The default: nothing, for the only page.
  public func turnPage(by offset: Int, at time: Double) {}

  /// The default: nothing, for a page without anything to explain.
  public func toggleExplanation(at time: Double) {}

  /// The default: nothing, for a page without lists.
  public func showFirstRows() -> Bool { false }

  /// The default: nothing, for a page without drags.
  public func endDrag(at time: Double) -> Bool { false }

  /// Hides the help, and responds as to the user's wish for live data without a crosshair.
  public func returnToLive(at time: Double) -> Bool {
    let hasChanged = (hideHelp(), endDrag(at: time), respond(to: .live, at: time), showFirstRows())
    return respond(to: .dismiss, at: time) || hasChanged != (false, false, false, false)
  }
}

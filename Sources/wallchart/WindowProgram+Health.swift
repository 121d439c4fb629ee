import CCrash
import Control
import Metrics
import Stage

/// The health of the window, for the service manager and for the report of a crash.
extension WindowProgram {
  /// The largest number of seconds by which a frame may be late.
  static let framePatience = 1.0

  /// Stops the notifications of the watchdog when due frames do not come.
  func watchFrames() {
    var watch = FrameWatch()
    notifier?.isRight = { [loop] in
      watch.isRight(
        turns: loop.turns, isOverdue: loop.isOverdue(by: WindowProgram.framePatience))
    }
  }

  /// Reports the current state, if the state has changed.
  func reportState() {
    let summary = status().summary { TimeZoneRules.system().civil($0).minuteText }
    wallchart_crash_set_state(summary.visible)
    notifier?.notify(status: summary)
  }
}

import Dashboard
import Dispatch
import Glibc
import Messages
import Metrics
import Stage

/// The care for screens that show pictures for months: darkness at night, and a movement that prevents burn-in.
@MainActor
final class ScreenCare {
  private var light = ScreenLight()
  private var shift = PixelShift(distance: 0)
  private var zone = TimeZoneRules.system()
  private let screens: () -> [WallScreen]
  private let isAnimated: Bool
  /// Whether the current touch started on a dark screen, and has only lit the screen.
  private var ignoresTouch = false
  private let timer = DispatchSource.makeTimerSource(queue: .main)

  /// The longest time between two readings of the clock, in seconds, because the clock may be set.
  private static let longestWait = 60.0
  /// The seconds until the next attempt to make a screen black.
  private static let retry = 0.1

  /// - Parameter screens: returns the current screens.
  init(isAnimated: Bool, screens: @escaping () -> [WallScreen]) {
    self.isAnimated = isAnimated
    self.screens = screens
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.apply() }
    }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
  }

  /// Applies a new schedule and a new movement.
  /// - Parameter zone: the zone of the schedule's times; nil for the zone of this machine.
  func follow(night: NightSpec?, shift: PixelShift, zone: TimeZoneRules?) {
    light.night = night
    self.zone = zone ?? .system()
    self.shift = shift
    apply()
  }

  // MARK: Requests of operators and users

  /// Dims the screens until `wake`.
  func dim() {
    light.dim()
    apply()
  }

  /// Turns the screens off until `wake`.
  func blank() {
    light.blank()
    apply()
  }

  /// Lights the screens: for some time at night, otherwise until another request.
  func wake() {
    light.wake(at: now)
    apply()
  }

  /// The brightness of the screens.
  var level: ScreenLight.Level { light.level(at: now, zone: zone) }

  /// Handles a user's event.
  /// - Returns: whether the event has lit the screens and must have no other effect.
  func takes(_ event: SurfaceEvent) -> Bool {
    switch event {
    // A press that began on a lit screen ends, even if the screen has become dark.
    case .button(let button) where !button.isPress: return false
    case .touch(let gesture) where gesture != .began:
      _ = act()
      return ignoresTouch
    case .touch:
      ignoresTouch = act()
      return ignoresTouch
    case .key, .button, .scroll: break
    // The server turns on a screen that is off when the pointer moves.
    case .pointer(.some) where level == .blank: break
    default: return false
    }
    return act()
  }

  /// Lights the screens for a user.
  /// - Returns: whether the screens were dark.
  private func act() -> Bool {
    let isTaken = light.userActed(at: now, zone: zone)
    if light.night != nil || light.wish != nil { apply() }
    return isTaken
  }

  // MARK: The screens

  /// Applies the current brightness and offset, and sets the timer for the next change.
  func apply() {
    let (now, level) = (now, level)
    var isDone = true
    for screen in screens() {
      isDone = show(level, shift.offset(at: now), on: screen) && isDone
    }
    guard isDone else { return timer.schedule(deadline: .now() + Self.retry) }
    let changes = [light.nextChange(after: now, zone: zone), shift.nextChange(after: now)]
    guard let next = changes.compactMap({ $0 }).min() else {
      return timer.schedule(deadline: .distantFuture)
    }
    timer.schedule(
      deadline: .now() + min(max(next - now, 0.01), Self.longestWait), leeway: .milliseconds(50))
  }

  /// - Returns: whether the screen shows the requested state.
  private func show(
    _ level: ScreenLight.Level, _ offset: (x: Int, y: Int), on screen: WallScreen
  ) -> Bool {
    let before = (screen.scene.origin, screen.scene.brightness)
    screen.scene.reach = shift.distance
    screen.scene.offset = offset
    // A screen that is turned off becomes black at once, so that an old picture never flashes up. The clock of a paused
    // screen stands still, and a fade would never end.
    let fades = isAnimated && level != .blank && !screen.loop.isPaused
    screen.scene.setBrightness(level.share, at: fades ? screen.loop.time : nil)
    if level == .blank {
      if before != (screen.scene.origin, 0) || screen.loop.wantsBuffer { screen.loop.drawFrame() }
      // A screen that is off is not drawn any more, so the black frame comes first.
      if screen.loop.wantsBuffer { return false }
    } else if before != (screen.scene.origin, level.share) {
      screen.loop.setNeedsFrame()
    }
    screen.window.setDark(level == .blank)
    return true
  }

  private var now: Double { SystemClock.utc }
}

extension ScreenLight.Level {
  /// The remaining share of the brightness.
  fileprivate var share: Double {
    switch self {
    case .full: 1
    case .dimmed(let share): share
    case .blank: 0
    }
  }
}

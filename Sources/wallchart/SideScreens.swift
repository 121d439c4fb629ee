import Dashboard
import Stage
import Windowing

/// The screens besides the first one, with `--monitor all`: one for each further monitor.
///
/// The monitors are numbered from left to right. The first screen is on the first monitor, and the side screens are on
/// the following monitors, in order.
@MainActor
final class SideScreens {
  private(set) var screens: [WallScreen] = []
  /// Opens a screen on a monitor, given by its name and its number from 0; nil if that fails.
  private let open: (String, Int) -> WallScreen?

  init(open: @escaping (String, Int) -> WallScreen?) { self.open = open }

  /// Opens and closes screens, so that each monitor has one. Without a monitor, all screens stay unchanged.
  func follow(_ monitors: [String], first: WallScreen) {
    guard let name = monitors.first else { return }
    first.window.monitor = name
    while screens.count > monitors.count - 1 { screens.removeLast().close() }
    for (screen, name) in zip(screens, monitors.dropFirst()) { screen.window.monitor = name }
    for (number, name) in monitors.enumerated().dropFirst(screens.count + 1) {
      // The next change of the monitors, or of the server, tries again.
      guard let screen = open(name, number) else { break }
      screens.append(screen)
    }
    for (number, screen) in ([first] + screens).enumerated() {
      screen.dashboard?.setPlace(number, among: screens.count + 1, at: screen.loop.time)
    }
    turn(with: first) { $0.showPage(beside: $1, at: $2) }
  }

  /// Turns the pages to those beside the page of the first screen.
  /// - Parameter turn: turns a page with that of the first screen, at a time of the frame clock.
  func turn(
    with first: WallScreen, _ turn: (DashboardScene, DashboardScene, Double) -> Void
  ) {
    guard let page = first.dashboard else { return }
    for screen in screens {
      if let side = screen.dashboard { turn(side, page, screen.loop.time) }
      screen.loop.setNeedsFrame()
    }
  }

  /// Whether somebody uses the page of one of the screens.
  var areInUse: Bool { screens.contains { $0.dashboard?.isInUse == true } }

  func close() {
    for screen in screens { screen.close() }
    screens = []
  }
}

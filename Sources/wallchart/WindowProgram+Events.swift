import Charts
import Dashboard
import Geometry
import Glibc
import Layers
import Messages
import Metrics
import Raster
import Stage

/// The events of the screens: keys, pointer, and changes of the display.
extension WindowProgram {
  /// Handles an event of the first screen, or of the display.
  func handle(_ event: SurfaceEvent) {
    switch event {
    case .lost:
      printError(
        "wallchart: the X server has ended, or another program has closed the window: waiting to open "
          + "the window again")
      awaySince = SystemClock.utc
      reportState()
      handle(event, of: screen)
    case .returned:
      printError(
        hasBeenOpen ? "wallchart: the window is open again" : "wallchart: the window is open")
      (awaySince, hasBeenOpen) = (nil, true)
      reportState()
      loop.handle(event)
      care.apply()
      followMonitors()
    case .monitorsChanged: followMonitors()
    default: handle(event, of: screen)
    }
  }

  /// Handles an event of one of the screens.
  func handle(_ event: SurfaceEvent, of screen: WallScreen) {
    if event.isOfUser { rest.used() }
    // The end of a drag is lost with the server.
    if event == .lost { _ = screen.page.endDrag(at: screen.loop.time) }
    if care.takes(event) { return }
    switch event {
    case .key(let key, let modifiers): if !isLocked { press(key, modifiers, on: screen) }
    case .pointer, .button, .scroll, .touch:
      let input = screen.input(event)
      if let input = isLocked ? input?.harmless : input { screen.respond(to: input) }
    case .copyRequested: copy(screen)
    case .cropped(let width, let height): reportCropping(width: width, height: height)
    case .failed(let error): printError("wallchart: the X server reports \(error)")
    // A locked window that is gone cannot stay.
    case .closeRequested: if !isLocked || !screen.window.isOpen { end(.done) }
    case .disconnected:
      printError("wallchart: the \(window.serverName) has closed the connection")
      end(.unavailable)
    default: screen.loop.handle(event)
    }
  }

  /// Returns to live data on all screens.
  func returnToLive() {
    for screen in screens where screen.page.returnToLive(at: screen.loop.time) {
      screen.loop.setNeedsFrame()
    }
  }

  private func reportCropping(width: Int, height: Int) {
    guard !hasReportedCropping else { return }
    hasReportedCropping = true
    printError(
      "wallchart: the window of \(width)x\(height) pixels is larger than a picture can be (at most "
        + "\(PNG.largestSide) a side and \(PNG.largestArea) in all): only its top left is drawn")
  }

  /// Responds to a key on the screen that has the keyboard.
  private func press(_ key: Key, _ modifiers: KeyModifiers, on screen: WallScreen) {
    let (page, window, time) = (screen.page, screen.window, screen.loop.time)
    // A window gets no letters with Alt; a terminal gets one for Escape and a letter that come together.
    if modifiers.contains(.alt) { return }
    switch key {
    case .character("q"), .character("Q"): return end(.done)
    case .character("f"), .character("F"): window.toggleFullscreen()
    case .character(" "): return setPaused(!loop.isPaused)
    case .character("r"), .character("R"): page.replay(at: time)
    case .character("s"), .character("S"): saveSnapshot(of: screen)
    case .character("t"), .character("T"): return setTheme(page.theme.opposite)
    case .character("?"), .character("h"), .character("H"): page.toggleHelp()
    case .character("i"), .character("I"): page.toggleExplanation(at: time)
    case .pageUp: page.turnPage(by: -1, at: time)
    case .pageDown: page.turnPage(by: 1, at: time)
    case .escape:
      if !page.hideHelp(), !page.respond(to: .dismiss, at: time), window.isFullscreen {
        window.setFullscreen(false)
      }
    default:
      if let input = PageInput(key, modifiers) { screen.respond(to: input) }
      return
    }
    screen.loop.setNeedsFrame()
  }

  private func setTheme(_ theme: Theme) {
    for screen in screens {
      screen.page.setTheme(theme)
      screen.loop.setNeedsFrame()
    }
  }

  func setPaused(_ isPaused: Bool) {
    for screen in screens {
      screen.loop.isPaused = isPaused
      if isPaused { screen.scene.completeFade() }
      screen.page.setPaused(isPaused, at: screen.loop.time)
      screen.loop.setNeedsFrame()
    }
    replay?.setPaused(isPaused)
    reportState()
  }

  /// A picture of a screen's current page, at full brightness.
  private func picture(of screen: WallScreen) -> Bitmap {
    let (time, window) = (screen.loop.time, screen.window)
    screen.scene.picture.completeAnimations(at: time)
    return Compositor.picture(
      of: screen.scene.picture, at: time, scale: window.scale, width: window.width,
      height: window.height)
  }

  /// Puts a screen's picture, and the values under the crosshair, on the clipboard.
  private func copy(_ screen: WallScreen) {
    let bitmap = picture(of: screen)
    screen.window.copy(
      ClipboardContents(
        text: screen.dashboard?.valuesText, png: try? PNG.encode(bitmap, texts: texts(of: screen))))
    screen.page.notify(String(localized: "copied"), at: screen.loop.time)
    screen.loop.setNeedsFrame()
  }

  /// Saves a screen's picture in the current directory.
  private func saveSnapshot(of screen: WallScreen) {
    let (page, loop) = (screen.page, screen.loop)
    let now = TimeZoneRules.system().civil(Double(time(nil)))
    let name = "wallchart-\(now.compactText).png"
    let bitmap = picture(of: screen)
    do throws(Failure) {
      try Snapshot.save(bitmap, to: name, texts: texts(of: screen))
      page.notify(String(localized: "saved \(name)"), at: loop.time)
    } catch {
      page.notify(String(localized: "not saved: \(error.message)"), at: loop.time)
    }
  }

  func texts(of screen: WallScreen) -> [PNG.Text] {
    screen.shown.texts(title: arguments.stream.title)
  }
}

extension SurfaceEvent {
  /// Whether somebody uses the screen.
  fileprivate var isOfUser: Bool {
    switch self {
    case .key, .button, .scroll, .touch, .pointer(.some): true
    default: false
    }
  }
}

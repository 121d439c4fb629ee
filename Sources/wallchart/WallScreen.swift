import Charts
import Dashboard
import Geometry
import Messages
import Raster
import Stage
import Terminal
import Windowing

/// A window with its page and its frame loop, either the only one or one of several on the monitors of a wall.
@MainActor
final class WallScreen {
  let window: any PageWindow
  let shown: ShownPage
  /// The page, with the brightness and the offset of the screen.
  let scene: ScreenScene
  let loop: FrameLoop

  init(window: any PageWindow, shown: ShownPage, clock: Clock) {
    self.window = window
    self.shown = shown
    scene = ScreenScene(shown.page)
    loop = FrameLoop(
      surface: window, scene: scene,
      renderer: Renderer(threads: 0, pointsPerThread: Renderer.pointsPerThread),
      clock: { clock.now })
    dashboard?.pauses = { [weak loop] in loop?.pauses ?? 0 }
    if !window.isOpen { loop.handle(.lost) }
  }

  var page: any Page & Scene { shown.page }

  /// The dashboard; nil for the gallery.
  var dashboard: DashboardScene? {
    if case .dashboard(let scene) = shown { scene } else { nil }
  }

  /// The page input for an event of the pointer.
  func input(_ event: SurfaceEvent) -> PageInput? {
    PageInput(event, scale: window.scale, origin: scene.origin)
  }

  func respond(to input: PageInput) {
    if page.respond(to: input, at: loop.time) { loop.setNeedsFrame() }
  }

  func close() {
    loop.stop()
    window.close()
  }
}

extension Arguments {
  /// Opens the window of a command line, on an X server or in the terminal.
  /// - Parameter title: the title of the dashboard; nil if the dashboard is not yet known.
  @MainActor
  func openWindow(theme: Theme, title: String?) throws(Failure) -> any PageWindow {
    guard usesTerminal else {
      do throws(WindowError) {
        return try X11Window(options: X11Window.Options(self, theme: theme, title: title))
      } catch {
        throw Failure(.unavailable, Message(verbatim: error.description))
      }
    }
    var options = TerminalWindow.Options()
    options.graphics = graphics
    options.scale = scale
    options.background = theme.background
    do throws(TerminalError) {
      return try TerminalWindow(options)
    } catch {
      throw Failure(.unavailable, Message(verbatim: error.description))
    }
  }
}

extension X11Window.Options {
  /// The options of a window for a command line.
  @MainActor
  init(_ arguments: Arguments, theme: Theme, title: String? = nil) {
    self.init()
    self.title = (arguments.stream.title ?? title ?? "Wallchart").visible
    if let size = arguments.size { self.size = Size(Double(size.width), Double(size.height)) }
    scale = arguments.scale
    isFullscreen = arguments.isFullscreen || arguments.isKiosk
    monitor = arguments.usesAllMonitors ? nil : arguments.monitor
    hidesPointerAfter = arguments.isKiosk ? 3 : nil
    keepsScreenOn = arguments.isKiosk
    bypassesCompositor = arguments.isKiosk
    reconnects = arguments.reconnects ?? arguments.isKiosk
    // A user who has just started a command continues to type in the terminal.
    claimsFocus = !Input.isPipe(arguments)
    background = pixel(theme.background)
  }
}

/// A colour as 0xRRGGBB.
private func pixel(_ color: Color) -> UInt32 {
  func byte(_ component: Double) -> UInt32 { UInt32((component * 255).rounded()) }
  return byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue)
}

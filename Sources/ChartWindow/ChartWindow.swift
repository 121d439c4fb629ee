import Charts
import Dispatch
import Geometry
import Glibc
import Layers
import Messages
import Raster
import Stage
import Windowing

/// A chart in an X11 window of its own, drawn again only for visible changes.
///
/// The pointer presses the chart's buttons, and a chart may show its values under the pointer. The key `r`, the space
/// bar and Return draw the chart on again, or start a chart with a start button. The key `q` ends the program, like the
/// closing of the window. A program with a window ignores SIGPIPE, unless the program has another handler.
@MainActor
public final class ChartWindow {
  /// The chart.
  public let chart: any Chart
  private let window: X11Window
  private let scene: ChartScene
  let loop: FrameLoop
  private var timers: [any DispatchSourceTimer] = []
  /// Takes the characters that the user types, before the window's own keys. If the function returns true, the
  /// character has no effect on the window. Default nil.
  public var onKey: (@MainActor (_ key: Character, _ time: Double) -> Bool)?
  /// The colours.
  public var theme: Theme {
    get { scene.theme }
    set {
      scene.theme = newValue
      loop.setNeedsFrame()
    }
  }
  /// Whether the old picture fades into the new one instead of moving. Default false.
  public var reducesMotion: Bool {
    get { scene.reducesMotion }
    set {
      scene.reducesMotion = newValue
      loop.setNeedsFrame()
    }
  }

  /// Makes the window. `run` shows it.
  /// - Parameters:
  ///   - title: the title in the window's frame.
  ///   - size: the first size in points; the user may change it.
  ///   - theme: the colours. Default light.
  ///   - display: the X server, such as `:0`; nil for `$DISPLAY`.
  ///   - reconnects: whether the window waits for an X server that has ended, and opens again when the
  ///     server has returned. Default false: the program ends with `EXIT_FAILURE`.
  /// - Throws: a `WindowError` without a display, a `FontError` if the system has no font.
  public init(
    _ chart: any Chart, title: String, size: Size = Size(750, 400), theme: Theme = .light,
    display: String? = nil, reconnects: Bool = false
  ) throws {
    self.chart = chart
    var options = X11Window.Options()
    options.title = title
    options.size = size
    options.reconnects = reconnects
    window = try X11Window(options: options, display: display)
    scene = ChartScene(chart, environment: try ChartEnvironment(size: size, theme: theme))
    let start = SystemClock.monotonic
    loop = FrameLoop(
      surface: window, scene: scene,
      renderer: Renderer(threads: 0, pointsPerThread: Renderer.pointsPerThread),
      clock: { SystemClock.monotonic - start })
    window.handler = { [weak self] in self?.handle($0) }
  }

  /// Changes the chart's data periodically.
  /// - Parameters:
  ///   - period: seconds between two changes, and before the first; at least 0.001.
  ///   - change: makes the change; its argument is the start of the motion, for the chart's `setData`.
  public func every(_ period: Double, _ change: @escaping @MainActor (_ time: Double) -> Void) {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    let period = min(max(period, 0.001), 1e9)
    timer.schedule(deadline: .now() + period, repeating: period)
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.update(change) }
    }
    timer.activate()
    timers.append(timer)
  }

  /// Changes the chart's data at once, for data that arrives at any time.
  /// - Parameter change: makes the change; its argument is the start of the motion, for the chart's `setData`
  ///   or `append`.
  public func update(_ change: @MainActor (_ time: Double) -> Void) {
    change(loop.motionStart)
    loop.sceneDidUpdate()
  }

  /// Writes a PNG file of the window's contents at the end of all motion, in the window's size and scale.
  /// - Throws: a `PNGError` if the file cannot be written.
  public func writePNG(to path: String) throws {
    let bounds = IntRect(width: window.width, height: window.height)
    scene.layOutFirst(
      size: Size(Double(bounds.width) / window.scale, Double(bounds.height) / window.scale),
      scale: window.scale)
    try SettledPicture.write(
      scene.root, to: path, bounds, scale: window.scale, ground: theme.panel)
  }

  /// Shows the window and draws the chart on; a chart with a start button waits for the button. When the
  /// user closes the window, the program ends.
  public func run() -> Never {
    open()
    withExtendedLifetime(self) { dispatchMain() }
  }

  /// Shows the window. The window responds as long as the main queue is served.
  func open() {
    if !chart.waitsForStart { chart.replay(at: loop.time) }
    loop.drawFrame()
    window.map()
  }

  /// Removes the window, and ends the periodic changes.
  func close() {
    for timer in timers { timer.cancel() }
    timers = []
    loop.stop()
    window.close()
  }

  private func handle(_ event: SurfaceEvent) {
    switch event {
    case .key(.character(let key), _) where onKey?(key, loop.time) == true:
      loop.setNeedsFrame()
    case .closeRequested, .disconnected, .key(.character("q"), _):
      close()
      guard event == .disconnected else { exit(EXIT_SUCCESS) }
      report("the \(window.serverName) has closed the connection")
      exit(EXIT_FAILURE)
    case .failed(let error): report("the X server reports \(error)")
    case .key(.character("r"), _), .key(.character(" "), _), .key(.return, _):
      chart.replay(at: loop.time)
      loop.setNeedsFrame()
    case .button(let button) where button.button == .left && button.isPress:
      press(at: button.position)
    case .touch(.tap(let position, _)): press(at: position)
    case .pointer(let position): point(at: position)
    case .touch(.hold(let position)): point(at: position)
    default: loop.handle(event)
    }
  }

  /// Writes a line to standard error.
  private func report(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  private func press(at position: Point) {
    let place = Point(position.x / window.scale, position.y / window.scale)
    if chart.press(at: place, time: loop.time) { loop.setNeedsFrame() }
  }

  private func point(at position: Point?) {
    let place = position.map { Point($0.x / window.scale, $0.y / window.scale) }
    if chart.point(at: place, time: loop.time) { loop.setNeedsFrame() }
  }
}

/// A chart that fills a page.
@MainActor
final class ChartScene: Scene {
  let root = Layer()
  private let chart: any Chart
  private var environment: ChartEnvironment
  private var size: Size?

  init(_ chart: any Chart, environment: ChartEnvironment) {
    self.chart = chart
    self.environment = environment
    root.anchorPoint = .zero
    root.addSublayer(chart.layer)
  }

  var theme: Theme {
    get { environment.theme }
    set {
      environment.theme = newValue
      layOutAgain()
    }
  }

  var reducesMotion: Bool {
    get { environment.reducesMotion }
    set {
      environment.reducesMotion = newValue
      layOutAgain()
    }
  }

  /// Lays the chart out if it has no layout yet.
  func layOutFirst(size: Size, scale: Double) {
    if self.size == nil { layOut(size: size, scale: scale) }
  }

  private func layOutAgain() {
    if let size { layOut(size: size, scale: environment.scale) }
  }

  func layOut(size: Size, scale: Double) {
    self.size = size
    environment.scale = scale
    environment.type = TypeScale(page: size)
    root.backgroundColor = environment.theme.panel
    root.bounds = Rect(origin: .zero, size: size)
    chart.layOut(frame: root.bounds, environment: environment)
  }

  /// Does nothing: all motion is animation.
  func advance(to time: Double) {}

  func nextChange(after time: Double) -> Double? { nil }
}

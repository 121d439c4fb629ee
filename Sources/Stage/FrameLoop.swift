import Dispatch
import Geometry
import Layers
import Raster

/// Draws a scene on a surface whenever something that can be seen has changed, and sleeps otherwise.
///
/// One Dispatch timer exists, and is armed only for the moment of the next visible change.
@MainActor
public final class FrameLoop {
  public private(set) var statistics = FrameStatistics()
  /// Told of every frame that was presented.
  public var onFrame: ((FrameReport) -> Void)?
  /// The scene's time stands still while this is true; what changes otherwise is still drawn.
  public var isPaused = false { didSet { pauseChanged(from: oldValue) } }

  private let surface: any Surface
  private let scene: any Scene
  private let renderer: Renderer
  private let clock: () -> Double
  private let timer: any DispatchSourceTimer
  private var memory = FrameMemory()
  private var isScheduled = false
  private var isVisible = true
  private var wantsBuffer = false
  private var isStopped = false
  private var lastFrame = -Double.infinity
  /// How long the scene has been paused altogether, and since when it is now.
  private var pausedDuration = 0.0
  private var pausedSince: Double?

  /// - Parameter clock: monotonic seconds.
  public init(
    surface: any Surface, scene: any Scene, renderer: Renderer, clock: @escaping () -> Double
  ) {
    self.surface = surface
    self.scene = scene
    self.renderer = renderer
    self.clock = clock
    timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        self?.statistics.frameTimerWakeups += 1
        self?.drawFrame()
      }
    }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
    layOutScene()
  }

  /// The scene's present time.
  public var time: Double { (pausedSince ?? clock()) - pausedDuration }

  /// Says that the scene has new data and must be drawn.
  public func sceneDidUpdate() {
    statistics.updates += 1
    setNeedsFrame()
  }

  /// Has a frame drawn as soon as the display can show another one.
  public func setNeedsFrame() {
    guard !isScheduled, !isStopped else { return }
    isScheduled = true
    let due = lastFrame + surface.refreshInterval - clock()
    if due > 0 {
      timer.schedule(deadline: .now() + due, leeway: .milliseconds(1))
    } else {
      DispatchQueue.main.async { [weak self] in
        MainActor.assumeIsolated {
          // It may have been drawn at once meanwhile.
          if self?.isScheduled ?? false { self?.drawFrame() }
        }
      }
    }
  }

  /// Takes what concerns frames of a surface's events.
  public func handle(_ event: SurfaceEvent) {
    switch event {
    case .resized:
      layOutScene()
      setNeedsFrame()
    case .bufferReleased:
      if wantsBuffer { setNeedsFrame() }
    case .visible(let visible):
      isVisible = visible
      if visible { setNeedsFrame() }
    case .disconnected: stop()
    case .key, .pointer, .button, .scroll, .closeRequested: break
    }
  }

  /// Ends all drawing for good.
  public func stop() {
    isStopped = true
    timer.cancel()
  }

  private func layOutScene() {
    let scale = surface.scale
    scene.layOut(
      size: Size(Double(surface.width) / scale, Double(surface.height) / scale), scale: scale)
  }

  private func pauseChanged(from wasPaused: Bool) {
    guard isPaused != wasPaused else { return }
    if isPaused {
      pausedSince = clock()
    } else if let since = pausedSince {
      pausedDuration += clock() - since
      pausedSince = nil
    }
    setNeedsFrame()
  }

  // MARK: Frames

  /// Draws what has changed at once, presents it, and arms the timer for the next change.
  public func drawFrame() {
    isScheduled = false
    guard !isStopped, isVisible else { return }
    let now = time
    scene.advance(to: now)
    scene.root.completeAnimations(at: now)
    var report = drawChanges(at: now)
    if wantsBuffer { return }
    let animation = scene.root.nextChange(
      after: now, scale: surface.scale, interval: surface.refreshInterval)
    armTimer(animation: animation, after: now)
    report?.isAnimating = animation != nil
    if let report { onFrame?(report) }
  }

  /// Draws and presents what differs from the frame on screen.
  /// - Returns: what it took; nil where nothing differs, or no buffer is free.
  private func drawChanges(at now: Double) -> FrameReport? {
    let start = clock()
    let bounds = IntRect(width: surface.width, height: surface.height)
    let list = Compositor.record(scene.root, at: now, scale: surface.scale, bounds: bounds)
    let changed = memory.damageOnScreen(list, bounds: bounds)
    wantsBuffer = false
    if changed.isEmpty { return nil }
    guard let buffer = surface.acquireBuffer() else {
      wantsBuffer = true
      return nil
    }
    let damage =
      memory.isOnScreen(buffer.identifier)
      ? changed : memory.damage(of: buffer.identifier, list, bounds: bounds)
    renderer.draw(list.drawList(within: damage), into: buffer.pixels, damage: damage)
    let drawn = clock()
    surface.present(buffer, damage: changed)
    memory.presented(list, in: buffer.identifier, bounds: bounds)
    statistics.frames += 1
    lastFrame = start
    return FrameReport(
      frame: statistics.frames, time: now, rasterMilliseconds: (drawn - start) * 1000,
      presentMilliseconds: (clock() - drawn) * 1000,
      damagePixels: damage.reduce(0) { $0 + $1.area }, isAnimating: false)
  }

  private func armTimer(animation: Double?, after now: Double) {
    guard !isPaused, !isScheduled else { return }
    guard let next = [animation, scene.nextChange(after: now)].compactMap({ $0 }).min() else {
      return timer.schedule(deadline: .distantFuture)
    }
    timer.schedule(deadline: .now() + max(0, next - time), leeway: .milliseconds(1))
  }
}

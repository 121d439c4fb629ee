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
  private(set) var ticks = FrameTicks()
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
      MainActor.assumeIsolated { self?.tick() }
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
    let now = clock()
    let due = lastFrame + surface.refreshInterval
    if due > now {
      setTimer(ticks.ask(for: due, from: now, interval: surface.refreshInterval))
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
    surface.isPolled = false
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

  /// The timer has fired.
  func tick() {
    statistics.frameTimerWakeups += 1
    ticks.fired(at: clock())
    if surface.isPolled {
      // The frame that follows shows what comes of it.
      isScheduled = true
      surface.pollEvents()
    }
    drawFrame()
  }

  /// Draws what has changed at once, presents it, and arms the timer for the next change.
  public func drawFrame() {
    isScheduled = false
    guard !isStopped, isVisible else { return rest() }
    let start = clock()
    let now = time
    scene.advance(to: now)
    scene.root.completeAnimations(at: now)
    var report = drawChanges(at: now)
    if wantsBuffer { return rest() }
    let animation = scene.root.nextChange(
      after: now, scale: surface.scale, interval: surface.refreshInterval)
    armTimer(animation: animation, from: start, at: now)
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

  /// - Parameters:
  ///   - start: when the frame began, by the clock.
  ///   - now: its time.
  private func armTimer(animation: Double?, from start: Double, at now: Double) {
    guard !isScheduled else { return }
    let changes = [animation, scene.nextChange(after: now)].compactMap { $0 }
    guard !isPaused, let next = changes.min() else { return rest() }
    let interval = surface.refreshInterval
    let due = max(start + next - now, lastFrame + interval)
    setTimer(ticks.ask(for: due, from: start, interval: interval))
    surface.isPolled = due < start + 1.5 * interval
  }

  /// Nothing is to be drawn until something else happens.
  private func rest() {
    setTimer(ticks.rest())
    surface.isPolled = false
  }

  private func setTimer(_ change: FrameTicks.Change) {
    switch change {
    case .none: break
    case .stop: timer.schedule(deadline: .distantFuture)
    case .set(let due, let period):
      let deadline = DispatchTime.now() + max(0, due - clock())
      if let period {
        timer.schedule(deadline: deadline, repeating: period, leeway: .milliseconds(1))
      } else {
        timer.schedule(deadline: deadline, leeway: .milliseconds(1))
      }
    }
  }
}

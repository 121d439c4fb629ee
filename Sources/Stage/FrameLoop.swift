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
  /// A frame that is drawn and not yet shown.
  private struct DrawnFrame {
    let buffer: SurfaceBuffer
    /// What differs from the frame before.
    let change: [IntRect]
    let report: FrameReport
  }

  private var memory = FrameMemory()
  private var isScheduled = false
  private var isVisible = true
  private var wantsBuffer = false
  private var isStopped = false
  private var lastFrame = -Double.infinity
  /// When something moves on after what was drawn last; nil when nothing does.
  private var nextMotion: Double?
  /// A frame was asked for since the last one was drawn.
  private var hasNews = false
  /// Drawn ahead of its time.
  private var prepared: DrawnFrame?
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

  /// Says that the scene has new data and must be drawn: with the next frame, or with the one after
  /// that where the next one is drawn already.
  public func sceneDidUpdate() {
    statistics.updates += 1
    scheduleFrame()
  }

  /// Has a frame drawn as soon as the display can show another one.
  public func setNeedsFrame() {
    prepared = nil
    scheduleFrame()
  }

  private func scheduleFrame() {
    hasNews = true
    guard !isScheduled, !isStopped else { return }
    isScheduled = true
    let now = clock()
    // A tick of the motion under way may be overdue already: a frame before it would be one too many.
    if surface.isPolled, ticks.isNear(now, interval: surface.refreshInterval) { return }
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
    case .exposed:
      memory.screenWasLost()
      setNeedsFrame()
    case .bufferReleased:
      if wantsBuffer { setNeedsFrame() }
    case .visible(let visible):
      isVisible = visible
      if visible { setNeedsFrame() }
    case .disconnected: stop()
    case .key, .pointer, .button, .scroll, .closeRequested, .cropped: break
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
    let (start, now) = (clock(), time)
    if let frame = takePrepared(at: now), !isStopped, isVisible {
      isScheduled = false
      show(frame, from: start)
      if hasNews { scheduleFrame() } else { armTimer(from: start, at: now) }
    } else {
      drawFrame()
      prepareFrame(from: start, at: now)
    }
  }

  /// Shows what has changed at once, and arms the timer for the next change.
  public func drawFrame() {
    (isScheduled, prepared) = (false, nil)
    guard !isStopped, isVisible else { return rest() }
    let (start, now) = (clock(), time)
    wantsBuffer = false
    let frame = draw(at: now) {
      let buffer = surface.acquireBuffer()
      wantsBuffer = buffer == nil
      return buffer
    }
    if let frame { show(frame, from: start) }
    if wantsBuffer { return rest() }
    armTimer(from: start, at: now)
  }

  /// Draws what differs from the frame on screen.
  /// - Returns: nil where nothing differs, or there is no buffer.
  private func draw(at now: Double, into acquire: () -> SurfaceBuffer?) -> DrawnFrame? {
    let start = clock()
    scene.advance(to: now)
    scene.root.completeAnimations(at: now)
    let bounds = IntRect(width: surface.width, height: surface.height)
    let list = Compositor.record(scene.root, at: now, scale: surface.scale, bounds: bounds)
    hasNews = false
    nextMotion = scene.root.nextChange(
      after: now, scale: surface.scale, interval: surface.refreshInterval)
    let change = memory.change(to: list, bounds: bounds)
    guard !change.isEmpty, let buffer = acquire() else { return nil }
    let damage = memory.damage(of: buffer.identifier, change: change, bounds: bounds)
    renderer.draw(list.drawList(within: damage), into: buffer.pixels, damage: damage)
    memory.drawn(list, in: buffer.identifier, change: change, bounds: bounds)
    return DrawnFrame(
      buffer: buffer, change: change,
      report: FrameReport(
        frame: 0, time: now, rasterMilliseconds: (clock() - start) * 1000,
        presentMilliseconds: 0, damagePixels: damage.reduce(0) { $0 + $1.area },
        isAnimating: nextMotion != nil))
  }

  /// - Parameter start: when the frame began, by the clock.
  private func show(_ frame: DrawnFrame, from start: Double) {
    let drawn = clock()
    surface.present(frame.buffer, damage: frame.change)
    memory.presented(frame.buffer.identifier)
    statistics.frames += 1
    lastFrame = start
    var report = frame.report
    report.frame = statistics.frames
    report.presentMilliseconds = (clock() - drawn) * 1000
    onFrame?(report)
  }

  // MARK: Ahead of time

  /// Where frames come at every refresh, draws the next one ahead of its time: a processor that has
  /// just drawn a frame, and has all it needs in its caches, draws another one in little more than
  /// half the time. So it wakes up for work at every second refresh, and in between only shows.
  private func prepareFrame(from start: Double, at now: Double) {
    guard surface.isPolled, !isScheduled, let due = ticks.due, let buffer = surface.acquireBuffer()
    else { return }
    // A tick may come a little before what it was asked for.
    prepared = draw(at: max(now + due - start, nextDue(after: now) ?? now)) { buffer }
  }

  /// The frame that was drawn for this time, or about.
  private func takePrepared(at now: Double) -> DrawnFrame? {
    defer { prepared = nil }
    guard let prepared, abs(prepared.report.time - now) <= surface.refreshInterval else {
      return nil
    }
    return prepared
  }

  // MARK: The timer

  private func nextDue(after now: Double) -> Double? {
    [nextMotion, scene.nextChange(after: now)].compactMap { $0 }.min()
  }

  /// - Parameters:
  ///   - start: when the frame began, by the clock.
  ///   - now: its time.
  private func armTimer(from start: Double, at now: Double) {
    guard !isScheduled else { return }
    guard !isPaused, let next = nextDue(after: now) else { return rest() }
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

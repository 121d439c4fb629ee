import Dispatch
import Geometry
import Layers
import Raster

/// Draws a scene on a surface whenever a visible change is due, and sleeps otherwise.
///
/// `FrameState` decides what to wait for and what to do next; the loop carries the decisions out. The
/// loop has one Dispatch timer, armed only for the next visible change.
@MainActor
public final class FrameLoop {
  /// The counts of the loop since its start.
  public private(set) var statistics = FrameStatistics()
  /// Called after every presented frame.
  public var onFrame: ((FrameReport) -> Void)?

  private let surface: any Surface
  private let scene: any Scene
  private let renderer: Renderer
  private var sceneClock: SceneClock
  private let timer: any DispatchSourceTimer
  private(set) var ticks = FrameTicks()
  private(set) var state = FrameState.resting
  private var memory = FrameMemory()
  /// The scene's time in the last frame.
  private var frame = FrameTime(-.infinity, sparesSlowChanges: true)
  /// The start of the last frame on screen.
  private var lastFrame = -Double.infinity
  /// The time of the scene's next motion after the last drawn frame; nil if nothing moves.
  private var nextMotion: Double?

  /// Whether the last frame that was asked for while nothing moved was the first of a motion, as the next one
  /// probably is.
  private var newsMoves = false
  /// Whether the next frame was asked for while nothing moved.
  private var isFirstOfNews = false

  /// The time of the last action, by the clock: a request for a frame that does not come from data.
  private var lastAction = -Double.infinity
  /// The seconds after an action in which another action is likely.
  private static let actionTime = 1.0
  /// The longest distance in seconds between frames with which the surface is polled. An action in between waits for
  /// the next one.
  private static let longestPoll = 0.04

  /// The time for which the next frame was requested, and the start of the frame that requested it.
  private var due = (time: 0.0, start: 0.0)

  /// - Parameter clock: monotonic seconds.
  public init(
    surface: any Surface, scene: any Scene, renderer: Renderer, clock: @escaping () -> Double
  ) {
    self.surface = surface
    self.scene = scene
    self.renderer = renderer
    sceneClock = SceneClock(clock)
    timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.tick() }
    }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
    layOutScene()
  }

  private var clock: () -> Double { sceneClock.clock }

  /// The number of times that the loop had a buffer and looked at the scene, which grows while frames come.
  public private(set) var turns = 0

  /// Whether a frame should have come, and has not: the timer did not fire, or the surface has no buffer. A loop that
  /// rests, and one whose surface nobody sees, has no frame to draw.
  /// - Parameter patience: the seconds by which a frame may be late.
  public func isOverdue(by patience: Double) -> Bool {
    switch state {
    case .resting, .hidden, .stopped: false
    case .waiting, .asked, .polled, .drawing, .drawingWithNews, .wantingBuffer:
      clock() > due.time + patience
    }
  }

  /// The scene's current time.
  public var time: Double { sceneClock.time }

  /// The time at which a motion for new data starts: the time of the last refresh, so that the next frame shows a whole
  /// step of the motion, and a motion under way continues from the picture on the screen.
  public var motionStart: Double {
    guard !isPaused, lastFrame > -.infinity else { return time }
    let now = clock()
    return time - (now - refreshStart(before: now))
  }

  /// The start of a refresh that a time lies in, as counted from the last frame on screen.
  private func refreshStart(before time: Double) -> Double {
    let interval = surface.refreshInterval
    return lastFrame + ((time - lastFrame) / interval).rounded(.down) * interval
  }

  /// Whether the scene's time stands still. Other changes are still drawn.
  public var isPaused: Bool {
    get { sceneClock.isPaused }
    set {
      guard newValue != isPaused else { return }
      sceneClock.isPaused = newValue
      setNeedsFrame()
    }
  }

  /// The length of all pauses until now, in seconds: the clock minus the scene's time.
  public var pauses: Double { sceneClock.pauses }

  /// Whether a frame is due that has no buffer yet.
  public var wantsBuffer: Bool { state == .wantingBuffer }

  /// Requests a frame for new data.
  public func sceneDidUpdate() {
    statistics.updates += 1
    step(.news)
  }

  /// Requests a frame as soon as the display can show one.
  public func setNeedsFrame() {
    lastAction = clock()
    step(.news)
  }

  /// Draws all changes at once, and arms the timer for the next change.
  public func drawFrame() { step(.drawNow) }

  /// Ends all drawing for good.
  public func stop() {
    step(.stop)
    timer.cancel()
  }

  /// Handles the surface's events that concern frames.
  public func handle(_ event: SurfaceEvent) {
    switch event {
    case .resized:
      layOutScene()
      setNeedsFrame()
    case .exposed:
      memory.screenWasLost()
      setNeedsFrame()
    case .bufferReleased: step(.bufferReleased)
    case .visible(let visible): see(visible)
    // Nobody sees a surface without a display, so only time advances.
    case .lost: see(false)
    case .returned:
      memory = FrameMemory()
      layOutScene()
      see(true)
    case .disconnected: stop()
    case .key, .pointer, .button, .scroll, .closeRequested, .cropped, .monitorsChanged,
      .copyRequested, .failed, .touch:
      break
    }
  }

  /// Notes whether anybody can see the surface.
  private func see(_ isSeen: Bool) {
    step(isSeen ? .uncovered : .covered)
    if !isSeen { renderer.releaseMemory() }
  }

  private func layOutScene() {
    let scale = surface.scale
    scene.layOut(
      size: Size(Double(surface.width) / scale, Double(surface.height) / scale), scale: scale)
  }

  // MARK: States

  func tick() {
    statistics.frameTimerWakeups += 1
    ticks.fired(at: clock())
    // The frame after the poll shows the results of the events.
    if state.isPolled { surface.pollEvents() }
    step(.tick)
  }

  private func step(_ event: FrameState.Event) {
    let action: FrameState.Action
    (state, action) = state.after(event)
    // While a frame is being drawn, the surface's setting stays, because the next frame usually continues
    // a motion.
    if !state.isDrawing, surface.isPolled != state.isPolled { surface.isPolled = state.isPolled }
    perform(action)
  }

  private func perform(_ action: FrameState.Action) {
    switch action {
    case .nothing: break
    case .ask: askForFrame()
    case .draw: draw()
    case .arm: armTimer()
    case .rest: setTimer(ticks.rest())
    case .complete: completeUnseen()
    }
  }

  // MARK: Frames

  /// Draws the differences from the frame on screen, and shows them.
  private func draw() {
    let (start, now) = (clock(), time)
    scene.advance(to: now)
    scene.root.completeAnimations(at: now)
    let bounds = IntRect(width: surface.width, height: surface.height)
    frame = frame.next(at: now)
    let list = Compositor.record(scene.root, in: frame, scale: surface.scale, bounds: bounds)
    nextMotion = scene.root.nextChange(
      after: frame, scale: surface.scale, interval: surface.refreshInterval)
    let change = memory.change(to: list, bounds: bounds)
    let pixels = change.pixels
    let buffer = pixels.isEmpty ? nil : surface.acquireBuffer()
    if let buffer {
      let missing = memory.change(
        of: buffer, toShow: change, from: surface.shownBuffer, bounds: bounds)
      renderer.draw(
        surface.drawing(of: list, within: missing.damage), into: buffer.pixels, after: missing)
      let drawn = clock()
      let bytes = put(buffer, list, change, bounds: bounds)
      lastFrame = start
      report(
        FrameReport(
          frame: statistics.frames, time: now, rasterMilliseconds: (drawn - start) * 1000,
          presentMilliseconds: (clock() - drawn) * 1000, damagePixels: missing.damage.area,
          movedPixels: missing.scrolls.reduce(0) { $0 + $1.parts.area }, bytesPut: bytes,
          isAnimating: nextMotion != nil))
    }
    finish(from: start, at: now, hasBuffer: buffer != nil || pixels.isEmpty)
  }

  /// Puts a drawn buffer on the screen.
  /// - Returns: the bytes that were sent to the display.
  private func put(
    _ buffer: SurfaceBuffer, _ list: DisplayList, _ change: FrameChange, bounds: IntRect
  ) -> Int {
    let before = surface.bytesPut
    // The surface may report while it presents that the screen is lost.
    memory.shown(list, from: buffer.identifier, change: change, bounds: bounds)
    surface.present(buffer, damage: change.pixels)
    statistics.frames += 1
    let bytes = surface.bytesPut - before
    statistics.bytesPut += bytes
    return bytes
  }

  private func report(_ report: FrameReport) {
    statistics.durations.add((report.rasterMilliseconds + report.presentMilliseconds) / 1000)
    onFrame?(report)
  }

  // MARK: The timer

  private func nextDue(after now: Double) -> Double? {
    [nextMotion, scene.nextChange(after: now)].compactMap { $0 }.min()
  }

  /// Chooses the next state after a frame.
  /// - Parameters:
  ///   - start: the start of the frame, by the clock.
  ///   - now: the scene's time in the frame.
  private func finish(from start: Double, at now: Double, hasBuffer: Bool) {
    guard hasBuffer else {
      // The frame is late already, and does not wait for a refresh when it has a buffer.
      newsMoves = false
      return step(.noBuffer)
    }
    turns += 1
    let interval = surface.refreshInterval
    let next = isPaused ? nil : nextDue(after: now)
    if let next { due = (max(start + next - now, lastFrame + interval), start) }
    let isMoving = next != nil && due.time < start + longestMotionStep(at: start)
    if isFirstOfNews { (newsMoves, isFirstOfNews) = (isMoving, false) }
    step(next == nil ? .drawnLast : isMoving ? .drawnInMotion : .drawnBeforeRest)
  }

  /// The distance between two frames, in seconds, below which both belong to one motion, and the surface is polled with
  /// them. While the user acts, a slow motion does not keep the next action waiting.
  private func longestMotionStep(at time: Double) -> Double {
    let step = 1.5 * surface.refreshInterval
    return time - lastAction < Self.actionTime ? step : max(step, Self.longestPoll)
  }

  private func askForFrame() {
    let (now, interval) = (clock(), surface.refreshInterval)
    isFirstOfNews = true
    due = (lastFrame + interval, now)
    if due.time <= now, newsMoves {
      // A frame at once would be one more of the motion, and show little of the motion.
      due.start = refreshStart(before: now)
      due.time = due.start + interval
    }
    if due.time > now { return armTimer() }
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { self?.step(.turn) }
    }
  }

  /// Ends invisible animations whose callbacks are due.
  private func completeUnseen() {
    let (start, now) = (clock(), time)
    scene.root.completeAnimations(at: now)
    let next = scene.root.nextChange(
      after: now, scale: surface.scale, interval: surface.refreshInterval, isSeen: false)
    guard !isPaused, let next else { return setTimer(ticks.rest()) }
    due = (start + next - now, start)
    armTimer()
  }

  private func armTimer() {
    setTimer(
      ticks.ask(
        for: due.time, from: due.start, interval: surface.refreshInterval,
        refresh: surface.timeSinceRefresh.map { clock() - $0 }))
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

import Charts
import Dashboard
import Feeds
import Geometry
import Glibc
import Metrics
import Raster
import Stage
import Typography

/// A kiosk that lives through months of simulated time.
///
/// The time passes in equal cycles. In each, sources fail, return, add and drop series, pages turn, the
/// display is lost, the size changes, clocks are set back and forth, the dashboard is edited, and a user
/// points and zooms. So the ends of two cycles are like moments.
@MainActor
final class Soak {
  /// The number of updates so far.
  private(set) var updates = 0
  private let scene: DashboardScene
  private let surface = MemorySurface(width: Soak.size.width, height: Soak.size.height)
  private let loop: FrameLoop
  private let clock: FrameClock
  /// The distance of the wall clock from the frame clock, in seconds.
  private var wallOffset = 1_795_271_108.0

  private static let size = (width: 800, height: 480)
  /// The seconds of a step, at whose end a frame is drawn.
  private static let step = 0.5
  /// The updates of each source in a step.
  private static let updatesPerStep = 10
  /// The steps of a cycle, in which all pages are shown twice.
  private static let steps = 60

  /// The time of the frame clock.
  private final class FrameClock {
    var now = 0.0
  }

  init() throws {
    let clock = FrameClock()
    self.clock = clock
    let size = Size(Double(Soak.size.width), Double(Soak.size.height))
    let environment = ChartEnvironment(
      theme: .dark, type: TypeScale(page: size), fonts: try FontLibrary(),
      zone: .fixed(offset: 3600, abbreviation: "CET"), scale: 1, isAnimated: true)
    scene = DashboardScene(
      spec: SoakDashboard.spec(isEdited: false),
      host: HostInfo(name: "soak", system: "", cores: 1, uptime: 0, memoryTotal: 1),
      environment: environment)
    loop = FrameLoop(
      surface: surface, scene: scene, renderer: Renderer(), clock: { clock.now })
    surface.handler = { [loop] in loop.handle($0) }
    scene.startTurning(at: 0)
  }

  private var wall: Double { wallOffset + clock.now }

  /// Lives through one cycle, after which the display is lost and all data is void.
  /// - Parameters:
  ///   - shown: called while the last frame is shown.
  ///   - empty: called when nothing is left to be shown.
  func runCycle(shown: () -> Void = {}, empty: () -> Void = {}) {
    scene.showPage(0, at: clock.now)
    scene.startTurning(at: clock.now)
    for step in 0..<Soak.steps {
      happen(at: step)
      for i in 1...Soak.updatesPerStep {
        clock.now += Soak.step / Double(Soak.updatesPerStep)
        ingest(at: step * Soak.updatesPerStep + i, isShown: i == Soak.updatesPerStep)
      }
      loop.drawFrame()
    }
    shown()
    surface.lose()
    var void = FeedUpdate()
    void.isNewStart = true
    for source in [SoakDashboard.steady, SoakDashboard.failing, SoakDashboard.changing] {
      scene.ingest(void, from: source, at: clock.now)
    }
    loop.drawFrame()
    empty()
    surface.restore()
  }

  /// Causes the events of a step.
  private func happen(at step: Int) {
    switch step {
    case 4: surface.lose()
    case 6: surface.restore()
    case 8: surface.resize(width: 640, height: 400)
    case 10: surface.resize(width: Soak.size.width, height: Soak.size.height)
    case 14, 16: scene.setTheme(scene.theme.opposite)
    case 20: wallOffset -= 86_400
    case 26: wallOffset += 86_400
    case 30, 34: scene.replace(spec: SoakDashboard.spec(isEdited: step == 30), at: clock.now)
    case 36, 38: scene.setPaused(step == 36, at: clock.now)
    case 40..<42: respond(to: .point(place(at: step)))
    case 42: respond(to: .zoomAt(place(at: step), notches: 2))
    case 44: respond(to: .live)
    case 45: respond(to: .point(nil))
    case 46, 48: scene.toggleHelp()
    case 49: scene.notify("a message", at: clock.now)
    case 50: scene.replay(at: clock.now)
    case 52, 53: scene.turnPage(by: 1, at: clock.now)
    default: break
    }
  }

  /// A place on the page that wanders.
  private func place(at step: Int) -> Point {
    Point(Double(surface.width * (step % 11) / 11), Double(surface.height * (step % 7) / 7))
  }

  private func respond(to input: PageInput) { _ = scene.respond(to: input, at: clock.now) }

  /// Passes an update of each source.
  /// - Parameter isShown: whether the panels show the update at once, or wait for more.
  private func ingest(at moment: Int, isShown: Bool) {
    let length = Soak.steps * Soak.updatesPerStep
    let isFailing = (length / 3..<length / 2).contains(moment)
    let failure = FeedUpdate(health: .failing(since: wall, reason: "connection refused"))
    let updates = [
      (letters(at: moment), SoakDashboard.steady),
      (isFailing ? failure : letters(at: moment), SoakDashboard.failing),
      (instances(at: moment), SoakDashboard.changing),
    ]
    for (update, source) in updates {
      self.updates += 1
      scene.ingest(update, from: source, at: isShown ? clock.now : nil)
    }
  }

  /// A value that is the same at the same step of each cycle.
  private func value(_ i: Int, at step: Int) -> Double {
    50 + 30 * sin(Double(step) / Double(3 + i)) + 15 * sin(Double(step) * Double(7 + i))
  }

  private func letters(at step: Int) -> FeedUpdate {
    FeedUpdate(
      samples: ["a", "b", "c"].enumerated().map { i, name in
        FeedUpdate.Samples(
          .path(name),
          SampleBatch(times: [wall], columns: [.init(Metric(name), [value(i, at: step)])]))
      })
  }

  /// One to six instances, with other names in each stretch of time.
  private func instances(at step: Int) -> FeedUpdate {
    let stretch = step / 200
    let columns = (0...stretch % 6).map { i in
      SampleBatch.Column(
        Metric("up", labels: ["instance": "\(stretch).\(i)"]), [value(i, at: step)])
    }
    return FeedUpdate(
      samples: [.init(SoakDashboard.changingQuery, SampleBatch(times: [wall], columns: columns))])
  }
}

extension DashboardScene: Scene {}

import Charts
import Feeds
import Foundation
import Geometry
import Layers
import Metrics
import Raster
import Sheet
import Synchronization
import TestSupport
import Testing

@testable import Dashboard

/// Random actions of a user and of the sources, after which a page is as one that has just been opened.
@Suite struct RandomWalkTests {
  /// Seeds to try: `WALLCHART_WALKS=1000-2000` tries others.
  private static let seeds: [UInt64] = {
    let words = ProcessInfo.processInfo.environment["WALLCHART_WALKS"]?.split(separator: "-") ?? []
    let bounds = words.compactMap { UInt64($0) }
    return bounds.count == 2 ? Array(bounds[0]..<bounds[1]) : Array(0..<12)
  }()

  /// The end of a walk is a matter of its data and its dashboard alone, not of the way there.
  @Test(arguments: seeds) func theEndIsAsIfJustOpened(seed: UInt64) throws {
    var walk = try RandomWalk(seed: seed)
    for _ in 0..<40 { try walk.step() }
    walk.rest()
    let opened = try walk.opened()
    let way = "seed \(seed): \(walk.log.joined(separator: "; "))"
    let texts = [walk.scene, opened].map { $0.root.visibleTexts.sorted() }
    #expect(texts[0] == texts[1], "\(way)")
    // The labels of a time axis move by whole pixels, from where they were.
    let pictures = [walk.scene, opened].map { walk.picture(of: $0) }
    let difference = Self.largestDifference(pictures[0], pictures[1])
    #expect(difference < 28, "\(way)")
    if difference >= 28 || texts[0] != texts[1] { try Self.save(pictures, seed) }
  }

  /// The largest difference of the means of blocks of eight by eight pixels, of 255.
  private static func largestDifference(_ a: Bitmap, _ b: Bitmap) -> Int {
    var largest = 0
    // Each access to the pixels of a bitmap copies them.
    let (first, second) = (a.pixels, b.pixels)
    for y in stride(from: 0, to: a.height - 7, by: 4) {
      for x in stride(from: 0, to: a.width - 7, by: 4) {
        var sums = (0, 0)
        for row in y..<y + 8 {
          for i in row * a.width + x..<row * a.width + x + 8 {
            sums.0 += Int(first[i] >> 8 & 255)
            sums.1 += Int(second[i] >> 8 & 255)
          }
        }
        largest = max(largest, abs(sums.0 - sums.1) / 64)
      }
    }
    return largest
  }

  /// Saves both pictures in the folder `.failures`.
  private static func save(_ pictures: [Bitmap], _ seed: UInt64) throws {
    let folder = Program.root.appendingPathComponent(".failures")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (picture, name) in zip(pictures, ["walked", "opened"]) {
      try Data(PNG.encode(picture)).write(
        to: folder.appendingPathComponent("walk-\(seed)-\(name).png"))
    }
  }
}

/// A page with random panels, and the actions so far.
private struct RandomWalk {
  private var random: SeededGenerator
  private(set) var scene: DashboardScene
  private(set) var log: [String] = []
  private var time = 0.0 { didSet { clock.set(time + pauses.length) } }
  private var size: Size
  private var theme = Theme.dark
  private var values = [40.0, 20, 10]
  private let pauses = Pauses()
  private let clock = WallClock()
  private var isDead = [false, false]

  private final class Pauses { var length = 0.0 }

  /// The wall clock, which goes on in a pause.
  private final class WallClock: Sendable {
    private let seconds = Mutex(0.0)

    func set(_ time: Double) { seconds.withLock { $0 = time } }

    var now: Double { PanelPictures.now + seconds.withLock { $0 } }
  }

  private static let sources = ["one", "two"].map(PanelPictures.source)
  private static let host = HostInfo(name: "orion", system: "", cores: 1, uptime: 0, memoryTotal: 1)
  private static let sizes = [Size(480, 320), Size(720, 420), Size(320, 400), Size(900, 300)]

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    size = Self.sizes[Int.random(in: 0..<Self.sizes.count, using: &random)]
    var random = self.random
    let spec = Self.spec(&random)
    self.random = random
    scene = DashboardScene(
      spec: spec, host: Self.host,
      environment: try Self.environment(size, .dark, clock, isAnimated: true))
    scene.layOut(size: size, scale: 1)
    let pauses = pauses
    scene.pauses = { pauses.length }
  }

  private static func environment(
    _ size: Size, _ theme: Theme, _ clock: WallClock, isAnimated: Bool
  ) throws -> ChartEnvironment {
    var environment = try PanelPictures.environment(
      size, theme, scale: 1, isAnimated: isAnimated)
    environment.wallClock = { clock.now }
    return environment
  }

  // MARK: Dashboards

  private static func spec(_ random: inout SeededGenerator) -> DashboardSpec {
    let pages = (0..<Int.random(in: 1...2, using: &random)).map { page in
      PageSpec(
        name: "P\(page)", columns: Bool.random(using: &random) ? 2 : nil,
        panels: (0..<Int.random(in: 1...4, using: &random)).map { _ in panel(&random) })
    }
    return DashboardSpec(title: "Walk", pages: pages)
  }

  private static func panel(_ random: inout SeededGenerator) -> PanelSpec {
    func chance(_ share: Double) -> Bool { random.unit() < share }
    let chart = PanelSpec.Chart.allCases.randomElement(using: &random) ?? .line
    let source = sources[Int.random(in: 0..<2, using: &random)]
    var panel = PanelPictures.panel(
      chart, title: "T\(Int.random(in: 0..<9, using: &random))", of: source)
    if chance(0.3) { panel.thresholds = [] }
    // A label stays where it is as long as it covers nothing, so that its place depends on the way.
    for i in panel.thresholds.indices { panel.thresholds[i].label = nil }
    if chance(0.3) { panel.window = 30...30 }
    if chance(0.2), chart == .line { panel.range.isLogarithmic = true }
    if chance(0.2), !panel.series.isEmpty, chart == .line || chart == .area {
      var second = panel.series[0]
      second.query = .path("b")
      second.label = "second"
      second.source = sources[Int.random(in: 0..<2, using: &random)]
      second.isOnRight = chart == .line && chance(0.5)
      panel.series.append(second)
    }
    if chance(0.2) { panel.unit = .percent }
    if chance(0.2) { panel.decimals = 2 }
    if chance(0.2) { panel.options.curve = .step }
    return panel
  }

  // MARK: Steps

  mutating func step() throws {
    pass(Double.random(in: 0.02...3, using: &random))
    switch Int.random(in: 0..<22, using: &random) {
    case 0..<9: news()
    case 9: fail()
    case 10: replace()
    case 11:
      note(scene.isPaused ? "resume" : "pause")
      scene.setPaused(!scene.isPaused, at: time)
    case 12:
      note("turn")
      scene.turnPage(by: 1, at: time)
    case 13: respond(.zoom(notches: Double.random(in: -2...3, using: &random)))
    case 14: respond(.pan(share: Double.random(in: -0.5...0.3, using: &random)))
    case 15: respond(.live)
    case 16: respond(.point(random.point(0...400)))
    case 17: drag()
    case 18: resize()
    case 19:
      theme = theme.opposite
      note("theme")
      scene.setTheme(theme)
    case 20:
      note("long")
      pass(40)
    default:
      note("draw")
      _ = picture(of: scene)
    }
  }

  private mutating func note(_ text: String) {
    log.append("\((time * 100).rounded() / 100) \(text)")
  }

  private mutating func pass(_ seconds: Double) {
    if scene.isPaused { pauses.length += seconds }
    time += scene.isPaused ? 0 : seconds
    scene.root.completeAnimations(at: time)
    scene.advance(to: time)
  }

  private mutating func news() {
    let i = Int.random(in: 0..<2, using: &random)
    guard !isDead[i] || random.unit() < 0.3 else { return }
    isDead[i] = false
    let count = random.unit() < 0.2 ? 40 : 1
    note("news \(i) \(count)")
    let now = PanelPictures.now + time + pauses.length
    let readings = (0..<count).map { k in
      for n in values.indices {
        values[n] += Double.random(in: -12...12, using: &random)
        if random.unit() < 0.02 { values[n] *= -3 }
      }
      var row: [Metric: Double] = ["a": values[0], "b": values[1], "c": values[2]]
      if random.unit() < 0.05 { row["a"] = .nan }
      if random.unit() < 0.05 { row["b"] = nil }
      return Reading(time: now - Double(count - 1 - k) / 20, values: row)
    }
    scene.ingest(
      FeedUpdate(readings: readings, health: .fresh), from: Self.sources[i], at: time)
  }

  private mutating func fail() {
    let i = Int.random(in: 0..<2, using: &random)
    isDead[i] = true
    note("fail \(i)")
    scene.ingest(
      FeedUpdate(health: .failing(since: 0, reason: "connection refused")), from: Self.sources[i],
      at: time)
  }

  private mutating func replace() {
    var spec = scene.spec
    let page = Int.random(in: 0..<spec.pages.count, using: &random)
    let place = Int.random(in: 0..<spec.pages[page].panels.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: spec = Self.spec(&random)
    case 1: spec.pages[page].panels.append(Self.panel(&random))
    case 2:
      if spec.pages[page].panels.count > 1 { spec.pages[page].panels.remove(at: place) }
    case 3: spec.pages[page].panels[place] = Self.panel(&random)
    case 4: spec.pages[page].panels.shuffle(using: &random)
    default: spec.pages[page].panels[place].unit = .bytes
    }
    note("replace by \(spec.pages.map { $0.panels.map { "\($0.chart)" } })")
    scene.replace(spec: spec, at: time)
  }

  private mutating func respond(_ input: PageInput) {
    note("\(input)")
    _ = scene.respond(to: input, at: time)
  }

  private mutating func drag() {
    let (start, end) = (random.point(0...400), random.point(0...400))
    respond(
      .press(start, extends: random.unit() < 0.3, clicks: random.unit() < 0.2 ? 2 : 1))
    if random.unit() < 0.5 { respond(.point(end)) }
    if random.unit() < 0.3 { news() }
    if random.unit() < 0.9 { respond(.release(end)) }
  }

  private mutating func resize() {
    size = Self.sizes[Int.random(in: 0..<Self.sizes.count, using: &random)]
    note("resize \(size.width)")
    scene.layOut(size: size, scale: 1)
  }

  // MARK: The end

  /// Leaves all that the user has chosen, and lets motion and recent breaches end.
  mutating func rest() {
    scene.setPaused(false, at: time)
    respond(.release(.zero))
    respond(.dismiss)
    respond(.live)
    respond(.point(nil))
    for _ in 0..<30 {
      sendLast()
      pass(1)
    }
    scene.root.completeAnimations(at: time)
  }

  /// A last sample for each source, so that no data is late: the axes of late data advance in steps.
  private mutating func sendLast() {
    for i in Self.sources.indices {
      scene.ingest(
        FeedUpdate(
          readings: [
            Reading(
              time: PanelPictures.now + time + pauses.length, values: ["a": 30, "b": 20, "c": 10])
          ], health: .fresh), from: Self.sources[i], at: time)
    }
  }

  /// A page that has just been opened with the same dashboard and the same data.
  func opened() throws -> DashboardScene {
    let other = DashboardScene(
      spec: scene.spec, host: Self.host,
      environment: try Self.environment(size, theme, clock, isAnimated: false))
    other.layOut(size: size, scale: 1)
    let pauses = pauses
    other.pauses = { pauses.length }
    other.adoptData(of: scene, at: time)
    if scene.pageIndex > 0 { other.showPage(scene.pageIndex, at: time) }
    other.advance(to: time)
    return other
  }

  func picture(of scene: DashboardScene) -> Bitmap {
    PanelPictures.draw(scene, size, at: time)
  }
}

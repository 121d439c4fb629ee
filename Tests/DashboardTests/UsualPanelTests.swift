import Charts
import Feeds
import Geometry
import History
import Metrics
import Raster
import Sheet
import TestSupport
import Testing

@testable import Dashboard

/// Panels that show usual values behind their line.
@Suite struct UsualPanelTests {
  private static let host = HostInfo(name: "h", system: "", cores: 1, uptime: 0, memoryTotal: 0)
  private let source = PanelPictures.source("one")
  private let daily = PanelPictures.source("day")

  private func panel(
    _ chart: PanelSpec.Chart, _ title: String, days: Int? = 7, window: Double = 300
  ) -> PanelSpec {
    var panel = PanelPictures.panel(chart, title: title, of: source)
    panel.normalDays = days
    panel.note = []
    panel.window = min(30, window)...window
    return panel
  }

  private func scene(
    _ panels: [PanelSpec], size: Size = Size(1200, 640), theme: Theme = .dark, scale: Double = 1
  ) throws -> DashboardScene {
    let scene = DashboardScene(
      spec: DashboardSpec(
        title: "Usual values", pages: [PageSpec(columns: 3, panels: panels)]),
      host: Self.host, environment: try PanelPictures.environment(size, theme, scale: scale))
    scene.layOut(size: size, scale: scale)
    return scene
  }

  /// Earlier days with a wave of a day.
  private func answer(to wish: UsualWish, days: Int = 6, level: Double = 45) -> UsualBand {
    var random = SeededGenerator(seed: 5)
    let end = PanelPictures.now
    var samples = HistoryPast.Piece(width: 0)
    for minute in 0..<days * 1440 {
      let time = end - Double(days * 86_400) + Double(minute * 60)
      samples.times.append(time)
      samples.values.append(
        level + 14 * (time / 86_400 * 2 * .pi).sine + .random(in: -12...12, using: &random))
    }
    return UsualBand(
      of: [samples], in: wish.range, step: wish.key.step, days: wish.key.days, zone: wish.zone)
  }

  private func plot(_ scene: DashboardScene, _ panel: Int = 0) throws -> PlotContent {
    try #require(scene.view.panel(panel)?.shownPlot)
  }

  private func news() -> FeedUpdate {
    FeedUpdate(readings: PanelPictures.readings(), health: .fresh)
  }

  /// A day with a sample for each minute.
  private func day(_ scene: DashboardScene) {
    let times = (0...1440).map { PanelPictures.now - 86_400 + Double($0) * 60 }
    var random = SeededGenerator(seed: 8)
    let values = times.map { time in
      45 + 14 * (time / 86_400 * 2 * .pi).sine + .random(in: -14...14, using: &random)
    }
    let batch = SampleBatch(
      .own(mostLate: .infinity), times: times, columns: [SampleBatch.Column("a", values)])
    scene.ingest(
      FeedUpdate(samples: [FeedUpdate.Samples(.path("a"), batch)]), from: daily, at: 0)
  }

  // MARK: Asking and showing

  @Test func aBandComesWhenItHasBeenRead() throws {
    let scene = try scene([panel(.line, "A"), panel(.line, "B", days: nil)])
    var wishes: [UsualWish] = []
    scene.setUsualReader { wishes.append($0) }
    scene.ingest(news(), from: source, at: 0)
    #expect(wishes.count == 1)
    let wish = try #require(wishes.first)
    #expect(wish.key.days == 7 && wish.key.metric == "a" && wish.key.step == 900)
    #expect(wish.range.contains(PanelPictures.now - 300) && wish.range.contains(PanelPictures.now))
    #expect(try plot(scene).band == nil)
    scene.show(answer(to: wish), of: wish, at: 1)
    let extent = try #require(try plot(scene).band?.extent(in: try plot(scene).time))
    #expect(
      extent.lowerBound > 10 && extent.upperBound < 90 && extent.lowerBound < extent.upperBound)
    #expect(scene.view.panel(0)?.content.bandNote == "usual range of 6 days")
    #expect(try plot(scene, 1).band == nil)
    #expect(scene.view.panel(1)?.content.bandNote == "")
    // The axis has room for the band.
    let domain = try plot(scene).axis.domain
    #expect(domain.contains(extent.lowerBound) && domain.contains(extent.upperBound))
    // Samples that are there are not read again.
    for second in 1...20 {
      let reading = Reading(time: PanelPictures.now + Double(second), values: ["a": 40])
      scene.ingest(
        FeedUpdate(readings: [reading], health: .fresh), from: source, at: 1 + Double(second) * 100)
    }
    #expect(wishes.count == 1)
  }

  /// The days of another zone begin at other times, so that their bands are read anew.
  @Test func anotherZoneHasOtherDays() throws {
    let scene = try scene([panel(.line, "A")])
    var wishes: [UsualWish] = []
    scene.setUsualReader { wishes.append($0) }
    scene.ingest(news(), from: source, at: 0)
    scene.show(answer(to: wishes[0]), of: wishes[0], at: 1)
    var spec = scene.spec
    spec.zone = ZoneSpec(name: "Etc/UTC", rules: .utc)
    scene.replace(spec: spec, at: 2)
    #expect(wishes.count == 2 && wishes.last?.zone.offset(at: Int(PanelPictures.now)) == 0)
    #expect(try plot(scene).band == nil)
  }

  @Test func aPastThatIsMissingIsAskedForAgainAfterFiveMinutes() throws {
    let scene = try scene([panel(.line, "A")])
    var wishes: [UsualWish] = []
    scene.setUsualReader { wishes.append($0) }
    scene.ingest(news(), from: source, at: 0)
    scene.show(nil, of: wishes[0], at: 1)
    func come(_ time: Double) {
      let reading = Reading(time: PanelPictures.now + time, values: ["a": 40])
      scene.ingest(FeedUpdate(readings: [reading], health: .fresh), from: source, at: time)
    }
    come(200)
    #expect(wishes.count == 1)
    come(301)
    #expect(wishes.count == 2)
    // While the answer is under way nothing more is asked.
    come(900)
    #expect(wishes.count == 2)
    scene.show(answer(to: wishes[1], days: 2), of: wishes[1], at: 901)
    #expect(try plot(scene).band == nil)
    #expect(scene.view.panel(0)?.content.bandNote == "")
    come(1300)
    #expect(wishes.count == 3)
  }

  @Test func factorsTurnAndScaleTheBand() throws {
    var panel = panel(.line, "A")
    panel.series[0].factor = -2
    let scene = try scene([panel])
    var wishes: [UsualWish] = []
    scene.setUsualReader { wishes.append($0) }
    scene.ingest(news(), from: source, at: 0)
    let band = answer(to: wishes[0])
    scene.show(band, of: wishes[0], at: 1)
    let shown = try #require(try plot(scene).band)
    for i in band.times.indices where band.low[i].isFinite {
      #expect(shown.low[i].value == band.high[i] * -2)
      #expect(shown.high[i].value == band.low[i] * -2)
    }
  }

  @Test func aBandGoesWithItsLine() throws {
    let scene = try scene([panel(.area, "A")])
    scene.setUsualReader { [self] wish in pending.append(wish) }
    scene.ingest(news(), from: source, at: 0)
    scene.show(answer(to: pending.wishes[0]), of: pending.wishes[0], at: 1)
    let size = Size(1200, 640)
    let with = PanelPictures.draw(scene, size, at: 2)
    var spec = scene.spec
    spec.pages[0].panels[0].normalDays = nil
    scene.replace(spec: spec, at: 3)
    let without = PanelPictures.draw(scene, size, at: 5)
    #expect(with.pixels != without.pixels)
    #expect(try plot(scene).band == nil)
  }

  private final class Wishes {
    var wishes: [UsualWish] = []
    func append(_ wish: UsualWish) { wishes.append(wish) }
  }

  private let pending = Wishes()

  // MARK: Files

  @Test(arguments: [
    ("{source: {system: cpu.busy}, normal: 7d}", 7, ""),
    ("{source: {system: cpu.busy}, chart: area, normal: 3d}", 3, ""),
    ("{source: {system: cpu.busy}, chart: number, normal: 744h}", 31, ""),
    ("{source: {system: cpu.busy}}", nil, ""),
    (
      "{source: {system: cpu.busy}, normal: 2d}", nil,
      "1:47: a duration from 3d to 31d is expected, not '2d'"
    ),
    (
      "{source: {system: cpu.busy}, normal: 32d}", nil,
      "1:47: a duration from 3d to 31d is expected, not '32d'"
    ),
    (
      "{source: {system: cpu.busy}, normal: 100h}", nil,
      "1:47: 'normal' takes whole days such as 7d"
    ),
    (
      "{source: {system: cpu.busy}, normal: usual}", nil,
      "1:47: a duration such as 500ms, 20s, 10m or 1h30m is expected, not 'usual'"
    ),
    (
      "{source: {system: cpu.busy}, chart: ring, normal: 7d}", nil,
      "1:60: 'normal' is for the charts line, area, number, not for ring"
    ),
    (
      "{series: [load.1, load.5], chart: stacked, normal: 7d}", nil,
      "1:61: 'normal' is for the charts line, area, number, not for stacked"
    ),
    (
      "{series: [{source: load.1, name: a, hidden: true}, {expr: a * 2}], normal: 7d}", nil,
      "1:85: 'normal' needs a series that is shown: an expression has no past of its own"
    ),
  ])
  func files(_ panel: String, _ days: Int?, _ mistake: String) throws {
    do throws(DashboardFile.Failure) {
      let spec = try DashboardFile(path: "f.yaml").parse(Array("panels: [\(panel)]\n".utf8))
      #expect(mistake.isEmpty && spec.pages[0].panels[0].normalDays == days)
    } catch {
      #expect(error.problems.map(\.description) == ["f.yaml:" + mistake])
    }
  }

  // MARK: Pictures

  /// A short window, a dense day, an area with a threshold, a number, a line below its band, and two equals.
  private func page() -> [PanelSpec] {
    var low = panel(.line, "Far below")
    low.series[0].query = .path("c")
    low.thresholds = []
    var day = panel(.line, "A whole day", window: 86_400)
    day.series[0].source = daily
    day.gapAfter = 120
    day.thresholds = []
    return [
      panel(.line, "Queue length"), panel(.area, "Traffic"), panel(.number, "Orders"), day, low,
      panel(.line, "Without"),
    ]
  }

  @Test(arguments: [
    ("dark", 800.0, 480.0, 1.0), ("light", 800, 480, 1), ("dark", 1920, 1080, 1),
    ("light", 1920, 1080, 1), ("dark", 1920, 1080, 2),
  ])
  func pictures(theme: String, width: Double, height: Double, scale: Double) throws {
    let size = Size(width, height)
    var panels = page()
    panels[5].normalDays = nil
    let scene = try scene(
      panels, size: size, theme: try #require(Theme(name: theme)), scale: scale)
    scene.setUsualReader { [self] wish in pending.append(wish) }
    day(scene)
    scene.ingest(news(), from: source, at: 0)
    for wish in pending.wishes { scene.show(answer(to: wish), of: wish, at: 1) }
    let name = "usual-\(theme)-\(Int(width))x\(Int(height))" + (scale == 1 ? "" : "-scale-2")
    expectGolden(PanelPictures.draw(scene, size, scale: scale, at: 4), named: name)
  }
}

extension Double {
  /// The sine by a polynomial, which is the same on every machine.
  fileprivate var sine: Double {
    let turn = (self / (2 * .pi)).rounded()
    let x = self - turn * 2 * .pi
    let y = x.magnitude > .pi / 2 ? (x < 0 ? -.pi - x : .pi - x) : x
    let s = y * y
    return y * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72))))
  }
}

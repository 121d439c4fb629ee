import Charts
import Feeds
import Geometry
import Metrics
import TestSupport
import Testing
import Typography

@testable import Dashboard

/// Pages with a breached threshold that take over the screen, and the events for commands.
@Suite struct TakeoverTests {
  private static let text = """
    title: Hall
    on_breach: notify
    pages:
      - name: Calm
        duration: 20s
        panels: [{title: Load, source: {system: load.1}}]
      - name: CPU
        duration: 20s
        takeover: true
        panels:
          - {title: Busy, source: {system: cpu.busy}, unit: percent, thresholds: [{above: 90, for: 30s, label: hot}]}
          - {title: Other, source: {system: load.5}}
      - name: Swap
        duration: 20s
        panels:
          - {title: Swap, source: {system: swap.used}, thresholds: [{above: 10}], takeover: true, on_breach: other}
          - {title: Memory, source: {system: load.15}, thresholds: [{below: 1}]}

    """

  /// A scene whose values are set, a second after the other.
  private final class Wall {
    let scene: DashboardScene
    /// The time of the frame clock, and the length of its pauses.
    private(set) var time = 0.0
    private var pauses = 0.0
    private var values: [String: Double] = [
      "load.1": 1, "cpu.busy": 5, "swap.used": 0, "load.15": 3,
    ]
    private(set) var events: [BreachEvent] = []
    var isLate = false

    init(_ text: String = TakeoverTests.text, isTurning: Bool = true) throws {
      scene = DashboardScene(
        spec: try DashboardFile(path: "f.yaml").parse(Array(text.utf8)),
        host: HostInfo(name: "h", system: "s", cores: 2, uptime: 1, memoryTotal: 1e9),
        environment: ChartEnvironment(
          theme: .dark, type: TypeScale(page: Size(640, 360)),
          fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc,
          scale: 1, isAnimated: false))
      scene.layOut(size: Size(640, 360), scale: 1)
      scene.pauses = { [unowned self] in pauses }
      if isTurning { scene.startTurning(at: 0) }
    }

    var page: String { scene.spec.pages[scene.pageIndex].name }
    var told: [String] { events.map { "\($0.panel) \($0.state.rawValue)" } }

    func set(_ metric: String, _ value: Double) { values[metric] = value }

    /// Lets seconds pass, each with new data unless it is late.
    func pass(_ seconds: Int) {
      for _ in 0..<seconds {
        if scene.isPaused { pauses += 1 } else { time += 1 }
        if !isLate { ingest() }
        scene.advance(to: time)
        events += scene.checkThresholds(at: time)
      }
    }

    private func ingest() {
      for (source, selection) in scene.spec.sources {
        let samples = selection.queries.compactMap { query in
          values[query.metric.name].map { value in
            FeedUpdate.Samples(
              query,
              SampleBatch(times: [1e9 + time + pauses], columns: [.init(query.metric, [value])]))
          }
        }
        scene.ingest(FeedUpdate(samples: samples), from: source, at: time)
      }
    }
  }

  @Test func aLastingBreachTakesTheScreenAndGivesItBack() throws {
    let wall = try Wall(isTurning: false)
    wall.pass(5)
    wall.set("cpu.busy", 95)
    wall.pass(30)
    #expect(wall.page == "Calm" && wall.events.isEmpty)
    wall.pass(1)
    #expect(wall.page == "CPU")
    let event = try #require(wall.events.first)
    #expect(wall.events.count == 1 && event.state == .breached)
    #expect(event.dashboard == "Hall" && event.page == "CPU" && event.panel == "Busy")
    #expect(
      event.value == 95 && event.text == Unit.percent.format(95, decimals: 0).text
        && event.command == "notify")
    #expect(event.threshold.bound == .above(90) && event.threshold.label == "hot")
    wall.pass(100)
    // Values that come and go do not flap.
    for _ in 0..<10 {
      wall.set("cpu.busy", 50)
      wall.pass(8)
      wall.set("cpu.busy", 99)
      wall.pass(2)
    }
    #expect(wall.page == "CPU" && wall.events.count == 1)
    wall.set("cpu.busy", 50)
    wall.pass(10)
    #expect(wall.page == "CPU")
    wall.pass(1)
    #expect(wall.page == "Calm" && wall.told == ["Busy breached", "Busy recovered"])
    wall.pass(100)
    #expect(wall.page == "Calm" && wall.events.count == 2)
  }

  @Test func onlyTheFirstMonitorIsTakenOver() throws {
    let wall = try Wall(isTurning: false)
    wall.scene.setPlace(1, among: 2, at: 0)
    wall.set("swap.used", 20)
    wall.pass(2)
    #expect(wall.page == "Calm")
  }

  /// Beside a page with a breach stands the next one with a breach, or otherwise the next one: no page stands twice.
  @Test func besideAPageWithABreach() throws {
    let (wall, side) = (try Wall(isTurning: false), try Wall(isTurning: false))
    wall.scene.setPlace(0, among: 2, at: 0)
    side.scene.setPlace(1, among: 2, at: 0)
    func beside() -> [String] {
      side.scene.showPage(beside: wall.scene, at: nil)
      return [wall.page, side.page]
    }
    #expect(beside() == ["Calm", "CPU"])
    wall.set("swap.used", 20)
    wall.pass(2)
    #expect(beside() == ["Swap", "Calm"])
    wall.set("cpu.busy", 95)
    wall.pass(32)
    #expect(Set(beside()) == ["Swap", "CPU"])
  }

  @Test func lateDataIsNoRecovery() throws {
    let wall = try Wall(isTurning: false)
    wall.set("swap.used", 20)
    wall.pass(2)
    #expect(wall.page == "Swap" && wall.events.map(\.command) == ["other"])
    wall.isLate = true
    wall.pass(300)
    #expect(wall.page == "Swap" && wall.events.count == 1)
    wall.isLate = false
    wall.set("swap.used", 0)
    wall.pass(11)
    #expect(wall.page == "Calm" && wall.told == ["Swap breached", "Swap recovered"])
  }

  /// Pages turn among those with a breach; without one they turn as before.
  @Test func whilePagesTurnTheBreachedOnesStay() throws {
    let wall = try Wall()
    wall.pass(21)
    #expect(wall.page == "CPU")
    wall.set("swap.used", 20)
    wall.pass(1)
    #expect(wall.page == "Swap")
    wall.pass(200)
    #expect(wall.page == "Swap")
    wall.set("cpu.busy", 95)
    wall.pass(31)
    #expect(wall.page == "CPU")
    var shown: [String] = []
    for _ in 0..<60 {
      wall.pass(1)
      if shown.last != wall.page { shown.append(wall.page) }
    }
    #expect(shown == ["CPU", "Swap", "CPU"] || shown == ["CPU", "Swap", "CPU", "Swap"])
    wall.set("swap.used", 0)
    wall.set("cpu.busy", 5)
    wall.pass(11)
    // The page from before the first breach.
    #expect(wall.page == "CPU")
    wall.pass(20)
    #expect(wall.page == "Swap")
    wall.pass(20)
    #expect(wall.page == "Calm")
  }

  @Test func aPausedDisplayStaysAndCommandsRun() throws {
    let wall = try Wall(isTurning: false)
    wall.pass(2)
    wall.scene.setPaused(true, at: wall.time)
    wall.set("swap.used", 20)
    wall.pass(2)
    #expect(wall.page == "Calm" && wall.told == ["Swap breached"])
    wall.scene.setPaused(false, at: wall.time)
    #expect(wall.page == "Swap")
  }

  /// A breach lasts by the time of the values, which goes on in a pause, and late values do not prolong a breach.
  @Test(arguments: [false, true]) func aLastingBreachInAPause(isLate: Bool) throws {
    let wall = try Wall(isTurning: false)
    wall.pass(2)
    wall.scene.setPaused(true, at: wall.time)
    wall.set("cpu.busy", 95)
    wall.pass(20)
    wall.isLate = isLate
    wall.pass(20)
    #expect(wall.told == (isLate ? [] : ["Busy breached"]))
    wall.scene.setPaused(false, at: wall.time)
    wall.pass(20)
    #expect(wall.told == (isLate ? [] : ["Busy breached"]))
  }

  @Test func aPageThatTheUserChoosesStays() throws {
    let wall = try Wall(isTurning: false)
    wall.set("swap.used", 20)
    wall.pass(2)
    #expect(wall.page == "Swap")
    wall.scene.showPage(1, at: wall.time)
    wall.pass(50)
    #expect(wall.page == "CPU")
    wall.set("swap.used", 0)
    wall.pass(20)
    #expect(wall.page == "CPU" && wall.events.count == 2)
  }

  /// A message without a title would not name its origin.
  @Test func aDashboardWithoutATitleIsNamedByTheMachine() throws {
    let wall = try Wall(Self.text.replacing("title: Hall\n", with: ""), isTurning: false)
    wall.set("swap.used", 20)
    wall.pass(2)
    #expect(wall.events.map(\.dashboard) == ["h"])
  }

  @Test func aBreachIsToldOnceThroughReloads() throws {
    let wall = try Wall(isTurning: false)
    wall.set("swap.used", 20)
    wall.pass(2)
    let other = Self.text.replacing("title: Hall", with: "title: Wall")
      .replacing("name: Calm", with: "name: First").replacing("for: 30s", with: "for: 1m")
    wall.scene.replace(
      spec: try DashboardFile(path: "f.yaml").parse(Array(other.utf8)), at: wall.time)
    wall.pass(50)
    #expect(wall.page == "Swap" && wall.events.count == 1)
    wall.set("swap.used", 0)
    wall.pass(12)
    #expect(wall.told == ["Swap breached", "Swap recovered"] && wall.events[1].dashboard == "Wall")
    // The page from before has another name, so nothing returns.
    #expect(wall.page == "Swap")
  }

  /// A command that was told of a breach is told of its end, too, if an edit removes the threshold or the series. A new
  /// title ends nothing.
  @Test(
    arguments: [
      ("above: 10", "above: 15", ["Swap breached", "Swap recovered", "Swap breached"]),
      ("above: 10", "above: 25", ["Swap breached", "Swap recovered"]),
      (
        "source: {system: swap.used}", "source: {system: load.5}",
        ["Swap breached", "Swap recovered"]
      ),
      ("title: Swap", "title: Paging", ["Swap breached", "Paging recovered"]),
    ])
  func editsEndBreaches(old: String, new: String, told: [String]) throws {
    let wall = try Wall(isTurning: false)
    wall.set("swap.used", 20)
    wall.pass(2)
    let text = Self.text.replacing(old, with: new)
    wall.scene.replace(
      spec: try DashboardFile(path: "f.yaml").parse(Array(text.utf8)), at: wall.time)
    wall.pass(2)
    wall.set("swap.used", 0)
    if told.last == "Paging recovered" { wall.pass(12) }
    #expect(wall.told == told)
    #expect(wall.events.allSatisfy { $0.command == "other" && $0.page == "Swap" && $0.value < 21 })
  }

  /// Each panel is judged by its own values, with each of its thresholds.
  @Test func panelsWithSeveralThresholds() throws {
    let wall = try Wall(
      """
      on_breach: notify
      panels:
        - {title: A, source: {system: load.1}, thresholds: [{above: 5}, {above: 8}, {below: 2}]}
        - {title: B, source: {system: load.15}, thresholds: [{below: 1}, {above: 8}]}

      """, isTurning: false)
    wall.set("load.1", 9)
    wall.set("load.15", 0.5)
    wall.pass(1)
    #expect(wall.told == ["A breached", "A breached", "B breached"])
    #expect(wall.events.map(\.threshold.bound) == [.above(5), .above(8), .below(1)])
    #expect(wall.events.map(\.value) == [9, 9, 0.5])
  }

  /// A dashboard that no longer asks for it gives the screen back.
  @Test func withoutAlarmsTheScreenIsGivenBack() throws {
    let wall = try Wall(isTurning: false)
    wall.set("swap.used", 20)
    wall.pass(2)
    let other = Self.text.replacing("takeover: true", with: "takeover: false")
      .replacing("on_breach: other", with: "note: x").replacing("on_breach: notify", with: "")
    wall.scene.replace(
      spec: try DashboardFile(path: "f.yaml").parse(Array(other.utf8)), at: wall.time)
    #expect(wall.page == "Calm")
  }

  /// A breach counts at its time, and ends at its time, without new data.
  @Test func timesWithoutNewDataAreAnnounced() throws {
    let wall = try Wall(isTurning: false)
    wall.set("cpu.busy", 95)
    wall.pass(3)
    #expect(wall.scene.nextThresholdCheck == 31)
    wall.set("cpu.busy", 5)
    wall.pass(1)
    #expect(wall.scene.nextThresholdCheck == nil)
  }

  /// A source that is silent from the start is a breach of `absent`: its panel and the list of alerts show the breach,
  /// and the page takes over the screen.
  @Test func silenceFromTheStartTakesTheScreen() throws {
    let wall = try Wall(
      """
      pages:
      - {name: Calm, panels: [{source: {system: load.1}}]}
      - name: Quiet
        takeover: true
        panels:
        - {title: Fan, source: {system: load.5}, thresholds: [{absent: 30s, label: silent}]}
        - {chart: alerts}
      """, isTurning: false)
    wall.pass(20)
    #expect(wall.page == "Calm" && wall.scene.nextThresholdCheck == 31.05)
    wall.pass(12)
    #expect(wall.page == "Quiet" && wall.told == ["Fan breached"])
    let panels = wall.scene.page.grid.panels.map(\.panel.content)
    #expect(panels[0].state == .waiting && panels[0].signal == .red && panels[0].note == "silent")
    #expect(panels[1].signal == .red)
  }

  // MARK: The file

  private func problems(_ text: String) -> [String] {
    do throws(DashboardFile.Failure) {
      _ = try DashboardFile(path: "f.yaml").parse(Array(text.utf8))
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test func theKeysAreThoseOfPagesPanelsAndThresholds() throws {
    let spec = try DashboardFile(path: "f.yaml").parse(Array(Self.text.utf8))
    let panels = spec.pages.flatMap(\.panels)
    #expect(panels.map(\.takesOver) == [false, true, true, true, false])
    #expect(panels.map(\.onBreach) == ["notify", "notify", "notify", "other", "notify"])
    #expect(panels.flatMap(\.thresholds).map(\.lasting) == [30, 0, 0])
  }

  /// The command of a breach may name the variables that the program sets, and no others that are not set.
  @Test func theProgramSetsTheVariablesOfACommand() {
    func problems(naming name: String) -> [String] {
      self.problems(
        "panels: [{source: {system: load.1}, thresholds: [{above: 1}], on_breach: 'echo ${\(name)}'}]"
      )
    }
    for name in BreachVariable.names { #expect(problems(naming: name).isEmpty) }
    #expect(
      problems(naming: "WALLCHART_NONE") == [
        "f.yaml:1:74: the environment variable WALLCHART_NONE is not set"
      ])
  }

  @Test(arguments: [
    (
      "pages: [{takeover: true, panels: [{source: {system: load.1}}]}]",
      "f.yaml:1:20: 'takeover' needs a panel with 'thresholds'"
    ),
    (
      "panels: [{source: {system: load.1}, on_breach: x}]",
      "f.yaml:1:48: 'on_breach' needs 'thresholds' in this panel"
    ),
    (
      "panels: [{source: {system: load.1}, thresholds: [{above: 1, for: soon}]}]",
      "f.yaml:1:66: a duration such as 500ms, 20s, 10m or 1h30m is expected, not 'soon'"
    ),
    (
      "panels: [{source: {system: load.1}, thresholds: [{above: 1}], takeover: maybe}]",
      "f.yaml:1:73: true or false is expected, not 'maybe'"
    ),
    (
      "panels: [{source: {system: load.1}, thresholds: [{above: 1}], takover: true}]",
      "f.yaml:1:63: unknown key 'takover' of a panel (did you mean 'takeover'?)"
    ),
    (
      "pages: [{on_breach: x, panels: [{source: {system: load.1}}]}]",
      "f.yaml:1:10: unknown key 'on_breach' of a page (did you mean 'panels: {on_breach: …}'?)"
    ),
  ])
  func mistakesHavePlaces(text: String, problem: String) {
    #expect(problems(text).first == problem)
  }
}

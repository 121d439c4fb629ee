import Charts
import Feeds
import Geometry
import Layers
import Metrics
import TestSupport
import Testing
import Typography

@testable import Dashboard

/// The notes of panels on a page that is read from a distance.
@Suite struct DistantNoteTests {
  private let source = SourceSpec.http(
    HTTPFeedSpec(url: "http://localhost/a", format: .json, every: 5))
  private let other = SourceSpec.http(
    HTTPFeedSpec(url: "http://localhost/b", format: .json, every: 5))

  /// The texts of a page of panels in three columns.
  private func texts(
    _ panels: [PanelSpec], size: Size, viewing: Viewing?, _ ingest: (DashboardScene) -> Void
  ) throws -> [String] {
    var environment = ChartEnvironment(
      theme: .dark, type: TypeScale(page: size),
      fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc, scale: 1,
      isAnimated: false)
    environment.viewing = viewing
    let scene = DashboardScene(
      spec: DashboardSpec(pages: [PageSpec(columns: 3, panels: panels)]),
      host: HostInfo(name: "orion", system: "", cores: 2, uptime: 60, memoryTotal: 1e9),
      environment: environment)
    scene.layOut(size: size, scale: 1)
    ingest(scene)
    return scene.root.visibleTexts
  }

  /// A panel has the notes that it has in a window of the same size.
  @Test(arguments: [(400, 300, false), (1920, 1080, true), (3840, 2160, true)])
  func notesOfAKiosk(width: Double, height: Double, hasNotes: Bool) throws {
    let panels = (1...6).map {
      PanelSpec(
        title: "Oven \($0)", chart: .line, series: [SeriesSpec(source: source, query: .path("a"))],
        unit: .none, note: [.text("from the hall")])
    }
    for viewing in [nil, Viewing.wall] {
      let texts = try texts(panels, size: Size(width, height), viewing: viewing) {
        $0.ingest(
          FeedUpdate(readings: [Reading(time: 1, values: ["a": 1])], health: .fresh), from: source,
          at: 0)
      }
      #expect(texts.count { $0 == "from the hall" } == (hasNotes ? 6 : 0))
    }
  }

  /// A reason that is longer than its room is shortened, and not left out: on a line of its own, and beside the title
  /// of a low ring.
  @Test(arguments: [(PanelSpec.Chart.line, 720.0), (.ring, 320)])
  func longReasons(chart: PanelSpec.Chart, height: Double) throws {
    let panels = (1...12).map {
      PanelSpec(
        title: "Oven \($0)", chart: chart,
        series: [source, other].map { SeriesSpec(source: $0, query: .path("a")) }, unit: .none)
    }
    let reason = "the server has answered with a page of another kind than was asked for"
    let texts = try texts(panels, size: Size(1280, height), viewing: .wall) {
      let readings = [Reading(time: 1, values: ["a": 1])]
      $0.ingest(FeedUpdate(readings: readings, health: .fresh), from: source, at: 0)
      $0.ingest(FeedUpdate(readings: readings, health: .fresh), from: other, at: 0)
      $0.ingest(FeedUpdate(health: .failing(since: 0, reason: reason)), from: other, at: 1)
      $0.advance(to: 60)
    }
    #expect(texts.count { $0.contains("the server has") } == 12, "\(texts)")
  }
}

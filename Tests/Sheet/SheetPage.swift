import Charts
import Dashboard
import Feeds
import Geometry
import Metrics

/// One picture of the contact sheet: a page of a size in a theme.
public struct SheetPage: Sendable {
  /// The panels of a page.
  public enum Panels: Hashable, Sendable {
    /// Six panels of a kind, one in each state.
    case states(PanelSpec.Chart)
    /// One panel of a kind, and nothing else.
    case alone(PanelSpec.Chart)
    /// Panels of all kinds in turn, one of which is beyond its threshold.
    case many(Int)
    /// Panels of 3 to 24 lines and layers.
    case lines
    /// Panels of many more samples than pixels.
    case dense
  }

  /// The state of a panel's data.
  public enum State: String, CaseIterable, Sendable {
    case fresh, gap, late, failing, waiting, breached
  }

  public var panels: Panels
  public var size: Size
  public var theme: String
  /// Whether the page is read from three metres.
  public var isDistant = false

  /// The sizes of the sheet's pages, in points.
  public static let sizes = [
    (320, 240), (480, 320), (800, 480), (1920, 1080), (1080, 1920), (3440, 1440), (3840, 2160),
    (7680, 4320),
  ].map { Size(Double($0.0), Double($0.1)) }

  /// The numbers of panels of pages with all kinds.
  private static let counts = [1, 2, 3, 5, 7, 12, 24]

  /// All pages of the sheet.
  public static let all: [SheetPage] = {
    let kinds = PanelSpec.Chart.allCases
    let panels =
      kinds.flatMap { [Panels.states($0), .alone($0)] } + counts.map { Panels.many($0) } + [
        .lines, .dense,
      ]
    return panels.flatMap { panels in
      sizes.flatMap { size in
        ["dark", "light"].map { SheetPage(panels: panels, size: size, theme: $0) }
          + [SheetPage(panels: panels, size: size, theme: "dark", isDistant: true)]
      }
    }
  }()

  /// The name of the picture's file, without its ending.
  public var name: String {
    let size = "\(Int(size.width))x\(Int(size.height))"
    return [title, size, theme, isDistant ? "3m" : ""].filter { !$0.isEmpty }
      .joined(separator: "-")
  }

  /// The name of the page's panels.
  public var title: String {
    switch panels {
    case .states(let kind): "states-\(kind)"
    case .alone(let kind): "alone-\(kind)"
    case .many(let count): "many-\(count)"
    case .lines: "lines"
    case .dense: "dense"
    }
  }

  /// The moment of the picture, on the frame clock.
  public static let time = 200.0

  /// The page with its data, before it is drawn.
  public func scene() throws -> DashboardScene {
    let (panels, feed) = content
    let theme = Theme(name: theme) ?? .dark
    var environment = try PanelPictures.environment(size, theme, scale: 1)
    environment.viewing = isDistant ? .wall : nil
    // A page of clocks alone has no data that would tell the time.
    environment.wallClock = { PanelPictures.now }
    let host = HostInfo(name: "orion", system: "", cores: 8, uptime: 0, memoryTotal: 1e9)
    let scene = DashboardScene(
      spec: DashboardSpec(title: title, pages: [PageSpec(panels: panels)]), host: host,
      environment: environment)
    scene.layOut(size: size, scale: 1)
    for state in State.allCases { feed(state, scene) }
    scene.advance(to: Self.time)
    return scene
  }

  private typealias Feeding = (State, DashboardScene) -> Void

  private var content: ([PanelSpec], Feeding) {
    switch panels {
    case .states(let kind):
      return (
        State.allCases.map { PanelPictures.panel(kind, of: PanelPictures.source($0.rawValue)) },
        { Self.feed($0, isLow: kind.hasLowThreshold, to: $1) }
      )
    case .alone(let kind):
      return (
        [PanelPictures.panel(kind, of: PanelPictures.source("fresh"))],
        { if $0 == .fresh { Self.feed(.fresh, isLow: false, to: $1) } }
      )
    case .many(let count):
      let kinds = PanelSpec.Chart.allCases
      let panels = (0..<count).map { i in
        let state: State = i == min(7, count - 1) && count > 2 ? .breached : .fresh
        return PanelPictures.panel(
          kinds[i % kinds.count], of: PanelPictures.source(state.rawValue))
      }
      return (panels, { Self.feed($0, isLow: false, to: $1) })
    case .dense:
      let source = PanelPictures.source("dense")
      return (
        DensePictures.panels(of: source),
        { state, scene in
          guard state == .fresh else { return }
          scene.ingest(DensePictures.update(), from: source, at: Self.time - 4)
        }
      )
    case .lines:
      let source = PanelPictures.source("hosts")
      return (
        LinePictures.panels(of: source),
        { state, scene in
          guard state == .fresh else { return }
          scene.ingest(
            FeedUpdate(readings: LinePictures.readings(), health: .fresh), from: source,
            at: Self.time - 4)
        }
      )
    }
  }

  private static func feed(_ state: State, isLow: Bool, to scene: DashboardScene) {
    let source = PanelPictures.source(state.rawValue)
    let refused = FeedHealth.failing(since: 0, reason: "connection refused")
    if state != .waiting {
      let readings = PanelPictures.readings(
        hasGap: state == .gap, last: state == .breached ? (isLow ? 12 : 93) : 47.3)
      let isOld = state == .late || state == .failing
      scene.ingest(
        FeedUpdate(readings: readings, health: .fresh), from: source, at: isOld ? 0 : time - 4)
    }
    if state == .failing {
      scene.ingest(FeedUpdate(health: refused), from: source, at: 5)
    }
  }
}

extension PanelSpec.Chart {
  /// Whether the threshold of the sheet's panel of this kind is a lower one.
  fileprivate var hasLowThreshold: Bool { self == .progress || self == .number }
}

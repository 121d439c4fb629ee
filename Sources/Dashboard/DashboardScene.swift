import Charts
import Geometry
import Layers
import Metrics
import Sources
import Typography

/// A page of panels that shows the metrics it is given: the layer tree of a window.
///
/// Times are seconds of the frame clock where they say when something moves, and UTC seconds where
/// they say when something was measured.
public final class DashboardScene {
  public let root = Layer()
  private let spec: DashboardSpec
  private var store: MetricStore
  private var host: HostInfo
  private let header: PageHeader
  private var panels: [Panel] = []
  private let panelLayer = Layer()
  private let overlay = Overlay()
  private var environment: ChartEnvironment
  private var size = Size.zero
  /// When data was last given, on the frame clock; nil before, and for a recording, which is never
  /// late.
  private var lastUpdate: Double?
  private var isLate = false
  private var isPaused = false
  /// Seconds without data after which it counts as late.
  private let lateAfter: Double

  /// - Parameter lateAfter: seconds without data after which the page says so; infinite for a
  ///   recording.
  public init(
    spec: DashboardSpec, host: HostInfo, environment: ChartEnvironment, lateAfter: Double = 5
  ) {
    self.spec = spec
    self.host = host
    self.environment = environment
    self.lateAfter = lateAfter
    store = MetricStore(window: spec.window.upperBound)
    header = PageHeader()
    root.anchorPoint = .zero
    root.addSublayer(header.layer)
    root.addSublayer(panelLayer)
    root.addSublayer(overlay.layer)
    makePanels()
  }

  /// The time, UTC, of the latest data that is shown; nil before there is any.
  private var shownTime: Double?
  // MARK: Layout

  public func layOut(size: Size, scale: Double) {
    self.size = size
    environment.scale = scale
    environment.type = TypeScale(page: size)
    let layout = PageLayout(size: size, count: panels.count, type: environment.type)
    root.bounds = Rect(origin: .zero, size: size)
    root.backgroundColor = environment.theme.background
    header.layOut(frame: layout.header, host: host, time: shownTime, environment: environment)
    let column = environment.fonts.line("0000", font: environment.type.tick).width
    for (panel, frame) in zip(panels, layout.panels) {
      panel.layOut(frame: frame, labelColumn: column, environment: environment)
    }
    overlay.layOut(size: size, environment: environment)
    showStatus()
  }

  /// In the header, or over the page where there is none.
  private func showStatus() {
    let status = isPaused ? "paused" : nil
    header.status = status
    header.update(host: host, time: shownTime, environment: environment)
    overlay.setStatus(header.isShown ? nil : status, environment: environment)
  }

  public func setTheme(_ theme: Theme) {
    environment.theme = theme
    layOut(size: size, scale: environment.scale)
  }

  public var theme: Theme { environment.theme }

  private func makePanels() {
    for (i, spec) in spec.panels.enumerated() {
      let kind: Panel.Kind = if case .ring = spec.chart { .ring } else { .line }
      let panel = Panel(title: spec.title, kind: kind, index: i, environment: environment)
      panels.append(panel)
      panelLayer.addSublayer(panel.layer)
    }
  }

  // MARK: Data

  /// Takes what a source has read, and shows it.
  /// - Parameter time: when, on the frame clock, the motion towards it starts.
  public func ingest(_ readings: [Reading], at time: Double) {
    for reading in readings { store.append(reading) }
    guard !readings.isEmpty else { return }
    lastUpdate = time
    isLate = false
    if !isPaused { showData(at: time) }
  }

  private func showData(at time: Double?, late: String? = nil) {
    shownTime = store.latestTime
    header.update(host: host, time: shownTime, environment: environment)
    for (panel, spec) in zip(panels, spec.panels) {
      panel.update(
        store.content(of: spec, window: self.spec.window, late: late), at: time)
    }
  }

  // MARK: What the user asks for

  /// Draws all charts on again.
  public func replay(at time: Double) {
    for panel in panels { panel.drawOn(at: time) }
  }

  /// While paused, data is kept but not shown.
  public func setPaused(_ paused: Bool, at time: Double) {
    guard paused != isPaused else { return }
    isPaused = paused
    showStatus()
    if !paused, lastUpdate != nil { showData(at: time) }
  }

  public func toggleHelp() { overlay.toggleHelp(environment: environment) }

  /// - Returns: whether there was anything to hide.
  public func hideHelp() -> Bool { overlay.hideHelp() }

  /// Shows a line for a few seconds.
  public func notify(_ text: String, at time: Double) {
    overlay.notify(text, at: time, environment: environment)
  }

  // MARK: Time

  /// Says how late data is, where it is.
  public func advance(to time: Double) {
    guard !isPaused, let lastUpdate, time - lastUpdate >= lateAfter else { return }
    isLate = true
    showData(at: nil, late: LateText(seconds: time - lastUpdate).text)
  }

  public func nextChange(after time: Double) -> Double? {
    guard !isPaused, let lastUpdate, lateAfter.isFinite else { return nil }
    let age = time - lastUpdate
    if age < lateAfter { return lastUpdate + lateAfter }
    return lastUpdate + LateText(seconds: age).validUntil
  }
}

/// How long ago the last update was, as a person says it.
struct LateText: Equatable {
  let text: String
  /// The age, in seconds, at which the text is another one.
  let validUntil: Double

  init(seconds: Double) {
    func phrase(_ count: Double, _ unit: String) -> String {
      "last update \(Int(min(count, 1e6))) \(unit) ago"
    }
    switch seconds {
    case ..<60:
      let step = (seconds / 5).rounded(.down)
      (text, validUntil) = (phrase(step * 5, "s"), (step + 1) * 5)
    case ..<3600:
      let minutes = (seconds / 60).rounded(.down)
      (text, validUntil) = (phrase(minutes, "min"), (minutes + 1) * 60)
    case ..<86_400:
      let hours = (seconds / 3600).rounded(.down)
      (text, validUntil) = (phrase(hours, "h"), (hours + 1) * 3600)
    default:
      let days = (seconds / 86_400).rounded(.down)
      (text, validUntil) = (phrase(days, "d"), (days + 1) * 86_400)
    }
  }
}

import Charts
import Geometry
import Layers
import Metrics
import Sources
import Typography

/// What a page of panels can do, whatever it shows. Times are seconds of the frame clock.
public protocol Page: AnyObject {
  var theme: Theme { get }
  func setTheme(_ theme: Theme)
  /// Draws all charts on again.
  func replay(at time: Double)
  /// While paused, data is kept but not shown.
  func setPaused(_ paused: Bool, at time: Double)
  func toggleHelp()
  /// - Returns: whether there was anything to hide.
  func hideHelp() -> Bool
  /// Shows a line for a few seconds.
  func notify(_ text: String, at time: Double)
  /// Does what the user asks for with the pointer or the keyboard.
  /// - Returns: whether anything changed that is seen.
  func respond(to input: PageInput, at time: Double) -> Bool
}

/// A page of panels that shows the metrics it is given: the layer tree of a window.
///
/// Times are seconds of the frame clock where they say when something moves, and UTC seconds where
/// they say when something was measured.
public final class DashboardScene: Page {
  public var root: Layer { view.root }
  private let spec: DashboardSpec
  private var store: MetricStore
  private var description: HostDescription
  let view: PageView
  private lazy var navigator = PageNavigator(page: self)
  /// When data was last given, on the frame clock; nil before, and for a recording, which is never
  /// late.
  private var lastUpdate: Double?
  /// What is said of data that is late.
  private var late: String?
  private var isPaused = false
  /// Seconds without data after which it counts as late.
  private let lateAfter: Double

  /// - Parameter lateAfter: seconds without data after which the page says so; infinite for a
  ///   recording.
  public init(
    spec: DashboardSpec, host: HostInfo, environment: ChartEnvironment, lateAfter: Double = 5
  ) {
    self.spec = spec
    self.lateAfter = lateAfter
    description = HostDescription(host: host)
    store = MetricStore(window: spec.window.upperBound)
    view = PageView(environment: environment)
    view.setPanels(
      spec.panels.enumerated().map { i, panel in
        let kind: Panel.Kind = if case .ring = panel.chart { .ring } else { .line }
        return PageView.PanelHead(key: String(i), title: panel.title, kind: kind)
      })
    showHeader(time: nil)
    view.didChange = { [weak self] in self?.navigator.refresh(now: $0) }
  }

  public func layOut(size: Size, scale: Double) { view.layOut(size: size, scale: scale) }

  public var theme: Theme { view.theme }

  public func setTheme(_ theme: Theme) { view.theme = theme }

  // MARK: Data

  /// Takes what a source has read, and shows it.
  /// - Parameter time: when, on the frame clock, the motion towards it starts.
  public func ingest(_ readings: [Reading], at time: Double) {
    for reading in readings { store.append(reading) }
    guard !readings.isEmpty else { return }
    lastUpdate = time
    late = nil
    if !isPaused { showData(at: time) }
  }

  private func showData(at time: Double?) {
    showHeader(time: store.latestTime)
    let range = navigator.range
    view.setStatus(status)
    view.show(
      spec.panels.enumerated().map {
        store.content(
          of: $1, in: range, hidden: navigator.hiddenSeries(of: String($0)), late: late)
      }, at: time)
  }

  private func showHeader(time: Double?) {
    view.setHeader(
      PageHeader.Content(
        title: description.host.name, details: [description.text(at: time)],
        clock: time.map { view.environment.zone.civil($0).clockText }))
  }

  // MARK: What the user asks for

  public func replay(at time: Double) { view.replay(at: time) }

  public func setPaused(_ paused: Bool, at time: Double) {
    guard paused != isPaused else { return }
    isPaused = paused
    navigator.setPaused(paused)
    view.setStatus(status)
    if !paused, lastUpdate != nil { showData(at: time) }
  }

  private var status: String? {
    let parts = [
      isPaused ? "paused" : nil, navigator.isZoomed ? "zoomed · double click for live" : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  public func respond(to input: PageInput, at time: Double) -> Bool {
    navigator.respond(to: input, motion: isPaused ? nil : time, now: time)
  }

  public func toggleHelp() { view.toggleHelp() }

  public func hideHelp() -> Bool { view.hideHelp() }

  public func notify(_ text: String, at time: Double) { view.notify(text, at: time) }

  // MARK: Time

  /// Says how late data is, where it is.
  public func advance(to time: Double) {
    guard !isPaused, let lastUpdate, time - lastUpdate >= lateAfter else { return }
    let text = LateText(seconds: time - lastUpdate).text
    guard text != late else { return }
    late = text
    showData(at: nil)
  }

  public func nextChange(after time: Double) -> Double? {
    guard !isPaused, let lastUpdate, lateAfter.isFinite else { return nil }
    let age = time - lastUpdate
    if age < lateAfter { return lastUpdate + lateAfter }
    return lastUpdate + LateText(seconds: age).validUntil
  }
}

extension DashboardScene: NavigablePage {
  var timeline: TimeSeries? { store.timeline }

  var liveRange: ClosedRange<Double>? { store.liveRange(spec.window) }

  func showView(at time: Double?) { showData(at: time) }
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

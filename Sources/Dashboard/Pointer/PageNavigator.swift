import Charts
import Geometry
import Metrics

/// A page that a user can navigate.
protocol NavigablePage: AnyObject {
  /// The panels and the overlay.
  var view: PageView { get }
  /// A series with the times of all samples.
  var timeline: TimeSeries? { get }
  /// The range of the times of all samples in plots; nil without samples.
  var keptRange: ClosedRange<Double>? { get }
  /// The first time that can be shown, if this time is before all samples of the timeline; nil otherwise.
  var oldestTime: Double? { get }
  /// The range of time without zoom; nil without data.
  var liveRange: ClosedRange<Double>? { get }
  /// Shows the navigator's range.
  /// - Parameter time: the start of the motion; nil for no motion.
  func showView(at time: Double?)
  /// Shows the values of the navigator's moment.
  func showMoment()
  /// The number of pages.
  var pageCount: Int { get }
  /// Shows the page at an offset from the current one.
  func turnPage(by offset: Int, at time: Double)
  /// The line of a panel with a number; nil if the panel has no such line.
  func line(_ number: Int, of panel: Int) -> HidableLine?
}

/// The state of a user's navigation on a page: crosshair, zoom, hidden series. All plots of a page share this state.
///
/// Without input and data, nothing here changes.
final class PageNavigator {
  /// The origin of the crosshair.
  enum Mark: Equatable {
    case none
    /// The pointer, at a place of a panel.
    case pointer(panel: Int, Point)
    /// The keyboard, at a sample of a panel.
    case sample(panel: Int, time: Double)
  }

  unowned let page: any NavigablePage
  var timeView = TimeView()
  private var mark = Mark.none
  var drag: PointerDrag?
  /// The finger that slides; nil for none.
  var stroke: FingerStroke?
  /// The range of the plots while the user selects a range; the plots then stand still.
  var heldRange: ClosedRange<Double>?
  /// Whether the display is paused, so that the page's range without zoom stands still.
  var isPaused = false
  /// The hidden lines of all pages.
  private(set) var hiddenLines: Set<HidableLine> = []
  /// The place of the pointer; nil if it is not known.
  private var pointer: Point?

  /// The distance in points within which the pointer counts as at a plot's edge; less than half the gap
  /// between two plots.
  private static let reach = 7.0

  init(page: any NavigablePage) { self.page = page }

  var view: PageView { page.view }

  var bounds: TimeView.Bounds? {
    guard let live = page.liveRange else { return nil }
    let times = page.timeline
    let kept = page.keptRange.map { range in
      min(range.lowerBound, page.oldestTime ?? .infinity)...range.upperBound
    }
    return TimeView.Bounds(
      live: live, kept: kept, hasDropped: times.map { $0.firstSequence > 0 } ?? false)
  }

  // MARK: The state to show

  /// The range to show; nil without data.
  var range: ClosedRange<Double>? {
    if isZoomed, let bounds { timeView.hold(in: bounds) }
    return timeView.range ?? heldRange ?? page.liveRange
  }

  /// Whether new data comes in at the right edge.
  var isLive: Bool { timeView.range == nil && heldRange == nil && !isPaused }

  var isZoomed: Bool { timeView.range != nil }

  /// The time of the values that all panels show: that of the crosshair, or otherwise the end of a zoomed view; nil for
  /// the latest values.
  var moment: Double? { (drag == nil ? markTime : nil) ?? (isZoomed ? range?.upperBound : nil) }

  /// Resets the state, because another page replaces the current one.
  func leave() {
    timeView.showLive()
    dropDrag()
    (mark, pointer) = (.none, nil)
  }

  // MARK: Input

  /// Responds to input.
  /// - Parameters:
  ///   - motion: the start of motion; nil if time stands still.
  ///   - now: the current time of the frame clock.
  /// - Returns: whether anything visible has changed.
  func respond(to input: PageInput, motion: Double?, now: Double) -> Bool {
    switch input {
    case .point(let place): return point(at: place, now: now)
    case .press(let place, let extends, let clicks):
      return press(at: place, extends: extends, clicks: clicks, motion: motion, now: now)
    case .release(let place): return release(at: place, motion: motion, now: now)
    case .tap(let place, let clicks):
      return tap(at: place, clicks: clicks, motion: motion, now: now)
    case .slide(let start, let place): return slide(from: start, to: place, now: now)
    case .lift(let swipe): return lift(swipe: swipe, now: now)
    case .pinch(let old, let new, let ratio): return pinch(from: old, to: new, ratio: ratio)
    case .zoomAt(let place, let notches):
      guard let panel = panel(at: place), let anchor = view.panel(panel)?.time(at: place.x) else {
        return false
      }
      return zoom(notches, at: anchor, motion)
    case .zoom(let notches):
      return zoom(notches, at: markTime ?? range?.upperBound, motion)
    case .pan(let share):
      return navigate(motion) { view, bounds in
        let shown = view.shown(bounds)
        view.pan(by: share * (shown.upperBound - shown.lowerBound), in: bounds)
      }
    case .live: return showLive(motion)
    case .step(let steps): return step(steps, now: now)
    case .panel(let steps): return changePanel(steps, now: now)
    case .toggleSeries(let number): return toggle(number, motion)
    case .nextEntries: return turnLegends()
    case .next, .toggleLook: return false
    case .dismiss:
      guard endDrag(motion: motion) else { return setMark(.none, now: now) }
      showMark(now: now)
      return true
    }
  }

  // MARK: Zoom

  private func zoom(_ notches: Double, at anchor: Double?, _ motion: Double?) -> Bool {
    guard let anchor else { return false }
    let shortest = page.timeline?.shortestStretch(around: anchor) ?? 0
    return navigate(motion) { view, bounds in
      view.zoom(notches: notches, at: anchor, shortest: shortest, in: bounds)
    }
  }

  /// Returns to the newest data, also if no panel with a time axis is left to zoom.
  func showLive(_ motion: Double?) -> Bool {
    guard drag == nil || motion == nil, isZoomed else { return false }
    timeView.showLive()
    page.showView(at: motion)
    return true
  }

  /// Changes the view, and shows the new view.
  func navigate(
    _ motion: Double?, _ change: (inout TimeView, TimeView.Bounds) -> Void
  ) -> Bool {
    guard drag == nil || motion == nil, let bounds else { return false }
    let before = timeView
    change(&timeView, bounds)
    guard timeView != before else { return false }
    page.showView(at: motion)
    return true
  }

  // MARK: Crosshair

  private var markPanel: Int? {
    switch mark {
    case .none: nil
    case .pointer(let panel, _), .sample(let panel, _): panel
    }
  }

  /// The time of the marked sample.
  private var markTime: Double? {
    switch mark {
    case .none: return nil
    case .pointer(let panel, let place):
      guard let panel = view.panel(panel), let time = panel.time(at: place.x) else { return nil }
      return panel.sampleTime(nearest: time)
    case .sample(let panel, let time): return view.panel(panel)?.sampleTime(nearest: time)
    }
  }

  /// The row of cells under the pointer; nil for a chart without such rows.
  private var markRow: Int? {
    guard case .pointer(let panel, let place) = mark else { return nil }
    return view.panel(panel)?.row(at: place.y)
  }

  /// The panel with its plot at a place, or just beside the place: the newest sample is at the very edge
  /// of a plot.
  func panel(at place: Point) -> Int? {
    view.panelIndices.first {
      guard let frame = view.panel($0)?.plotFrame else { return false }
      return frame.insetBy(dx: -PageNavigator.reach, dy: -PageNavigator.reach).contains(place)
    }
  }

  func point(at place: Point?, now: Double) -> Bool {
    if drag != nil {
      guard let place else { return false }
      return moveDrag(to: place, now: now)
    }
    pointer = place
    let hasHint = view.showHint(at: place)
    if let place, let panel = panel(at: place) {
      return setMark(.pointer(panel: panel, place), now: now) || hasHint
    }
    // A mark of the keyboard stays.
    if case .pointer = mark { return setMark(.none, now: now) || hasHint }
    return hasHint
  }

  /// - Returns: whether another sample, or another row of its cells, is marked than before.
  func setMark(_ new: Mark, now: Double) -> Bool {
    let before = (markTime, markPanel, markRow)
    mark = new
    if markTime == nil { mark = .none }
    guard before != (markTime, markPanel, markRow) else { return false }
    showMark(now: now)
    return true
  }

  func showMark(now: Double?) {
    view.showCrosshair(
      at: drag == nil ? markTime : nil, panel: markPanel, row: markRow, now: now)
    page.showMoment()
  }

  private func step(_ steps: Int, now: Double) -> Bool {
    let index = markPanel ?? view.panelIndices.first { view.panel($0)?.plotFrame != nil }
    guard let index, let panel = view.panel(index) else { return false }
    guard let time = markTime else {
      // The first step shows the newest sample; further steps go back from there.
      guard let newest = panel.sampleTime(nearest: .infinity) else { return false }
      return setMark(.sample(panel: index, time: newest), now: now)
    }
    let next = panel.sampleTime(steps, after: time) ?? time
    return setMark(.sample(panel: index, time: next), now: now)
  }

  private func changePanel(_ steps: Int, now: Double) -> Bool {
    let plots = view.panelIndices.filter { view.panel($0)?.plotFrame != nil }
    guard !plots.isEmpty else { return false }
    guard let current = markPanel.flatMap({ plots.firstIndex(of: $0) }), let shown = markTime else {
      return step(0, now: now)
    }
    // The moment stays, although the samples of the panels on the way may lie beside the moment.
    let time = if case .sample(_, let time) = mark { time } else { shown }
    let count = plots.count
    let next = plots[((current + steps) % count + count) % count]
    return setMark(.sample(panel: next, time: time), now: now)
  }

  /// Moves the crosshair along with the data. Call this function after the contents have changed.
  func refresh(now: Double?) {
    if case .sample(let panel, let time) = mark, view.panel(panel)?.plotFrame != nil {
      // If the moment has left the plot, the nearest sample is marked.
      let isInView = view.panel(panel)?.shownPlot?.time.contains(time) ?? false
      if !isInView, let shown = markTime { mark = .sample(panel: panel, time: shown) }
    }
    showMark(now: now)
    _ = view.showHint(at: pointer)
  }

  // MARK: Legends

  private func turnLegends() -> Bool {
    focusedPanels.count { view.panel($0)?.turnLegend() == true } > 0
  }

  /// The panels that a key concerns: the one with the crosshair, or under the pointer, or otherwise all.
  private var focusedPanels: [Int] {
    if let markPanel { return [markPanel] }
    let under = pointer.flatMap { pointer in
      view.panelIndices.first { view.panel($0)?.layer.frame.contains(pointer) == true }
    }
    return under.map { [$0] } ?? Array(view.panelIndices)
  }

  // MARK: Hidden series

  private func toggle(_ number: Int, _ motion: Double?) -> Bool {
    // A panel's only series stays.
    let panels = focusedPanels.filter { index in
      guard let panel = view.panel(index), panel.seriesNumber(at: 1) != nil else { return false }
      return panel.seriesNumber(at: number) != nil
    }
    guard !panels.isEmpty else { return false }
    toggle(number, of: panels)
    page.showView(at: motion)
    return true
  }

  /// Hides a series of some panels, or shows it again if it is hidden in all of them.
  func toggle(_ series: Int, of panels: [Int]) {
    let lines = panels.compactMap { panel in
      view.panel(panel)?.seriesNumber(at: series).flatMap { page.line($0, of: panel) }
    }
    if hiddenLines.isSuperset(of: lines) {
      hiddenLines.subtract(lines)
    } else {
      hiddenLines.formUnion(lines)
    }
  }
}

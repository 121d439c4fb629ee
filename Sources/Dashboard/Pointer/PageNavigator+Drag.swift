import Geometry

/// The state of a drag with the pointer.
struct PointerDrag {
  enum Purpose: Equatable {
    /// Selects a range of time in a panel.
    case select(panel: Int, time: Double)
    /// Moves the view, which showed the given range at the start.
    case pan(panel: Int, ClosedRange<Double>)
    /// Clicks on a series in a panel's legend.
    case legend(panel: Int, series: Int)
  }

  var purpose: Purpose
  var start: Point
  /// Whether the pointer has moved too far for a click.
  var hasMoved = false
}

extension PageNavigator {
  /// The distance in points after which a press becomes a drag.
  private static let dragDistance = 4.0

  func press(
    at place: Point, extends: Bool, clicks: Int, motion: Double?, now: Double
  ) -> Bool {
    // The release of an earlier press may have gone to another program.
    if dropDrag() { page.showView(at: motion) }
    if let (panel, series) = legendEntry(at: place) {
      drag = PointerDrag(purpose: .legend(panel: panel, series: series), start: place)
      return false
    }
    if let panel = view.panelIndices.lazy.compactMap({ self.view.panel($0) }).first(where: {
      $0.hasMoreEntries(at: place)
    }) {
      return panel.turnLegend()
    }
    // The header promises the newest data for a double click, wherever on the page.
    if clicks == 2 { return showLive(motion) }
    guard let panel = panel(at: place), let range else { return false }
    if extends {
      drag = PointerDrag(purpose: .pan(panel: panel, range), start: place)
    } else if let time = view.panel(panel)?.time(at: place.x) {
      drag = PointerDrag(purpose: .select(panel: panel, time: time), start: place)
      heldRange = range
    }
    return false
  }

  private func legendEntry(at place: Point) -> (panel: Int, series: Int)? {
    for panel in view.panelIndices {
      if let series = view.panel(panel)?.legendSeries(at: place) { return (panel, series) }
    }
    return nil
  }

  /// Ends a drag without an effect.
  /// - Returns: whether the drag had stopped the page.
  @discardableResult func dropDrag() -> Bool {
    for panel in view.panelIndices { view.panel(panel)?.showSelection(nil) }
    defer { (drag, heldRange) = (nil, nil) }
    return heldRange != nil
  }

  /// Ends a drag whose end may go elsewhere. A range that was being selected is not shown.
  /// - Returns: whether there was a drag.
  func endDrag(motion: Double?) -> Bool {
    guard drag != nil else { return false }
    if dropDrag() { page.showView(at: motion) }
    return true
  }

  func moveDrag(to place: Point, now: Double) -> Bool {
    guard var current = drag else { return false }
    let wasMoved = current.hasMoved
    if abs(place.x - current.start.x) >= PageNavigator.dragDistance { current.hasMoved = true }
    drag = current
    guard current.hasMoved else { return false }
    if !wasMoved { showMark(now: now) }
    switch current.purpose {
    case .legend: return false
    case .select(let index, _):
      guard let panel = view.panel(index), let frame = panel.plotFrame else { return false }
      let x = min(max(place.x, frame.minX), frame.maxX)
      panel.showSelection(min(current.start.x, x)...max(current.start.x, x))
      return true
    case .pan(let index, let start):
      guard let frame = view.panel(index)?.plotFrame, frame.width > 0 else { return false }
      let length = start.upperBound - start.lowerBound
      // The view follows the pointer, without motion of its own.
      return navigate(nil) { view, bounds in
        let distance = (current.start.x - place.x) / frame.width * length
        view.pan(by: distance, from: start, in: bounds)
      }
    }
  }

  func release(at place: Point, motion: Double?, now: Double) -> Bool {
    guard let ended = drag else { return false }
    drag = nil
    let wasHeld = heldRange
    heldRange = nil
    switch ended.purpose {
    case .legend(let panel, let series):
      guard let entry = legendEntry(at: place), entry == (panel, series) else { return false }
      toggle(series, of: [panel])
      page.showView(at: motion)
    case .select(let index, let start):
      let panel = view.panel(index)
      panel?.showSelection(nil)
      // A pointer that has come back to the start gives the selection up.
      let isSelected = abs(place.x - ended.start.x) >= PageNavigator.dragDistance
      if isSelected, let end = panel?.time(at: place.x), let bounds {
        let shortest = page.timeline?.shortestStretch(around: (start + end) / 2) ?? 0
        timeView.show(min(start, end)...max(start, end), shortest: shortest, in: bounds)
      } else if !ended.hasMoved, wasHeld == page.liveRange || !isLive {
        // No data has come in the meantime.
        return point(at: place, now: now)
      }
      page.showView(at: motion)
    case .pan: break
    }
    _ = point(at: place, now: now)
    return true
  }
}

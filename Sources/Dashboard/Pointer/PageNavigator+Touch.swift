import Charts
import Geometry

/// The way of a finger that slides over the page.
struct FingerStroke {
  /// The place from which the finger slides, which identifies the finger.
  let start: Point
  /// Whether the finger turns pages; otherwise it moves the view.
  let turnsPages: Bool
}

/// The response to fingers on a touch screen.
extension PageNavigator {
  /// The distance in points within which a finger meets a legend's entry.
  private static let reach = 16.0

  /// Responds to a tap as to a click. A finger is wider than a pointer, so a tap beside a legend's entry also counts.
  func tap(at place: Point, clicks: Int, motion: Double?, now: Double) -> Bool {
    let target = legendTarget(at: place)
    let hasChanged = press(
      at: target, extends: false, clicks: clicks, motion: motion, now: now)
    guard drag != nil else { return hasChanged || point(at: target, now: now) }
    return release(at: target, motion: motion, now: now)
  }

  /// The place of a legend's entry that a finger means; the finger's own place if the finger means no entry.
  private func legendTarget(at place: Point) -> Point {
    if view.panelIndices.contains(where: { view.panel($0)?.plotFrame?.contains(place) == true }) {
      return place
    }
    let targets = view.panelIndices.compactMap {
      view.panel($0)?.legendTarget(at: place, reach: Self.reach)
    }
    return targets.min { $0.distance < $1.distance }?.center ?? place
  }

  /// Moves the view in time with the finger, unless the finger turns pages. The first motion decides.
  func slide(from start: Point, to place: Point, now: Double) -> Bool {
    if stroke?.start != start {
      dropDrag()
      stroke = FingerStroke(start: start, turnsPages: turnsPages)
      if !turnsPages, let panel = panel(at: start), let range {
        drag = PointerDrag(purpose: .pan(panel: panel, range), start: start, hasMoved: true)
        showMark(now: now)
      }
    }
    // A reload of the page ends the drag, and the rest of the finger's way has no effect.
    guard stroke?.turnsPages == false, drag != nil else { return false }
    return moveDrag(to: place, now: now)
  }

  /// Whether a finger turns pages; otherwise it moves the view, which is not live or is that of the only page.
  private var turnsPages: Bool { isLive && page.pageCount > 1 }

  /// Ends a slide. The values of an earlier tap do not return, because their place shows another time.
  func lift(swipe: Int, now: Double) -> Bool {
    defer { stroke = nil }
    if stroke?.turnsPages ?? turnsPages {
      guard swipe != 0 else { return false }
      page.turnPage(by: -swipe, at: now)
      return true
    }
    guard case .pan = drag?.purpose else { return false }
    drag = nil
    _ = setMark(.none, now: now)
    showMark(now: now)
    return true
  }

  /// Moves and zooms the view with two fingers: the moment between the fingers stays there.
  func pinch(from old: Point, to new: Point, ratio: Double) -> Bool {
    guard let panel = panel(at: old).flatMap({ view.panel($0) }),
      let anchor = panel.time(at: old.x),
      let frame = panel.plotFrame, frame.width > 0, ratio > 0
    else { return false }
    let shortest = page.timeline?.shortestStretch(around: anchor) ?? 0
    return navigate(nil) { view, bounds in
      view.zoom(
        notches: TimeView.notches(ofRatio: ratio), at: anchor, shortest: shortest, in: bounds)
      let shown = view.shown(bounds)
      let share = (old.x - new.x) / frame.width
      view.pan(by: share * (shown.upperBound - shown.lowerBound), in: bounds)
    }
  }
}

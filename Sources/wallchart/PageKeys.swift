import Dashboard
import Geometry
import Stage

extension PageInput {
  /// The share of the view by which a key, or a notch of a horizontal wheel, moves the view.
  private static let keyShare = 0.25
  private static let notchShare = 0.1

  /// The page input for a key. Fails for a key without a meaning for pages.
  init?(_ key: Key, _ modifiers: KeyModifiers) {
    switch key {
    case .left, .right:
      let direction = key == .left ? -1 : 1
      self =
        modifiers.contains(.shift)
        ? .pan(share: Double(direction) * PageInput.keyShare) : .step(direction)
    case .up: self = .panel(-1)
    case .down: self = .panel(1)
    case .tab: self = .panel(modifiers.contains(.shift) ? -1 : 1)
    case .home, .character("0"), .character("l"), .character("L"): self = .live
    case .character("m"), .character("M"): self = .nextEntries
    case .character("n"), .character("N"): self = .next
    case .character("a"), .character("A"): self = .toggleLook
    case .character("+"), .character("="): self = .zoom(notches: 2)
    case .character("-"), .character("_"): self = .zoom(notches: -2)
    case .character(let character):
      guard character.isASCII, let digit = character.wholeNumberValue, digit > 0 else { return nil }
      self = .toggleSeries(digit - 1)
    default: return nil
    }
  }

  /// The page input for an event of the pointer. Fails for other events.
  /// - Parameters:
  ///   - scale: device pixels per point.
  ///   - origin: the position of the page in the window, in points.
  init?(_ event: SurfaceEvent, scale: Double, origin: Point = .zero) {
    func points(_ place: Point) -> Point {
      Point(place.x / scale - origin.x, place.y / scale - origin.y)
    }
    switch event {
    case .pointer(let place): self = .point(place.map(points))
    case .button(let event) where event.button == .left:
      let place = points(event.position)
      self =
        event.isPress
        ? .press(place, extends: event.modifiers.contains(.shift), clicks: event.clicks)
        : .release(place)
    case .scroll(let event): self.init(event, at: points(event.position))
    case .touch(let gesture):
      guard let input = PageInput(gesture, points: points) else { return nil }
      self = input
    default: return nil
    }
  }

  private init?(_ gesture: TouchGesture, points: (Point) -> Point) {
    switch gesture {
    case .began: return nil
    case .tap(let place, let clicks): self = .tap(points(place), clicks: clicks)
    case .hold(let place): self = .point(points(place))
    case .slide(let start, let place): self = .slide(from: points(start), to: points(place))
    case .lift(let swipe): self = .lift(swipe: swipe)
    case .pinch(let old, let new, let ratio):
      self = .pinch(from: points(old), to: points(new), ratio: ratio)
    }
  }

  private init(_ event: ScrollEvent, at place: Point) {
    let pans = event.modifiers.contains(.shift)
    switch event.direction {
    case .up where !pans: self = .zoomAt(place, notches: event.notches)
    case .down where !pans: self = .zoomAt(place, notches: -event.notches)
    case .up, .left: self = .pan(share: -PageInput.notchShare * event.notches)
    case .down, .right: self = .pan(share: PageInput.notchShare * event.notches)
    }
  }
}

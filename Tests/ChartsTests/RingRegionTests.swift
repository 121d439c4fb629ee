import Geometry
import Layers
import Metrics
import TestSupport
import Testing

@testable import Charts

/// The rings of panels and of the progress chart fill alike: evenly along their outer edges.
@Suite struct RingRegionTests {
  private let track = Racetrack(in: Rect(x: 0, y: 0, width: 400, height: 200), band: 50)
  private let ring = RingRegion()

  init() { ring.layOut(track) }

  /// Whether the region has the cut and the area of a progress.
  private func shows(_ progress: Double, at time: Double) -> Bool {
    let (shown, expected) = (ring.layer.shownPath(at: time), track.region(progress))
    return isNear(shown.vertices[6], expected.vertices[6], 0.05)
      && isNear(shown.enclosedArea, expected.enclosedArea, 4)
  }

  @Test(
    "11 eased along the outer edge",
    arguments: [0.0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.8, 1])
  func theOuterEdgeIsEased(fraction: Double) {
    ring.show(0.1)
    ring.move(to: 0.9, Pace(begin: 1, duration: 2, timing: .easeOut), at: 1)
    let progress = lerp(0.1, 0.9, TimingFunction.easeOut(fraction))
    #expect(shows(progress, at: 1 + 2 * fraction))
    #expect(!shows(progress + 0.001, at: 1 + 2 * fraction))
  }

  /// A new target starts from the progress on screen; the same target again changes nothing.
  @Test func interruptionsDoNotJump() {
    ring.move(from: 0, to: 0.8, Pace(begin: 1.5, duration: 1, timing: .linear), at: 1)
    #expect(shows(0, at: 1.4))
    #expect(shows(0.4, at: 2))
    ring.move(to: 0.8, Pace(begin: 2, duration: 5, timing: .easeOut), at: 2)
    #expect(shows(0.6, at: 2.25))
    ring.move(to: 0.2, Pace(begin: 2, duration: 1, timing: .linear), at: 2)
    #expect(shows(0.4, at: 2))
    #expect(shows(0.3, at: 2.5))
    #expect(shows(0.2, at: 3))
  }

  @Test(arguments: [(Double.nan, 0.0), (-1, 0), (7, 1), (.infinity, 1)])
  func progressIsHeld(progress: Double, shown: Double) {
    ring.move(to: progress, Pace(begin: 0, duration: 1, timing: .linear), at: 0)
    #expect(shows(shown, at: 2))
    ring.show(progress)
    #expect(ring.layer.path == track.region(shown))
  }

  /// A gauge that shows one half.
  private func gauge() throws -> (RingGauge, PanelBodyLook) {
    let environment = try chartEnvironment()
    let ring = RingGauge(environment: environment)
    let place = PanelBodyPlace(
      frame: Rect(x: 0, y: 0, width: 300, height: 200), gradient: environment.theme.gradient(0))
    ring.layOut(place, environment: environment)
    let look = PanelBodyLook(ground: environment.theme.panel)
    ring.update(content(0.5), look: look, at: nil)
    return (ring, look)
  }

  private func content(_ fraction: Double) -> RingContent {
    RingContent(fraction: fraction, value: FormattedValue(digits: "50", unit: "%"), detail: "")
  }

  /// The ring has the colour of a breached threshold, and its own gradient again after the breach.
  @Test(arguments: SignalColor.allCases)
  func aBreachedRingHasTheColorOfItsThreshold(signal: SignalColor) throws {
    let (ring, look) = try gauge()
    let fill = try #require(ring.layer.all.compactMap { $0 as? GradientLayer }.first)
    let usual = [LineGradient.ring.start, LineGradient.ring.end]
    #expect(fill.colors == usual)
    var breached = content(0.5)
    breached.signal = signal
    ring.update(breached, look: look, at: nil)
    let color = try chartEnvironment().theme.mark(signal)
    #expect(fill.colors == [color, color])
    ring.update(content(0.5), look: look, at: nil)
    #expect(fill.colors == usual)
  }

  /// Two frames of a ring that fills differ only at the end of the region.
  @Test func onlyTheEndIsDrawnAnew() throws {
    let (ring, look) = try gauge()
    ring.update(content(0.6), look: look, at: 1)
    let frames = [1.2, 1.22].map {
      Compositor.record(
        ring.layer, at: $0, scale: 1, bounds: IntRect(width: 300, height: 200))
    }
    let area = frames[1].damage(from: frames[0]).reduce(0) { $0 + $1.area }
    #expect(area > 0 && area < 300 * 200 / 10, "\(area)")
  }

  /// A value that comes while the ring is drawn on does not end the drawing.
  @Test func aPanelIsDrawnOnWhileItsValueComes() throws {
    let (ring, look) = try gauge()
    ring.drawOn(at: 1)
    let fill = try #require(
      ring.layer.all.compactMap { $0.mask as? ShapeLayer }.first {
        $0.animationKeys == ["progress"]
      })
    let before = fill.shownPath(at: 1.6)
    ring.update(content(0.5), look: look, at: 1.5)
    #expect(fill.shownPath(at: 1.6) == before && before.enclosedArea > 0)
    ring.finishDrawOn()
    #expect(
      fill.animationKeys.isEmpty && fill.shownPath(at: 1.6).enclosedArea > before.enclosedArea)
  }
}

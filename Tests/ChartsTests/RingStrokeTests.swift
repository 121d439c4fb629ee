import Geometry
import Layers
import Metrics
import Testing

@testable import Charts

/// The rings of panels and of the progress chart fill alike: evenly along their outer edges.
@Suite struct RingStrokeTests {
  private let track = Racetrack(in: Rect(x: 0, y: 0, width: 400, height: 200), band: 50)

  @Test(
    "11 eased along the outer edge",
    arguments: [0.0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.8, 1])
  func theOuterEdgeIsEased(fraction: Double) {
    let stroke = RingStroke()
    stroke.layOut(track)
    stroke.show(0.1)
    stroke.move(to: 0.9, Pace(begin: 1, duration: 2, timing: .easeOut), at: 1)
    let expected = track.centerFraction(lerp(0.1, 0.9, TimingFunction.easeOut(fraction)))
    #expect(isNear(stroke.layer.scalar(.strokeEnd, at: 1 + 2 * fraction), expected, 1e-9))
  }

  /// A new target starts from the progress on screen; the same target again changes nothing.
  @Test func interruptionsDoNotJump() {
    let stroke = RingStroke()
    stroke.layOut(track)
    stroke.move(from: 0, to: 0.8, Pace(begin: 1.5, duration: 1, timing: .linear), at: 1)
    #expect(stroke.layer.scalar(.strokeEnd, at: 1.4) == 0)
    let half = stroke.layer.scalar(.strokeEnd, at: 2)
    #expect(isNear(half, track.centerFraction(0.4)))
    stroke.move(to: 0.8, Pace(begin: 2, duration: 5, timing: .easeOut), at: 2)
    #expect(isNear(stroke.layer.scalar(.strokeEnd, at: 2.25), track.centerFraction(0.6)))
    stroke.move(to: 0.2, Pace(begin: 2, duration: 1, timing: .linear), at: 2)
    #expect(isNear(stroke.layer.scalar(.strokeEnd, at: 2), half))
    #expect(isNear(stroke.layer.scalar(.strokeEnd, at: 2.5), track.centerFraction(0.3)))
    #expect(isNear(stroke.layer.scalar(.strokeEnd, at: 3), track.centerFraction(0.2)))
  }

  @Test(arguments: [(Double.nan, 0.0), (-1, 0), (7, 1), (.infinity, 1)])
  func progressIsHeld(progress: Double, shown: Double) {
    let stroke = RingStroke()
    stroke.layOut(track)
    stroke.move(to: progress, Pace(begin: 0, duration: 1, timing: .linear), at: 0)
    #expect(isNear(stroke.layer.scalar(.strokeEnd, at: 2), shown))
    stroke.show(progress)
    #expect(stroke.layer.strokeStyle.end == shown)
  }

  /// A value that comes while the ring is drawn on does not end the drawing.
  @Test func aPanelIsDrawnOnWhileItsValueComes() throws {
    let environment = try chartEnvironment()
    let ring = RingGauge(environment: environment)
    let place = PanelBodyPlace(
      frame: Rect(x: 0, y: 0, width: 300, height: 200), gradient: environment.theme.gradient(0))
    ring.layOut(place, environment: environment)
    let look = PanelBodyLook(ground: environment.theme.panel)
    let content = RingContent(
      fraction: 0.5, value: FormattedValue(digits: "50", unit: "%"), detail: "")
    ring.update(content, look: look, at: nil)
    ring.drawOn(at: 1)
    let stroke = try #require(
      ring.layer.all.compactMap { $0 as? ShapeLayer }.first { $0.animationKeys == ["progress"] })
    let before = stroke.scalar(.strokeEnd, at: 1.6)
    ring.update(content, look: look, at: 1.5)
    #expect(stroke.scalar(.strokeEnd, at: 1.6) == before && before > 0)
    ring.finishDrawOn()
    #expect(stroke.animationKeys.isEmpty && stroke.strokeStyle.end > before)
  }
}

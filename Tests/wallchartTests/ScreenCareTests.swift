import Dashboard
import Geometry
import Stage
import Testing

@testable import wallchart

/// Input on screens that are dark, or become dark.
@MainActor
struct ScreenCareTests {
  private let tap = [SurfaceEvent.touch(.began), .touch(.tap(.zero, clicks: 1))]

  private func button(isPress: Bool) -> SurfaceEvent {
    .button(PointerButtonEvent(.left, isPress: isPress, at: .zero))
  }

  /// A touch that lights a screen has no other effect, to its end; the next one has.
  @Test func aTouchLightsADarkScreen() {
    let care = ScreenCare(isAnimated: false) { [] }
    #expect(tap.map(care.takes) == [false, false])
    care.dim()
    let swipe: [SurfaceEvent] = [
      .touch(.began), .touch(.slide(from: .zero, to: Point(99, 0))), .touch(.lift(swipe: 1)),
    ]
    #expect(swipe.map(care.takes) == [true, true, true])
    #expect(care.level == .full)
    #expect(tap.map(care.takes) == [false, false])
    care.blank()
    #expect(tap.map(care.takes) == [true, true])
    #expect(care.level == .full)
    #expect(swipe.map(care.takes) == [false, false, false])
  }

  /// A drag that began on a lit screen ends on a dark one.
  @Test func aDragEndsInTheDark() {
    let care = ScreenCare(isAnimated: false) { [] }
    #expect(!care.takes(button(isPress: true)) && !care.takes(.touch(.began)))
    care.dim()
    #expect(!care.takes(.touch(.lift(swipe: 0))))
    care.dim()
    #expect(!care.takes(button(isPress: false)))
    care.dim()
    #expect(care.takes(button(isPress: true)))
  }
}

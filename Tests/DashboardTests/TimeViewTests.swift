import Testing

@testable import Dashboard

@Suite struct TimeViewTests {
  private let bounds = TimeView.Bounds(live: 100...200, kept: 0...200)

  private func isNear(_ range: ClosedRange<Double>?, _ low: Double, _ high: Double) -> Bool {
    guard let range else { return false }
    return abs(range.lowerBound - low) < 1e-9 && abs(range.upperBound - high) < 1e-9
  }

  /// The anchor keeps its position.
  @Test(arguments: [
    (1.0, 150.0, 110.0, 190.0), (1, 200, 120, 200), (1, 100, 100, 180), (2, 150, 118, 182),
    (-1, 200, 75, 200), (0.5, 150, 105, 195),
  ])
  func zoom(notches: Double, anchor: Double, low: Double, high: Double) {
    var view = TimeView()
    view.zoom(notches: notches, at: anchor, shortest: 2, in: bounds)
    #expect(isNear(view.range, low, high), "\(String(describing: view.range))")
    let share = (anchor - 100) / 100
    #expect(abs(view.range!.lowerBound + share * (high - low) - anchor) < 1e-9)
  }

  @Test func zoomingInAndOutAgainIsLive() {
    var view = TimeView()
    view.zoom(notches: 3, at: 170, shortest: 2, in: bounds)
    #expect(view.range != nil)
    view.zoom(notches: -3, at: 170, shortest: 2, in: bounds)
    #expect(view.range == nil)
    #expect(view.shown(bounds) == 100...200)
  }

  @Test func theViewKeepsTwoSamplesAndEndsWithTheData() {
    var view = TimeView()
    view.zoom(notches: 60, at: 150, shortest: 2, in: bounds)
    #expect(isNear(view.range, 149, 151))
    view.zoom(notches: -1000, at: 150, shortest: 2, in: bounds)
    #expect(isNear(view.range, 0, 200))
    view.zoom(notches: 1, at: 900, shortest: 2, in: bounds)
    #expect(isNear(view.range, 40, 200))
  }

  @Test(arguments: [
    (-50.0, 50.0, 150.0), (-1000, 0, 100), (-0.001, 100, 200), (1000, 100, 200),
  ])
  func pan(distance: Double, low: Double, high: Double) {
    var view = TimeView()
    view.pan(by: distance, in: bounds)
    #expect(isNear(view.shown(bounds), low, high))
    #expect((view.range == nil) == (low == 100))
  }

  @Test func aStretchIsShownAtItsLeastLength() {
    var view = TimeView()
    view.show(120...140, shortest: 2, in: bounds)
    #expect(isNear(view.range, 120, 140))
    view.show(150...150.5, shortest: 2, in: bounds)
    #expect(isNear(view.range, 149.25, 151.25))
    view.show(199.9...200, shortest: 4, in: bounds)
    #expect(isNear(view.range, 196, 200))
    view.showLive()
    #expect(view == TimeView())
  }

  /// Data that is dropped moves the view; data that comes does not.
  @Test func theViewStandsStillWhileItsDataIsThere() {
    var view = TimeView()
    view.show(120...140, shortest: 2, in: bounds)
    view.hold(in: TimeView.Bounds(live: 150...250, kept: 50...250, hasDropped: true))
    #expect(isNear(view.range, 120, 140))
    // The first rows of a pipe start at the right: their remainder is not shown for long.
    view.hold(in: TimeView.Bounds(live: 130...250, kept: 150...250))
    #expect(isNear(view.range, 120, 140))
    view.hold(in: TimeView.Bounds(live: 250...350, kept: 130...350, hasDropped: true))
    #expect(isNear(view.range, 130, 150))
    // All data has begun anew.
    view.hold(in: TimeView.Bounds(live: 1...10, kept: nil))
    #expect(view.range == nil)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func strangeNumbers(number: Double) {
    for shortest in [2, number] {
      var view = TimeView()
      view.zoom(notches: number, at: 150, shortest: shortest, in: bounds)
      view.zoom(notches: 1, at: number, shortest: shortest, in: bounds)
      view.pan(by: number, in: bounds)
      let shown = view.shown(bounds)
      #expect(shown.lowerBound >= 0 && shown.upperBound <= 200)
    }
    var view = TimeView()
    view.zoom(notches: 1, at: 5, shortest: 2, in: TimeView.Bounds(live: 5...5, kept: nil))
    #expect(view.range == nil)
  }
}

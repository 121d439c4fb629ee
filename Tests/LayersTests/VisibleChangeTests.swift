import Geometry
import Raster
import Testing

@testable import Layers

/// The time of the next visible change, on a display of 60 Hz.
@Suite struct VisibleChangeTests {
  private let interval = 1.0 / 60

  private func next(_ layer: Layer, after time: Double, scale: Double = 1) -> Double? {
    layer.nextChange(after: time, scale: scale, interval: interval)
  }

  private func moving(by distance: Double, duration: Double) -> Layer {
    let layer = Layer()
    layer.add(
      BasicAnimation(
        .position, from: .point(.zero), to: .point(Point(distance, 0)), duration: duration),
      forKey: "move", at: 0)
    return layer
  }

  @Test func stillMeansNever() {
    #expect(next(Layer(), after: 0) == nil)
  }

  @Test func fastIsEveryRefresh() {
    #expect(next(moving(by: 600, duration: 1), after: 0.5) == 0.5 + interval)
  }

  /// Thirty pictures a second show a motion of less than sixty pixels a second smoothly.
  @Test(arguments: [
    Pace(60, 1), Pace(59, 2), Pace(30, scale: 2, 1), Pace(29, scale: 2, 2), Pace(29, speed: 2, 2),
    Pace(31, speed: 2, 1), Pace(31, speed: -2, 1), Pace(59, refreshes: 144, 4),
    Pace(60, refreshes: 144, 1), Pace(59, refreshes: 30, 1), Pace(59, refreshes: 20, 1),
  ])
  func aSlowMotionIsEverySecondRefresh(pace: Pace) {
    let layer = moving(by: 4 * pace.distance, duration: 4)
    layer.speed = pace.speed
    layer.timeOffset = 2
    let frame = FrameTime(0, sparesSlowChanges: true)
    let time = layer.nextChange(after: frame, scale: pace.scale, interval: 1 / pace.refreshes)
    #expect(time != nil && abs(time! - pace.expected / pace.refreshes) < 1e-9)
  }

  struct Pace: Sendable {
    let (distance, scale, speed, refreshes): (Double, Double, Double, Double)
    /// The number of refreshes until the next change.
    let expected: Double

    /// - Parameter distance: points in a second of the layer's time.
    init(
      _ distance: Double, scale: Double = 1, speed: Double = 1, refreshes: Double = 60,
      _ expected: Double
    ) {
      (self.distance, self.scale, self.speed, self.refreshes) = (distance, scale, speed, refreshes)
      self.expected = expected
    }
  }

  /// Nothing moves in a fade, however fast.
  @Test func aFadeIsEverySecondRefresh() {
    let layer = Layer()
    layer.add(
      BasicAnimation(.opacity, from: .scalar(0), to: .scalar(1), duration: 0.2), forKey: "fade",
      at: 0)
    let frame = FrameTime(0.05, sparesSlowChanges: true)
    let time = layer.nextChange(after: frame, scale: 1, interval: interval)
    #expect(time != nil && abs(time! - 0.05 - 2 * interval) < 1e-9)
    #expect(next(layer, after: 0.05) == 0.05 + interval)
  }

  @Test(arguments: [(1.0, 15.0), (2.0, 8.0)])
  func slowIsEveryHalfOfAPixel(scale: Double, refreshes: Double) {
    // At about a point per second, the first step is nearest after a quarter of a second, and after half of that at
    // double scale.
    let time = next(moving(by: 10.1, duration: 10), after: 0, scale: scale)
    #expect(time != nil && abs(time! - refreshes * interval) < 1e-9)
  }

  @Test func aKeptShapeMovesByWholeColumns() {
    let shape = ShapeLayer()
    shape.keepsCoverage = true
    shape.add(
      BasicAnimation(.position, from: .point(.zero), to: .point(Point(10.1, 0)), duration: 10),
      forKey: "slide", at: 0)
    let time = next(shape, after: 0)
    #expect(time != nil && abs(time! - 29 * interval) < 1e-9)
  }

  @Test func theEndIsAChange() {
    #expect(next(moving(by: 0.1, duration: 1), after: 0.2) == 1)
    #expect(next(moving(by: 600, duration: 1), after: 0.995) == 1)
  }

  @Test func theBeginIsAChange() {
    let layer = Layer()
    var animation = BasicAnimation(.opacity, from: .scalar(0), to: .scalar(1), duration: 1)
    animation.timing.beginTime = 5
    layer.add(animation, forKey: "fade", at: 0)
    #expect(next(layer, after: 0) == 5)
  }

  @Test func sublayersAndMasksCount() {
    let (root, child) = (Layer(), Layer())
    root.addSublayer(child)
    child.mask = moving(by: 600, duration: 1)
    #expect(next(root, after: 0.5) == 0.5 + interval)
    child.isHidden = true
    #expect(next(root, after: 0.5) == nil)
  }

  @Test func aFadeIsSeenInStepsOf255() {
    let layer = Layer()
    layer.add(
      BasicAnimation(.opacity, from: .scalar(0), to: .scalar(0.1), duration: 10), forKey: "fade",
      at: 0)
    // The fade has 25.5 steps in ten seconds, and the first is nearest after half of a step.
    let time = next(layer, after: 0)
    #expect(time != nil && abs(time! - 12 * interval) < 1e-9)
  }

  /// Between two announced changes, frames are equal; at each change, they differ.
  @Test func framesDifferJustWhenAChangeIsAnnounced() {
    let layer = moving(by: 3, duration: 1)
    layer.bounds = Rect(x: 0, y: 0, width: 10, height: 10)
    layer.backgroundColor = .black
    func frame(_ time: Double) -> DisplayList {
      Compositor.record(layer, at: time, scale: 1, bounds: IntRect(width: 100, height: 100))
    }
    var time = 0.0
    var changes = 0
    while let change = next(layer, after: time), change > time {
      let before = frame(time)
      for part in [0.3, 0.9] where change < 1 {
        let between = time + (((change - time) / interval).rounded() - 1) * interval * part
        #expect(frame(between).damage(from: before).isEmpty)
      }
      #expect(!frame(change).damage(from: before).isEmpty)
      changes += 1
      time = change
    }
    // Six steps, and the end.
    #expect(changes == 7)
  }
}

import Geometry
import Raster
import TestSupport
import Testing

@testable import Layers

/// Frames that leave slow changes as they were a moment before.
@Suite struct FrameTimeTests {
  private let refresh = 1.0 / 60

  /// A box that moves to the right.
  /// - Parameters:
  ///   - y: the upper edge of the box.
  ///   - begin: the start of the motion; before, the box is at the left edge.
  private func moving(
    _ pixels: Double, y: Double, from begin: Double = 0, for duration: Double = 1
  ) -> Layer {
    let layer = box(0, y, 10, 10, .black)
    var move = BasicAnimation(
      .position, from: .point(Point(5, y + 5)), to: .point(Point(5 + pixels, y + 5)),
      duration: duration)
    move.timing.beginTime = begin
    move.timing.fillMode = .both
    move.isRemovedOnCompletion = false
    layer.add(move, forKey: "move", at: 0)
    return layer
  }

  /// The left edges of the layers in a frame.
  private func edges(_ root: Layer, in frame: FrameTime) -> [Double] {
    let list = Compositor.record(
      root, in: frame, scale: 1, bounds: IntRect(width: 200, height: 100))
    return list.segments.flatMap(\.items).compactMap {
      guard case .fill(let path, _, let transform, _) = $0.operation.content else { return nil }
      return path.controlPointBounds.applying(transform).minX + $0.operation.offset.x
    }
  }

  @Test(arguments: [(60.0, 30), (75, 37), (144, 36), (30, 60), (24, 48)])
  func everyOtherFrameDrawsSlowChanges(rate: Double, expected: Int) {
    var frame = FrameTime(0, sparesSlowChanges: true)
    var pictures: Set<Double> = []
    let frames = rate < 60 ? 2 * Int(rate) : Int(rate)
    for number in 1...frames {
      let now = Double(number) / rate
      frame = frame.next(at: now)
      #expect(frame.now == now && now - frame.slow < 0.75 / 30)
      pictures.insert(frame.slow)
    }
    pictures.remove(0)
    #expect(pictures.count == expected)
  }

  @Test func anExactFrameIsFollowedByExactFrames() {
    let next = FrameTime(1).next(at: 1 + refresh)
    #expect(next.slow == next.now && next.now == 1 + refresh)
  }

  /// Whether the layers have these left edges, to a quarter of a pixel.
  private func shows(
    _ expected: [Double], _ root: Layer, in frame: FrameTime
  ) -> Bool {
    let found = edges(root, in: frame)
    return found.count == expected.count
      && zip(found, expected).allSatisfy { abs($0 - $1) < 0.26 }
  }

  @Test func onlyFastMotionIsDrawnInEveryFrame() {
    let root = stage(moving(120, y: 0), moving(54, y: 20))
    let first = FrameTime(0.5, sparesSlowChanges: true)
    let second = first.next(at: 0.5 + refresh)
    let third = second.next(at: 0.5 + 2 * refresh)
    #expect(shows([60, 27], root, in: first))
    #expect(shows([62, 27], root, in: second))
    #expect(shows([64, 28.8], root, in: third))
    #expect(shows([62, 27.9], root, in: FrameTime(0.5 + refresh)))
  }

  /// A short motion has one picture on the way and one at the end, so the pictures may be farther apart than the mean
  /// speed tells.
  @Test func thePictureOfTheEndCounts() {
    let root = stage(moving(3.9, y: 0, for: 0.045), moving(4.1, y: 20, for: 0.045))
    let first = FrameTime(refresh, sparesSlowChanges: true)
    let second = first.next(at: 2 * refresh)
    #expect(shows([1.44, 1.52], root, in: first))
    #expect(shows([1.44, 3.04], root, in: second))
    #expect(shows([3.9, 4.1], root, in: second.next(at: 3 * refresh)))
  }

  /// A motion that starts or ends between two pictures is drawn as it is.
  @Test func startsAndEndsAreDrawn() {
    let root = stage(moving(59, y: 0, from: 1), moving(59, y: 20, from: 1.985))
    let frame = FrameTime(1.98, sparesSlowChanges: true)
    #expect(shows([57.82, 0], root, in: frame))
    #expect(shows([59, 1], root, in: frame.next(at: 2.002)))
    #expect(shows([59, 1.77], root, in: frame.next(at: 2.015)))
  }

  /// Only the drawing knows the distance of a motion that is added to another one.
  @Test func aMotionWithoutItsOwnDistanceIsFast() {
    let layer = moving(120, y: 0)
    var added = BasicAnimation(.position, by: .point(Point(59, 0)), duration: 1)
    (added.isAdditive, added.timing.fillMode) = (true, .both)
    layer.add(added, forKey: "added", at: 0)
    let frame = FrameTime(0.5, sparesSlowChanges: true).next(at: 0.52)
    let root = stage(layer)
    let exact = edges(root, in: FrameTime(0.52))[0]
    #expect(exact > edges(root, in: FrameTime(0))[0] + 80)
    #expect(shows([exact], root, in: frame))
  }
}

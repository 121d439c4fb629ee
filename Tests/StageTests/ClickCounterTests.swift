import Geometry
import Testing

@testable import Stage

struct ClickCounterTests {
  struct Press {
    var button = PointerButtonEvent.Button.left
    var time: UInt32
    var place = Point(0, 0)
    /// The place of the release; nil for the place of the press.
    var end: Point?
  }

  @Test(
    arguments: [
      ([Press(time: 100), Press(time: 450, place: Point(3, -3))], 5, [1, 2]),
      ([Press(time: 100), Press(time: 500)], 5, [1, 2]),
      ([Press(time: 100), Press(time: 501)], 5, [1, 1]),
      ([Press(time: 100), Press(time: 200, place: Point(6, 0))], 5, [1, 1]),
      ([Press(time: 100), Press(time: 200, place: Point(6, 0))], 10, [1, 2]),
      ([Press(time: 100), Press(time: 200), Press(time: 300, place: Point(0, 5))], 5, [1, 2, 3]),
      // Every press is measured from the one before.
      ([Press(time: 0), Press(time: 300), Press(time: 600), Press(time: 1100)], 5, [1, 2, 3, 1]),
      // Without a reach, as in the cells of a terminal, only the same place counts.
      ([Press(time: 0, place: Point(4, 8)), Press(time: 200, place: Point(4, 8))], 0, [1, 2]),
      ([Press(time: 0, place: Point(4, 8)), Press(time: 200, place: Point(12, 8))], 0, [1, 1]),
      // Another button starts again.
      ([Press(button: .right, time: 0), Press(time: 100), Press(time: 200)], 0, [1, 1, 2]),
      ([Press(time: 0), Press(button: .middle, time: 100), Press(time: 200)], 5, [1, 1, 1]),
      // A drag is no half of a double click.
      (
        [Press(time: 100, end: Point(40, 0)), Press(time: 200), Press(time: 300)], 5, [1, 1, 2]
      ),
      ([Press(time: 100, end: Point(3, 0)), Press(time: 200)], 5, [1, 2]),
      // The clock wraps around, and never goes back.
      ([Press(time: 0xffff_ff80), Press(time: 0x10)], 5, [1, 2]),
      ([Press(time: 300), Press(time: 200)], 5, [1, 1]),
    ] as [([Press], Double, [Int])])
  func pressesAreCounted(presses: [Press], reach: Double, counts: [Int]) {
    var counter = ClickCounter()
    let found = presses.map { press in
      let count = counter.press(press.button, at: press.place, time: press.time, reach: reach)
      // A release has the number of its press.
      #expect(counter.release(at: press.end ?? press.place, reach: reach) == count)
      return count
    }
    #expect(found == counts)
  }

  @Test func aReleaseWithoutAPressIsOneOfASingleClick() {
    var counter = ClickCounter()
    #expect(counter.release(at: Point(1, 1), reach: 5) == 1)
  }
}

import Geometry
import Stage
import TestSupport

@testable import Windowing

/// A program that draws into a window, with the expected picture.
@MainActor
final class Painter {
  private let fixture: Fixture
  private var generator: SeededGenerator
  private(set) var frame: [UInt32] = []
  private var bounds = IntRect(width: 0, height: 0)
  /// The rectangles in which each buffer lacks changes; absent for an unknown buffer.
  private var missed: [Int: [IntRect]] = [:]

  init(_ fixture: Fixture, seed: UInt64) {
    self.fixture = fixture
    generator = SeededGenerator(seed: seed)
    begin()
  }

  /// Whether the last frame has the window's size.
  var isOfWindowsSize: Bool {
    bounds == IntRect(width: fixture.window.width, height: fixture.window.height)
  }

  private func begin() {
    bounds = IntRect(width: fixture.window.width, height: fixture.window.height)
    frame = [UInt32](repeating: 0xff00_0000, count: bounds.area)
  }

  /// Draws some rectangles, or the whole frame, and presents the frame.
  func present(whole: Bool = false) throws {
    let buffer = try fixture.acquire()
    if !isOfWindowsSize { begin() }
    var damage = (0..<Int.random(in: 0..<4, using: &generator)).map { _ in change() }
    if whole { damage = [bounds] }
    draw(buffer, damage: damage)
    fixture.window.present(buffer, damage: damage)
  }

  private func change() -> IntRect {
    let x = Int.random(in: 0..<bounds.width, using: &generator)
    let y = Int.random(in: 0..<bounds.height, using: &generator)
    let rectangle = IntRect(
      minX: x, minY: y, maxX: Int.random(in: x...bounds.width, using: &generator),
      maxY: Int.random(in: y...bounds.height, using: &generator))
    let color = UInt32.random(in: 0...0xffffff, using: &generator) | 0xff00_0000
    for y in rectangle.minY..<rectangle.maxY {
      for x in rectangle.minX..<rectangle.maxX { frame[y * bounds.width + x] = color }
    }
    return rectangle
  }

  /// Draws the pixels that the buffer lacks, and no others.
  private func draw(_ buffer: SurfaceBuffer, damage: [IntRect]) {
    for identifier in missed.keys { missed[identifier]! += damage }
    // A pixel beside the buffer would destroy the memory of another test.
    let room = IntRect(width: buffer.pixels.width, height: buffer.pixels.height)
    for part in missed[buffer.identifier] ?? [bounds] {
      let part = part.intersection(bounds).intersection(room)
      if part.isEmpty { continue }
      for y in part.minY..<part.maxY {
        for x in part.minX..<part.maxX {
          buffer.pixels.base[y * buffer.pixels.stride + x] = frame[y * bounds.width + x]
        }
      }
    }
    missed[buffer.identifier] = []
  }

  /// A difference between the window and the last frame, in words; nil if there is none.
  func flaw() -> String? {
    // XGetImage gives the pixels of the visual's own format.
    let format = PixelFormat.best(fixture.window.connection)!
    return difference(fixture.shown(), frame.map(format.pixel))
  }
}

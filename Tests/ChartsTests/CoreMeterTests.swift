import Geometry
import Layers
import Metrics
import TestSupport
import Testing
import Typography

@testable import Charts

@Suite struct CoreMeterTests {
  private func meter(width: Double, shares: [Double], scale: Double = 1) throws -> CoreMeter {
    let fonts = try FontLibrary(directory: Program.root.path + "/Tests/Fonts")
    let environment = ChartEnvironment(
      theme: .dark, type: TypeScale(page: Size(1920, 1080)), fonts: fonts, zone: .utc,
      scale: scale, isAnimated: false)
    let meter = CoreMeter(environment: environment)
    meter.layOut(
      box: Rect(x: 0, y: 0, width: width, height: 20), color: .white, environment: environment)
    meter.update(shares, at: nil)
    return meter
  }

  /// The bars' tracks and fills take turns.
  private func bars(_ meter: CoreMeter) -> [(track: Rect, fill: Rect)] {
    let layers = meter.layer.sublayers
    return stride(from: 0, to: layers.count, by: 2).map { (layers[$0].frame, layers[$0 + 1].frame) }
  }

  @Test(arguments: [(2, 100.0, 8.0, 12.0), (8, 100, 8, 12), (16, 100, 4, 6), (50, 100, 1, 2)])
  func barsHaveRoom(count: Int, width: Double, bar: Double, step: Double) throws {
    let bars = bars(try meter(width: width, shares: [Double](repeating: 0.5, count: count)))
    #expect(bars.count == count)
    #expect(bars.allSatisfy { $0.track.width == bar && $0.fill.height == 10 })
    #expect(bars[1].track.minX - bars[0].track.minX == step)
    #expect(bars.last!.track.maxX == width && bars[0].track.minX >= 0)
  }

  @Test func tooManyAreGroupedByTheBusiest() throws {
    let shares = (0..<128).map { $0 == 77 ? 1 : 0.25 }
    let bars = bars(try meter(width: 64, shares: shares))
    #expect(bars.count == 32)
    #expect(bars.map(\.fill.height) == (0..<32).map { $0 == 77 / 4 ? 20 : 5 })
  }

  @Test func sharesAreHeldWithinTheBar() throws {
    let bars = bars(try meter(width: 100, shares: [-1, 2, .nan]))
    #expect(bars.map(\.fill.height) == [1, 20, 1])
  }
}

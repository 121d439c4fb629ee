import Charts
import Feeds
import Geometry
import Layers
import Metrics
import TestSupport
import Testing
import Typography

@testable import Dashboard

/// Rows that fill the window appear at once; others are drawn on, and move.
@Suite struct RowFloodTests {
  private func scene(isFile: Bool = false) throws -> StreamScene {
    let size = Size(640, 360)
    let scene = StreamScene(
      options: StreamOptions(), name: nil, isFile: isFile,
      environment: ChartEnvironment(
        theme: .dark, type: TypeScale(page: size),
        fonts: try FontLibrary(directory: Program.root.path + "/Tests/Fonts"), zone: .utc,
        scale: 1, isAnimated: true), at: 0)
    scene.layOut(size: size, scale: 1)
    return scene
  }

  private func rows(_ range: Range<Int>, isEnded: Bool = false) -> TextDelivery {
    var delivery = TextDelivery(text: range.map { "\($0 * 37 % 101) \($0 * 53 % 97)\n" }.joined())
    delivery.isEnded = isEnded
    return delivery
  }

  private func isMoving(_ scene: StreamScene, after time: Double) -> Bool {
    scene.root.nextChange(after: time, scale: 1, interval: 1.0 / 60) != nil
  }

  @Test func aFloodIsShownAtOnce() throws {
    let scene = try scene()
    scene.ingest(rows(0..<300), at: 1)
    #expect(!isMoving(scene, after: 1))
  }

  @Test func fewRowsAreDrawnOn() throws {
    let scene = try scene()
    scene.ingest(rows(0..<299), at: 1)
    #expect(isMoving(scene, after: 1.5))
  }

  /// The first read of a flood has few rows.
  @Test func aFloodEndsTheOpening() throws {
    let scene = try scene()
    scene.ingest(rows(0..<20), at: 1)
    #expect(isMoving(scene, after: 1))
    scene.ingest(rows(20..<20_000), at: 1.1)
    #expect(!isMoving(scene, after: 1.1))
    scene.ingest(rows(20_000..<20_010), at: 1.2)
    #expect(!isMoving(scene, after: 1.2))
    // Later rows come one after another, and move.
    scene.ingest(rows(20_010..<20_011), at: 3)
    #expect(isMoving(scene, after: 3))
  }

  /// A large file comes in pieces, a small file at once.
  @Test(arguments: [false, true]) func files(isSmall: Bool) throws {
    let scene = try scene(isFile: true)
    scene.ingest(rows(0..<1000, isEnded: isSmall), at: 1)
    #expect(isMoving(scene, after: 1) == isSmall)
  }

  /// The lines of a quiet pipe are weak, whatever its panels share.
  @Test func linesOfAQuietPipeAreWeak() throws {
    let scene = try scene()
    for i in 0..<5 { scene.ingest(rows(i..<i + 1), at: 1 + Double(i)) }
    #expect(!scene.root.dump(at: 6).contains("opacity(0.45)"))
    scene.advance(to: 60)
    #expect(scene.root.dump(at: 62).contains("opacity(0.45)"))
  }

  @Test(
    arguments: [
      // Rows with their times, and whether the last ones belong to a flood.
      ([(300, 0)], true), ([(299, 0)], false), ([(200, 0), (100, 0.4)], true),
      ([(200, 0), (99, 0.4)], false), ([(200, 0), (100, 0.6)], false),
      ([(400, 0), (1, 0.6)], true), ([(400, 0), (1, 0.6), (1, 1.2)], false),
      ([(400, 0), (1, 5)], false),
    ] as [([(Int, Double)], Bool)])
  func floods(rows: [(Int, Double)], isOn: Bool) {
    var flood = RowFlood(capacity: 300)
    for (count, time) in rows { _ = flood.begins(with: count, at: time) }
    #expect(flood.isOn == isOn)
  }
}

import Foundation
import TestSupport
import Testing

/// `--dump-layers` prints the tree of the snapshot.
@Suite struct DumpLayersTests {
  private let folder = TemporaryFolder()

  @Test func theTreeOfASnapshot() throws {
    let file = folder.file("a.png").path
    let result = try Program.run(
      [
        "--snapshot", file, "--dump-layers", "--replay", Program.fixture("orion.samples"), "--size",
        "640x360",
      ], without: ["DISPLAY"])
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("Layer bounds(0 0 640 360) anchor(0 0)") == true)
    #expect(lines.contains { $0.contains("text(\"orion\")") })
    #expect(lines.contains { $0.contains("mask ShapeLayer") })
    // The page has settled: nothing moves any more.
    #expect(!result.output.contains("animations("))
  }
}

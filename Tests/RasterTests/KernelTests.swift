import DrawingGenerator
import Geometry
import TestSupport
import Testing

@testable import Raster

@Suite struct KernelTests {
  @Test func wideKernelsDrawTheSameBytes() {
    // A processor without wide vectors has only one kind of kernels to compare.
    for seed in 0..<100 where Kernels.best == .wide {
      var random = SeededGenerator(seed: UInt64(seed))
      var generator = DrawingGenerator(
        (0..<1024).map { _ in UInt8.random(in: 0...255, using: &random) })
      let list = generator.list()
      let (a, b) = (Bitmap(width: 61, height: 40), Bitmap(width: 61, height: 40))
      Renderer(threads: 1, kernels: .base).draw(list, into: a.buffer)
      Renderer(threads: 1, kernels: .wide).draw(list, into: b.buffer)
      #expect(a.pixels == b.pixels, "seed \(seed)")
    }
  }
}

import Raster

/// A transparent picture in the middle of memory that nobody may touch: words beyond the end of each
/// row, and a row above and below.
final class GuardedPicture {
  private let width: Int
  private let height: Int
  private let stride: Int
  private var words: [UInt32]

  private static let guardWord: UInt32 = 0x5aa5_c33c

  init(width: Int, height: Int) {
    // No multiple of a vector, so that rows begin anywhere in one.
    (self.width, self.height, stride) = (width, height, width + 13)
    words = Array(repeating: GuardedPicture.guardWord, count: stride * (height + 2))
    for y in 0..<height { words.replaceSubrange(row(y), with: repeatElement(0, count: width)) }
  }

  /// The place of a row in memory.
  private func row(_ y: Int) -> Range<Int> { stride * (y + 1)..<stride * (y + 1) + width }

  func draw(_ list: DrawList, with renderer: Renderer) {
    words.withUnsafeMutableBufferPointer { memory in
      let buffer = PixelBuffer(
        base: memory.baseAddress! + stride, width: width, height: height, stride: stride)
      renderer.draw(list, into: buffer)
    }
  }

  var pixels: [UInt32] { (0..<height).flatMap { words[row($0)] } }

  /// Whether nothing beside the picture was written.
  var isIntact: Bool {
    words.indices.allSatisfy { i in
      let (x, y) = (i % stride, i / stride - 1)
      return words[i] == GuardedPicture.guardWord || x < width && 0..<height ~= y
    }
  }
}

import Geometry

/// An image as paint, ready to be drawn: sampled bilinearly, transparent outside.
final class ImageShader: Sendable {
  private let image: Image
  /// From device pixels to image pixels.
  private let inverse: AffineTransform
  /// Multiplies the coverage, 0...65535.
  let opacity: UInt32
  /// Whether image pixels fall on device pixels, and where the image's origin lies then.
  private let offset: (x: Int, y: Int)?

  /// Nil where nothing is to be drawn.
  init?(_ paint: ImagePaint, transform: AffineTransform) {
    let toDevice = paint.transform.concatenating(transform)
    guard paint.image.width > 0, paint.image.height > 0, paint.opacity > 0,
      let inverse = toDevice.inverted
    else { return nil }
    image = paint.image
    self.inverse = inverse
    opacity = UInt32(min(paint.opacity, 1) * 65535 + 0.5)
    let t = toDevice
    let isUnscaled = t.a == 1 && t.d == 1 && t.b == 0 && t.c == 0
    if isUnscaled, max(t.tx.magnitude, t.ty.magnitude) < 1e9,
      t.tx == Double(Int(t.tx)), t.ty == Double(Int(t.ty))
    {
      offset = (Int(t.tx), Int(t.ty))
    } else {
      offset = nil
    }
  }

  /// Writes the pixels of a row from a column on.
  func fetch(row: Int, column: Int, count: Int, into output: UnsafeMutablePointer<UInt32>) {
    image.pixels.withUnsafeBufferPointer { pixels in
      if let offset {
        copy(pixels, row - offset.y, column - offset.x, count, output)
      } else {
        sample(pixels, row, column, count, output)
      }
    }
  }

  private func copy(
    _ pixels: UnsafeBufferPointer<UInt32>, _ row: Int, _ column: Int, _ count: Int,
    _ output: UnsafeMutablePointer<UInt32>
  ) {
    output.update(repeating: 0, count: count)
    let (first, last) = (max(column, 0), min(column + count, image.width))
    guard row >= 0, row < image.height, first < last else { return }
    (output + (first - column)).update(
      from: pixels.baseAddress! + (row * image.width + first), count: last - first)
  }

  private func sample(
    _ pixels: UnsafeBufferPointer<UInt32>, _ row: Int, _ column: Int, _ count: Int,
    _ output: UnsafeMutablePointer<UInt32>
  ) {
    let (width, height) = (image.width, image.height)
    @inline(__always)
    func texel(_ x: Int, _ y: Int) -> SIMD4<UInt32> {
      guard x >= 0, y >= 0, x < width, y < height else { return SIMD4() }
      let p = pixels[y &* width &+ x]
      return SIMD4(p & 255, p >> 8 & 255, p >> 16 & 255, p >> 24)
    }
    for i in 0..<count {
      let center = Point(Double(column + i) + 0.5, Double(row) + 0.5).applying(inverse)
      let (u, v) = (center.x - 0.5, center.y - 0.5)
      guard u > -1, v > -1, u < Double(width), v < Double(height) else {
        output[i] = 0
        continue
      }
      // Adding one keeps the cut towards zero from rounding up below it.
      let (x, y) = (Int(u + 1) - 1, Int(v + 1) - 1)
      let (fx, fy) = (UInt32((u - Double(x)) * 256), UInt32((v - Double(y)) * 256))
      let top = texel(x, y) &* (256 &- fx) &+ texel(x &+ 1, y) &* fx
      let bottom = texel(x, y &+ 1) &* (256 &- fx) &+ texel(x &+ 1, y &+ 1) &* fx
      let c = (top &* (256 &- fy) &+ bottom &* fy &+ 0x8000) &>> 16
      output[i] = c.w << 24 | c.z << 16 | c.y << 8 | c.x
    }
  }
}

import Geometry

/// An image as paint, ready to be drawn: sampled bilinearly, with its border pixels extended to its edges, and
/// transparent outside.
final class ImageShader: Sendable {
  private let image: Image
  /// The transform from device pixels to image pixels.
  private let inverse: AffineTransform
  /// The factor of the coverage, 0...65535.
  let opacity: UInt32
  /// The position of the image's origin if image pixels coincide with device pixels; nil otherwise.
  private let offset: (x: Int, y: Int)?

  /// Fails if nothing is to be drawn.
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
      let p = pixels[min(max(y, 0), height &- 1) &* width &+ min(max(x, 0), width &- 1)]
      return SIMD4(p & 255, p >> 8 & 255, p >> 16 & 255, p >> 24)
    }
    for i in 0..<count {
      let place = Point(Double(column + i) + 0.5, Double(row) + 0.5).applying(inverse)
      guard place.x >= 0, place.y >= 0, place.x < Double(width), place.y < Double(height) else {
        output[i] = 0
        continue
      }
      // The texel whose centre is before the position is half a pixel up and to the left.
      let (u, v) = (place.x + 0.5, place.y + 0.5)
      let (x, y) = (Int(u) - 1, Int(v) - 1)
      let (fx, fy) = (UInt32((u - Double(x + 1)) * 256), UInt32((v - Double(y + 1)) * 256))
      let top = texel(x, y) &* (256 &- fx) &+ texel(x &+ 1, y) &* fx
      let bottom = texel(x, y &+ 1) &* (256 &- fx) &+ texel(x &+ 1, y &+ 1) &* fx
      let c = (top &* (256 &- fy) &+ bottom &* fy &+ 0x8000) &>> 16
      output[i] = c.w << 24 | c.z << 16 | c.y << 8 | c.x
    }
  }
}

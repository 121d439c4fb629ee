import CLanes
import Geometry

/// Memory for pixels, addressed by device coordinates.
struct Target {
  /// The pixel (minX, minY).
  private let base: UnsafeMutablePointer<UInt32>
  private let minX: Int
  private let minY: Int
  let stride: Int

  init(_ base: UnsafeMutablePointer<UInt32>, minX: Int = 0, minY: Int = 0, stride: Int) {
    (self.base, self.minX, self.minY, self.stride) = (base, minX, minY, stride)
  }

  /// The address of a pixel, which must be in the memory.
  @inline(__always)
  func at(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> {
    base + ((y &- minY) &* stride &+ (x &- minX))
  }

  /// The rows of an area.
  func rows(_ area: IntRect) -> pixel_rows {
    pixel_rows(
      pixels: at(area.minX, area.minY), columns: area.width, rows: area.height, stride: stride)
  }
}

/// Zeroed memory for the pixels or coverages of an area; no memory for an empty area.
struct Plane: ~Copyable {
  let area: IntRect
  private let base: UnsafeMutablePointer<UInt32>?

  init(_ area: IntRect) {
    self.area = area
    base = area.isEmpty ? nil : .allocate(capacity: area.area)
    base?.initialize(repeating: 0, count: area.area)
  }

  deinit { base?.deallocate() }

  var target: Target {
    // Nothing is drawn into an empty area.
    Target(base!, minX: area.minX, minY: area.minY, stride: area.width)
  }

  func fill(_ value: UInt32) { base?.update(repeating: value, count: area.area) }
}

import Geometry

/// The gradients of the latest frames, with their computed colours.
///
/// A shape that moves over a fixed gradient has the same colours in each frame.
final class GradientCache {
  private var gradients: [GradientRamp: GradientShader] = [:]
  private var frame = 0

  /// The largest number of kept gradients. Each has at most 16 bytes for each row of a frame, or 4 for each column. An
  /// unused gradient is forgotten after `memory` frames.
  static let mostKept = 64
  private static let memory = 32

  var count: Int { gradients.count }

  func beginFrame() {
    frame += 1
    if frame % GradientCache.memory == 0 { forget(before: frame - GradientCache.memory) }
  }

  /// Forgets all gradients, between two frames.
  func removeAll() { gradients = [:] }

  private func forget(before oldest: Int) {
    gradients = gradients.filter { $0.value.lastFrame >= oldest }
  }

  /// A gradient with its colours for some pixels; nil for a gradient that draws nothing.
  func shader(
    _ gradient: LinearGradient, _ transform: AffineTransform, for pixels: IntRect
  ) -> GradientShader? {
    // A horizontal move does not change a vertical gradient.
    guard let ramp = GradientRamp(gradient, transform: transform) else { return nil }
    let shader: GradientShader
    if let known = gradients[ramp] {
      shader = known
    } else {
      shader = GradientShader(ramp)
      if gradients.count >= GradientCache.mostKept { forget(before: frame) }
      if gradients.count < GradientCache.mostKept { gradients[ramp] = shader }
    }
    shader.lastFrame = frame
    shader.prepare(for: pixels)
    return shader
  }
}

/// The values of consecutive rows or columns.
struct Stretch<Value>: ~Copyable {
  private var range = 0..<0
  private var values: UnsafeMutablePointer<Value>?

  deinit { values?.deallocate() }

  /// Extends the range, and computes all of its values again, if values are missing.
  mutating func extend(
    to wanted: Range<Int>, compute: (Range<Int>, UnsafeMutablePointer<Value>) -> Void
  ) {
    if wanted.isEmpty || contains(wanted) { return }
    if !range.isEmpty {
      range =
        min(range.lowerBound, wanted.lowerBound)..<max(range.upperBound, wanted.upperBound)
    } else {
      range = wanted
    }
    values?.deallocate()
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: range.count)
    compute(range, memory)
    values = memory
  }

  /// The values of some rows or columns, which must be in the range.
  func values(of wanted: Range<Int>) -> UnsafePointer<Value> {
    precondition(contains(wanted))
    // Callers request at least one value, so that there is memory.
    return UnsafePointer(values! + (wanted.lowerBound - range.lowerBound))
  }

  private func contains(_ wanted: Range<Int>) -> Bool {
    range.lowerBound <= wanted.lowerBound && wanted.upperBound <= range.upperBound
  }
}

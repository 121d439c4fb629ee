import Geometry
import Raster
import TestSupport

@testable import Layers

/// SplitMix64: random numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

func isNear(_ a: Double, _ b: Double, _ tolerance: Double = 1e-6) -> Bool {
  (a - b).magnitude <= tolerance
}

func isNear(_ a: Point, _ b: Point, _ tolerance: Double = 1e-6) -> Bool {
  isNear(a.x, b.x, tolerance) && isNear(a.y, b.y, tolerance)
}

extension Layer {
  func scalar(_ keyPath: AnimationKeyPath, at time: Double) -> Double {
    guard case .scalar(let value)? = presentationValue(for: keyPath, at: time) else { return .nan }
    return value
  }

  func frame(at time: Double, width: Int = 100, height: Int = 100, scale: Double = 1)
    -> DisplayList
  {
    Compositor.record(self, at: time, scale: scale, bounds: IntRect(width: width, height: height))
  }

  /// A picture over white.
  func picture(at time: Double = 0, width: Int = 100, height: Int = 100, scale: Double = 1)
    -> Bitmap
  {
    draw(
      frame(at: time, width: width, height: height, scale: scale).drawList.operations,
      width: width, height: height)
  }
}

/// A layer with a frame and a colour.
func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: Color? = nil)
  -> Layer
{
  let layer = Layer()
  layer.frame = Rect(x: x, y: y, width: width, height: height)
  layer.backgroundColor = color
  return layer
}

/// A root whose coordinates are those of the picture.
func stage(_ layers: Layer...) -> Layer {
  let root = Layer()
  root.anchorPoint = .zero
  for layer in layers { root.addSublayer(layer) }
  return root
}

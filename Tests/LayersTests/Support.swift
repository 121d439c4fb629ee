import Geometry
import Raster
import TestSupport

@testable import Layers

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

/// A root with the picture's coordinates.
func stage(_ layers: Layer...) -> Layer {
  let root = Layer()
  root.anchorPoint = .zero
  for layer in layers { root.addSublayer(layer) }
  return root
}

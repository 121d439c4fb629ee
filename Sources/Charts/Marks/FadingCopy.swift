import Geometry
import Layers

/// The old picture of a masked gradient, which fades out while the new picture fades in. With reduced motion, the fade
/// replaces the motion from one to the other.
final class FadingCopy {
  let layer = GradientLayer()
  private let shape = ShapeLayer()

  init() {
    layer.mask = shape
    layer.opacity = 0
  }

  /// Takes the present look of a gradient and its mask before they change.
  func leave(_ source: GradientLayer, mask: ShapeLayer, at time: Double) {
    layer.frame = source.frame
    (layer.colors, layer.locations) = (source.colors, source.locations)
    (layer.startPoint, layer.endPoint) = (source.startPoint, source.endPoint)
    shape.path = mask.path
    shape.position = mask.position
    (shape.fillColor, shape.strokeColor) = (mask.fillColor, mask.strokeColor)
    shape.strokeStyle = mask.strokeStyle
    shape.keepsCoverage = mask.keepsCoverage
    layer.add(
      BasicAnimation(
        .opacity, from: .scalar(source.opacity), to: .scalar(0), duration: Motion.fadeDuration),
      forKey: "leave", at: time)
    source.fadeIn(at: time)
  }
}

extension Layer {
  /// Replaces this layer by another one.
  /// - Parameter time: the start of the cross-fade; nil for an immediate change.
  func fadeOver(to next: Layer, at time: Double?) {
    guard let superlayer else { return }
    superlayer.insertSublayer(next, at: superlayer.sublayers.firstIndex { $0 === self } ?? 0)
    if let time { next.fadeIn(at: time) }
    fadeOut(at: time)
  }

  /// Fades the layer out, and removes the layer.
  /// - Parameter time: the start of the fading; nil for none.
  func fadeOut(at time: Double?) {
    guard let time else { return removeFromSuperlayer() }
    move(.opacity, to: .scalar(0), at: time, duration: Motion.fadeDuration) { [weak self] _ in
      self?.removeFromSuperlayer()
    }
  }
}

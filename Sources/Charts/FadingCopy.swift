import Geometry
import Layers

/// What a masked gradient showed before, fading away while the new picture fades in: with reduced
/// motion, in place of a way from one to the other.
final class FadingCopy {
  let layer = GradientLayer()
  private let shape = ShapeLayer()

  init() {
    layer.mask = shape
    layer.opacity = 0
  }

  /// Takes the present look of a gradient and its mask, before that changes.
  func leave(_ source: GradientLayer, mask: ShapeLayer, at time: Double) {
    layer.frame = source.frame
    layer.colors = source.colors
    (layer.startPoint, layer.endPoint) = (source.startPoint, source.endPoint)
    shape.path = mask.path
    shape.position = mask.position
    (shape.fillColor, shape.strokeColor) = (mask.fillColor, mask.strokeColor)
    shape.strokeStyle = mask.strokeStyle
    layer.add(
      BasicAnimation(
        .opacity, from: .scalar(source.opacity), to: .scalar(0), duration: Motion.fadeDuration),
      forKey: "leave", at: time)
    source.fadeIn(at: time)
  }
}

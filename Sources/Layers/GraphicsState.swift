import Geometry
import Raster

/// The state in which a layer is drawn, as in Core Graphics: the transform, the clip, and the colour that
/// multiplies all colours.
final class GraphicsState: Equatable {
  /// The transform from the superlayer's coordinates to device pixels.
  let transform: AffineTransform
  let clip: Clip?
  /// The largest number of device pixels in a point of the superlayer.
  let scale: Double
  /// The number of the copy, in a tree with replicators.
  let instance: Int
  /// The colour that multiplies all colours.
  let modulation: Color

  init(
    transform: AffineTransform, clip: Clip?, scale: Double, instance: Int = 0,
    modulation: Color = .white
  ) {
    self.transform = transform
    self.clip = clip
    self.scale = scale
    self.instance = instance
    self.modulation = modulation
  }

  static func == (a: GraphicsState, b: GraphicsState) -> Bool {
    a === b
      || a.transform == b.transform && a.scale == b.scale && a.instance == b.instance
        && a.modulation == b.modulation && a.clip == b.clip
  }

  /// The state for a layer's own coordinates.
  /// - Parameter shown: the layer's presentation, which is drawn.
  func inside(_ layer: Layer, shown: Layer) -> GraphicsState {
    var inner = shown.geometry.concatenating(transform)
    if layer.snapsToColumns, inner.isScaleAndTranslation { inner.tx = inner.tx.rounded() }
    return GraphicsState(
      transform: inner, clip: clip, scale: layer.scale(in: scale), instance: instance,
      modulation: modulation)
  }

  func clipped(to clip: Clip?) -> GraphicsState {
    GraphicsState(
      transform: transform, clip: clip, scale: scale, instance: instance, modulation: modulation)
  }

  /// The state for a mask. The colours of a mask have no meaning.
  var unmodulated: GraphicsState {
    modulation == .white
      ? self : GraphicsState(transform: transform, clip: clip, scale: scale, instance: instance)
  }
}

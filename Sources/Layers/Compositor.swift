import Geometry
import Raster

/// Turns a layer tree at a moment into the drawing operations of a frame.
public enum Compositor {
  /// Where a layer is drawn, and what of it shows.
  private struct Place {
    /// From the superlayer's coordinates to device pixels.
    var transform: AffineTransform
    var clip: Clip?
    /// Device pixels per point of the tree.
    let scale: Double
  }

  /// Records the tree as it shows at `time`.
  ///
  /// Changes nothing that could be seen in the tree; parts of it that do not move keep what they
  /// have recorded.
  /// - Parameters:
  ///   - scale: device pixels per point.
  ///   - bounds: the device pixels of the frame; what lies outside is left out.
  public static func record(
    _ root: Layer, at time: Double, scale: Double, bounds: IntRect
  ) -> DisplayList {
    var segments: [DisplaySegment] = []
    let place = Place(
      transform: .scale(scale, scale), clip: Clip(rect: bounds.rect), scale: scale)
    _ = record(root, at: time, in: place, into: &segments)
    return DisplayList(segments: segments)
  }

  /// Records a layer and all below it.
  /// - Returns: whether it draws the same at all times.
  private static func record(
    _ layer: Layer, at time: Double, in place: Place, into segments: inout [DisplaySegment]
  ) -> Bool {
    if let recording = layer.recording,
      recording.isValid(transform: place.transform, clip: place.clip)
    {
      segments.append(recording.segment)
      return true
    }
    let start = segments.count
    var isStill = layer.animations.isEmpty
    let shown = layer.shown(at: time, scale: place.scale)
    if !shown.isHidden, shown.opacity > 0 {
      var inner = place
      inner.transform = geometry(of: shown).concatenating(place.transform)
      let isGroup = shown.opacity < 1 || shown.mask != nil
      let body = isGroup ? recordGroup : recordContents
      isStill = body(shown, time, inner, &segments) && isStill
    } else {
      isStill = isStill && layer.isStill
    }
    guard isStill else { return false }
    let whole = DisplaySegment(segments[start...].flatMap(\.items))
    segments.replaceSubrange(start..., with: CollectionOfOne(whole))
    layer.recording = LayerRecording(transform: place.transform, clip: place.clip, segment: whole)
    return true
  }

  /// From a layer's own coordinates to those of its superlayer.
  private static func geometry(of layer: Layer) -> AffineTransform {
    let anchor = Point(
      layer.bounds.minX + layer.anchorPoint.x * layer.bounds.width,
      layer.bounds.minY + layer.anchorPoint.y * layer.bounds.height)
    return AffineTransform.translation(-anchor.x, -anchor.y)
      .concatenating(layer.transform)
      .concatenating(.translation(layer.position.x, layer.position.y))
  }

  private static func recordContents(
    _ layer: Layer, _ time: Double, _ place: Place, _ segments: inout [DisplaySegment]
  ) -> Bool {
    var recorder = Recorder(layer, transform: place.transform, clip: place.clip)
    layer.record(into: &recorder)
    if !recorder.items.isEmpty { segments.append(DisplaySegment(recorder.items)) }
    var inner = place
    if layer.masksToBounds { inner.clip = clip(place.clip, to: layer, place.transform) }
    var isStill = true
    for sublayer in layer.sublayers {
      isStill = record(sublayer, at: time, in: inner, into: &segments) && isStill
    }
    return isStill
  }

  private static func clip(_ clip: Clip?, to layer: Layer, _ transform: AffineTransform) -> Clip {
    var result = clip ?? Clip(rect: layer.bounds.applying(transform))
    result.rect = result.rect.intersection(layer.bounds.applying(transform))
    if layer.cornerRadius > 0 || !transform.isScaleAndTranslation {
      let outline = Path(roundedRect: layer.bounds, cornerRadius: layer.cornerRadius)
      result.paths.append(ClipPath(path: outline, transform: transform))
    }
    return result
  }

  /// Records a layer that is composited as one picture: with an opacity of its own, or a mask.
  private static func recordGroup(
    _ layer: Layer, _ time: Double, _ place: Place, _ segments: inout [DisplaySegment]
  ) -> Bool {
    var parts: [DisplaySegment] = []
    var isStill = recordContents(layer, time, place, &parts)
    let contents = parts.flatMap(\.items)
    var mask: [DisplayItem]?
    if let layer = layer.mask {
      parts = []
      isStill = record(layer, at: time, in: place, into: &parts) && isStill
      mask = parts.flatMap(\.items)
    }
    guard !contents.isEmpty else { return isStill }
    let single = mask.map { Fusion.masked(contents, by: $0).map { [$0] } } ?? contents
    if let item = single.flatMap({ Fusion.withOpacity(layer.opacity, $0) }) {
      segments.append(DisplaySegment([item]))
    } else {
      segments.append(group(contents, mask: mask, of: layer, place))
    }
    return isStill
  }

  private static func group(
    _ items: [DisplayItem], mask: [DisplayItem]?, of layer: Layer, _ place: Place
  ) -> DisplaySegment {
    var recorder = Recorder(layer, transform: place.transform, clip: place.clip)
    recorder.append(
      .group(
        DrawGroup(
          list: DrawList(items.map(\.operation)), opacity: layer.opacity,
          mask: mask.map { DrawList($0.map(\.operation)) })))
    return DisplaySegment(recorder.items)
  }
}

extension Layer {
  /// Whether nothing in this layer, its mask and all below it is animated.
  fileprivate var isStill: Bool {
    animations.isEmpty && mask?.isStill ?? true && sublayers.allSatisfy(\.isStill)
  }
}

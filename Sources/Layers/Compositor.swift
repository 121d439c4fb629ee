import Geometry
import Raster

/// Turns a layer tree at a moment into the drawing operations of a frame.
public enum Compositor {
  /// Records the tree as it shows at `time`. Changes nothing in the tree.
  /// - Parameters:
  ///   - scale: device pixels per point.
  ///   - bounds: the device pixels of the frame; what lies outside is left out.
  public static func record(
    _ root: Layer, at time: Double, scale: Double, bounds: IntRect
  ) -> DisplayList {
    var recorder = Recorder(
      transform: .scale(scale, scale), clip: Clip(rect: bounds.rect))
    record(root, at: time, into: &recorder)
    return DisplayList(items: recorder.items)
  }

  /// Records a layer in the coordinates of its superlayer.
  static func record(_ layer: Layer, at time: Double, into recorder: inout Recorder) {
    let shown = layer.presentation(at: time)
    guard !shown.isHidden, shown.opacity > 0 else { return }
    let outer = recorder.transform
    defer { recorder.transform = outer }
    recorder.transform = geometry(of: shown).concatenating(outer)
    if shown.opacity < 1 || shown.mask != nil {
      recordGroup(shown, at: time, into: &recorder)
    } else {
      recordContents(shown, at: time, into: &recorder)
    }
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
    _ layer: Layer, at time: Double, into recorder: inout Recorder
  ) {
    recorder.begin(layer)
    layer.record(into: &recorder)
    guard !layer.sublayers.isEmpty else { return }
    let outer = recorder.clip
    if layer.masksToBounds { recorder.clip = clip(outer, to: layer, recorder.transform) }
    for sublayer in layer.sublayers { record(sublayer, at: time, into: &recorder) }
    recorder.clip = outer
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
    _ layer: Layer, at time: Double, into recorder: inout Recorder
  ) {
    let contents = sublist(of: recorder) { recordContents(layer, at: time, into: &$0) }
    guard !contents.isEmpty else { return }
    guard let mask = layer.mask else {
      if let single = Fusion.withOpacity(layer.opacity, contents) {
        recorder.append(contentsOf: [single])
      } else {
        appendGroup(contents, mask: nil, of: layer, into: &recorder)
      }
      return
    }
    let maskItems = sublist(of: recorder) { record(mask, at: time, into: &$0) }
    if let single = Fusion.masked(contents, by: maskItems),
      let faded = Fusion.withOpacity(layer.opacity, [single])
    {
      recorder.append(contentsOf: [faded])
    } else {
      appendGroup(contents, mask: maskItems, of: layer, into: &recorder)
    }
  }

  private static func sublist(
    of recorder: Recorder, _ body: (inout Recorder) -> Void
  ) -> [DisplayItem] {
    var inner = Recorder(transform: recorder.transform, clip: recorder.clip)
    body(&inner)
    return inner.items
  }

  private static func appendGroup(
    _ items: [DisplayItem], mask: [DisplayItem]?, of layer: Layer, into recorder: inout Recorder
  ) {
    recorder.begin(layer)
    recorder.append(
      .group(
        DrawGroup(
          list: DrawList(items.map(\.operation)), opacity: layer.opacity,
          mask: mask.map { DrawList($0.map(\.operation)) })))
  }
}

import Geometry
import Raster

/// Turns a layer tree at a moment into the drawing operations of a frame.
public enum Compositor {
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
  /// - Parameter time: of the superlayer.
  /// - Returns: whether it draws the same at all times.
  private static func record(
    _ layer: Layer, at time: Double, in place: Place, into segments: inout [DisplaySegment]
  ) -> Bool {
    if let recording = layer.recording, recording.place == place {
      segments.append(recording.segment)
      return true
    }
    let now = layer.timeMap(time)
    if let moved = recordMoved(layer, now, place) {
      segments.append(moved)
      return false
    }
    let start = segments.count
    var isStill = layer.animations.isEmpty
    var inner = place
    inner.scale = layer.scale(in: place.scale)
    let shown = layer.shown(atLocal: now, scale: inner.scale)
    if !shown.isHidden, shown.opacity > 0 {
      inner.transform = shown.geometry.concatenating(place.transform)
      let isGroup = shown.opacity < 1 || shown.mask != nil
      let body = isGroup ? recordGroup : recordContents
      isStill = body(shown, now, inner, &segments) && isStill
    } else {
      isStill = isStill && layer.isStill
    }
    guard isStill else { return false }
    let whole = DisplaySegment(segments[start...].flatMap(\.items))
    segments.replaceSubrange(start..., with: CollectionOfOne(whole))
    layer.recording = LayerRecording(place: place, segment: whole)
    return true
  }

  /// Records a layer of which nothing is animated but the position, and nothing below it.
  /// - Returns: nil for any other layer.
  private static func recordMoved(
    _ layer: Layer, _ time: Double, _ place: Place
  ) -> DisplaySegment? {
    guard let position = layer.movingPosition(atLocal: time, scale: layer.scale(in: place.scale)),
      place.transform.isScaleAndTranslation
    else { return nil }
    if layer.restingRecording?.place != place {
      guard layer.sublayers.allSatisfy(\.isStill) else { return nil }
      var inner = place
      inner.clip = nil
      inner.scale = layer.scale(in: place.scale)
      inner.transform = layer.geometry.concatenating(place.transform)
      var segments: [DisplaySegment] = []
      _ = recordContents(layer, time, inner, &segments)
      layer.restingRecording = RestingRecording(place: place, items: segments.flatMap(\.items))
    }
    return layer.restingRecording?.segment(
      movedBy: Point(
        (position.x - layer.position.x) * place.transform.a,
        (position.y - layer.position.y) * place.transform.d))
  }

  private static func recordContents(
    _ layer: Layer, _ time: Double, _ place: Place, _ segments: inout [DisplaySegment]
  ) -> Bool {
    var inner = place
    if layer.masksToBounds { inner.clip = clip(place.clip, to: layer, place.transform) }
    let own = recordOwn(layer, place, clipToBounds: inner.clip)
    if let contents = own.contents { segments.append(contents) }
    let isStill =
      if let replicator = layer as? ReplicatorLayer {
        recordCopies(replicator, time, inner, &segments)
      } else {
        recordSublayers(layer, time, inner, &segments)
      }
    if let border = own.border { segments.append(border) }
    return isStill
  }

  /// Records what a layer itself draws, which may stay as it is while something below it moves.
  private static func recordOwn(
    _ layer: Layer, _ place: Place, clipToBounds: Clip?
  ) -> ContentsRecording {
    if let known = layer.contentsRecording, known.place == place { return known }
    var recorder = Recorder(layer, in: place, clipToBounds: clipToBounds)
    layer.record(into: &recorder)
    var border = Recorder(layer, in: place, clipToBounds: nil, firstSlot: Recorder.borderSlot)
    if layer.hasBorder { layer.recordBorder(into: &border) }
    let recording = ContentsRecording(
      place: place, contents: recorder.items, border: border.items)
    layer.contentsRecording = recording
    return recording
  }

  private static func recordSublayers(
    _ layer: Layer, _ time: Double, _ place: Place, _ segments: inout [DisplaySegment]
  ) -> Bool {
    var isStill = true
    for sublayer in layer.sublayers {
      isStill = record(sublayer, at: time, in: place, into: &segments) && isStill
    }
    return isStill
  }

  private static func recordCopies(
    _ layer: ReplicatorLayer, _ time: Double, _ place: Place, _ segments: inout [DisplaySegment]
  ) -> Bool {
    var isStill = true
    let instances = layer.instances
    for (k, instance) in instances.enumerated() {
      var inner = place
      inner.transform = instance.transform.concatenating(place.transform)
      inner.scale = place.scale * layer.greatestInstanceScale
      // Copies of copies: numbers that differ, or else the damage is larger than it had to be.
      inner.instance = place.instance &* (ReplicatorLayer.greatestCount + 1) &+ k &+ 1
      inner.modulation = place.modulation.multiplied(by: instance.color)
      isStill = recordSublayers(layer, time - instance.delay, inner, &segments) && isStill
    }
    return instances.isEmpty ? layer.sublayers.allSatisfy(\.isStill) : isStill
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
      var inner = place
      inner.modulation = .white
      isStill = record(layer, at: time, in: inner, into: &parts) && isStill
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
    var recorder = Recorder(layer, in: place, clipToBounds: nil)
    recorder.append(
      .group(
        DrawGroup(
          list: DrawList(items.map(\.operation)), opacity: layer.opacity,
          mask: mask.map { DrawList($0.map(\.operation)) })))
    return DisplaySegment(recorder.items)
  }
}

extension Recorder {
  fileprivate init(_ layer: Layer, in place: Place, clipToBounds: Clip?, firstSlot: Int = 0) {
    self.init(
      layer, transform: place.transform, clip: place.clip, clipToBounds: clipToBounds,
      instance: place.instance, firstSlot: firstSlot, modulation: place.modulation)
  }
}

extension Layer {
  /// From the layer's own coordinates to those of its superlayer.
  var geometry: AffineTransform {
    let anchor = Point(
      bounds.minX + anchorPoint.x * bounds.width, bounds.minY + anchorPoint.y * bounds.height)
    return AffineTransform.translation(-anchor.x, -anchor.y)
      .concatenating(transform)
      .concatenating(.translation(position.x, position.y))
  }

  /// Whether nothing in this layer, its mask and all below it is animated.
  var isStill: Bool {
    animations.isEmpty && mask?.isStill ?? true && sublayers.allSatisfy(\.isStill)
  }

  /// How many device pixels a point of the layer takes at most, by its model, where one of its
  /// superlayer takes `scale`.
  func scale(in scale: Double) -> Double {
    transform == .identity ? scale : scale * max(1, transform.greatestScale)
  }
}

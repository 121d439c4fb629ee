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
    let place = Place(
      transform: .scale(scale, scale), clip: Clip(rect: bounds.rect), scale: scale)
    var segments: [DisplaySegment] = []
    run(steps(of: root, in: place), at: time, into: &segments)
    return DisplayList(segments: segments)
  }

  // MARK: Steps

  private typealias Step = LayerRecording.Step

  /// How a layer and all below it are drawn, by the time of its superlayer.
  private static func steps(of layer: Layer, in place: Place) -> [Step] {
    if let recording = layer.recording, recording.place == place { return recording.steps }
    guard layer.animations.isEmpty else {
      return [.moving(MovingLayer(layer, in: place, inside: nil))]
    }
    let recording = LayerRecording(place: place, steps: unanimatedSteps(of: layer, in: place))
    layer.recording = recording
    return recording.steps
  }

  /// Those of a layer that is not animated itself.
  private static func unanimatedSteps(of layer: Layer, in place: Place) -> [Step] {
    guard !layer.isHidden, layer.opacity > 0 else { return [] }
    let inside = place.inside(layer, shown: layer)
    let contents = contentSteps(of: layer, in: inside)
    let still = contents.stillSegments
    guard layer.isGroup else {
      if let still { return DisplaySegment.joining(still).map { [.still($0)] } ?? [] }
      let map = layer.timeMap
      return map == .identity ? contents : contents.map { $0.after(map) }
    }
    let mask = layer.mask.map { steps(of: $0, in: inside.unmodulated) }
    let stillMask = (mask ?? []).stillSegments
    guard let still, let stillMask else {
      return [.moving(MovingLayer(layer, in: place, inside: inside))]
    }
    return group(
      still.flatMap(\.items), mask: mask == nil ? nil : stillMask.flatMap(\.items), of: layer,
      inside
    ).map { [.still($0)] } ?? []
  }

  /// What a layer and all below it draw, by the layer's own time.
  /// - Parameter place: of the layer's own coordinates.
  private static func contentSteps(of layer: Layer, in place: Place) -> [Step] {
    let inner =
      layer.masksToBounds
      ? place.clipped(to: clip(place.clip, to: layer, place.transform)) : place
    let own = recordOwn(layer, place, clipToBounds: inner.clip)
    var steps: [Step] = []
    if let contents = own.contents { steps.append(.still(contents)) }
    if let replicator = layer as? ReplicatorLayer {
      appendCopies(of: replicator, in: inner, to: &steps)
    } else {
      for sublayer in layer.sublayers { steps += self.steps(of: sublayer, in: inner) }
    }
    if let border = own.border { steps.append(.still(border)) }
    return steps
  }

  private static func appendCopies(
    of layer: ReplicatorLayer, in place: Place, to steps: inout [Step]
  ) {
    for (k, instance) in layer.instances.enumerated() {
      let inner = Place(
        transform: instance.transform.concatenating(place.transform), clip: place.clip,
        scale: place.scale * layer.greatestInstanceScale,
        // Copies of copies: numbers that differ, or else the damage is larger than it had to be.
        instance: place.instance &* (ReplicatorLayer.greatestCount + 1) &+ k &+ 1,
        modulation: place.modulation.multiplied(by: instance.color))
      let map = TimeMap.identity.delayed(by: instance.delay)
      for sublayer in layer.sublayers {
        steps += self.steps(of: sublayer, in: inner).map { $0.after(map) }
      }
    }
  }

  // MARK: Frames

  private static func run(
    _ steps: [Step], at time: Double, into segments: inout [DisplaySegment]
  ) {
    segments.reserveCapacity(segments.count + steps.count)
    for step in steps {
      switch step {
      case .still(let segment): segments.append(segment)
      case .moving(let moving): record(moving, at: time, into: &segments)
      }
    }
  }

  private static func record(
    _ moving: MovingLayer, at time: Double, into segments: inout [DisplaySegment]
  ) {
    let layer = moving.layer
    let now = layer.timeMap(moving.time(time))
    if let inside = moving.inside {
      return recordGroup(layer, now, inside, &segments)
    }
    if let moved = recordMoved(layer, now, moving.place) { return segments.append(moved) }
    let shown = layer.shown(atLocal: now, scale: layer.scale(in: moving.place.scale))
    guard !shown.isHidden, shown.opacity > 0 else { return }
    let inside = moving.place.inside(layer, shown: shown)
    if shown.isGroup {
      recordGroup(shown, now, inside, &segments)
    } else {
      run(contentSteps(of: shown, in: inside), at: now, into: &segments)
    }
  }

  private static func items(_ steps: [Step], at time: Double) -> [DisplayItem] {
    var segments: [DisplaySegment] = []
    run(steps, at: time, into: &segments)
    return segments.flatMap(\.items)
  }

  /// Records a layer of which nothing is animated but the position, and nothing below it.
  /// - Returns: nil for any other layer.
  private static func recordMoved(
    _ layer: Layer, _ time: Double, _ place: Place
  ) -> DisplaySegment? {
    guard
      let position = layer.movingPosition(atLocal: time, scale: layer.scale(in: place.scale))
    else { return nil }
    return resting(layer, place)?.segment(at: position)
  }

  private static func resting(_ layer: Layer, _ place: Place) -> RestingRecording? {
    if let known = layer.restingRecording, known.place == place { return known }
    guard place.transform.isScaleAndTranslation, layer.animatedSublayers.isEmpty else {
      return nil
    }
    let steps = contentSteps(
      of: layer, in: place.clipped(to: nil).inside(layer, shown: layer))
    let items = (steps.stillSegments ?? []).flatMap(\.items)
    let result = RestingRecording(place: place, position: layer.position, items: items)
    layer.restingRecording = result
    return result
  }

  /// Records a layer that is composited as one picture: with an opacity of its own, or a mask.
  private static func recordGroup(
    _ layer: Layer, _ time: Double, _ place: Place, _ segments: inout [DisplaySegment]
  ) {
    if let moved = recordMovedMask(of: layer, time, place) { return segments.append(moved) }
    let contents = items(contentSteps(of: layer, in: place), at: time)
    let mask = layer.mask.map { items(steps(of: $0, in: place.unmodulated), at: time) }
    if let segment = group(contents, mask: mask, of: layer, place) { segments.append(segment) }
  }

  /// Records a layer that moves in nothing but the position of its mask.
  /// - Returns: nil for any other layer.
  private static func recordMovedMask(
    of layer: Layer, _ time: Double, _ place: Place
  ) -> DisplaySegment? {
    guard let mask = layer.mask, layer === layer.model, layer.animations.isEmpty,
      let position = mask.movingPosition(
        atLocal: mask.timeMap(time), scale: mask.scale(in: place.scale)),
      let resting = resting(mask, place.unmodulated)
    else { return nil }
    if let known = layer.restingRecording, known.mask === resting, known.place == place {
      return known.segment(at: position)
    }
    guard layer.animatedSublayers.isEmpty else { return nil }
    let recording = RestingRecording(
      place: place, contents: items(contentSteps(of: layer, in: place), at: time),
      opacity: layer.opacity, mask: resting)
    layer.restingRecording = recording
    return recording.segment(at: position)
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

  private static func clip(_ clip: Clip?, to layer: Layer, _ transform: AffineTransform) -> Clip {
    var result = clip ?? Clip(rect: layer.bounds.applying(transform))
    result.rect = result.rect.intersection(layer.bounds.applying(transform))
    if layer.cornerRadius > 0 || !transform.isScaleAndTranslation {
      let outline = Path(roundedRect: layer.bounds, cornerRadius: layer.cornerRadius)
      result.paths.append(ClipPath(path: outline, transform: transform))
    }
    return result
  }

  /// What is composited as one picture; nil for nothing.
  private static func group(
    _ contents: [DisplayItem], mask: [DisplayItem]?, of layer: Layer, _ place: Place
  ) -> DisplaySegment? {
    guard !contents.isEmpty else { return nil }
    let single = mask.map { Fusion.masked(contents, by: $0).map { [$0] } } ?? contents
    if let item = single.flatMap({ Fusion.withOpacity(layer.opacity, $0) }) {
      return DisplaySegment([item])
    }
    var recorder = Recorder(layer, in: place, clipToBounds: nil)
    recorder.append(
      .group(
        DrawGroup(
          list: DrawList(contents.map(\.operation)), opacity: layer.opacity,
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

  /// Whether it is composited as one picture.
  fileprivate var isGroup: Bool { opacity < 1 || mask != nil }

  /// How many device pixels a point of the layer takes at most, by its model, where one of its
  /// superlayer takes `scale`.
  func scale(in scale: Double) -> Double {
    transform == .identity ? scale : scale * max(1, transform.greatestScale)
  }
}

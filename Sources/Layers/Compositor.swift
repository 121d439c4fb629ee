import Geometry
import Raster

/// Converts a layer tree at a moment into the drawing operations of a frame.
public enum Compositor {
  /// Records the tree at a time, with every change drawn.
  public static func record(
    _ root: Layer, at time: Double, scale: Double, bounds: IntRect
  ) -> DisplayList {
    record(root, in: FrameTime(time), scale: scale, bounds: bounds)
  }

  /// Records the tree for a frame.
  ///
  /// Recording changes nothing visible in the tree. Parts of the tree that do not move keep their
  /// recordings.
  /// - Parameters:
  ///   - frame: a time of the tree.
  ///   - scale: device pixels per point.
  ///   - bounds: the frame in device pixels; operations outside the frame are left out.
  public static func record(
    _ root: Layer, in frame: FrameTime, scale: Double, bounds: IntRect
  ) -> DisplayList {
    let state = GraphicsState(
      transform: .scale(scale, scale), clip: Clip(rect: bounds.rect), scale: scale)
    var segments: [DisplaySegment] = []
    run(steps(of: root, in: state), at: frame, into: &segments)
    return DisplayList(segments: segments)
  }

  // MARK: Steps

  private typealias Step = LayerRecording.Step

  /// The steps that draw a layer and all layers below it, in the time of its superlayer.
  private static func steps(of layer: Layer, in state: GraphicsState) -> [Step] {
    if let known = layer.memory.recording, known.state == state { return known.steps }
    guard layer.animations.isEmpty else {
      return [.moving(MovingLayer(layer, in: state, inside: nil))]
    }
    let recording = LayerRecording(state: state, steps: unanimatedSteps(of: layer, in: state))
    layer.memory.recording = recording
    return recording.steps
  }

  /// The steps of a layer that is not animated itself.
  private static func unanimatedSteps(of layer: Layer, in state: GraphicsState) -> [Step] {
    guard !layer.isHidden, layer.opacity > 0 else { return [] }
    let inside = state.inside(layer, shown: layer)
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
      return [.moving(MovingLayer(layer, in: state, inside: inside))]
    }
    return group(
      still.flatMap(\.items), mask: mask == nil ? nil : stillMask.flatMap(\.items), of: layer,
      inside
    ).map { [.still($0)] } ?? []
  }

  /// The steps of a layer's contents and sublayers, in the layer's own time.
  /// - Parameter state: the state for the layer's own coordinates.
  private static func contentSteps(of layer: Layer, in state: GraphicsState) -> [Step] {
    let inner = inside(layer, state)
    let own = ownRecording(of: layer, in: state)
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
    of layer: ReplicatorLayer, in state: GraphicsState, to steps: inout [Step]
  ) {
    for (k, instance) in layer.instances.enumerated() {
      let inner = GraphicsState(
        transform: instance.transform.concatenating(state.transform), clip: state.clip,
        scale: state.scale * layer.greatestInstanceScale,
        // Copies of copies usually get different numbers. Equal numbers would only enlarge the damage.
        instance: state.instance &* (ReplicatorLayer.greatestCount + 1) &+ k &+ 1,
        modulation: state.modulation.multiplied(by: instance.color))
      let map = TimeMap.identity.delayed(by: instance.delay)
      for sublayer in layer.sublayers {
        steps += self.steps(of: sublayer, in: inner).map { $0.after(map) }
      }
    }
  }

  // MARK: Frames

  private static func run(
    _ steps: [Step], at time: FrameTime, into segments: inout [DisplaySegment]
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
    _ moving: MovingLayer, at time: FrameTime, into segments: inout [DisplaySegment]
  ) {
    let now = moving.localTime(at: time)
    if let moved = moving.resting?.segment(at: now) { return segments.append(moved) }
    let layer = moving.layer
    if let inside = moving.inside {
      return recordGroup(layer, now, inside, &segments)
    }
    moving.resting = resting(layer, moving.state)
    if let moved = moving.resting?.segment(at: now) { return segments.append(moved) }
    let shown = layer.shown(atLocal: now, scale: layer.scale(in: moving.state.scale))
    guard !shown.isHidden, shown.opacity > 0 else { return }
    let inside = moving.state.inside(layer, shown: shown)
    if shown.isGroup {
      recordGroup(shown, now, inside, &segments)
    } else {
      run(contentSteps(of: shown, in: inside), at: now, into: &segments)
    }
  }

  private static func items(_ steps: [Step], at time: FrameTime) -> [DisplayItem] {
    var segments: [DisplaySegment] = []
    run(steps, at: time, into: &segments)
    return segments.flatMap(\.items)
  }

  /// The motion and the drawing of a layer whose only animation, including those of its sublayers, is that of its
  /// position; nil for any other layer.
  private static func resting(_ layer: Layer, _ state: GraphicsState) -> RestingRecording? {
    let known = layer.memory.resting.flatMap { $0.state == state ? $0 : nil }
    if let known, known.way != nil { return known }
    guard let way = PositionWay(layer, scale: layer.scale(in: state.scale)),
      let resting = known ?? recordResting(layer, state)
    else { return nil }
    resting.way = way
    return resting
  }

  private static func recordResting(
    _ layer: Layer, _ state: GraphicsState
  ) -> RestingRecording? {
    guard state.transform.isScaleAndTranslation, layer.animatedSublayers.isEmpty else {
      return nil
    }
    let steps = contentSteps(
      of: layer, in: state.clipped(to: nil).inside(layer, shown: layer))
    let items = (steps.stillSegments ?? []).flatMap(\.items)
    let result = RestingRecording(of: layer, state: state, items: items)
    layer.memory.resting = result
    return result
  }

  /// Records a layer that is composited as one picture because of its opacity or mask.
  private static func recordGroup(
    _ layer: Layer, _ time: FrameTime, _ state: GraphicsState, _ segments: inout [DisplaySegment]
  ) {
    if let moved = recordMovedMask(of: layer, time, state) { return segments.append(moved) }
    let contents = items(contentSteps(of: layer, in: state), at: time)
    let mask = layer.mask.map { items(steps(of: $0, in: state.unmodulated), at: time) }
    if let segment = group(contents, mask: mask, of: layer, state) { segments.append(segment) }
  }

  /// Records a layer whose only animation is that of its mask's position.
  /// - Returns: nil for any other layer.
  private static func recordMovedMask(
    of layer: Layer, _ time: FrameTime, _ state: GraphicsState
  ) -> DisplaySegment? {
    guard let mask = layer.mask, layer === layer.model, layer.animations.isEmpty,
      let resting = resting(mask, state.unmodulated),
      let position = resting.way?(time.mapped(by: mask.timeMap))
    else { return nil }
    if let known = layer.memory.resting, known.mask === resting, known.state == state {
      return known.segment(at: position)
    }
    guard layer.animatedSublayers.isEmpty else { return nil }
    let recording = RestingRecording(
      state: state, contents: items(contentSteps(of: layer, in: state), at: time),
      opacity: layer.opacity, mask: resting)
    layer.memory.resting = recording
    return recording.segment(at: position)
  }

  /// Records the layer's own drawing, which may stay the same while layers below move.
  private static func ownRecording(of layer: Layer, in state: GraphicsState) -> ContentsRecording {
    if let known = layer.memory.contents, known.state == state { return known }
    let recording = recordOwn(layer, state)
    layer.memory.contents = recording
    return recording
  }

  /// Records the layer's own drawing, and ignores the layer's memory.
  static func recordOwn(_ layer: Layer, _ state: GraphicsState) -> ContentsRecording {
    let clipToBounds = self.inside(layer, state).clip
    var recorder = Recorder(layer, in: state, clipToBounds: clipToBounds)
    layer.record(into: &recorder)
    var border = Recorder(layer, in: state, clipToBounds: nil, firstSlot: Recorder.borderSlot)
    if layer.hasBorder { layer.recordBorder(into: &border) }
    return ContentsRecording(state: state, contents: recorder.items, border: border.items)
  }

  /// The state inside a layer that masks to its bounds.
  private static func inside(_ layer: Layer, _ state: GraphicsState) -> GraphicsState {
    layer.masksToBounds
      ? state.clipped(to: clip(state.clip, to: layer, state.transform)) : state
  }

  private static func clip(_ clip: Clip?, to layer: Layer, _ transform: AffineTransform) -> Clip {
    let bounds = layer.bounds.applying(transform)
    let hasPath = layer.cornerRadius > 0 || !transform.isScaleAndTranslation
    // A path covers the pixels at its edges in part, which the rectangle must not do once more.
    let rect = hasPath ? IntRect(covering: bounds).rect : bounds
    var result = clip ?? Clip(rect: rect)
    result.rect = result.rect.intersection(rect)
    if hasPath {
      let outline = Path(roundedRect: layer.bounds, cornerRadius: layer.cornerRadius)
      result.paths.append(ClipPath(path: outline, transform: transform))
    }
    return result
  }

  /// The group that is composited as one picture; nil for an empty group.
  private static func group(
    _ contents: [DisplayItem], mask: [DisplayItem]?, of layer: Layer, _ state: GraphicsState
  ) -> DisplaySegment? {
    guard !contents.isEmpty else { return nil }
    let single = mask.map { Fusion.masked(contents, by: $0).map { [$0] } } ?? contents
    if let item = single.flatMap({ Fusion.withOpacity(layer.opacity, $0) }) {
      return DisplaySegment([item])
    }
    var recorder = Recorder(layer, in: state, clipToBounds: nil)
    recorder.append(
      .group(
        DrawGroup(
          list: DrawList(contents.map(\.operation)), opacity: layer.opacity,
          mask: mask.map { DrawList($0.map(\.operation)) })),
      parts: DisplayItem.Parts(contents: contents, mask: mask))
    return DisplaySegment(recorder.items)
  }
}

extension Layer {
  /// The transform from the layer's own coordinates to those of its superlayer.
  var geometry: AffineTransform {
    let anchor = Point(
      bounds.minX + anchorPoint.x * bounds.width, bounds.minY + anchorPoint.y * bounds.height)
    return AffineTransform.translation(-anchor.x, -anchor.y)
      .concatenating(transform)
      .concatenating(.translation(position.x, position.y))
  }

  /// Whether the layer is composited as one picture.
  fileprivate var isGroup: Bool { opacity < 1 || mask != nil }

  /// The largest number of device pixels in a point of the layer, by its model values.
  /// - Parameter scale: the number of device pixels in a point of the superlayer.
  func scale(in scale: Double) -> Double {
    transform == .identity ? scale : scale * max(1, transform.greatestScale)
  }
}

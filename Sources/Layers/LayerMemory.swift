/// The parts of earlier frames that a layer keeps, so that the next frame need not make them again.
///
/// The rule: a layer without any memory draws and answers the same. `Layer.flawInMemory` checks the rule.
struct LayerMemory {
  /// The drawing of this layer and all layers below, valid while only animated layers change.
  ///
  /// A layer with neither a recording nor a resting recording is part of no recording above, except as a
  /// moving layer. So a change climbs only to the first layer without memory.
  private(set) var recording: LayerRecording?
  /// The drawing of this layer and all layers below, if only the position of the layer, or of its mask,
  /// is animated.
  private(set) var resting: RestingRecording?
  /// The drawing of this layer alone.
  private(set) var contents: ContentsRecording?
  /// The sublayers with animations, their masks and sublayers included, in order.
  private(set) var animatedSublayers: [Layer]?
  /// The earliest begin or end of an animation, in the tree's time; in the root of a tree only.
  private(set) var nextPhase: Double?

  mutating func keep(_ recording: LayerRecording) { self.recording = recording }
  mutating func keep(_ resting: RestingRecording) {
    forgetWay()
    self.resting = resting
  }
  mutating func keep(_ contents: ContentsRecording) { self.contents = contents }
  mutating func keep(animatedSublayers: [Layer]) { self.animatedSublayers = animatedSublayers }
  mutating func keep(nextPhase: Double) { self.nextPhase = nextPhase }

  /// Whether a change of this layer concerns the layers above.
  var hasDrawing: Bool { recording != nil || resting != nil }

  mutating func forgetContents() { contents = nil }

  /// Forgets the drawing of the layer and all layers below.
  mutating func forgetDrawing() {
    forgetWay()
    (recording, resting) = (nil, nil)
  }

  /// Forgets where the layer goes, also in the steps that draw the layer from its resting recording.
  func forgetWay() { resting?.way = nil }

  /// Forgets the moving layers and their times.
  mutating func forgetMotion() { (animatedSublayers, nextPhase) = (nil, nil) }
}

extension Layer {
  /// A sentence on the first mistake in the memory of this tree; nil without a mistake. For tests.
  func flawInMemory() -> String? {
    if let nextPhase = memory.nextPhase, nextPhase > firstPhase(.identity) + 1e-9 {
      return "an animation begins or ends before \(nextPhase)"
    }
    return flawInMemory(isShown: true)
  }

  private func flawInMemory(isShown: Bool) -> String? {
    let moving = sublayers.filter(\.moves)
    if let known = memory.animatedSublayers, !known.elementsEqual(moving, by: ===) {
      return "\(known.count) sublayers are known to move, and \(moving.count) do"
    }
    if let known = memory.contents, !known.isEqual(to: Compositor.recordOwn(self, known.state)) {
      return "the layer draws other contents"
    }
    if let resting = memory.resting, let way = resting.way,
      way != PositionWay(self, scale: scale(in: resting.state.scale))
    {
      return "the layer goes another way"
    }
    let hasCopies = (self as? ReplicatorLayer)?.instances.isEmpty != true
    let isShown = isShown && hasCopies && !isHidden && opacity > 0
    for layer in sublayers + (mask.map { [$0] } ?? []) {
      if isShown, !layer.isHidden, layer.animations.isEmpty, !layer.memory.hasDrawing,
        memory.hasDrawing
      {
        return "a layer that has forgotten its drawing is in that of the layer above"
      }
      if let flaw = layer.flawInMemory(isShown: isShown) { return flaw }
    }
    return nil
  }

  /// The opposite of `isStill`, computed without the memory.
  private var moves: Bool {
    !animations.isEmpty || mask?.moves ?? false || sublayers.contains(where: \.moves)
  }

  /// The earliest begin or end of an animation in this layer, its mask and all layers below.
  private func firstPhase(_ above: TimeMap) -> Double {
    let map = above.concatenating(timeMap)
    let own = animations.map { $0.nextPhase(map) }
    let below = sublayers.map { $0.firstPhase(map.delayed(by: longestDelay)) }
    return (own + below + (mask.map { [$0.firstPhase(map)] } ?? [])).min() ?? .infinity
  }
}

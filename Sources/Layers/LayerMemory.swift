/// The parts of earlier frames that a layer remembers, so that the next frame need not make them again.
///
/// The rule: a layer that forgets everything draws and answers the same. `Layer.flawInMemory` checks the
/// rule.
struct LayerMemory {
  /// How this layer and all below it are drawn, while only animated things change.
  ///
  /// A layer without such a recording, nor one at rest, is in no recording above it, except as a layer
  /// that moves: so a change climbs no further than to the first layer that remembers nothing.
  private(set) var recording: LayerRecording?
  /// The drawing of this layer and all below it, of which only the position, or that of the mask, is
  /// animated.
  private(set) var resting: RestingRecording?
  /// The drawing of this layer alone.
  private(set) var contents: ContentsRecording?
  /// The sublayers in which, in whose masks, or below which something is animated, in order.
  private(set) var animatedSublayers: [Layer]?
  /// In the root of a tree, the time of the tree before which no animation begins or ends.
  private(set) var nextPhase: Double?

  mutating func keep(_ recording: LayerRecording) { self.recording = recording }
  mutating func keep(_ resting: RestingRecording) { self.resting = resting }
  mutating func keep(_ contents: ContentsRecording) { self.contents = contents }
  mutating func keep(animatedSublayers: [Layer]) { self.animatedSublayers = animatedSublayers }
  mutating func keep(nextPhase: Double) { self.nextPhase = nextPhase }

  /// Whether a change of this layer concerns the layers above it.
  var hasDrawing: Bool { recording != nil || resting != nil }

  /// Forgets the drawing of the layer alone.
  mutating func forgetContents() { contents = nil }

  /// Forgets the drawing of the layer with all below it.
  mutating func forgetDrawing() { (recording, resting) = (nil, nil) }

  /// Forgets which layers move, and when.
  mutating func forgetMotion() { (animatedSublayers, nextPhase) = (nil, nil) }
}

extension Layer {
  /// A sentence on the first thing that a layer of this tree remembers wrongly; nil where nothing is
  /// wrong. For tests.
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

  /// The opposite of `isStill`, without a look at what is remembered.
  private var moves: Bool {
    !animations.isEmpty || mask?.moves ?? false || sublayers.contains(where: \.moves)
  }

  /// When the first animation of this layer, its mask and all below it begins or ends.
  private func firstPhase(_ above: TimeMap) -> Double {
    let map = above.concatenating(timeMap)
    let own = animations.map { $0.nextPhase(map) }
    let below = sublayers.map { $0.firstPhase(map.delayed(by: longestDelay)) }
    return (own + below + (mask.map { [$0.firstPhase(map)] } ?? [])).min() ?? .infinity
  }
}

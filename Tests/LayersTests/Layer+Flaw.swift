import Raster

@testable import Layers

extension Layer {
  /// A sentence on the first mistake in the memory of this tree; nil without a mistake.
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

extension ContentsRecording {
  /// Whether another recording has the same drawing.
  fileprivate func isEqual(to other: ContentsRecording) -> Bool {
    func operations(_ segment: DisplaySegment?) -> [DrawOperation] {
      segment?.items.map(\.operation) ?? []
    }
    return operations(contents) == operations(other.contents)
      && operations(border) == operations(other.border)
  }
}

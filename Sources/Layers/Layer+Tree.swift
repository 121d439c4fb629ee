extension Layer {
  /// The top of the tree that the layer is in.
  var root: Layer {
    var layer = self
    while let next = layer.parent { layer = next }
    return layer
  }

  /// Puts a layer over all other sublayers; one that is elsewhere leaves its place.
  public func addSublayer(_ layer: Layer) { insertSublayer(layer, at: sublayers.count) }

  /// Puts a layer among the sublayers, out of where it was before. Within one tree its animations go
  /// on; a layer cannot be put below itself.
  public func insertSublayer(_ layer: Layer, at index: Int) {
    if layer === self || isBelow(layer) { return }
    layer.maskedLayer?.mask = nil
    if layer.root === root { layer.detachFromSuperlayer() } else { layer.removeFromSuperlayer() }
    attach(layer, at: index)
  }

  /// Takes the layer out of its superlayer; its animations, and those below it, end unfinished.
  public func removeFromSuperlayer() {
    guard superlayer != nil else { return }
    let callbacks = root.callbacks
    detachFromSuperlayer()
    endAnimations(tellingTo: callbacks)
    callbacks.deliver()
  }

  /// Takes all sublayers out; their animations end unfinished.
  public func removeAllSublayers() {
    let (callbacks, removed) = (root.callbacks, sublayers)
    detachAllSublayers()
    for layer in removed { layer.endAnimations(tellingTo: callbacks) }
    callbacks.deliver()
  }

  private func isBelow(_ other: Layer) -> Bool {
    var layer = parent
    while let current = layer {
      if current === other { return true }
      layer = current.parent
    }
    return false
  }
}

extension Layer {
  /// The top of the layer's tree.
  var root: Layer {
    var layer = self
    while let next = layer.parent { layer = next }
    return layer
  }

  /// Adds a layer above all other sublayers. The layer is removed from its previous superlayer.
  public func addSublayer(_ layer: Layer) { insertSublayer(layer, at: sublayers.count) }

  /// Inserts a layer among the sublayers, and removes the layer from its previous superlayer. Within one tree its
  /// animations continue. A layer cannot be inserted below itself.
  public func insertSublayer(_ layer: Layer, at index: Int) {
    if layer === self || isBelow(layer) { return }
    layer.maskedLayer?.mask = nil
    if layer.root === root { layer.detachFromSuperlayer() } else { layer.removeFromSuperlayer() }
    attach(layer, at: index)
  }

  /// Removes the layer from its superlayer. Its animations, and those below it, end unfinished.
  public func removeFromSuperlayer() {
    guard superlayer != nil else { return }
    let callbacks = root.callbacks
    detachFromSuperlayer()
    endAnimations(reportingTo: callbacks)
    callbacks.deliver()
  }

  /// Removes all sublayers. Their animations end unfinished.
  public func removeAllSublayers() {
    let (callbacks, removed) = (root.callbacks, sublayers)
    detachAllSublayers()
    for layer in removed { layer.endAnimations(reportingTo: callbacks) }
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

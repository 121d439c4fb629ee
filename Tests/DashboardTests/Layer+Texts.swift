import Layers

extension Layer {
  /// The texts of this layer and of all layers below that can be seen, in the order in which they are drawn.
  var visibleTexts: [String] {
    guard !isHidden, opacity > 0 else { return [] }
    let own = (self as? TextLayer)?.line.map { [$0.text] } ?? []
    return own + sublayers.flatMap(\.visibleTexts)
  }
}

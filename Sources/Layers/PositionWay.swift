import Geometry

/// The positions of a layer, over the layer's time, if only the position is animated.
struct PositionWay: Equatable {
  private let position: Point
  private let parts: [AnimationPart]
  /// The distances of the parts' whole cycles in device pixels.
  private let travels: [Double]

  /// Fails for a layer that needs a group or is hidden, for an animation of another property, and for an animation
  /// whose distance depends on the animations before.
  /// - Parameter scale: the number of device pixels in a point of the layer.
  init?(_ layer: Layer, scale: Double) {
    guard !layer.animations.isEmpty, layer.mask == nil, layer.opacity >= 1, !layer.isHidden else {
      return nil
    }
    parts = layer.animations.flatMap(\.parts)
    position = layer.position
    guard parts.allSatisfy({ $0.keyPath == .position }),
      parts.dropFirst().allSatisfy({ $0.fixedSpan != nil })
    else { return nil }
    travels = parts.map { $0.travel(in: layer, underlying: .point(layer.position)) * scale }
  }

  static func == (a: PositionWay, b: PositionWay) -> Bool {
    a.position == b.position && a.travels == b.travels && a.parts.elementsEqual(b.parts, by: ===)
  }

  func callAsFunction(_ time: FrameTime) -> Point {
    zip(parts, travels).reduce(position) { position, way in
      way.0.point(at: time, underlying: position, travel: way.1)
    }
  }
}

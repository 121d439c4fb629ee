/// A map between the times of two layers, or of the tree and a layer: `local = time × speed + offset`.
struct TimeMap: Equatable {
  var speed = 1.0
  var offset = 0.0

  static let identity = TimeMap()

  func callAsFunction(_ time: Double) -> Double {
    self == .identity ? time : time * speed + offset
  }

  /// The time at which the local time has a value; nil if the local time does not advance.
  func time(of local: Double) -> Double? {
    if self == .identity { return local }
    let time = (local - offset) / speed
    return speed == 0 || time.isNaN ? nil : time
  }

  /// The map that applies this map first and `next` second.
  func concatenating(_ next: TimeMap) -> TimeMap {
    if next == .identity { return self }
    return TimeMap(speed: speed * next.speed, offset: offset * next.speed + next.offset)
  }

  func delayed(by delay: Double) -> TimeMap {
    delay == 0 ? self : TimeMap(speed: speed, offset: offset - delay)
  }
}

extension Layer {
  /// The map from the superlayer's time to this layer's: `(time − beginTime) × speed + timeOffset`.
  var timeMap: TimeMap {
    if !hasOwnTime { return .identity }
    let map = TimeMap(speed: speed, offset: timeOffset - beginTime * speed)
    return map.speed.isFinite && map.offset.isFinite ? map : .identity
  }

  /// The map from the tree's time to this layer's.
  var treeTimeMap: TimeMap {
    // Most layers share the time of the layers above.
    var layer = self
    while !layer.hasOwnTime, let parent = layer.parent { layer = parent }
    guard let parent = layer.parent else { return layer.timeMap }
    return parent.treeTimeMap.concatenating(layer.timeMap)
  }

  /// The layer's own time at a time of the tree, through the speeds, begins and offsets of all layers above, like
  /// `convertTime(_:from: nil)` of a `CALayer`. The copies of a `ReplicatorLayer` are behind this time by their delay.
  public func localTime(at time: Double) -> Double { treeTimeMap(time) }
}

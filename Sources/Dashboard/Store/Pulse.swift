/// The usual distance between updates of a source.
struct Pulse {
  /// The time of the last update.
  private(set) var last: Double?
  /// The latest distances in seconds between updates.
  private var distances: [Double] = []

  private static let mostDistances = 15

  mutating func beat(at time: Double) {
    if let last, time > last {
      if distances.count == Pulse.mostDistances { distances.removeFirst() }
      distances.append(time - last)
    }
    last = max(last ?? time, time)
  }

  /// The median of the latest distances in seconds, which ignores single pauses; nil if too few updates
  /// have come.
  var usual: Double? { distances.isEmpty ? nil : distances.sorted()[distances.count / 2] }
}

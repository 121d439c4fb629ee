import Geometry

/// One value of a chart's line.
struct KeyedValue: Equatable {
  /// The number by which the datum is known when others come and go; ascends along the line.
  var key: Double
  /// The place of the datum among the others, for the map.
  var place: Double
  /// NaN is a gap.
  var value: Double
}

extension KeyedValue {
  func point(_ map: AxisMap) -> KeyedPoint {
    KeyedPoint(key: key, point: map(place, value))
  }
}

import Geometry

/// One value of a chart's line.
struct KeyedValue: Equatable {
  /// The number that identifies the datum while others come and go; the numbers ascend along the line.
  var key: Double
  /// The place of the datum among the others, for the map.
  var place: Double
  /// The value; NaN is a gap.
  var value: Double
}

extension KeyedValue {
  func point(_ map: AxisMap) -> KeyedPoint {
    KeyedPoint(key: key, point: map(place, value))
  }
}

/// The missing sample that a series puts between two neighbours that are too far apart.
package enum Gap {
  /// The longest distance between neighbours that a line bridges, in multiples of the usual distance, for samples
  /// without a known period.
  package static let longestBridge = 3.0

  /// The value of such a sample: NaN with a payload of its own, so that the series knows its own.
  static let marker = Double(nan: 0x6761, signaling: false)

  static func isMarker(_ value: Double) -> Bool {
    value.bitPattern == marker.bitPattern
  }

  /// The time of the missing sample between two neighbours; nil if they are not too far apart.
  static func time(from start: Double, to end: Double, after longest: Double) -> Double? {
    guard end - start > longest else { return nil }
    let middle = start + (end / 2 - start / 2)
    return middle > start && middle < end ? middle : nil
  }
}

/// The rows of a source with several series, some of which come later than others.
enum LateRows {
  /// The seconds by which the rows of one series may come after those of another one. A station may upload the rows of
  /// some minutes together. A series that has ended makes the questions longer for as long.
  static let lateness = 900.0

  /// The time from which rows may be new: the earliest last row of the series that still get rows.
  /// - Parameter ends: the time of the last row of each series.
  /// - Returns: nil without a series.
  static func start(after ends: some Collection<Double>) -> Double? {
    guard let newest = ends.max() else { return nil }
    return ends.lazy.filter { $0 >= newest - lateness }.min()
  }
}

/// The rows of a source with several series, some of which come later than others.
enum LateRows {
  /// The seconds by which the rows of one series may come after those of another one. A station may upload the rows of
  /// some minutes together. For that long after its end, a series makes each question longer.
  static let lateness = 900.0
  /// The lateness that is always allowed for, however many rows each question then repeats.
  private static let leastLateness = 60.0
  /// The number of rows that a question may repeat because of a longer lateness.
  private static let mostRepeated = 20_000.0

  /// The time from which rows may be new: the earliest last row of the series that still get rows.
  /// - Parameters:
  ///   - ends: the time of the last row of each series.
  ///   - pace: the rows per second of all series.
  /// - Returns: nil without a series.
  static func start(after ends: some Collection<Double>, pace: Double = 0) -> Double? {
    guard let newest = ends.max() else { return nil }
    let lateness = max(leastLateness, min(lateness, mostRepeated / max(pace, 1e-9)))
    return ends.lazy.filter { $0 >= newest - lateness }.min()
  }
}

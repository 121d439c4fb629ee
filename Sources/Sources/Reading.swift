/// What a source measured at one time: gauges as they are, counters already as rates.
///
/// A value of NaN is a missing sample: the metric exists, but nothing true can be said of it now (a
/// counter was reset, a sample was due and did not come, the metric has just disappeared). A metric
/// without an entry is not offered, or not yet: rates need two samples.
public struct Reading: Sendable {
  /// UTC seconds since 1970.
  public var time: Double
  public var values: [Metric: Double]

  public init(time: Double, values: [Metric: Double]) {
    self.time = time
    self.values = values
  }

  /// The value of a metric, nil if there is none or it is missing.
  public subscript(metric: Metric) -> Double? {
    guard let value = values[metric], !value.isNaN else { return nil }
    return value
  }
}

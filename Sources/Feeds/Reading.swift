/// The values that a source measured at one time: gauges, and counters already turned into rates.
///
/// NaN marks a missing sample: the metric exists, but its value is unknown now (a counter was reset, a
/// sample did not come in time, or the metric has just disappeared). A metric without an entry is not
/// offered, or not yet: rates need two samples.
public struct Reading: Sendable {
  /// UTC seconds since 1970.
  public var time: Double
  public var values: [Metric: Double]

  public init(time: Double, values: [Metric: Double]) {
    self.time = time
    self.values = values
  }

  /// The value of a metric; nil if the metric is absent or its sample is missing.
  public subscript(metric: Metric) -> Double? {
    guard let value = values[metric], !value.isNaN else { return nil }
    return value
  }
}

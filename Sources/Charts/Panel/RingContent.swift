import Metrics

/// The content of a ring.
public struct RingContent {
  /// 0...1; NaN shows an empty ring.
  public var fraction: Double
  /// The value in the ring.
  public var value: FormattedValue
  /// A line under the value.
  public var detail: String
  /// The colour of the value, where something is wrong. Default none.
  public var signal: SignalColor?

  /// A share with what is said of it.
  public init(fraction: Double, value: FormattedValue, detail: String) {
    self.fraction = fraction
    self.value = value
    self.detail = detail
  }
}

import Metrics

/// The content of a ring.
public struct RingContent: PanelBodyContent {
  /// The share from 0; a second lap shows the part beyond 1, up to 2. NaN shows an empty ring.
  public var fraction: Double
  /// The value in the ring.
  public var value: FormattedValue
  /// A line under the value.
  public var detail: String
  /// The colour of the value, where something is wrong. Default none.
  public var signal: SignalColor?
  /// Whether the value is not the latest one that there should be. Default false.
  public var isLate = false

  /// A share with what is said of it.
  public init(fraction: Double, value: FormattedValue, detail: String) {
    self.fraction = fraction
    self.value = value
    self.detail = detail
  }
}

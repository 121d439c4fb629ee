import Metrics

/// The content of a ring.
public struct RingContent: PanelBodyContent {
  /// The share from 0; a second lap shows the part beyond 1, up to 2. NaN shows an empty ring.
  public var fraction: Double
  /// The value in the ring.
  public var value: FormattedValue
  /// A line under the value.
  public var detail: String
  /// The colour of a value with a breach. Default none.
  public var signal: SignalColor?
  /// Whether the value is late. Default false.
  public var isLate = false

  /// The value in the ring.
  public var namedValues: [NamedValue] { [NamedValue(name: "", value: value.text)] }

  /// A share with its value and its detail.
  public init(fraction: Double, value: FormattedValue, detail: String) {
    self.fraction = fraction
    self.value = value
    self.detail = detail
  }
}

import Metrics

/// A breach of a threshold that has begun to count, or is over.
public struct BreachEvent: Equatable, Sendable {
  /// The start or the end of a breach.
  public enum State: String, Sendable { case breached, recovered }

  /// The start or the end of the breach.
  public var state: State
  /// The dashboard's title, which is the name of the machine by default.
  public var dashboard: String
  /// The name of the page.
  public var page: String
  /// The title of the panel.
  public var panel: String
  /// The name of the series of the value; empty for a value of several series, and for the only series of a panel,
  /// unless labels distinguish the series.
  public var series: String
  /// The present value in the panel's unit; NaN for a series that is gone.
  public var value: Double
  /// The value with its unit, as the panel shows it.
  public var text: String
  /// The threshold of the breach.
  public var threshold: ThresholdSpec
  /// The command line to run; nil for none.
  public var command: String?
}

import Metrics

/// The content of a heatmap: the number of values in each bucket, or their share, for each stretch of time.
public struct HeatmapContent: PanelBodyContent {
  /// The buckets of one stretch of time.
  public struct Column: Equatable, Sendable {
    /// The start of the stretch in UTC seconds, which identifies the column.
    public var start: Double
    /// The end of the stretch.
    public var end: Double
    /// The number of values in each bucket, from the lowest bucket up, as a share of the largest number, 0...1; NaN for
    /// no data.
    public var shares: [Double]

    /// A column of a stretch.
    public init(start: Double, end: Double, shares: [Double]) {
      self.start = start
      self.end = end
      self.shares = shares
    }
  }

  /// A label of the value axis.
  public struct Edge: Equatable, Sendable {
    /// The place in buckets from the bottom; 0 is the lower edge of the lowest bucket.
    public var place: Double
    /// The text of the value.
    public var text: String

    /// A label at a place.
    public init(place: Double, text: String) {
      self.place = place
      self.text = text
    }
  }

  /// The columns in the order of time.
  public var columns: [Column]
  /// The number of buckets.
  public var bucketCount: Int
  /// The labels of the value axis, from the bottom up.
  public var edges: [Edge]
  /// The largest number in a bucket, at the upper end of the scale of colours, to which the columns' shares refer.
  public var largest: Double
  /// The unit of the numbers in buckets: percent for shares of a column's values.
  public var unit: Unit
  /// The names of the buckets from the lowest one up, for the pointer; empty, the default, for none.
  public var bucketNames: [String] = []
  /// The time axis, with no series.
  public var axes: PlotContent

  /// Columns of buckets between axes.
  public init(
    columns: [Column], bucketCount: Int, edges: [Edge], largest: Double, unit: Unit = .none,
    axes: PlotContent
  ) {
    self.columns = columns
    self.bucketCount = bucketCount
    self.edges = edges
    self.largest = largest
    self.unit = unit
    self.axes = axes
  }

  /// A number in a bucket as a text.
  package func text(_ number: Double) -> FormattedValue {
    // A share of a whole number is that number, apart from its last bits.
    let number = (number * 1e6).rounded() / 1e6
    let isRound = number == number.rounded() || unit == .percent && number >= 10
    return unit.format(number, decimals: isRound ? 0 : nil)
  }
}

/// The content of a heatmap: how many values fell into each bucket in each stretch of time.
public struct HeatmapContent: PanelBodyContent {
  /// The buckets of one stretch of time.
  public struct Column: Equatable, Sendable {
    /// The start of the stretch in UTC seconds, by which the column is known.
    public var start: Double
    /// The end of the stretch.
    public var end: Double
    /// The share of the largest number for each bucket from the lowest one up, 0...1; NaN for no data.
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
    /// The value in words.
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
  /// The largest number in words, at the upper end of the scale of colours.
  public var most: String
  /// The largest number, of which the columns have shares. Default 0.
  public var largest = 0.0
  /// The buckets in words from the lowest one up, for the pointer; empty, the default, for none.
  public var bucketNames: [String] = []
  /// The time axis, with no series.
  public var axes: PlotContent

  /// Columns of buckets between axes.
  public init(
    columns: [Column], bucketCount: Int, edges: [Edge], most: String, axes: PlotContent
  ) {
    self.columns = columns
    self.bucketCount = bucketCount
    self.edges = edges
    self.most = most
    self.axes = axes
  }
}

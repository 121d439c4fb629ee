import Metrics

/// What a plot shows.
public struct PlotContent {
  /// One line of the plot, with its samples.
  public struct Series {
    /// How the line looks.
    public enum Style: Sendable, Equatable {
      /// The wide gradient line with its area and the dot at its end.
      case primary
      /// A dotted line in the secondary colour.
      case dotted
      /// A thin line in the panel's gradient, behind the others.
      case faint
      /// One of several equals, with the theme's look of the series with this number.
      case colored(Int)
      /// The same with an area down to zero.
      case area(Int)
      /// A layer of a stack: it lies upon the series before it of this style.
      case stacked(Int)
      /// Coloured by its value, from violet at the axis' lower end to red at its upper one.
      case spectrum
    }

    /// In the order of time; a value that is not finite is a gap.
    public var samples: TimeSeries
    /// How the line looks.
    public var style: Style
    /// What a readout calls it.
    public var name: String
    /// It is left out, and may come back.
    public var isHidden: Bool
    /// It is not up to date, and fainter for that. Default false.
    public var isLate = false

    /// A line that is shown, and up to date.
    public init(_ samples: TimeSeries, style: Style, name: String = "", isHidden: Bool = false) {
      self.samples = samples
      self.style = style
      self.name = name
      self.isHidden = isHidden
    }
  }

  /// What the samples' times are, and so how the horizontal axis is labelled.
  public enum XAxis: Sendable, Equatable {
    /// UTC seconds, shown as times of the clock.
    case time
    /// Whole numbers from 1, such as those of rows.
    case number
  }

  /// Drawn in this order; the style says what lies over what.
  public var series: [Series]
  /// The times at the left and the right edge.
  public var time: ClosedRange<Double>
  /// The values at the lower and the upper edge, and between them those with a label.
  public var axis: TickScale
  /// How the horizontal axis is labelled. Default times.
  public var xAxis: XAxis
  /// The right edge is now, or the end of the data: the line ends there with a dot.
  public var isLive = true
  /// Values with a line across the plot. Default none.
  public var thresholds: [PlotThreshold] = []
  /// How a readout writes values; nil for plain numbers.
  public var valueFormat: ValueFormat?

  /// A plot of live data without thresholds.
  public init(
    series: [Series], time: ClosedRange<Double>, axis: TickScale, xAxis: XAxis = .time
  ) {
    self.series = series
    self.time = time
    self.axis = axis
    self.xAxis = xAxis
  }
}

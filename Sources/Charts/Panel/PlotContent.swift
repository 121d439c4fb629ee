import Metrics

/// The content of a plot.
public struct PlotContent {
  /// One line of the plot, with its samples.
  public struct Series {
    /// The style of a line.
    public enum Style: Sendable, Hashable {
      /// The wide gradient line with its area and the dot at its end.
      case primary
      /// A dotted line in the secondary colour.
      case dotted
      /// A thin line in the panel's gradient, behind the others.
      case faint
      /// One of several equals, with the theme's look of the series with this number.
      case colored(Int)
      /// One of several equals, with an area down to zero.
      case area(Int)
      /// A layer of a stack: it lies upon the series before it of this style.
      case stacked(Int)
      /// Coloured by its value, from violet at the axis' lower end to red at its upper one.
      case spectrum
    }

    /// The way of a line from sample to sample.
    public enum Curve: String, Sendable, Hashable, CaseIterable {
      /// Smooth, and monotone between two samples.
      case smooth
      /// Straight.
      case straight
      /// Level up to the next sample.
      case step
    }

    /// The samples in the order of time; a value that is not finite is a gap.
    public var samples: TimeSeries
    /// The style of a line.
    public var style: Style
    /// The number by which a series is known while other series of the plot come and go; nil for its
    /// place among the series.
    public var number: Int?
    /// The name of the series in a readout.
    public var name: String
    /// The series is left out, and may come back.
    public var isHidden: Bool
    /// The series is not up to date, and its line is fainter for that. Default false.
    public var isLate = false
    /// Whether the series no longer exists, so that a stack goes on without it. Default false.
    public var isGone = false
    /// The seconds from which on a distance of two samples interrupts the line, if it is also more than three
    /// times as long as those around it. Default nil: only missing samples interrupt the line.
    public var shortestGap: Double?
    /// The way of the line from sample to sample. Default smooth.
    public var curve = Curve.smooth
    /// Whether each sample has a dot, where there is room for dots. Default false.
    public var hasPoints = false
    /// The colour of the line; nil, the default, for that of its style.
    public var color: SeriesColor?
    /// The factor by which values are drawn at their places on another axis than the plot's, and what is added
    /// to the product; nil, the default, for the plot's axis.
    public var rescaling: (factor: Double, offset: Double)?
    /// The format of values in a readout; nil, the default, for the plot's.
    public var valueFormat: ValueFormat?

    /// A line that is shown, and up to date.
    public init(_ samples: TimeSeries, style: Style, name: String = "", isHidden: Bool = false) {
      self.samples = samples
      self.style = style
      self.name = name
      self.isHidden = isHidden
    }
  }

  /// The meaning of the samples' times, from which the labels of the horizontal axis follow.
  public enum XAxis: Sendable, Equatable {
    /// UTC seconds, shown as times of the clock.
    case time
    /// Whole numbers from 1, such as those of rows.
    case number
    /// The numbers of a quantity of this name.
    case quantity(String)
  }

  /// Drawn in this order; the style says what lies over what.
  public var series: [Series] { didSet { drawnMemory = DrawnMemory() } }
  /// The times at the left and the right edge.
  public var time: ClosedRange<Double>
  /// The values at the lower and the upper edge, and between them those with a label.
  public var axis: TickScale
  /// The meaning of the samples' times. Default `time`.
  public var xAxis: XAxis
  /// The right edge is now, or the end of the data: the line ends there with a dot.
  public var isLive = true
  /// The band behind the first of the lines, with its extremes labelled; nil, the default, for none.
  public var band: PlotBand?
  /// Values with a line across the plot. Default none.
  public var thresholds: [PlotThreshold] = []
  /// The words in place of the data and the ticks of the value axis, where nothing is in view; nil, the
  /// default, for data in view.
  public var emptyText: String?
  /// The values beyond which lines are held at the plot's edge, and the edge is marked. Default none.
  public var limits: ClosedRange<Double> = -.infinity ... .infinity {
    didSet { drawnMemory = DrawnMemory() }
  }
  /// The value axis at the right, whose ends lie at the ends of the other one; nil, the default, for none.
  public var rightAxis: TickScale?
  /// The moments that are marked by lines. Default none.
  public var annotations: [PlotAnnotation] = []
  /// The format of values in a readout; nil for plain numbers.
  public var valueFormat: ValueFormat?
  private(set) var drawnMemory = DrawnMemory()

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

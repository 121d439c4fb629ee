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
      /// One of several lines of the same rank, with the theme's look of this number.
      case colored(Int)
      /// One of several lines of the same rank, with an area down to zero.
      case area(Int)
      /// A layer of a stack, on top of the series before it in this style.
      case stacked(Int)
      /// Coloured by its value, from violet at the axis' lower end to red at its upper one.
      case spectrum
    }

    /// The shape of a line between samples.
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
    /// The number that identifies the series while other series of the plot come and go; nil for its index among the
    /// series.
    public var number: Int?
    /// The name of the series in a readout.
    public var name: String
    /// Whether the series is left out for now.
    public var isHidden: Bool
    /// Whether the series is late, so that its line is fainter. Default false.
    public var isLate = false
    /// Whether the series no longer exists, so that a stack continues without it. Default false.
    public var isGone = false
    /// The seconds above which a distance between two samples interrupts the line, if the distance is also more than
    /// three times as long as those around it. Default nil: only missing samples interrupt the line.
    public var shortestGap: Double?
    /// The shape of the line between samples. Default smooth.
    public var curve = Curve.smooth
    /// Whether each sample has a dot if there is room for dots. Default false.
    public var hasPoints = false
    /// The colour of the line; nil, the default, for that of its style.
    public var color: SeriesColor?
    /// The factor and the offset that place values on an axis other than the plot's: factor × value + offset; nil, the
    /// default, for the plot's axis.
    public var rescaling: (factor: Double, offset: Double)?
    /// The format of values in a readout; nil, the default, for the plot's.
    public var valueFormat: ValueFormat?

    /// A line that is up to date.
    public init(_ samples: TimeSeries, style: Style, name: String = "", isHidden: Bool = false) {
      self.samples = samples
      self.style = style
      self.name = name
      self.isHidden = isHidden
    }
  }

  /// The meaning of the samples' times, which determines the labels of the horizontal axis.
  public enum XAxis: Sendable, Equatable {
    /// UTC seconds, shown as times of the clock.
    case time
    /// Whole numbers from 1, such as those of rows.
    case number
    /// The numbers of a quantity with this name.
    case quantity(String)
  }

  /// The series; their styles determine which lines lie over others.
  public var series: [Series] { didSet { drawnMemory = DrawnMemory() } }
  /// The times at the left and the right edge.
  public var time: ClosedRange<Double>
  /// The values at the lower and the upper edge, and the values with labels.
  public var axis: TickScale
  /// The meaning of the samples' times. Default `time`.
  public var xAxis: XAxis
  /// The seconds of the stretches that the labels of times name, such as days: a label then stands under the middle of
  /// its stretch. 0, the default, for labels at their times.
  public var labeledStretch = 0.0
  /// Whether the right edge is the present or the end of the data, where lines end with a dot. Default true.
  public var isLive = true
  /// The band behind the first of the lines, with its extremes labelled; nil, the default, for none.
  public var band: PlotBand?
  /// Values with a line across the plot. Default none.
  public var thresholds: [PlotThreshold] = []
  /// The text in place of the data and of the ticks of the value axis if nothing is in view; nil, the default, for data
  /// in view.
  public var emptyText: String?
  /// The values beyond which lines are held at the plot's edge, which is marked there. Default none.
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

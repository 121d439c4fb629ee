import Geometry

/// The look of a `LineChart`: the article's properties under its names, with its defaults.
public struct LineChartStyle: Hashable, Sendable {
  // MARK: Values

  /// The upper end of the value axis; nil for the largest value.
  public var max: Double?
  /// The lower end of the value axis; nil for the smallest value.
  public var min: Double?
  /// The number of steps of the value axis. Default 1.
  public var splitCount = 1
  /// Whether the labels of the value axis and the heights of the values are cut off to whole numbers,
  /// as in the article. Default false: nothing is cut off, and labels are rounded for display.
  public var usesIntegerArithmetic = false

  // MARK: Line

  /// Whether the line is a smooth curve; otherwise straight lines.
  public var addCurve = true
  /// The contraction of the curve: 0.6 to 0.8 looks good, 0 is straight. Default 0.7.
  public var contractionFactor = 0.7
  /// Whether the curve is the one that the article's code draws: the curve starts with a whisker back from the first
  /// value, and a curve of two values returns to the first one. Default false.
  public var usesPublishedCurve = false
  /// Whether the curve's control points are held within the plot, so that the curve does not leave the plot. Default
  /// false.
  public var clampToPlot = false
  /// Whether each value is in the middle of its part of the width; otherwise the first and the last are at the edges.
  public var toCenter = true
  /// Whether, with `toCenter`, the line continues horizontally to both edges.
  public var supplement = false
  /// The width of the line and of the rings of the dots. Default 1.5.
  public var lineWidth = 1.5
  /// The colour of the line. Default 0x428eda.
  public var lineColor = Color(hex: 0x428eda)
  /// The colours of the second and further lines and of the rings of their dots. After the last one, the colours
  /// repeat; empty, the default, for those of dashboards.
  public var furtherLineColors: [Color] = []
  /// The radius of the dots; 0 for none. Default 3.
  public var circleRadius = 3.0
  /// The colour of the rings of the dots. Default 0x428eda.
  public var circleStrokeColor = Color(hex: 0x428eda)
  /// The colour within the rings. Default white.
  public var circleFillColor = Color.white
  /// Whether the area under the line is filled.
  public var showColorGradient = true
  /// Whether the area is painted over the line, as in the article. Default false.
  public var areaCoversLine = false
  /// The colours of the area, from the top to the bottom of the chart; nil for the line's colour at
  /// 0.4 of its opacity to white at 0.1.
  public var colorArr: [Color]?

  // MARK: Text

  /// The size of all labels. Default 10.
  public var textFontSize = 10.0
  /// The colour of all labels. Default 0x666666.
  public var textColor = Color(hex: 0x666666)
  /// The colour of the values at the dots; nil for `textColor`.
  public var dataTextColor: Color?
  /// Whether the values stand at the dots.
  public var showLineData = true
  /// The largest number of decimals of the values at the dots, 0...6; nil for all decimals of each number. Default 2.
  public var dataTextDecimals: Int? = 2
  /// The width of the room over a dot in which its value stands. Default 20.
  public var dataTextWidth = 20.0
  /// The side of that room at which the value stands. Default its middle, as in the article's
  /// pictures; the article's code has it at the right.
  public var dataTextAlignment = DataTextAlignment.center
  /// The rule for the widths of labels. Default `atLeast`.
  public var textWidths = TextWidths.atLeast
  /// Radians by which the labels at the bottom are turned clockwise. Default 1.75 π: they rise to
  /// the right.
  public var angle = 1.75 * Double.pi
  /// Whether only the first and the last of the labels at the bottom are shown.
  public var isShowHeadTail = false

  // MARK: Axes

  /// The room around the plot. Default 25 above, 5 at the left, 40 below and 15 at the right.
  public var edge = EdgeInsets(top: 25, left: 5, bottom: 40, right: 15)
  /// The width of the labels of the value axis. Default 25.
  public var leftTextWidth = 25.0
  /// The distance from the labels of the value axis to the line's first value. Default 5.
  public var lineToLeftOffset = 5.0
  /// The distance from the lowest line down to the labels at the bottom. Default 20.
  public var bottomOffset = 20.0
  /// The distance from the lowest line down to its ticks. Default 0.
  public var scaleOffset = 0.0
  /// The width of the lines across the plot. Default 0.5.
  public var horizontalLineWidth = 0.5
  /// The colour of the lines across the plot. Default 0xe8e8e8.
  public var horizontalLineColor = Color(hex: 0xe8e8e8)
  /// The width of the lowest line. Default 1.
  public var horizontalBottomLineWidth = 1.0
  /// The colour of the lowest line. Default 0x428eda.
  public var horizontalBottomLineColor = Color(hex: 0x428eda)
  /// The colour behind the chart. Default white.
  public var backgroundColor = Color.white

  /// The side of its room at which a value stands.
  public enum DataTextAlignment: Hashable, Sendable {
    /// The middle, or the right side.
    case center, right
  }

  /// A rule for the widths of labels.
  public enum TextWidths: Hashable, Sendable {
    /// `leftTextWidth`, `dataTextWidth` and, at the bottom, 20 points more than the distance between two values; a
    /// wider text takes the width that it needs.
    case atLeast
    /// These widths, as in the article: a wider text is cut off with an ellipsis.
    case exact
    /// 5 points more than the text, as in the article's repository after the article was published.
    case fitting
  }

  /// The article's defaults, with its slips corrected.
  public init() {}

  /// The article's defaults as in its pictures: heights of whole numbers, values with all their decimals, labels with
  /// exact widths, and the area over the line.
  ///
  /// The article's code also has a whisker, and values at the right of their room, which its pictures do not show: see
  /// `usesPublishedCurve` and `dataTextAlignment`.
  public static let article = {
    var style = LineChartStyle()
    (style.usesIntegerArithmetic, style.dataTextDecimals) = (true, nil)
    (style.textWidths, style.areaCoversLine) = (.exact, true)
    return style
  }()

  /// The defaults of the article's repository after the article was published: labels as wide as
  /// their texts, and values at the dots in the line's blue.
  public static let head = {
    var style = LineChartStyle()
    style.textWidths = .fitting
    style.dataTextColor = Color(hex: 0x428eda)
    return style
  }()

  /// The colours of the area, from its top to the lowest line. Default the line's colour, fading.
  public var areaColors: [Color] {
    get { colorArr ?? [lineColor.opacity(0.4), Color.white.opacity(0.1)] }
    set { colorArr = newValue }
  }
}

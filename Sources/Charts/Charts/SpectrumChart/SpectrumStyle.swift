import Geometry
import Typography

extension SpectrumChart {
  /// The look and the motion of a spectrum chart. The initial values are those of the article; all
  /// lengths are points.
  public struct Style: Sendable, Equatable {
    /// The rule by which the line gets its colours.
    public enum Coloring: Sendable, Equatable {
      /// Every place of the line has the colour of its own value.
      case continuous
      /// Each segment has the colour of the value at its end.
      case perSegment
    }

    /// The width of the line. Default 1.5.
    public var curveLineWidth = 1.5
    /// Whether `replay` draws the line on; otherwise `replay` leaves the line as it is. Default true.
    public var drawWithAnimation = true
    /// The seconds that the line takes to be drawn in; 0 for none. Default 0.5.
    public var drawAnimationDuration = 0.5
    /// Whether the region under the line is left unshaded. Default false.
    public var isFillLayerHidden = false
    /// The colour of the region under the line. Default black at 0.2.
    public var fillLayerBackgroundColor = Color.black.opacity(0.2)
    /// Whether the region under a smooth line is bounded by that line. Default true; in the article, straight lines
    /// through the points bound the region.
    public var fillFollowsCurve = true
    /// Whether there is no grid. Default false.
    public var isGridViewLayerHidden = false
    /// The width of a grid line. Default 1.
    public var gridLineWidth = 1.0
    /// The colour of the grid. Default black at 0.2.
    public var gridLineColor = Color.black.opacity(0.2)
    /// The number of horizontal lines, including those at both edges; held within 0...200. Default 10.
    public var gridRowCount = 10
    /// The number of vertical lines, including those at both edges; held within 0...200. Default 10.
    public var gridColumnCount = 10
    /// Whether all lines of the grid lie on whole device pixels, which makes the plot a little smaller than its frame.
    /// Default true; the article's plot fills the frame.
    public var snapsGrid = true
    /// The colour of the names under the columns. Default black.
    public var columnLabelsTitleColor = Color.black
    /// The font of the names under the columns. Default 12 points.
    public var columnLabelsTitleFont = FontDescription(size: 12, tabularDigits: true)
    /// The height of the names under the columns; nil for that of the font.
    public var columnLabelsHeight: Double?
    /// The colour of the names beside the rows. Default black.
    public var rowLabelsTitleColor = Color.black
    /// The font of the names beside the rows. Default 12 points.
    public var rowLabelsTitleFont = FontDescription(size: 12, tabularDigits: true)
    /// The width of the names beside the rows; nil for that of the widest.
    public var rowLabelsWidth: Double?

    /// Whether the line is smooth, a uniform Catmull-Rom curve, if there are at least four points. The article intends
    /// a smooth line, but smooths each segment by itself, which leaves the line straight.
    public var isSmooth = true
    /// The number of straight pieces of a smooth line between two points; held within 1...100.
    public var granularity = 10
    /// The rule by which the line gets its colours. Default `continuous`.
    public var coloring = Coloring.continuous
    /// Whether a value without a visible wavelength has the colour of the nearer end of the
    /// spectrum. The article draws it in black.
    public var clampsWavelengths = true
    /// Whether values are cut off towards zero to whole numbers for their colours, as in the article. Default false.
    public var truncatesValues = false
    /// The least contrast of a colour with the ground, as a ratio of WCAG; colours with less are
    /// mixed with black or white. Default 1, which changes none.
    public var minimumContrast = 1.0

    /// The article's look, with its slips corrected.
    public init() {}

    /// The look that suits a page, with lines of the grid at the names of the content.
    public static func suited(
      to environment: ChartEnvironment, content: SpectrumChart.Content
    ) -> SpectrumChart.Style {
      var style = SpectrumChart.Style()
      let (theme, type) = (environment.theme, environment.type)
      style.curveLineWidth = type.lineWidth
      style.fillLayerBackgroundColor = theme.text.opacity(0.07)
      style.gridLineWidth = environment.hairline
      style.gridLineColor = theme.grid
      (style.columnLabelsTitleColor, style.rowLabelsTitleColor) = (theme.secondary, theme.secondary)
      (style.columnLabelsTitleFont, style.rowLabelsTitleFont) = (type.tick, type.tick)
      style.minimumContrast = 3
      style.gridRowCount = gridCount(names: content.rowNames.count)
      style.gridColumnCount = gridCount(names: content.columnNames.count)
      return style
    }

    /// The number of lines, nine or a few more, that gives each name its own line.
    private static func gridCount(names: Int) -> Int {
      let gaps = max(names - 1, 1)
      return gaps * ((8 + gaps - 1) / gaps) + 1
    }

    /// The article's reading of its own formulas: colours of whole numbers by segment, black beyond
    /// the spectrum, straight lines, and a grid from edge to edge at the article's own pitch.
    public static let article = {
      var style = SpectrumChart.Style()
      style.isSmooth = false
      style.fillFollowsCurve = false
      style.truncatesValues = true
      style.snapsGrid = false
      style.coloring = .perSegment
      style.clampsWavelengths = false
      return style
    }()

    /// The style on the page of a theme: its colours are meant for a light page.
    func adapted(to theme: Theme) -> SpectrumChart.Style {
      var style = self
      let colors = ThemeAdaptation(theme)
      style.fillLayerBackgroundColor = colors.ground(fillLayerBackgroundColor)
      style.gridLineColor = colors.ground(gridLineColor)
      style.columnLabelsTitleColor = colors.text(columnLabelsTitleColor)
      style.rowLabelsTitleColor = colors.text(rowLabelsTitleColor)
      return style
    }

    var rowCount: Int { min(max(gridRowCount, 0), 200) }
    var columnCount: Int { min(max(gridColumnCount, 0), 200) }
    /// A straight line needs no pieces.
    var pieces: Int { isSmooth ? min(max(granularity, 1), 100) : 1 }
  }
}

import Geometry
import Raster
import Typography

extension ProgressChart {
  /// The look of a progress chart. The initial values are those of the article; lengths are points.
  public struct Style: Sendable, Equatable {
    /// The width of the ring's band; held within the radius. Nil for 0.1565 of the height, as the
    /// article's pictures have it; its code has 50.
    public var radiusWidth: Double?
    /// The ratio of the ring's width to its height; nil fills the frame.
    public var aspectRatio: Double?
    /// The distance of the labels above their place in the article, in heights of the ring.
    public var labelLift = 0.0
    /// The picture where the ring is filled, stretched over the ring's bounds. Nil for Wallchart's own picture: from
    /// cyan to green, with bubbles.
    public var image: Image?
    /// Whether, without an image, the filling is a horizontal gradient from cyan to green without
    /// bubbles. Default false.
    public var isFillingPlain = false
    /// The colour of the ring where it is not filled. Default 0xe9e9e9.
    public var trackColor = Color(hex: 0xe9e9e9)
    /// The colour behind the ring; nil for none. Default 0xf7f7f7.
    public var backgroundColor: Color? = Color(hex: 0xf7f7f7)
    /// The colour of the number. Default orange.
    public var stepLabelColor = Color(red: 1, green: 0.5, blue: 0)
    /// The colour of the unit. Default a grey of two thirds.
    public var stepUnitLabelColor = Color(red: 2 / 3.0, green: 2 / 3.0, blue: 2 / 3.0)
    /// The font of the number. Default 32 points.
    public var stepLabelFont = FontDescription(size: 32, tabularDigits: true)
    /// The font of the unit. Default 14 points.
    public var stepUnitLabelFont = FontDescription(size: 14)

    /// The article's look, with Wallchart's own filling.
    public init() {}

    /// The article's look without the article's pictures.
    public static let article = {
      var style = ProgressChart.Style()
      style.isFillingPlain = true
      return style
    }()

    /// The style on the page of a theme: its colours are meant for a light page.
    func adapted(to theme: Theme) -> ProgressChart.Style {
      var style = self
      let colors = ThemeAdaptation(theme)
      style.trackColor = colors.ground(trackColor)
      style.backgroundColor = backgroundColor.map(colors.ground)
      style.stepLabelColor = colors.text(stepLabelColor)
      style.stepUnitLabelColor = colors.text(stepUnitLabelColor)
      return style
    }

    /// The look that suits a page.
    /// - Parameter size: the room for the ring.
    public static func suited(to environment: ChartEnvironment, size: Size) -> ProgressChart.Style {
      var style = ProgressChart.Style()
      style.aspectRatio = ProgressGeometry.articleAspect
      // The number and its unit are centred together.
      style.labelLift = 0.07
      let height = min(size.height, size.width / ProgressGeometry.articleAspect)
      style.trackColor = environment.theme.grid
      style.backgroundColor = nil
      style.stepLabelColor = environment.theme.text
      style.stepUnitLabelColor = environment.theme.secondary
      style.stepLabelFont = environment.type.value
      style.stepLabelFont.size = max(TypeScale.smallestType, height * 0.25)
      style.stepUnitLabelFont = environment.type.note
      style.stepUnitLabelFont.size = max(TypeScale.smallestType, height * 0.085)
      return style
    }
  }
}

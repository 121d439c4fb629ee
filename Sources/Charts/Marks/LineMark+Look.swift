import Geometry
import Raster

extension LineMark.Look {
  /// The opacity of the area of a stack's layer.
  private static let stackOpacity = 0.32

  /// The look of a series in a plot.
  init(
    _ style: PlotContent.Series.Style, size: Size, environment: ChartEnvironment,
    gradient: LineGradient
  ) {
    let width = environment.type.lineWidth
    // Clips on whole device pixels are fast.
    let overhang = environment.snapped((2 * width).rounded(.up))
    self.init(
      stroke: StrokeStyle(width: width, cap: .round, join: .round),
      lineColors: [gradient.start, gradient.end],
      lineFrame: Rect(
        x: 0, y: -overhang, width: size.width, height: size.height + 2 * overhang),
      areaColors: [gradient.end.opacity(0.30), gradient.end.opacity(0)],
      areaFrame: Rect(x: 0, y: 0, width: size.width, height: size.height), baseline: size.height)
    switch style {
    case .primary: break
    case .dotted:
      lineColors = [environment.theme.secondary]
      stroke = StrokeStyle(
        width: width / 2, cap: .butt, join: .round, dashPattern: [1.2 * width, 1.2 * width])
    case .colored(let number), .area(let number): setEqual(number, width: 0.8, environment)
    case .stacked(let number):
      setEqual(number, width: 0.5, environment)
      areaColors = [environment.theme.seriesColor(number).opacity(Self.stackOpacity)]
    case .faint:
      let strength = environment.theme.faintStrength(of: lineColors)
      lineColors = lineColors.map { $0.opacity(strength) }
      stroke = StrokeStyle(width: width / 2, cap: .round, join: .round)
    case .spectrum:
      let colors = SpectrumGradient.colors(on: environment.theme)
      lineColors = colors
      isUpright = true
      let last = Double(max(1, colors.count - 1))
      areaColors = colors.enumerated().map { $1.opacity(0.30 * (1 - Double($0) / last)) }
    }
  }

  /// Gives the line and the area another colour, and keeps their opacities.
  mutating func setColor(_ color: Color) {
    lineColors = lineColors.map { color.opacity($0.alpha) }
    areaColors = areaColors.map { color.opacity($0.alpha) }
  }

  /// - Parameter share: the ratio of the line's width to that of a line that stands out.
  private mutating func setEqual(
    _ number: Int, width share: Double, _ environment: ChartEnvironment
  ) {
    let gradient = environment.theme.seriesGradient(number)
    let color = gradient.end
    let look = SeriesLook(number)
    let width = environment.type.lineWidth * look.weight
    lineColors = [gradient.start, gradient.end]
    areaColors = [color.opacity(0.26), color.opacity(0.02)]
    stroke = StrokeStyle(
      width: share * width, cap: look.pattern == .solid ? .round : .butt, join: .round,
      dashPattern: look.pattern.lengths.map { $0 * width })
  }
}

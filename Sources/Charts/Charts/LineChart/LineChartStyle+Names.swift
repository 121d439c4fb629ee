import Geometry

/// The field's names of the properties that have the article's names, too. `areaColors` is that of `colorArr`.
extension LineChartStyle {
  /// A second name of `max`.
  public var maximum: Double? {
    get { max }
    set { max = newValue }
  }

  /// A second name of `min`.
  public var minimum: Double? {
    get { min }
    set { min = newValue }
  }

  /// A second name of `splitCount`.
  public var divisionCount: Int {
    get { splitCount }
    set { splitCount = newValue }
  }

  /// A second name of `addCurve`.
  public var isCurved: Bool {
    get { addCurve }
    set { addCurve = newValue }
  }

  /// A second name of `clampToPlot`.
  public var clampsCurve: Bool {
    get { clampToPlot }
    set { clampToPlot = newValue }
  }

  /// A second name of `toCenter`.
  public var centersValues: Bool {
    get { toCenter }
    set { toCenter = newValue }
  }

  /// A second name of `supplement`.
  public var extendsLine: Bool {
    get { supplement }
    set { supplement = newValue }
  }

  /// A second name of `circleRadius`.
  public var dotRadius: Double {
    get { circleRadius }
    set { circleRadius = newValue }
  }

  /// A second name of `circleStrokeColor`.
  public var dotStrokeColor: Color {
    get { circleStrokeColor }
    set { circleStrokeColor = newValue }
  }

  /// A second name of `circleFillColor`.
  public var dotFillColor: Color {
    get { circleFillColor }
    set { circleFillColor = newValue }
  }

  /// A second name of `showColorGradient`.
  public var showsArea: Bool {
    get { showColorGradient }
    set { showColorGradient = newValue }
  }

  /// A second name of `textFontSize`.
  public var fontSize: Double {
    get { textFontSize }
    set { textFontSize = newValue }
  }

  /// A second name of `dataTextColor`.
  public var valueColor: Color? {
    get { dataTextColor }
    set { dataTextColor = newValue }
  }

  /// A second name of `showLineData`.
  public var showsValues: Bool {
    get { showLineData }
    set { showLineData = newValue }
  }

  /// A second name of `dataTextDecimals`.
  public var valueDecimals: Int? {
    get { dataTextDecimals }
    set { dataTextDecimals = newValue }
  }

  /// A second name of `dataTextWidth`.
  public var valueWidth: Double {
    get { dataTextWidth }
    set { dataTextWidth = newValue }
  }

  /// A second name of `dataTextAlignment`.
  public var valueAlignment: DataTextAlignment {
    get { dataTextAlignment }
    set { dataTextAlignment = newValue }
  }

  /// A second name of `angle`.
  public var labelAngle: Double {
    get { angle }
    set { angle = newValue }
  }

  /// A second name of `isShowHeadTail`.
  public var showsOnlyEndLabels: Bool {
    get { isShowHeadTail }
    set { isShowHeadTail = newValue }
  }

  /// A second name of `edge`.
  public var insets: EdgeInsets {
    get { edge }
    set { edge = newValue }
  }

  /// A second name of `leftTextWidth`.
  public var axisLabelWidth: Double {
    get { leftTextWidth }
    set { leftTextWidth = newValue }
  }

  /// A second name of `lineToLeftOffset`.
  public var axisLabelGap: Double {
    get { lineToLeftOffset }
    set { lineToLeftOffset = newValue }
  }

  /// A second name of `bottomOffset`.
  public var labelGap: Double {
    get { bottomOffset }
    set { bottomOffset = newValue }
  }

  /// A second name of `scaleOffset`.
  public var tickOffset: Double {
    get { scaleOffset }
    set { scaleOffset = newValue }
  }

  /// A second name of `horizontalLineWidth`.
  public var gridLineWidth: Double {
    get { horizontalLineWidth }
    set { horizontalLineWidth = newValue }
  }

  /// A second name of `horizontalLineColor`.
  public var gridLineColor: Color {
    get { horizontalLineColor }
    set { horizontalLineColor = newValue }
  }

  /// A second name of `horizontalBottomLineWidth`.
  public var axisLineWidth: Double {
    get { horizontalBottomLineWidth }
    set { horizontalBottomLineWidth = newValue }
  }

  /// A second name of `horizontalBottomLineColor`.
  public var axisLineColor: Color {
    get { horizontalBottomLineColor }
    set { horizontalBottomLineColor = newValue }
  }
}

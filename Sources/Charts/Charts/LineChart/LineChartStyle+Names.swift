import Geometry

/// The field's names for the properties that also have the article's names. `areaColors` is the name for `colorArr`.
extension LineChartStyle {
  /// Another name for `max`.
  public var maximum: Double? {
    get { max }
    set { max = newValue }
  }

  /// Another name for `min`.
  public var minimum: Double? {
    get { min }
    set { min = newValue }
  }

  /// Another name for `splitCount`.
  public var divisionCount: Int {
    get { splitCount }
    set { splitCount = newValue }
  }

  /// Another name for `addCurve`.
  public var isCurved: Bool {
    get { addCurve }
    set { addCurve = newValue }
  }

  /// Another name for `clampToPlot`.
  public var clampsCurve: Bool {
    get { clampToPlot }
    set { clampToPlot = newValue }
  }

  /// Another name for `toCenter`.
  public var centersValues: Bool {
    get { toCenter }
    set { toCenter = newValue }
  }

  /// Another name for `supplement`.
  public var extendsLine: Bool {
    get { supplement }
    set { supplement = newValue }
  }

  /// Another name for `circleRadius`.
  public var dotRadius: Double {
    get { circleRadius }
    set { circleRadius = newValue }
  }

  /// Another name for `circleStrokeColor`.
  public var dotStrokeColor: Color {
    get { circleStrokeColor }
    set { circleStrokeColor = newValue }
  }

  /// Another name for `circleFillColor`.
  public var dotFillColor: Color {
    get { circleFillColor }
    set { circleFillColor = newValue }
  }

  /// Another name for `showColorGradient`.
  public var showsArea: Bool {
    get { showColorGradient }
    set { showColorGradient = newValue }
  }

  /// Another name for `textFontSize`.
  public var fontSize: Double {
    get { textFontSize }
    set { textFontSize = newValue }
  }

  /// Another name for `dataTextColor`.
  public var valueColor: Color? {
    get { dataTextColor }
    set { dataTextColor = newValue }
  }

  /// Another name for `showLineData`.
  public var showsValues: Bool {
    get { showLineData }
    set { showLineData = newValue }
  }

  /// Another name for `dataTextDecimals`.
  public var valueDecimals: Int? {
    get { dataTextDecimals }
    set { dataTextDecimals = newValue }
  }

  /// Another name for `dataTextWidth`.
  public var valueWidth: Double {
    get { dataTextWidth }
    set { dataTextWidth = newValue }
  }

  /// Another name for `dataTextAlignment`.
  public var valueAlignment: DataTextAlignment {
    get { dataTextAlignment }
    set { dataTextAlignment = newValue }
  }

  /// Another name for `angle`.
  public var labelAngle: Double {
    get { angle }
    set { angle = newValue }
  }

  /// Another name for `isShowHeadTail`.
  public var showsOnlyEndLabels: Bool {
    get { isShowHeadTail }
    set { isShowHeadTail = newValue }
  }

  /// Another name for `edge`.
  public var insets: EdgeInsets {
    get { edge }
    set { edge = newValue }
  }

  /// Another name for `leftTextWidth`.
  public var axisLabelWidth: Double {
    get { leftTextWidth }
    set { leftTextWidth = newValue }
  }

  /// Another name for `lineToLeftOffset`.
  public var axisLabelGap: Double {
    get { lineToLeftOffset }
    set { lineToLeftOffset = newValue }
  }

  /// Another name for `bottomOffset`.
  public var labelGap: Double {
    get { bottomOffset }
    set { bottomOffset = newValue }
  }

  /// Another name for `scaleOffset`.
  public var tickOffset: Double {
    get { scaleOffset }
    set { scaleOffset = newValue }
  }

  /// Another name for `horizontalLineWidth`.
  public var gridLineWidth: Double {
    get { horizontalLineWidth }
    set { horizontalLineWidth = newValue }
  }

  /// Another name for `horizontalLineColor`.
  public var gridLineColor: Color {
    get { horizontalLineColor }
    set { horizontalLineColor = newValue }
  }

  /// Another name for `horizontalBottomLineWidth`.
  public var axisLineWidth: Double {
    get { horizontalBottomLineWidth }
    set { horizontalBottomLineWidth = newValue }
  }

  /// Another name for `horizontalBottomLineColor`.
  public var axisLineColor: Color {
    get { horizontalBottomLineColor }
    set { horizontalBottomLineColor = newValue }
  }
}

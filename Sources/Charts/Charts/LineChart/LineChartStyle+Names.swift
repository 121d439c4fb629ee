import Geometry

/// The field's names of the properties that have the article's names, too. `areaColors` is that of `colorArr`.
extension LineChartStyle {
  /// The same property as `max`.
  public var maximum: Double? {
    get { max }
    set { max = newValue }
  }

  /// The same property as `min`.
  public var minimum: Double? {
    get { min }
    set { min = newValue }
  }

  /// The same property as `splitCount`.
  public var divisionCount: Int {
    get { splitCount }
    set { splitCount = newValue }
  }

  /// The same property as `addCurve`.
  public var isCurved: Bool {
    get { addCurve }
    set { addCurve = newValue }
  }

  /// The same property as `clampToPlot`.
  public var clampsCurve: Bool {
    get { clampToPlot }
    set { clampToPlot = newValue }
  }

  /// The same property as `toCenter`.
  public var centersValues: Bool {
    get { toCenter }
    set { toCenter = newValue }
  }

  /// The same property as `supplement`.
  public var extendsLine: Bool {
    get { supplement }
    set { supplement = newValue }
  }

  /// The same property as `circleRadius`.
  public var dotRadius: Double {
    get { circleRadius }
    set { circleRadius = newValue }
  }

  /// The same property as `circleStrokeColor`.
  public var dotStrokeColor: Color {
    get { circleStrokeColor }
    set { circleStrokeColor = newValue }
  }

  /// The same property as `circleFillColor`.
  public var dotFillColor: Color {
    get { circleFillColor }
    set { circleFillColor = newValue }
  }

  /// The same property as `showColorGradient`.
  public var showsArea: Bool {
    get { showColorGradient }
    set { showColorGradient = newValue }
  }

  /// The same property as `textFontSize`.
  public var fontSize: Double {
    get { textFontSize }
    set { textFontSize = newValue }
  }

  /// The same property as `dataTextColor`.
  public var valueColor: Color? {
    get { dataTextColor }
    set { dataTextColor = newValue }
  }

  /// The same property as `showLineData`.
  public var showsValues: Bool {
    get { showLineData }
    set { showLineData = newValue }
  }

  /// The same property as `dataTextDecimals`.
  public var valueDecimals: Int? {
    get { dataTextDecimals }
    set { dataTextDecimals = newValue }
  }

  /// The same property as `dataTextWidth`.
  public var valueWidth: Double {
    get { dataTextWidth }
    set { dataTextWidth = newValue }
  }

  /// The same property as `dataTextAlignment`.
  public var valueAlignment: DataTextAlignment {
    get { dataTextAlignment }
    set { dataTextAlignment = newValue }
  }

  /// The same property as `angle`.
  public var labelAngle: Double {
    get { angle }
    set { angle = newValue }
  }

  /// The same property as `isShowHeadTail`.
  public var showsOnlyEndLabels: Bool {
    get { isShowHeadTail }
    set { isShowHeadTail = newValue }
  }

  /// The same property as `edge`.
  public var insets: EdgeInsets {
    get { edge }
    set { edge = newValue }
  }

  /// The same property as `leftTextWidth`.
  public var axisLabelWidth: Double {
    get { leftTextWidth }
    set { leftTextWidth = newValue }
  }

  /// The same property as `lineToLeftOffset`.
  public var axisLabelGap: Double {
    get { lineToLeftOffset }
    set { lineToLeftOffset = newValue }
  }

  /// The same property as `bottomOffset`.
  public var labelGap: Double {
    get { bottomOffset }
    set { bottomOffset = newValue }
  }

  /// The same property as `scaleOffset`.
  public var tickOffset: Double {
    get { scaleOffset }
    set { scaleOffset = newValue }
  }

  /// The same property as `horizontalLineWidth`.
  public var gridLineWidth: Double {
    get { horizontalLineWidth }
    set { horizontalLineWidth = newValue }
  }

  /// The same property as `horizontalLineColor`.
  public var gridLineColor: Color {
    get { horizontalLineColor }
    set { horizontalLineColor = newValue }
  }

  /// The same property as `horizontalBottomLineWidth`.
  public var axisLineWidth: Double {
    get { horizontalBottomLineWidth }
    set { horizontalBottomLineWidth = newValue }
  }

  /// The same property as `horizontalBottomLineColor`.
  public var axisLineColor: Color {
    get { horizontalBottomLineColor }
    set { horizontalBottomLineColor = newValue }
  }
}

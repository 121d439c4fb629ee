import Geometry
import Typography

/// The looks of the labels, lines and dots of a `LineChart`.
struct LineChartMarks {
  let geometry: LineChartGeometry
  let environment: ChartEnvironment

  private var style: LineChartStyle { geometry.style }
  private var colors: ThemeAdaptation { ThemeAdaptation(environment.theme) }
  private var font: FontDescription { Self.font(style) }

  static func font(_ style: LineChartStyle) -> FontDescription {
    FontDescription(size: style.textFontSize, tabularDigits: true)
  }

  private var capHeight: Double { environment.fonts.metrics(of: font).capHeight }

  /// The value labels, right-aligned at the left, and their lines.
  var left: AxisMarks.Appearance {
    let right = style.edge.left + style.leftTextWidth
    let width = style.horizontalLineWidth
    return AxisMarks.Appearance(
      font: font, color: colors.text(style.textColor),
      rule: (
        colors.ground(style.horizontalLineColor),
        Rect(
          x: geometry.minX, y: -width / 2, width: geometry.maxX - geometry.minX, height: width)
      ),
      labelOrigin: { [capHeight] in Point(right - $0.width, capHeight / 2) },
      labelRoom: geometry.labelRoom(style.leftTextWidth))
  }

  /// The labels at the bottom, turned about the middles of their frames.
  var bottom: AxisMarks.Appearance {
    return AxisMarks.Appearance(
      font: font, color: colors.text(style.textColor), rule: nil,
      labelOrigin: { [geometry] in
        let frame = geometry.bottomLabelFrame(x: 0, textWidth: $0.width)
        return Point(
          frame.midX - $0.width / 2, frame.midY - geometry.bottomY + ($0.ascent - $0.descent) / 2)
      },
      labelRoom: geometry.labelRoom(geometry.bottomLabelFrame(x: 0, textWidth: 0).width),
      labelAngle: style.angle)
  }

  /// The dots, and the values over them.
  var dot: AxisMarks.Appearance {
    return AxisMarks.Appearance(
      font: font, color: colors.text(style.dataTextColor ?? style.textColor), rule: nil,
      labelOrigin: { [capHeight, geometry] in
        let frame = geometry.dataLabelFrame(.zero, textWidth: $0.width)
        let right =
          switch geometry.style.dataTextAlignment {
          case .center: frame.midX + $0.width / 2
          case .right: frame.maxX
          }
        return Point(right - $0.width, frame.midY + capHeight / 2)
      },
      labelRoom: geometry.labelRoom(style.dataTextWidth),
      dot: AxisMarks.Dot(
        radius: style.circleRadius, fill: colors.ground(style.circleFillColor),
        ring: (colors.line(style.circleStrokeColor), style.lineWidth)))
  }

  /// The dots of a further line.
  func dot(ringed color: Color) -> AxisMarks.Appearance {
    var look = dot
    look.dot?.ring.color = colors.line(color)
    return look
  }

  func names(_ labels: [String], firstKey: Int) -> [AxisMarks.Tick] {
    // Turned labels need only the distance between two lines of text.
    let isTurned = style.angle.truncatingRemainder(dividingBy: .pi) != 0
    // Labels that are too close in any case need not be measured.
    let apart = LabelThinning(
      count: labels.count, spacing: geometry.spaceX, width: style.textFontSize / 2)
    let widest =
      labels.indices.lazy.filter { apart($0) }
      .map { environment.fonts.line(labels[$0], font: font).width }.max() ?? 0
    let isLabelled = LabelThinning(
      count: labels.count, spacing: geometry.spaceX,
      width: isTurned ? min(widest, 1.2 * style.textFontSize) : widest)
    return labels.enumerated().compactMap { index, label in
      let isEnd = index == 0 || index == labels.count - 1
      guard style.isShowHeadTail ? isEnd : isLabelled(index) else { return nil }
      return AxisMarks.Tick(value: Double(firstKey + index), label: label)
    }
  }

  private func text(of value: Double) -> String {
    style.dataTextDecimals.map { NumberLabel.text(value, atMost: $0) } ?? NumberLabel.exact(value)
  }

  /// The dots that do not overlap, with the values that do not overlap, chosen from the last one backwards.
  func dots(_ values: [KeyedValue]) -> [AxisMarks.Tick] {
    let apart = LabelThinning(
      count: geometry.count, spacing: geometry.spaceX,
      width: 2 * style.circleRadius + style.lineWidth)
    let shown = values.filter { apart(Int($0.place)) }
    let texts = shown.map { style.showLineData ? text(of: $0.value) : "" }
    let widest =
      texts.lazy.map { environment.fonts.line($0, font: font, fitting: dot.labelRoom).width }.max()
      ?? 0
    let isLabelled = LabelThinning(
      count: geometry.count, spacing: geometry.spaceX, width: widest, multipleOf: apart)
    return zip(shown, texts).map {
      AxisMarks.Tick(value: $0.key, label: isLabelled(Int($0.place)) ? $1 : "")
    }
  }
}

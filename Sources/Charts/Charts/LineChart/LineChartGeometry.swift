import Geometry

/// The places of the parts of a `LineChart`, in its own lengths.
struct LineChartGeometry {
  let style: LineChartStyle
  let size: Size
  /// The number of labels at the bottom.
  let count: Int
  /// The value axis.
  let low: Double
  let high: Double
  let splits: Int

  /// - Parameter values: all values; an axis whose range the style leaves open ends at the outermost values.
  init(style: LineChartStyle, size: Size, count: Int, values: [Double]) {
    self.style = style
    self.size = size
    self.count = count
    // More steps than pixels would be invisible.
    splits = Swift.min(Swift.max(style.splitCount, 1), 1000)
    let finite = values.filter(\.isFinite)
    func bound(_ own: Double?, _ other: Double?) -> Double {
      own.flatMap { $0.isFinite ? $0 : nil } ?? other ?? 0
    }
    let (a, b) = (bound(style.min, finite.min()), bound(style.max, finite.max()))
    low = Swift.min(a, b)
    high = Swift.max(a, b)
  }

  private var textHeight: Double { style.textFontSize }

  /// The distance between two value labels.
  var spaceY: Double {
    let lines = Double(splits)
    let free = size.height - style.edge.top - style.edge.bottom - (lines + 1) * textHeight
    return Swift.max(0, free) / lines
  }

  /// The frame of a value label; row 0 is the topmost.
  func leftLabelFrame(_ row: Int) -> Rect {
    Rect(
      x: style.edge.left, y: style.edge.top + (spaceY + textHeight) * Double(row),
      width: style.leftTextWidth, height: textHeight)
  }

  func gridY(_ row: Int) -> Double { leftLabelFrame(row).midY }
  var topY: Double { gridY(0) }
  var bottomY: Double { gridY(splits) }
  var minX: Double { style.edge.left + style.leftTextWidth + style.lineToLeftOffset }
  var maxX: Double { Swift.max(minX, size.width - style.edge.right) }

  /// The distance between two values.
  var spaceX: Double {
    let parts = count - (style.toCenter ? 0 : 1)
    return parts > 0 ? (maxX - minX) / Double(parts) : 0
  }

  /// The map from a value's index and the value to a place; on an axis without extent, all values are at half of the
  /// height.
  var map: AxisMap {
    let (extent, height) = (high - low, bottomY - topY)
    let isFlat = !(extent > 0 && extent.isFinite)
    return AxisMap(
      xScale: spaceX, xOffset: minX + (style.toCenter ? spaceX / 2 : 0),
      yScale: isFlat ? 0 : -height / extent,
      yOffset: isFlat ? (topY + bottomY) / 2 : bottomY + low * height / extent)
  }

  /// The label of each line, from the topmost down; a single label for an axis without extent.
  var leftLabels: [AxisMarks.Tick] {
    let step = (high - low) / Double(splits)
    guard step > 0, step.isFinite else {
      return [AxisMarks.Tick(value: low, label: NumberLabel.text(low))]
    }
    let decimals = style.usesIntegerArithmetic ? 0 : NumberLabel.decimals(step: step)
    let labelStep = style.usesIntegerArithmetic ? step.rounded(.down) : step
    return (0...splits).map { row in
      let (value, shown) =
        row == splits ? (low, low) : (high - step * Double(row), high - labelStep * Double(row))
      return AxisMarks.Tick(value: value, label: NumberLabel.text(shown, decimals: decimals))
    }
  }

  /// The value as the chart counts it: cut off towards zero if the style uses integer arithmetic.
  func counted(_ value: Double) -> Double {
    style.usesIntegerArithmetic ? value.rounded(.towardZero) : value
  }

  /// The places of the ticks on the lowest line.
  var tickXs: [Double] {
    guard count > 0 else { return [] }
    return (0..<(style.toCenter ? count + 1 : count)).map { minX + spaceX * Double($0) }
  }

  static let tickLength = 2.0

  /// The lowest line and its ticks.
  var bottomLine: Path {
    var path = Path()
    path.move(to: Point(minX, bottomY))
    path.addLine(to: Point(maxX, bottomY))
    for x in tickXs {
      path.move(to: Point(x, bottomY + style.scaleOffset))
      path.addLine(to: Point(x, bottomY + style.scaleOffset + Self.tickLength))
    }
    return path
  }

  private func labelWidth(_ width: Double, textWidth: Double) -> Double {
    switch style.textWidths {
    case .atLeast: max(width, textWidth)
    case .exact: width
    case .fitting: textWidth + Self.textMargin
    }
  }

  /// The room of a label with the given width; infinite unless the style's widths are exact.
  func labelRoom(_ width: Double) -> Double { style.textWidths == .exact ? width : .infinity }

  /// The points by which a label is wider than its text if the width follows the text.
  static let textMargin = 5.0

  /// The frame of a label at the bottom before it is turned about its middle.
  func bottomLabelFrame(x: Double, textWidth: Double) -> Rect {
    let width = labelWidth(spaceX + 20, textWidth: textWidth)
    return Rect(
      x: x - width / 2, y: bottomY + style.bottomOffset, width: width, height: textHeight)
  }

  /// The frame of a value at its dot.
  func dataLabelFrame(_ point: Point, textWidth: Double) -> Rect {
    let width = labelWidth(style.dataTextWidth, textWidth: textWidth)
    return Rect(x: point.x - width / 2, y: point.y - 18, width: width, height: textHeight)
  }
}

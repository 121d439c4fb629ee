import Geometry
import Layers
import Raster
import Typography

/// The lines of thresholds across a plot, with their labels; they move with the axis, and are seen
/// while their values are on it.
final class ThresholdMarks {
  let layer = Layer()
  private var marks: [Mark] = []
  private var thresholds: [PlotThreshold] = []
  private var places: [Double] = []

  /// The distance that labels may reach over the plot's upper edge, in points: there is nothing
  /// above it.
  private static let roomAbove = 8.0

  private final class Mark {
    let layer = Layer()
    let line = ShapeLayer()
    let ground = Layer()
    let text = TextLayer()
    var isShown = false

    init() {
      layer.anchorPoint = .zero
      for part in [line, ground, text] { layer.addSublayer(part) }
    }
  }

  func removeAll() {
    layer.removeAllSublayers()
    marks = []
    thresholds = []
  }

  /// - Parameters:
  ///   - from: the axis as it was, and `to` as it is to be.
  ///   - time: when the motion starts; nil for none.
  ///   - fade: when lines that come and go start to; nil for at once.
  func update(
    _ thresholds: [PlotThreshold], from: AxisMap, to: AxisMap, size: Size,
    environment: ChartEnvironment, at time: Double?, fade: Double?
  ) {
    let isNew = thresholds != self.thresholds
    if isNew {
      self.thresholds = thresholds
      layer.removeAllSublayers()
      marks = thresholds.map { threshold in
        let mark = Mark()
        style(mark, threshold, width: size.width, environment)
        layer.addSublayer(mark.layer)
        return mark
      }
    }
    let sides = labelSides(thresholds, to, environment)
    for (i, mark) in marks.enumerated() {
      let half = ThresholdMarks.thickness(environment) / 2
      let (start, end) = (from.y(thresholds[i].value) - half, to.y(thresholds[i].value) - half)
      guard end.isFinite, start.isFinite else {
        mark.layer.isHidden = true
        continue
      }
      mark.layer.isHidden = false
      placeLabel(mark, isAbove: sides[i], environment)
      mark.layer.move(
        .position, from: .point(Point(0, start)), to: .point(Point(0, environment.snapped(end))),
        at: isNew ? nil : time)
      let isShown = end + half >= -0.5 && end + half <= size.height + 0.5
      mark.layer.move(
        .opacity, to: .scalar(isShown ? 1 : 0), at: isNew ? nil : fade,
        duration: Motion.leaveDuration)
    }
  }

  private static func thickness(_ environment: ChartEnvironment) -> Double {
    max(environment.hairline, environment.snapped(environment.type.lineWidth / 2))
  }

  private func style(
    _ mark: Mark, _ threshold: PlotThreshold, width: Double, _ environment: ChartEnvironment
  ) {
    let unit = environment.type.lineWidth / 3
    let thickness = ThresholdMarks.thickness(environment)
    let color = environment.theme.mark(threshold.color)
    var path = Path()
    // Whole rows of pixels, from the mark's origin on.
    path.move(to: Point(0, thickness / 2))
    path.addLine(to: Point(width, thickness / 2))
    mark.line.path = path
    mark.line.fillColor = nil
    mark.line.strokeColor = color
    mark.line.strokeStyle = StrokeStyle(
      width: thickness,
      dashPattern: threshold.pattern.dashes(unit: unit, thickness: thickness))
    mark.text.line = environment.fonts.line(
      threshold.label, font: environment.type.tick, fitting: width - environment.type.tick.size)
    mark.text.foregroundColor = environment.theme.text(threshold.color)
    mark.ground.backgroundColor = environment.theme.panel.opacity(0.78)
    mark.ground.cornerRadius = environment.type.tick.size * 0.25
    mark.ground.isHidden = threshold.label.isEmpty
    mark.text.isHidden = threshold.label.isEmpty
  }

  /// Tells for each line whether its label is above the line: where there is room, and not below
  /// another label.
  private func labelSides(
    _ thresholds: [PlotThreshold], _ map: AxisMap, _ environment: ChartEnvironment
  ) -> [Bool] {
    let height = environment.type.tick.size * 1.3
    let places = thresholds.map { map.y($0.value) }
    return places.map { y in
      let isCrowded = places.contains { $0 < y && y - $0 < height }
      return y >= height - ThresholdMarks.roomAbove && !isCrowded
    }
  }

  private func placeLabel(_ mark: Mark, isAbove: Bool, _ environment: ChartEnvironment) {
    let size = environment.type.tick.size
    let capHeight = environment.fonts.metrics(of: environment.type.tick).capHeight
    let inset = environment.snapped(size * 0.3)
    let gap = size * 0.45
    let baseline = environment.snapped(isAbove ? -gap : gap + capHeight)
    mark.text.placeBaseline(at: Point(inset, baseline))
    mark.ground.frame = Rect(
      minX: 0, minY: baseline - capHeight - size * 0.22, maxX: 2 * inset + mark.text.bounds.width,
      maxY: baseline + size * 0.22)
  }
}

extension PlotThreshold.Pattern {
  /// Lengths drawn and left out, for a line of a thickness.
  fileprivate func dashes(unit: Double, thickness: Double) -> [Double] {
    switch self {
    case .solid: []
    case .dashed: [8 * unit, 5 * unit]
    case .dotted: [1.6 * thickness, 2 * thickness]
    }
  }
}

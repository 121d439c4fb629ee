import Geometry
import Layers
import Raster
import Typography

/// The lines of thresholds across a plot, with their labels; the lines move with the axis, and are visible while their
/// values are on the axis.
final class ThresholdMarks {
  let layer = Layer()
  private var marks: [Mark] = []
  private var thresholds: [PlotThreshold] = []
  /// The rectangles of the labels in the plot, after the motion.
  private(set) var labels: [Rect] = []

  /// The place of a label at its line.
  private struct LabelPlace: Equatable {
    var isShort: Bool
    var isAbove: Bool
    /// The place along the line: 0 at its start, 1 at its end.
    var share: Double

    /// All places, the best ones first.
    static let all = atEnds + inner
    private static let atEnds = [false, true].flatMap { isShort in
      [true, false].flatMap { isAbove in
        [0, 1].map { LabelPlace(isShort: isShort, isAbove: isAbove, share: $0) }
      }
    }
    private static let inner = [0.5, 0.25, 0.75].flatMap { share in
      [true, false].map { LabelPlace(isShort: false, isAbove: $0, share: share) }
    }

    /// Whether the place lies within the line.
    var isInner: Bool { Self.inner.contains(self) }

    /// Whether another place is as good, apart from its room.
    func isAlike(_ other: LabelPlace) -> Bool {
      isShort == other.isShort && isInner == other.isInner
    }
  }

  /// The largest share of the plot's width that a label takes, and that of a short label.
  private static let mostWidth = (whole: 0.8, short: 0.4)
  /// The distance by which labels may extend above the plot's upper edge, in points: the space above the plot is empty.
  static let roomAbove = 8.0

  private final class Mark {
    let layer = Layer()
    let line = ShapeLayer()
    let text = TextLayer()
    /// The label with and without its end, which is left out if the whole label would cover data at all places.
    var lines: (whole: TextLine, short: TextLine)?
    /// The place of the label; nil before the first one, and if the label would cover data at all places.
    var place: LabelPlace?

    init() {
      layer.anchorPoint = .zero
      for part in [line, text] { layer.addSublayer(part) }
    }

    func line(at place: LabelPlace) -> TextLine? { place.isShort ? lines?.short : lines?.whole }
  }

  func removeAll() {
    layer.removeAllSublayers()
    marks = []
    thresholds = []
  }

  /// - Parameters:
  ///   - from: the axis before the motion; `to` is the axis after the motion.
  ///   - time: the moment at which the motion starts; nil for none.
  ///   - duration: the seconds of the motion.
  ///   - fade: the start of the fading of lines that come and go; nil for an immediate change.
  ///   - annotations: the places of the vertical lines, which labels avoid if another place is free.
  ///   - clearance: the distance from a rectangle of the plot to the nearest data above or below.
  func update(
    _ thresholds: [PlotThreshold], from: AxisMap, to: AxisMap, size: Size,
    environment: ChartEnvironment, at time: Double?, duration: Double = Motion.sampleDuration,
    fade: Double?, annotations: [Double] = [], clearance: (Rect) -> Double
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
    let others = thresholds.map { to.y($0.value) }
    labels = []
    for i in Self.byUrgency(thresholds) {
      let mark = marks[i]
      let half = ThresholdMarks.thickness(environment) / 2
      let (start, end) = (from.y(thresholds[i].value) - half, to.y(thresholds[i].value) - half)
      guard end.isFinite, start.isFinite else {
        mark.layer.isHidden = true
        continue
      }
      mark.layer.isHidden = false
      var rest = others
      rest.remove(at: i)
      let label = placeLabel(
        mark, line: end, others: rest, annotations, size, environment, at: isNew ? nil : fade
      ) { rect in
        labels.contains { !$0.intersection(rect).isEmpty } ? -.infinity : clearance(rect)
      }
      if let label { labels.append(label) }
      mark.layer.move(
        .position, from: .point(Point(0, start)), to: .point(Point(0, environment.snapped(end))),
        at: isNew ? nil : time, duration: duration)
      let isShown = end + half >= -0.5 && end + half <= size.height + 0.5
      mark.layer.move(
        .opacity, to: .scalar(isShown ? 1 : 0), at: isNew ? nil : fade,
        duration: Motion.leaveDuration)
    }
  }

  /// The places of thresholds in the order in which their labels choose: red ones before orange ones and others.
  private static func byUrgency(_ thresholds: [PlotThreshold]) -> [Int] {
    func rank(_ i: Int) -> Int {
      switch thresholds[i].color {
      case .red: 0
      case .orange: 1
      default: 2
      }
    }
    return thresholds.indices.sorted { (rank($0), $0) < (rank($1), $1) }
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
    // The line covers whole rows of pixels, from the mark's origin on.
    path.move(to: Point(0, thickness / 2))
    path.addLine(to: Point(width, thickness / 2))
    mark.line.path = path
    mark.line.fillColor = nil
    mark.line.strokeColor = color
    mark.line.strokeStyle = StrokeStyle(
      width: thickness,
      dashPattern: threshold.pattern.dashes(unit: unit, thickness: thickness))
    func line(share: Double) -> TextLine {
      environment.fonts.line(
        threshold.label, font: environment.type.tick,
        fitting: max(0, width * share - environment.type.tick.size))
    }
    mark.lines = (line(share: Self.mostWidth.whole), line(share: Self.mostWidth.short))
    mark.text.foregroundColor = environment.theme.text(threshold.color)
    mark.text.isHidden = threshold.label.isEmpty
  }

  // MARK: Labels

  /// Puts a label in a place where the label covers no data, and keeps the label there as long as the label covers no
  /// data. Without such a place, the label disappears.
  /// - Parameters:
  ///   - y: the height of the line.
  ///   - others: the heights of the other lines.
  ///   - annotations: the places of the vertical lines.
  /// - Returns: the rectangle of the label in the plot; nil for none.
  private func placeLabel(
    _ mark: Mark, line y: Double, others: [Double], _ annotations: [Double], _ size: Size,
    _ environment: ChartEnvironment, at fade: Double?, clearance: (Rect) -> Double
  ) -> Rect? {
    guard !mark.text.isHidden else { return nil }
    func frame(_ place: LabelPlace) -> Rect {
      labelFrame(mark, place, width: size.width, environment)
    }
    func room(_ place: LabelPlace) -> Double {
      let frame = frame(place).offsetBy(dx: 0, dy: y)
      let isWithin = frame.minY >= -Self.roomAbove && frame.maxY <= size.height
      let isCrossed = others.contains { frame.minY - 1 < $0 && $0 < frame.maxY + 1 }
      return isWithin && !isCrossed ? clearance(frame) : -.infinity
    }
    func isOnAnnotation(_ place: LabelPlace) -> Bool {
      let frame = frame(place)
      return annotations.contains { frame.minX - 1 < $0 && $0 < frame.maxX + 1 }
    }
    let before = mark.place
    let stays = before.map { room($0) >= 0 } ?? false
    let free =
      stays && before.map(isOnAnnotation) == false
      ? [] : LabelPlace.all.filter { !isOnAnnotation($0) && room($0) >= 0 }
    if !stays || !free.isEmpty {
      // Lines soon cover a place between them that has little room.
      let enough = Self.enough * environment.type.tick.size
      let rooms = (free.isEmpty ? LabelPlace.all : free).map { ($0, min(room($0), enough)) }
        .filter { $0.1 >= ($0.0.isInner && $0.0 != before ? enough : 0) }
      // A short label takes a place only if the whole label has no place, and an inner place is the last resort.
      mark.place = rooms.filter { $0.0.isAlike(rooms[0].0) }.max { $0.1 < $1.1 }?.0
    }
    let isJump = mark.place != nil && before != mark.place
    mark.text.move(
      .opacity, from: isJump && before != nil ? .scalar(0) : nil,
      to: .scalar(mark.place == nil ? 0 : 1), at: fade, duration: Motion.leaveDuration)
    guard let place = mark.place else { return nil }
    let shown = frame(place)
    mark.text.line = mark.line(at: place)
    let tick = environment.type.tick.size
    mark.text.placeBaseline(
      at: Point(shown.minX + environment.snapped(tick * 0.3), shown.maxY - tick * 0.22))
    return shown.offsetBy(dx: 0, dy: y)
  }

  /// The distance of data, in multiples of a label's font size, beyond which more distance makes no difference.
  private static let enough = 0.5

  /// The frame of a label, relative to the middle of the line's left end.
  private func labelFrame(
    _ mark: Mark, _ place: LabelPlace, width: Double, _ environment: ChartEnvironment
  ) -> Rect {
    let size = environment.type.tick.size
    let capHeight = environment.fonts.metrics(of: environment.type.tick).capHeight
    let inset = environment.snapped(size * 0.3)
    let gap = size * 0.45
    let baseline = environment.snapped(place.isAbove ? -gap : gap + capHeight)
    let label = 2 * inset + (mark.line(at: place)?.width ?? 0)
    // The dot at the end of a line stays free.
    let end = environment.snapped(width - label - 2 * EndDot.radius(environment))
    let left = environment.snapped(place.share * max(0, end))
    return Rect(
      minX: left, minY: baseline - capHeight - size * 0.22, maxX: left + label,
      maxY: baseline + size * 0.22)
  }
}

extension PlotThreshold.Pattern {
  /// The lengths of dashes and gaps for a line of a thickness.
  fileprivate func dashes(unit: Double, thickness: Double) -> [Double] {
    switch self {
    case .solid: []
    case .dashed: [8 * unit, 5 * unit]
    case .dotted: [1.6 * thickness, 2 * thickness]
    }
  }
}

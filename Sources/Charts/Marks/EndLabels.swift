import Geometry
import Layers
import Raster
import Typography

/// The names and values of several lines beside the lines' ends, in place of a legend. A short line in the
/// series' colour leads from each end to its label.
final class EndLabels {
  /// A label, and the end of its line.
  struct Item: Equatable {
    var entry: LegendEntry
    /// The number that identifies the series while others come and go.
    var number: Int
    /// The height at which the line ends; nil for a line without anything in view.
    var end: Double?
    /// Whether the line is visible up to the plot's edge, so that a short line leads from the edge to the label.
    var reachesEdge = true
    var color: Color
    /// The colour of the panel.
    var ground: Color
    /// Whether another panel of the page needs attention, and the label's panel does not.
    var recedes = false
  }

  private final class Label {
    let layer = Layer()
    let name = TextLayer()
    let value = TextLayer()
    let strike = Layer()
    let leader = ShapeLayer()
    var series = 0
    var frame = Rect.zero

    init() {
      layer.anchorPoint = .zero
      for part in [name, value, strike] { layer.addSublayer(part) }
    }

    /// The visible height of the label.
    func y(at time: Double) -> Double {
      guard case .point(let point) = layer.presentationValue(for: .position, at: time) else {
        return layer.position.y
      }
      return point.y
    }
  }

  let layer = Layer()
  private var labels: [Int: Label] = [:]
  private var size = Size.zero
  private var column = EndLabelColumn()

  /// The series whose label is at a point of the plot.
  func series(at point: Point) -> Int? {
    labels.values.first { $0.frame.contains(point) }?.series
  }

  /// The frames of the labels, which respond to clicks.
  var targets: [Rect] { labels.values.map(\.frame) }

  func removeAll() {
    layer.removeAllSublayers()
    labels = [:]
  }

  /// - Parameters:
  ///   - items: the labels; an empty list removes all labels.
  ///   - size: the size of the plot; the labels stand at its right.
  ///   - width: the room at the right of the plot.
  ///   - time: the moment at which the motion starts; nil for none.
  ///   - duration: the seconds of the motion.
  func update(
    _ items: [Item], size: Size, width: Double, environment: ChartEnvironment, at time: Double?,
    duration: Double
  ) {
    self.size = size
    column = EndLabelColumn(items.map(\.entry), width: width, environment)
    let items = shortened(items, environment)
    var leaving = labels
    let places = LabelPlaces.places(
      items.map(\.end), pitch: column.pitch, height: size.height
    ).map(environment.snapped)
    let exchanges = exchanges(items.map(\.number), to: places, at: time)
    for (item, y) in zip(items, places) {
      let known = leaving.removeValue(forKey: item.number)
      let label = known ?? Label()
      if known == nil {
        labels[item.number] = label
        layer.addSublayer(label.leader)
        layer.addSublayer(label.layer)
      }
      label.series = item.entry.series
      style(label, item, environment)
      place(
        label, item, y, through: exchanges[item.number], at: known == nil ? nil : time, duration,
        environment)
    }
    for (number, label) in leaving {
      label.layer.removeFromSuperlayer()
      label.leader.removeFromSuperlayer()
      labels[number] = nil
    }
  }

  /// Shows other values, and leaves the labels in place.
  func setValues(_ items: [Item], environment: ChartEnvironment) {
    for item in shortened(items, environment) {
      if let label = labels[item.number] { style(label, item, environment) }
    }
  }

  /// Shows the labels when the lines have been drawn on.
  func appear(at time: Double, from begin: Double) {
    layer.rise(
      .opacity, forKey: "appear", from: begin, duration: Motion.leaveDuration, at: time)
  }

  func finishAppearing() { layer.removeAnimation(forKey: "appear") }

  /// The heights between which labels that are shown exchange their ranks, by the numbers of their series.
  private func exchanges(
    _ numbers: [Int], to places: [Double], at time: Double?
  ) -> [Int: [Double]] {
    guard let time else { return [:] }
    let shown = zip(numbers, places).compactMap { number, place in
      labels[number].map { (number, from: $0.y(at: time), to: place) }
    }
    let exchanges = LabelPlaces.exchanges(from: shown.map(\.from), to: shown.map(\.to))
    return zip(shown, exchanges).reduce(into: [:]) { $0[$1.0.0] = $1.1 }
  }

  // MARK: Parts

  /// The labels with only the distinguishing parts of long names.
  private func shortened(_ items: [Item], _ environment: ChartEnvironment) -> [Item] {
    var items = items
    environment.fonts.distinguish(
      &items, by: \.entry.name, font: environment.type.note,
      fitting: column.nameRoom(beside: .infinity))
    return items
  }

  private func style(_ label: Label, _ item: Item, _ environment: ChartEnvironment) {
    let (fonts, type, theme) = (environment.fonts, environment.type, environment.theme)
    let entry = item.entry
    let capHeight = fonts.metrics(of: type.note).capHeight
    let baseline = environment.snapped(capHeight / 2)
    let value = fonts.line(entry.value, font: EndLabelColumn.valueFont(type))
    // A name may take the room that is reserved for wider values than its own.
    label.name.line = fonts.nameLine(
      entry.name, font: type.note, fitting: column.nameRoom(beside: value.width))
    label.name.foregroundColor =
      entry.isHidden
      ? theme.secondary
      : Contrast.mixed(
        item.color, with: theme.text, toStandOutFrom: item.ground, by: Self.leastContrast)
    label.name.placeBaseline(at: Point(0, baseline))
    label.value.isHidden = entry.isHidden
    label.strike.isHidden = !entry.isHidden
    label.strike.frame = environment.snapped(
      Rect(x: 0, y: 0, width: label.name.bounds.width, height: max(1, environment.hairline)))
    label.strike.backgroundColor = theme.secondary
    label.value.line = value
    label.value.foregroundColor = entry.valueColor(theme, recedes: item.recedes)
    label.value.placeBaseline(at: Point(column.valueEnd - column.start - value.width, baseline))
  }

  private func place(
    _ label: Label, _ item: Item, _ y: Double, through exchange: [Double]?, at time: Double?,
    _ duration: Double, _ environment: ChartEnvironment
  ) {
    label.frame = Rect(
      x: size.width, y: y - column.pitch / 2, width: column.valueEnd, height: column.pitch)
    func position(_ y: Double) -> AnimatableValue { .point(Point(size.width + column.start, y)) }
    label.layer.move(
      .position, to: position(y), through: exchange?.map(position), at: time, duration: duration)
    for part in [label.layer, label.leader] {
      part.move(
        .opacity, to: .scalar(1), through: exchange?.map { _ in .scalar(0) }, at: time,
        duration: duration)
    }
    label.leader.isHidden = item.end == nil || !item.reachesEdge
    label.leader.fillColor = nil
    label.leader.strokeColor = item.color
    // The miters of other joins would add the lines' ends and their dots to the damage of each motion.
    label.leader.strokeStyle = StrokeStyle(
      width: max(environment.hairline, environment.type.lineWidth / 3), cap: .round, join: .round)
    guard let end = item.end else { return }
    let time = label.leader.path == nil ? nil : time
    var middle = end
    if let time, case .path(let path) = label.leader.presentationValue(for: .path, at: time) {
      middle = (path.points[0].y + end) / 2
    }
    label.leader.move(
      .path, to: .path(leader(from: end, to: y)),
      through: exchange?.map { .path(leader(from: middle, to: $0)) }, at: time, duration: duration)
  }

  /// The short line between the end of a line and its label.
  private func leader(from end: Double, to y: Double) -> Path {
    var path = Path()
    path.move(to: Point(size.width + column.leader.lowerBound, end))
    path.addLine(to: Point(size.width + column.leader.upperBound, y))
    return path
  }

  /// The contrast of names with the panel.
  private static let leastContrast = 4.5
}

/// The measures of a column of labels at the right of a plot.
struct EndLabelColumn {
  /// The distance between two labels' baselines: 18 points on a page of 1080 lines.
  private(set) var pitch = 0.0
  /// The ends of the leading lines, as distances from the plot's edge.
  private(set) var leader = 0.0...0.0
  /// The distance from the plot's edge to the names.
  private(set) var start = 0.0
  /// The distance from the plot's edge to the right ends of values.
  private(set) var valueEnd = 0.0
  /// The room of every name beside the widest value, and the width of that value.
  private var (nameWidth, valueWidth) = (0.0, 0.0)

  /// The largest share of a plot's width that labels take.
  private static let mostWidth = 1.0 / 3
  /// The step of widths, in points.
  private static let step = 8.0
  /// The least width of a shortened name, in multiples of its font's size.
  private static let leastName = 4.0

  init() {}

  /// The column in a room of a width.
  init(_ entries: [LegendEntry], width: Double, _ environment: ChartEnvironment) {
    let needs = Needs(entries, environment)
    let font = Self.valueFont(environment.type)
    pitch = Self.pitch(environment.type)
    start = Self.start(environment)
    leader = EndDot.radius(environment) + 2...start - 4
    // A value that is wider than expected takes the room of the names.
    valueWidth = entries.map { environment.fonts.line($0.value, font: font).width }
      .reduce(needs.value, max)
    nameWidth = max(0, min(needs.name, width - start - needs.gap - valueWidth))
    valueEnd = start + nameWidth + needs.gap + valueWidth
  }

  /// The room of a name beside a value of a width.
  func nameRoom(beside value: Double) -> Double { nameWidth + max(0, valueWidth - value) }

  /// The widths of the widest name and of the widest value, which do not depend on the current values.
  private struct Needs {
    let name: Double
    let value: Double
    let gap: Double

    init(_ entries: [LegendEntry], _ environment: ChartEnvironment) {
      let (fonts, type) = (environment.fonts, environment.type)
      let font = EndLabelColumn.valueFont(type)
      name = entries.map { fonts.line($0.name, font: type.note).width }.max() ?? 0
      value =
        entries.flatMap { $0.widestValues.isEmpty ? [$0.value] : $0.widestValues }
        .map { fonts.line($0, font: font).width }.max() ?? 0
      gap = value > 0 ? type.note.size * 0.6 : 0
    }
  }

  /// The width in points, a multiple of 8, that labels need at the right of a plot; 0 if there is one line, or no room
  /// for labels.
  /// - Parameter plot: the size of the plot together with the labels.
  static func width(
    of entries: [LegendEntry], in plot: Size, environment: ChartEnvironment
  ) -> Double {
    let type = environment.type
    guard entries.count > 1, plot.height >= pitch(type) * Double(entries.count - 1) else {
      return 0
    }
    let needs = Needs(entries, environment)
    let most = (plot.width * mostWidth / step).rounded(.down) * step
    let least = start(environment) + needs.gap + needs.value
    guard least + min(needs.name, leastName * type.note.size) <= most else { return 0 }
    // Names without room are shortened, which may leave room to the plot.
    let names = environment.fonts.distinctNames(
      entries.map(\.name), font: type.note, fitting: most - least)
    let widest = names.map { environment.fonts.line($0, font: type.note).width }.max() ?? 0
    return min(most, ((least + widest) / step).rounded(.up) * step)
  }

  static func pitch(_ type: TypeScale) -> Double { (type.note.size * 1.2).rounded(.up) }

  private static func start(_ environment: ChartEnvironment) -> Double {
    (EndDot.radius(environment) + 6 + environment.type.note.size).rounded(.up)
  }

  static func valueFont(_ type: TypeScale) -> FontDescription {
    var font = type.note
    font.weight = .medium
    return font
  }
}

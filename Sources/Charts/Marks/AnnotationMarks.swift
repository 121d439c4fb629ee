import Geometry
import Layers

/// The lines at moments in a plot, each with its label at the top where labels do not touch.
final class AnnotationMarks {
  let layer = Layer()
  private var marks: [SeriesColor?: AxisMarks] = [:]

  func removeAll() {
    layer.removeAllSublayers()
    marks = [:]
  }

  /// - Parameters:
  ///   - motion: the way of the axes.
  ///   - time: the moment at which the motion starts; nil for none.
  ///   - fade: the moment at which marks that come and go start to; nil for at once.
  func update(
    _ annotations: [PlotAnnotation], _ motion: PlotTransition, size: Size,
    environment: ChartEnvironment, at time: Double?, fade: Double?
  ) {
    guard !annotations.isEmpty || !marks.isEmpty else { return }
    let labelled = withRoom(annotations, motion.to, size, environment)
    for color in Set(annotations.map(\.color)).union(marks.keys) {
      let own = marks[color] ?? AxisMarks()
      if marks[color] == nil {
        marks[color] = own
        layer.addSublayer(own.layer)
      }
      let (from, to) = (motion.from, motion.to)
      own.update(
        labelled.filter { $0.color == color }.map {
          AxisMarks.Tick(value: $0.time, label: $0.label)
        },
        appearance: appearance(color, size, environment), fonts: environment.fonts, at: time,
        duration: motion.duration, fade: fade,
        slide: from.xScale == to.xScale ? (from.xOffset, to.xOffset) : nil
      ) { tick, _ in
        (Point(from.x(tick.value), 0), Point(to.x(tick.value), 0))
      }
    }
  }

  /// The marks in sight, without the labels that would touch the next one or the plot's edge.
  private func withRoom(
    _ annotations: [PlotAnnotation], _ map: AxisMap, _ size: Size, _ environment: ChartEnvironment
  ) -> [PlotAnnotation] {
    let shown = annotations.filter { (-1...size.width + 1).contains(map.x($0.time)) }
      .sorted { $0.time < $1.time }
    let font = environment.type.tick
    return shown.enumerated().map { i, annotation in
      let end = i + 1 < shown.count ? map.x(shown[i + 1].time) : size.width
      let width = environment.fonts.line(annotation.label, font: font).width + font.size
      var annotation = annotation
      if map.x(annotation.time) + width > end { annotation.label = "" }
      return annotation
    }
  }

  private func appearance(
    _ color: SeriesColor?, _ size: Size, _ environment: ChartEnvironment
  ) -> AxisMarks.Appearance {
    let theme = environment.theme
    let type = environment.type
    let capHeight = environment.fonts.metrics(of: type.tick).capHeight
    let width = max(environment.hairline, environment.snapped(type.lineWidth / 3))
    return AxisMarks.Appearance(
      font: type.tick, color: color.map { theme.words($0) } ?? theme.secondary,
      rule: (
        (color.map { theme.mark($0) } ?? theme.secondary).opacity(0.7),
        Rect(x: -width / 2, y: 0, width: width, height: size.height)
      ),
      labelOrigin: { _ in Point(type.tick.size * 0.4, capHeight) })
  }
}

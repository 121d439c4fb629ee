import Geometry
import Layers

/// The lines at moments in a plot, each with its label unless labels would touch. A label is at the top, or at the
/// bottom if the label covers no line only there.
final class AnnotationMarks {
  let layer = Layer()
  private var marks: [Kind: AxisMarks] = [:]
  /// The annotations whose labels are at the bottom.
  private var low: Set<PlotAnnotation> = []

  /// The marks that look alike.
  private struct Kind: Hashable {
    let color: SeriesColor?
    let isLow: Bool
  }

  func removeAll() {
    layer.removeAllSublayers()
    marks = [:]
    low = []
  }

  /// - Parameters:
  ///   - motion: the motion of the axes.
  ///   - ground: the colour of the panel.
  ///   - time: the moment at which the motion starts; nil for none.
  ///   - fade: the start of the fading of marks that come and go; nil for an immediate change.
  ///   - clearance: the distance from a rectangle of the plot to the nearest data above or below.
  func update(
    _ annotations: [PlotAnnotation], _ motion: PlotTransition, size: Size, ground: Color,
    environment: ChartEnvironment, at time: Double?, fade: Double?, clearance: (Rect) -> Double
  ) {
    guard !annotations.isEmpty || !marks.isEmpty else { return }
    let labelled = withRoom(annotations, motion.to, size, environment)
    placeLabels(labelled, motion.to, size, environment, clearance)
    func kind(of annotation: PlotAnnotation) -> Kind {
      Kind(color: annotation.color, isLow: low.contains(annotation))
    }
    for kind in Set(labelled.map(kind(of:))).union(marks.keys) {
      let own = marks[kind] ?? AxisMarks()
      if marks[kind] == nil {
        marks[kind] = own
        layer.addSublayer(own.layer)
      }
      let (from, to) = (motion.from, motion.to)
      own.update(
        labelled.filter { self.low.contains($0) == kind.isLow && $0.color == kind.color }.map {
          AxisMarks.Tick(value: $0.time, label: $0.label)
        },
        appearance: appearance(kind, size, on: ground, environment), fonts: environment.fonts,
        at: time,
        duration: motion.duration, fade: fade,
        slide: from.xScale == to.xScale ? (from.xOffset, to.xOffset) : nil
      ) { tick, _ in
        (Point(from.x(tick.value), 0), Point(to.x(tick.value), 0))
      }
    }
  }

  /// The marks in view in the order of time, without the labels that would touch the next label or the plot's edge.
  private func withRoom(
    _ annotations: [PlotAnnotation], _ map: AxisMap, _ size: Size, _ environment: ChartEnvironment
  ) -> [PlotAnnotation] {
    let shown = annotations.filter { (-1...size.width + 1).contains(map.x($0.time)) }.merged
    let font = environment.type.tick
    return shown.enumerated().map { i, annotation in
      let end = i + 1 < shown.count ? map.x(shown[i + 1].time) : size.width
      let width = environment.fonts.line(annotation.label, font: font).width + font.size
      var annotation = annotation
      if map.x(annotation.time) + width > end { annotation.label = "" }
      return annotation
    }
  }

  /// Finds the labels at the bottom. A label stays at its position as long as it covers no line.
  private func placeLabels(
    _ annotations: [PlotAnnotation], _ map: AxisMap, _ size: Size, _ environment: ChartEnvironment,
    _ clearance: (Rect) -> Double
  ) {
    let font = environment.type.tick
    low = Set(
      annotations.filter { annotation in
        guard !annotation.label.isEmpty else { return false }
        func isFree(low: Bool) -> Bool {
          let box = Rect(
            x: map.x(annotation.time), y: low ? size.height - font.size * 1.4 : 0,
            width: environment.fonts.line(annotation.label, font: font).width + font.size,
            height: font.size * 1.4)
          return clearance(box) >= environment.type.lineWidth / 2
        }
        let wasLow = low.contains(annotation)
        return isFree(low: wasLow) || !isFree(low: !wasLow) ? wasLow : !wasLow
      })
  }

  private func appearance(
    _ kind: Kind, _ size: Size, on ground: Color, _ environment: ChartEnvironment
  ) -> AxisMarks.Appearance {
    let color = kind.color
    let theme = environment.theme
    let type = environment.type
    let capHeight = environment.fonts.metrics(of: type.tick).capHeight
    let width = max(environment.hairline, environment.snapped(type.lineWidth / 3))
    return AxisMarks.Appearance(
      font: type.tick, color: color.map { theme.word($0, on: ground) } ?? theme.secondary,
      rule: (
        (color.map { theme.mark($0) } ?? theme.secondary).opacity(0.7),
        Rect(x: -width / 2, y: 0, width: width, height: size.height)
      ),
      labelOrigin: { _ in
        Point(type.tick.size * 0.4, kind.isLow ? size.height - type.tick.size * 0.4 : capHeight)
      })
  }
}

extension [PlotAnnotation] {
  /// The annotations in the order of time. Those of one moment and one colour have one line, and their labels are
  /// joined.
  fileprivate var merged: [PlotAnnotation] {
    var result: [PlotAnnotation] = []
    for next in sorted(by: { $0.time < $1.time }) {
      let start = result.lastIndex { $0.time != next.time }.map { $0 + 1 } ?? 0
      guard let i = result[start...].firstIndex(where: { $0.color == next.color }) else {
        result.append(next)
        continue
      }
      let labels = [result[i].label, next.label].filter { !$0.isEmpty }
      result[i].label =
        labels.first == labels.last ? labels.first ?? "" : labels.joined(separator: ", ")
    }
    return result
  }
}

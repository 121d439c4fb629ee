import Geometry
import Layers
import Typography

/// The ticks of one axis: labels, with or without a grid line each, that move with the axis, appear
/// and leave.
final class AxisMarks {
  struct Tick {
    let value: Double
    let label: String
  }

  /// How a tick looks at its place, which is the origin of its layer.
  struct Appearance {
    var font: FontDescription
    var color: Color
    /// Nil for no grid line.
    var rule: (color: Color, frame: Rect)?
    /// Where the label's left end and its baseline are, for its width.
    var labelOrigin: (TextLine) -> Point
  }

  private struct Mark {
    let layer = Layer()
    let text = TextLayer()
    var rule: Layer?
  }

  let layer = Layer()
  private var marks: [Double: Mark] = [:]

  /// Shows just these ticks.
  /// - Parameters:
  ///   - place: where a tick's layer is, under the axis as it was and as it is to be.
  ///   - time: when the motion starts; nil for none.
  ///   - fade: when ticks that come and go start to; nil for at once.
  func update(
    _ ticks: [Tick], appearance: Appearance, fonts: FontLibrary, at time: Double?,
    fade: Double?, place: (Tick, TextLine) -> (from: Point, to: Point)
  ) {
    var leaving = marks
    for tick in ticks {
      let line = fonts.line(tick.label, font: appearance.font)
      let (from, to) = place(tick, line)
      if let mark = leaving.removeValue(forKey: tick.value) {
        style(mark, line, appearance)
        mark.layer.move(.position, to: .point(to), at: time)
      } else {
        enter(tick, line, appearance, from: from, to: to, at: time, fade: fade)
      }
    }
    for (value, mark) in leaving { leave(mark, value: value, isMoving: time != nil, fade: fade) }
  }

  func removeAll() {
    layer.removeAllSublayers()
    marks = [:]
  }

  private func enter(
    _ tick: Tick, _ line: TextLine, _ appearance: Appearance, from: Point, to: Point,
    at time: Double?, fade: Double?
  ) {
    var mark = Mark()
    if appearance.rule != nil {
      let rule = Layer()
      mark.layer.addSublayer(rule)
      mark.rule = rule
    }
    mark.layer.addSublayer(mark.text)
    style(mark, line, appearance)
    layer.addSublayer(mark.layer)
    marks[tick.value] = mark
    mark.layer.move(.position, from: .point(from), to: .point(to), at: time)
    for part in mark.layer.sublayers {
      part.move(
        .opacity, from: .scalar(0), to: .scalar(1), at: fade,
        duration: time == nil ? Motion.fadeDuration : Motion.sampleDuration)
    }
  }

  private func leave(_ mark: Mark, value: Double, isMoving: Bool, fade: Double?) {
    marks[value] = nil
    guard fade != nil else { return mark.layer.removeFromSuperlayer() }
    let duration = isMoving ? Motion.leaveDuration : Motion.fadeDuration
    for part in mark.layer.sublayers {
      part.move(.opacity, to: .scalar(0), at: fade, duration: duration) {
        [layer = mark.layer] _ in
        layer.removeFromSuperlayer()
      }
    }
  }

  private func style(_ mark: Mark, _ line: TextLine, _ appearance: Appearance) {
    if mark.text.line != line { mark.text.line = line }
    mark.text.foregroundColor = appearance.color
    let origin = appearance.labelOrigin(line)
    mark.text.anchorPoint = .zero
    mark.text.position = Point(origin.x, origin.y - line.ascent)
    if let rule = mark.rule, let look = appearance.rule {
      rule.backgroundColor = look.color
      rule.frame = look.frame
    }
  }
}

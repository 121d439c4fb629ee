import Geometry
import Layers
import Raster
import Typography

/// The ticks of one axis, or the data of a line: labels, each with or without a grid line or a dot, that move with the
/// axis, appear and leave.
final class AxisMarks {
  struct Tick {
    let value: Double
    let label: String
  }

  /// The look of a tick at its place, which is the origin of its layer.
  struct Appearance {
    var font: FontDescription
    var color: Color
    /// The grid line; nil for none.
    var rule: (color: Color, frame: Rect)?
    /// The place of the label's left end and baseline.
    var labelOrigin: (TextLine) -> Point
    /// The largest width of a label; a wider label is cut off with an ellipsis.
    var labelRoom = Double.infinity
    /// Radians by which the label is turned about its middle, clockwise.
    var labelAngle = 0.0
    /// The dot; nil for none.
    var dot: Dot?
  }

  /// A disc with a ring around it, at the place of a tick.
  struct Dot {
    var radius: Double
    var fill: Color
    /// The colour and the width of the ring; half of the width lies outside of the radius.
    var ring: (color: Color, width: Double)
  }

  private struct Mark {
    let layer = Layer()
    let text = TextLayer()
    var rule: Layer?
    var dot: ShapeLayer?
  }

  let layer = Layer()
  private var marks: [Double: Mark] = [:]
  /// The layer that carries the marks that move exactly as the axis slides, so that only this layer moves.
  private let slider = Layer()
  /// Whether marks move sideways by whole columns, in the same frames as the lines of a plot.
  private let snapsToColumns: Bool

  init(snapsToColumns: Bool = false) {
    self.snapsToColumns = snapsToColumns
    slider.snapsToColumns = snapsToColumns
  }

  /// Shows the given ticks, and removes all others.
  /// - Parameters:
  ///   - place: the place of a tick's layer under the axis before and after the motion.
  ///   - slide: the distance by which the axis is moved to the right, before and after the motion, if nothing else
  ///     changes; otherwise nil.
  ///   - time: the moment at which the motion starts; nil for none.
  ///   - duration: the seconds of the motion.
  ///   - fade: the start of the fading of ticks that come and go; nil for an immediate change.
  ///   - delay: the seconds by which new ticks appear later, when others have made room for them.
  ///   - exit: the place to which the tick of a value moves as it leaves; nil for no motion.
  func update(
    _ ticks: [Tick], appearance: Appearance, fonts: FontLibrary, at time: Double?,
    duration: Double = Motion.sampleDuration, fade: Double?, delay: Double = 0,
    slide: (from: Double, to: Double)? = nil, exit: ((Double) -> Point?)? = nil,
    place: (Tick, TextLine) -> (from: Point, to: Point)
  ) {
    var leaving = marks
    var shown: Set<Double> = []
    for tick in ticks where shown.insert(tick.value).inserted {
      let line = fonts.line(tick.label, font: appearance.font, fitting: appearance.labelRoom)
      let (from, to) = place(tick, line)
      let rest = slide.flatMap { self.rest(from: from, to: to, on: $0) }
      if let mark = leaving.removeValue(forKey: tick.value) {
        style(mark, line, appearance)
        if let rest, carry(mark, at: rest, from: from, at: time) { continue }
        release(mark, at: time)
        mark.layer.move(.position, to: .point(to), at: time, duration: duration)
      } else {
        let mark = makeMark(tick, line, appearance)
        if let rest {
          addToSlider(mark, at: rest)
        } else {
          layer.addSublayer(mark.layer)
          mark.layer.move(
            .position, from: .point(from), to: .point(to), at: time, duration: duration)
        }
        enter(mark, at: time, fade: fade, delay: delay)
      }
    }
    for (value, mark) in leaving {
      release(mark, at: time)
      leave(mark, value: value, isMoving: time != nil, fade: fade)
      if let time, let end = exit?(value) {
        mark.layer.move(.position, to: .point(end), at: time, duration: duration)
      }
    }
    guard let slide else { return }
    slider.move(
      .position, from: .point(Point(slide.from, 0)), to: .point(Point(slide.to, 0)),
      at: slider.sublayers.isEmpty ? nil : time, duration: duration)
  }

  /// Hides the mark of a value until a time.
  func hide(_ value: Double, from time: Double, until end: Double) {
    guard let mark = marks[value], end > time else { return }
    var animation = BasicAnimation(
      .opacity, from: .scalar(0), to: .scalar(0), duration: end - time)
    animation.timing.beginTime = time
    mark.layer.add(animation, forKey: "hide", at: time)
  }

  func removeAll() {
    layer.removeAllSublayers()
    slider.removeAllSublayers()
    marks = [:]
  }

  /// The place on the slider of a mark that moves exactly as the axis slides; nil for any other mark.
  private func rest(from: Point, to: Point, on slide: (from: Double, to: Double)) -> Point? {
    let rest = to - Point(slide.to, 0)
    return isNear(rest, from - Point(slide.from, 0)) ? rest : nil
  }

  /// Lets the slider carry a mark that is already in its place.
  /// - Returns: whether the slider carries the mark.
  private func carry(_ mark: Mark, at rest: Point, from: Point, at time: Double?) -> Bool {
    if mark.layer.superlayer !== slider {
      guard time.map({ isNear(shownPosition(of: mark.layer, at: $0), from) }) ?? true,
        mark.layer.sublayers.allSatisfy(\.animationKeys.isEmpty)
      else { return false }
      mark.layer.removeAnimation(forKey: AnimationKeyPath.position.rawValue)
      addToSlider(mark, at: rest)
    }
    // A difference in the last digits would only cause a new recording.
    if !isNear(mark.layer.position, rest) { mark.layer.position = rest }
    return true
  }

  private func addToSlider(_ mark: Mark, at rest: Point) {
    mark.layer.position = rest
    slider.addSublayer(mark.layer)
    if slider.superlayer == nil { layer.insertSublayer(slider, at: 0) }
  }

  /// Takes a carried mark off the slider, at the place where it is shown.
  private func release(_ mark: Mark, at time: Double?) {
    guard mark.layer.superlayer === slider else { return }
    mark.layer.position = mark.layer.position + shownPosition(of: slider, at: time)
    layer.addSublayer(mark.layer)
  }

  private func shownPosition(of layer: Layer, at time: Double?) -> Point {
    (time.map { layer.presentation(at: $0) } ?? layer).position
  }

  /// Whether two places look the same.
  private func isNear(_ a: Point, _ b: Point) -> Bool { a.distance(to: b) <= 1.0 / 64 }

  /// Makes the mark of a new tick, which has no place yet.
  private func makeMark(_ tick: Tick, _ line: TextLine, _ appearance: Appearance) -> Mark {
    var mark = Mark()
    mark.layer.snapsToColumns = snapsToColumns
    if appearance.rule != nil {
      let rule = Layer()
      mark.layer.addSublayer(rule)
      mark.rule = rule
    }
    if appearance.dot != nil {
      let dot = ShapeLayer()
      mark.layer.addSublayer(dot)
      mark.dot = dot
    }
    mark.layer.addSublayer(mark.text)
    style(mark, line, appearance)
    marks[tick.value] = mark
    return mark
  }

  /// Lets a new mark appear.
  private func enter(_ mark: Mark, at time: Double?, fade: Double?, delay: Double) {
    for part in mark.layer.sublayers {
      if let fade, time != nil, delay > 0 {
        part.fadeIn(at: fade + delay, duration: Motion.sampleDuration - delay)
      } else {
        part.move(
          .opacity, from: .scalar(0), to: .scalar(1), at: fade,
          duration: time == nil ? Motion.fadeDuration : Motion.sampleDuration)
      }
    }
  }

  private func leave(_ mark: Mark, value: Double, isMoving: Bool, fade: Double?) {
    marks[value] = nil
    guard fade != nil else { return mark.layer.removeFromSuperlayer() }
    let duration = isMoving ? Motion.leaveDuration : Motion.fadeDuration
    for part in mark.layer.sublayers {
      part.move(.opacity, to: .scalar(0), at: fade, duration: duration) {
        [weak layer = mark.layer] _ in
        layer?.removeFromSuperlayer()
      }
    }
  }

  private func style(_ mark: Mark, _ line: TextLine, _ appearance: Appearance) {
    mark.text.line = line
    mark.text.foregroundColor = appearance.color
    placeLabel(mark.text, line, appearance)
    if let rule = mark.rule, let look = appearance.rule {
      rule.backgroundColor = look.color
      rule.frame = look.frame
    }
    if let dot = mark.dot, let look = appearance.dot {
      dot.path = Path(circleCenter: .zero, radius: max(0, look.radius))
      dot.fillColor = look.fill
      dot.strokeColor = look.ring.color
      dot.strokeStyle = StrokeStyle(width: look.ring.width)
    }
  }

  private func placeLabel(_ text: TextLayer, _ line: TextLine, _ appearance: Appearance) {
    let origin = appearance.labelOrigin(line)
    var place = Point(origin.x, origin.y - line.ascent)
    let isTurned = appearance.labelAngle != 0
    if isTurned { place = place + Point(text.bounds.width / 2, text.bounds.height / 2) }
    text.anchorPoint = isTurned ? Point(0.5, 0.5) : .zero
    text.position = place
    if isTurned { text.transform = .rotation(appearance.labelAngle) }
  }
}

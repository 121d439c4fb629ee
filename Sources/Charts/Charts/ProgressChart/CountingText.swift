import Geometry
import Layers
import Typography

/// A text in the middle of a box that can count from one number to another: each text on the way has a layer that is
/// visible only during its turn.
final class CountingText {
  let layer = Layer()
  private var box = Rect.zero
  private var font = FontDescription(size: 0)
  private var color = Color.black
  private var fonts: FontLibrary?
  private var current: TextLayer?

  /// The number of texts a second.
  private static let rate = 30.0
  private static let most = 240.0

  func layOut(box: Rect, font: FontDescription, color: Color, fonts: FontLibrary) {
    self.box = box
    self.font = font
    self.color = color
    self.fonts = fonts
  }

  /// Shows a text.
  /// - Parameter fade: the start of the fade from the text before; nil for an immediate change.
  func show(_ text: String, fade time: Double? = nil) {
    let next = makeLayer(text)
    guard let time, let old = current, old.line?.text != next.line?.text else {
      return setOnly(next)
    }
    setOnly(old)
    old.fadeOver(to: next, at: time)
    current = next
  }

  /// Counts up or down to a text.
  /// - Parameters:
  ///   - text: the text at a fraction of the time, 0...1; the last text is at 1.
  ///   - begin: the start of the counting; until then, the first text is shown.
  func count(
    from begin: Double, duration: Double, at time: Double, text: (Double) -> String
  ) {
    setOnly(makeLayer(text(1)))
    guard let last = current, duration > 0, duration.isFinite else { return }
    let frames = max(1, min(duration * Self.rate, Self.most).rounded(.up))
    var turns: [(start: Double, text: String)] = []
    for frame in stride(from: 0, to: frames, by: 1) {
      let shown = text(frame / frames)
      if turns.last?.text != shown { turns.append((begin + frame / frames * duration, shown)) }
    }
    // The last text need not wait for the end.
    let end = turns.last?.text == last.line?.text ? turns.removeLast().start : begin + duration
    for (i, turn) in turns.enumerated() {
      let step = makeLayer(turn.text)
      step.opacity = 0
      layer.addSublayer(step)
      step.hold(
        opacity: 1, from: turn.start, to: i + 1 < turns.count ? turns[i + 1].start : end,
        isFirst: i == 0, at: time
      ) { [weak step] _ in step?.removeFromSuperlayer() }
    }
    if end > begin { last.hold(opacity: 0, from: begin, to: end, isFirst: true, at: time) }
  }

  private func setOnly(_ text: TextLayer) {
    for part in layer.sublayers where part !== text { part.removeFromSuperlayer() }
    text.removeAllAnimations()
    text.opacity = 1
    if text.superlayer == nil { layer.addSublayer(text) }
    current = text
  }

  private func makeLayer(_ string: String) -> TextLayer {
    let text = TextLayer()
    guard let fonts else { return text }
    text.line = fonts.line(string, font: font, fitting: box.width)
    text.foregroundColor = color
    let capHeight = fonts.metrics(of: font).capHeight
    text.placeBaseline(at: Point(box.midX - text.bounds.width / 2, box.midY + capHeight / 2))
    return text
  }
}

extension Layer {
  /// Holds the opacity for a time.
  /// - Parameter isFirst: whether the opacity is also held before `begin`.
  fileprivate func hold(
    opacity: Double, from begin: Double, to end: Double, isFirst: Bool, at time: Double,
    completion: ((Bool) -> Void)? = nil
  ) {
    var animation = BasicAnimation(
      .opacity, from: .scalar(opacity), to: .scalar(opacity), duration: end - begin)
    animation.timing.beginTime = begin
    animation.timing.fillMode = isFirst ? .backwards : .removed
    add(animation, forKey: "hold", at: time, completion: completion)
  }
}

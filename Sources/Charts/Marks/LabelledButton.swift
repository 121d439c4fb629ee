import Geometry
import Layers
import Typography

/// A word that can be pressed: a pill in the middle of a larger rectangle that takes the press.
final class LabelledButton {
  let layer = Layer()
  private(set) var frame = Rect.zero
  private let pill = Layer()
  private let title = TextLayer()
  private static let font = FontDescription(size: 12, weight: .medium)
  private static let height = 26.0

  init() {
    layer.addSublayer(pill)
    layer.addSublayer(title)
  }

  func layOut(frame: Rect, title text: String, color: Color, environment: ChartEnvironment) {
    self.frame = frame
    layer.frame = frame
    pill.frame = Rect(
      x: 0, y: (frame.height - Self.height) / 2, width: frame.width, height: Self.height)
    pill.cornerRadius = Self.height / 2
    pill.backgroundColor = color
    let line = environment.fonts.line(text, font: Self.font, fitting: frame.width - 8)
    title.line = line
    title.foregroundColor = .white
    let capHeight = environment.fonts.metrics(of: Self.font).capHeight
    title.placeBaseline(
      at: Point((frame.width - line.width) / 2, (frame.height + capHeight) / 2))
  }
}

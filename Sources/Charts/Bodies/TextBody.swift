import Geometry
import Layers
import Typography

extension Panel.Kind {
  /// A few lines of text.
  public static let text = Panel.Kind("text", .filling) { TextBody(environment: $0) }
}

/// The content of a panel of text.
public struct TextContent: PanelBodyContent, Equatable {
  /// The paragraphs; each is broken into lines where the panel ends.
  public var paragraphs: [String]

  /// Paragraphs from top to bottom.
  public init(paragraphs: [String]) { self.paragraphs = paragraphs }
}

/// A few lines of text, as large as there is room.
final class TextBody: PanelBody {
  let layer = Layer()
  private let lines = Layer()
  private var environment: ChartEnvironment
  private var place: PanelBodyPlace?
  private var shown: TextContent?
  /// The distance between the baselines of two lines, in multiples of their font's size.
  private static let pitch = 1.4

  init(environment: ChartEnvironment) {
    self.environment = environment
    lines.anchorPoint = .zero
    layer.addSublayer(lines)
  }

  func layOut(_ place: PanelBodyPlace, environment: ChartEnvironment) {
    self.environment = environment
    self.place = place
    layer.frame = place.frame
    shown = nil
  }

  func update(_ content: any PanelBodyContent, look: PanelBodyLook, at time: Double?) {
    guard let content = content as? TextContent, let place, !place.frame.isEmpty else { return }
    if content != shown {
      let isChange = shown != nil
      shown = content
      showLines(content, in: place.frame.size)
      if isChange, let fade = environment.fadeTime(time) {
        lines.fadeIn(at: fade, duration: Motion.sampleDuration)
      }
    }
    let theme = environment.theme
    for case let line as TextLayer in lines.sublayers {
      line.foregroundColor = look.recedes ? theme.quietText : theme.text
    }
  }

  /// Sets the text in the largest type in which all lines fit; in the smallest type, the last line that fits ends with
  /// an ellipsis.
  private func showLines(_ content: TextContent, in size: Size) {
    let (type, fonts) = (environment.type, environment.fonts)
    let largest = type.unit.size * (type.isDistant || type.hasFewPanels ? 3 : 1.8)
    var font = type.note
    font.size = largest
    /// The number of rows for which there is room.
    var most: Int { max(1, Int(size.height / (font.size * Self.pitch) + 0.01)) }
    // One row more reveals a text that does not fit.
    func rows() -> (lines: [String], isCut: Bool) {
      Self.broken(content.paragraphs, to: size.width, font, fonts, atMost: most + 1)
    }
    var broken = rows()
    while font.size > type.smallest, broken.isCut || broken.lines.count > most {
      font.size = max(type.smallest, (font.size * 0.94 * 2).rounded(.down) / 2)
      broken = rows()
    }
    var texts = Array(broken.lines.prefix(most))
    if broken.lines.count > most { texts[most - 1] += " …" }
    lines.removeAllSublayers()
    let metrics = fonts.metrics(of: font)
    for (i, text) in texts.enumerated() {
      let line = fonts.line(text, font: font, fitting: size.width)
      let baseline = metrics.capHeight * 1.2 + Double(i) * font.size * Self.pitch
      lines.addSublayer(
        TextLayer(
          line, color: environment.theme.text,
          baseline: Point(0, environment.snapped(baseline))))
    }
  }

  /// Breaks paragraphs into rows.
  /// - Parameter most: the largest number of rows; the rest is left out. Default all rows.
  /// - Returns: the lines, and whether a single word is wider than a line.
  static func broken(
    _ paragraphs: [String], to width: Double, _ font: FontDescription, _ fonts: FontLibrary,
    atMost most: Int = .max
  ) -> (lines: [String], isCut: Bool) {
    var lines: [String] = []
    for paragraph in paragraphs where lines.count < most {
      lines += paragraph.rows(in: width, atMost: most - lines.count) {
        fonts.line($0, font: font)
      }
    }
    return (lines, lines.contains { fonts.line($0, font: font).width > width })
  }
}

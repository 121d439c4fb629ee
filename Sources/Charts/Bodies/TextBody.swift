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
    /// The number of rows for which there is room.
    var most: Int { max(1, Int(size.height / (font.size * Self.pitch) + 0.01)) }
    // One row more reveals a text that does not fit.
    func rows(wordsUpTo length: Int) -> (lines: [String], isCut: Bool) {
      Self.broken(
        content.paragraphs, to: size.width, font, fonts, wordsUpTo: length, atMost: most + 1)
    }
    /// The largest size with room for the text, of which no word up to a length is broken; nil if there is none.
    func largestSize(wordsUpTo length: Int, from largest: Double, to least: Double) -> Double? {
      font.size = largest
      while true {
        let broken = rows(wordsUpTo: length)
        if !broken.isCut, broken.lines.count <= most { return font.size }
        guard font.size > least else { return nil }
        font.size = max(least, (font.size * 0.94 * 2).rounded(.down) / 2)
      }
    }
    // An address is broken before it makes the whole text small.
    let broad = largestSize(wordsUpTo: Self.longestWord, from: largest, to: type.smallest)
    let whole = broad.flatMap {
      largestSize(wordsUpTo: .max, from: $0, to: max(type.smallest, $0 * Self.leastShare))
    }
    font.size = whole ?? broad ?? type.smallest
    let broken = rows(wordsUpTo: .max)
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

  /// The number of letters of the longest word that is never broken.
  private static let longestWord = 20
  /// The share of the size with broken words that the size without broken words must have.
  private static let leastShare = 0.6

  /// Breaks paragraphs into rows. A word that is wider than a row is broken, too.
  /// - Parameters:
  ///   - length: the number of letters up to which words should not be broken.
  ///   - most: the largest number of rows; the rest is left out. Default all rows.
  /// - Returns: the lines, and whether a word up to the length is broken.
  static func broken(
    _ paragraphs: [String], to width: Double, _ font: FontDescription, _ fonts: FontLibrary,
    wordsUpTo length: Int = .max, atMost most: Int = .max
  ) -> (lines: [String], isCut: Bool) {
    var lines: [String] = []
    for paragraph in paragraphs where lines.count < most {
      lines += paragraph.rows(in: width, breaksWords: true, atMost: most - lines.count) {
        fonts.line($0, font: font)
      }
    }
    let isCut = paragraphs.contains { paragraph in
      paragraph.split(whereSeparator: \.isWhitespace).contains {
        $0.count <= length && fonts.line(String($0), font: font).width > width
      }
    }
    return (lines, isCut)
  }
}

import Charts
import Geometry
import Layers
import Metrics
import Typography

/// The layers over a page: the help, a passing notice, a lasting notice, and a lasting status.
final class Overlay {
  let layer = Layer()
  private let help = Layer()
  private let notice = Pill()
  private let lasting = Pill()
  private let status = Pill()
  private var lastingText: String?
  private var size = Size.zero
  private static let noticeDuration = 2.5

  static let keys = [
    ("← →", "crosshair, sample by sample"), ("↑ ↓ Tab", "crosshair in another panel"),
    ("+ −", "zoom time: or the wheel, or drag"), ("Shift ← →", "earlier, later: or Shift and drag"),
    ("0", "back to live: or double click"), ("1 … 9", "hide or show a series: or its legend"),
    ("Space", "pause and go on"), ("R", "draw the lines on again"), ("F", "full screen"),
    ("T", "dark or light"), ("S", "save a snapshot"), ("?", "show or hide this help"),
    ("Esc", "remove the crosshair"), ("Q", "quit"),
  ]

  /// The keys that turn the pages of a dashboard.
  private static let pageKeys = ("Page Up, Down", "other pages")

  /// The keys of a dashboard with the given number of pages.
  static func keys(pageCount: Int) -> [(String, String)] {
    pageCount > 1 ? [pageKeys] + keys : keys
  }

  /// The contents of the help, from its next appearance or layout on.
  var keys: [(String, String)]

  /// - Parameter keys: the contents of the help.
  init(keys: [(String, String)] = Overlay.keys) {
    self.keys = keys
    for part in [status.layer, lasting.layer, notice.layer, help] { layer.addSublayer(part) }
    help.isHidden = true
    notice.layer.isHidden = true
    status.layer.isHidden = true
    lasting.layer.isHidden = true
  }

  func layOut(size: Size, environment: ChartEnvironment) {
    self.size = size
    layOutHelp(environment)
    notice.layer.isHidden = true
    setLastingNotice(lastingText, environment: environment)
  }

  func toggleHelp(environment: ChartEnvironment) {
    help.isHidden.toggle()
    layOutHelp(environment)
  }

  func hideHelp() -> Bool {
    defer { help.isHidden = true }
    return !help.isHidden
  }

  func notify(_ text: String, at time: Double, environment: ChartEnvironment) {
    notice.show(text.visible, width: size.width * 0.9, environment: environment)
    notice.layer.isHidden = false
    place(
      notice, above: [status, lasting].reduce(0) { $0 + ($1.layer.isHidden ? 0 : 1) }, environment)
    notice.layer.opacity = 0
    notice.layer.add(
      KeyframeAnimation(
        .opacity, values: [1, 1, 0].map { .scalar($0) }, keyTimes: [0, 0.9, 1],
        duration: Overlay.noticeDuration),
      forKey: "notice", at: time)
  }

  func setStatus(_ text: String?, environment: ChartEnvironment) {
    status.layer.isHidden = text == nil
    guard let text else { return }
    status.show(text.visible, width: size.width * 0.9, environment: environment)
    place(status, above: lasting.layer.isHidden ? 0 : 1, environment)
  }

  /// Shows a notice in the page's lower margin, as far as there is room.
  func setLastingNotice(_ text: String?, environment: ChartEnvironment) {
    lastingText = text
    lasting.layer.isHidden = text == nil
    guard let text else { return }
    let margin = environment.type.pageMargin
    lasting.show(
      text.split(whereSeparator: \.isNewline).joined(separator: " · ").visible,
      width: size.width - 2 * margin, mark: environment.theme.mark(.orange),
      environment: environment)
    let height = lasting.layer.bounds.height
    lasting.layer.position = Point(
      (size.width / 2).rounded(), (size.height - max(margin, height + 4) / 2).rounded())
  }

  private func place(_ pill: Pill, above rows: Double, _ environment: ChartEnvironment) {
    let gap = environment.type.gap
    pill.layer.position = Point(
      (size.width / 2).rounded(),
      (size.height - gap - pill.layer.bounds.height * (0.5 + rows * 1.3)).rounded())
  }

  // MARK: Help

  private func layOutHelp(_ environment: ChartEnvironment) {
    help.removeAllSublayers()
    guard !help.isHidden, size.width > 0 else { return }
    help.frame = Rect(origin: .zero, size: size)
    help.backgroundColor = environment.theme.background.opacity(0.75)
    let (type, fonts) = (environment.type, environment.fonts)
    let lines = keys.map {
      (fonts.line($0.0, font: type.panelTitle), fonts.line($0.1, font: type.clock))
    }
    let keyWidth = lines.map(\.0.width).max() ?? 0
    let textWidth = lines.map(\.1.width).max() ?? 0
    // A low page has narrow lines.
    let room = (size.height - 2 * type.padding) / Double(lines.count)
    let row = min(type.clock.size * 1.9, max(room, type.clock.size * 1.2))
    let inner = Size(keyWidth + type.gap + textWidth, row * Double(lines.count))
    let card = environment.card(
      size: Size(inner.width + 2 * type.padding, inner.height + 1.2 * type.padding))
    card.position = Point((size.width / 2).rounded(), (size.height / 2).rounded())
    help.addSublayer(card)
    for (i, line) in lines.enumerated() {
      let baseline = type.padding * 0.6 + row * (Double(i) + 0.66)
      card.addText(line.0, environment.theme.text, at: Point(type.padding, baseline))
      card.addText(
        line.1, environment.theme.secondary,
        at: Point(type.padding + keyWidth + type.gap, baseline))
    }
  }
}

/// A short text on a rounded ground.
final class Pill {
  let layer = Layer()
  private let text = TextLayer()
  private let dot = Layer()

  init() {
    layer.addSublayer(dot)
    layer.addSublayer(text)
  }

  /// - Parameter mark: the colour of a dot before the text; nil for no dot.
  func show(
    _ string: String, width: Double, mark: Color? = nil, environment: ChartEnvironment
  ) {
    let type = environment.type
    let height = (type.note.size * 2.2).rounded()
    let padding = 1.5 * type.note.size
    let diameter = mark == nil ? 0 : (type.note.size * 0.6).rounded()
    let indent = mark == nil ? 0 : diameter + type.note.size * 0.6
    let line = environment.fonts.line(
      string, font: type.note, fitting: width - 2 * padding - indent)
    layer.bounds = Rect(
      x: 0, y: 0, width: (line.width + indent + 2 * padding).rounded(), height: height)
    dot.isHidden = mark == nil
    dot.backgroundColor = mark
    dot.cornerRadius = diameter / 2
    dot.frame = environment.snapped(
      Rect(x: padding, y: (height - diameter) / 2, width: diameter, height: diameter))
    layer.cornerRadius = height / 2
    layer.backgroundColor = environment.theme.panel
    layer.borderColor = environment.theme.edge
    layer.borderWidth = environment.hairline
    text.line = line
    text.foregroundColor = environment.theme.text
    let capHeight = environment.fonts.metrics(of: type.note).capHeight
    text.placeBaseline(
      at: Point((layer.bounds.width - line.width + indent) / 2, (height + capHeight) / 2))
  }
}

extension ChartEnvironment {
  fileprivate func card(size: Size) -> Layer {
    let card = Layer()
    card.bounds = Rect(x: 0, y: 0, width: size.width.rounded(), height: size.height.rounded())
    card.cornerRadius = type.cornerRadius
    card.backgroundColor = theme.panel
    card.borderColor = theme.edge
    card.borderWidth = hairline
    return card
  }
}

extension Layer {
  fileprivate func addText(_ line: TextLine, _ color: Color, at baseline: Point) {
    let text = TextLayer()
    text.line = line
    text.foregroundColor = color
    text.placeBaseline(at: baseline)
    addSublayer(text)
  }
}

import Charts
import Geometry
import Layers
import Messages
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
  /// The facts that the card shows; empty if the card shows the keys.
  private var facts: [(String, String)] = []
  /// The text of the latest passing notice, which may have faded, and whether it is a message.
  private var noticeText: (text: String, isMessage: Bool)?
  private var size = Size.zero
  private static let noticeDuration = 2.5
  /// The longest time in which a notice fades, in seconds.
  private static let longestFading = 0.5
  /// The largest number of rows of a text without line ends; the last row is shortened.
  private static let mostRows = 4
  /// The share of the page's height that the lines of a message may take.
  private static let mostHeight = 0.6

  static let keys: [(Message, Message)] = [
    ("← →", "crosshair, sample by sample"), ("↑ ↓ Tab", "crosshair in another panel"),
    ("+ −", "zoom the time axis (also: wheel, drag)"),
    ("Shift ← →", "earlier, later (also: Shift and drag)"),
    ("0 L Home", "back to live (also: double click)"),
    ("1 … 9", "hide or show a series (also: its label)"),
    ("M", "more of a long legend or list (also: '7 more')"),
    ("Space", "pause or resume"), ("R", "play the animation again"), ("F", "full screen"),
    ("T", "dark or light"), ("S", "save a snapshot"), ("?", "show or hide this help"),
    ("Esc", "leave help, crosshair, full screen"), ("Q", "quit"),
  ]

  /// The key for a window. In a terminal, the same key ends the program.
  private static let copyKeys: (Message, Message) = ("Ctrl C", "copy picture and values")

  /// The keys that turn the pages of a dashboard.
  private static let pageKeys: (Message, Message) = ("Page Up, Down", "other pages")

  /// The key of a page whose input was understood without a dashboard.
  private static let inferredKeys: (Message, Message) = ("I", "how the input was understood")

  /// The keys of a dashboard with the given number of pages.
  static func keys(
    pageCount: Int, isInferred: Bool = false, copies: Bool = true
  ) -> [(String, String)] {
    let all =
      (pageCount > 1 ? [pageKeys] : []) + keys.dropLast(3) + (copies ? [copyKeys] : [])
      + (isInferred ? [inferredKeys] : []) + keys.suffix(3)
    return all.map { ($0.0.text, $0.1.text) }
  }

  /// The contents of the help, from its next appearance or layout on.
  var keys: [(String, String)]

  /// - Parameter keys: the contents of the help.
  init(keys: [(String, String)] = Overlay.keys(pageCount: 1)) {
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
    showNotice(environment)
    setLastingNotice(lastingText, environment: environment)
  }

  func toggleHelp(environment: ChartEnvironment) {
    help.isHidden = !help.isHidden && facts.isEmpty
    facts = []
    layOutHelp(environment)
  }

  /// Shows facts in place of the help, or hides them.
  func toggleFacts(_ new: [(String, String)], environment: ChartEnvironment) {
    help.isHidden = !help.isHidden && !facts.isEmpty
    facts = help.isHidden ? [] : new
    layOutHelp(environment)
  }

  func hideHelp() -> Bool {
    defer { help.isHidden = true }
    return !help.isHidden
  }

  /// Shows a notice for a few seconds, in place of an earlier one.
  func notify(_ text: String, at time: Double, environment: ChartEnvironment) {
    noticeText = (text, isMessage: false)
    showNotice(at: time, for: Overlay.noticeDuration, environment)
  }

  /// Shows a message, in place of an earlier notice, in letters that can be read across the room.
  /// - Parameter seconds: the seconds until the message has faded.
  func announce(
    _ text: String, at time: Double, for seconds: Double, environment: ChartEnvironment
  ) {
    noticeText = (text, isMessage: true)
    showNotice(at: time, for: seconds, environment)
  }

  private func showNotice(at time: Double, for duration: Double, _ environment: ChartEnvironment) {
    showNotice(environment)
    let fading = min(Overlay.longestFading, duration * 0.1)
    notice.layer.opacity = 0
    notice.layer.add(
      KeyframeAnimation(
        .opacity, values: [1, 1, 0].map { .scalar($0) },
        keyTimes: [0, 1 - fading / duration, 1], duration: duration),
      forKey: "notice", at: time)
  }

  /// Lays out the notice. A notice that has faded stays invisible.
  private func showNotice(_ environment: ChartEnvironment) {
    guard let noticeText, size.width > 0 else { return }
    let lines = noticeText.text.split(whereSeparator: \.isNewline).map { String($0).visible }
    let tallest = size.height * Overlay.mostHeight
    let room = noticeText.isMessage ? Pill.rows(in: tallest, environment.type.note) : 0
    notice.show(
      lines.joined(separator: "\n"), width: size.width * 0.9, tallest: tallest,
      mostRows: max(Overlay.mostRows, min(lines.count, room)),
      font: isLarge(environment) ? environment.type.message : nil, environment: environment)
    notice.layer.isHidden = false
    stack(environment)
  }

  /// Whether the passing notice has large letters. Characters of a terminal have one size.
  private func isLarge(_ environment: ChartEnvironment) -> Bool {
    noticeText?.isMessage == true && environment.fonts.characterCell == nil
  }

  /// - Parameter mark: the colour of a dot before the text; nil, the default, for no dot.
  func setStatus(_ text: String?, mark: Color? = nil, environment: ChartEnvironment) {
    status.layer.isHidden = text == nil
    if let text {
      status.show(text.visible, width: size.width * 0.9, mark: mark, environment: environment)
    }
    stack(environment)
  }

  /// Shows a notice that stays.
  func setLastingNotice(_ text: String?, environment: ChartEnvironment) {
    lastingText = text
    lasting.layer.isHidden = text == nil
    if let text {
      lasting.show(
        text.split(whereSeparator: \.isNewline).joined(separator: " · ").visible,
        width: size.width - 2 * environment.type.pageMargin,
        mark: environment.theme.mark(.orange), environment: environment)
    }
    stack(environment)
  }

  /// The height beyond the page's lower margin that a status needs.
  func statusRoom(_ environment: ChartEnvironment) -> Double {
    Self.lowestRow(environment) - environment.type.pageMargin
  }

  /// The height of the part of the page in which the lowest pill lies.
  private static func lowestRow(_ environment: ChartEnvironment) -> Double {
    max(environment.type.pageMargin, Pill.height(of: 1, environment.type.note) + 4)
  }

  /// Places the pills above each other, from the lasting notice up to the passing one. The lowest pill lies in the
  /// page's lower margin, so that a single row hides no label of a time axis.
  private func stack(_ environment: ChartEnvironment) {
    let row = Pill.height(of: 1, environment.type.note)
    var bottom = (Self.lowestRow(environment) - row) / 2
    for pill in [lasting, status] where !pill.layer.isHidden {
      place(pill, bottom: bottom)
      bottom += row * 1.3
    }
    guard isLarge(environment) else { return place(notice, bottom: bottom) }
    // Large letters need larger gaps.
    let isLowest = lasting.layer.isHidden && status.layer.isHidden
    let gap = max(6, environment.type.length(12))
    place(
      notice, bottom: isLowest ? max(bottom, environment.type.gap) : bottom - row * 0.3 + gap)
  }

  /// - Parameter bottom: the distance from the page's lower edge.
  private func place(_ pill: Pill, bottom: Double) {
    pill.layer.position = Point(
      (size.width / 2).rounded(),
      (size.height - bottom - pill.layer.bounds.height * 0.5).rounded())
  }

  // MARK: Help

  private func layOutHelp(_ environment: ChartEnvironment) {
    help.removeAllSublayers()
    guard !help.isHidden, size.width > 0 else { return }
    help.frame = Rect(origin: .zero, size: size)
    help.backgroundColor = environment.theme.background.opacity(0.75)
    let type = environment.type
    let lines = facts.isEmpty ? keyLines(environment) : factLines(environment)
    let keyWidth = lines.map(\.0.width).max() ?? 0
    let textWidth = lines.map(\.1.width).max() ?? 0
    // A low page has narrow lines.
    let room = (size.height - 2 * type.padding) / Double(lines.count)
    let row = min(type.clock.size * 1.9, max(room, type.clock.size * 1.28))
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

  private func keyLines(_ environment: ChartEnvironment) -> [(TextLine, TextLine)] {
    let (type, fonts) = (environment.type, environment.fonts)
    return keys.map {
      (fonts.line($0.0, font: type.panelTitle), fonts.line($0.1, font: type.clock))
    }
  }

  /// The facts in rows that fit the page. Facts beyond the page are counted.
  private func factLines(_ environment: ChartEnvironment) -> [(TextLine, TextLine)] {
    let (type, fonts) = (environment.type, environment.fonts)
    let names = facts.map { fonts.line($0.0, font: type.note) }
    let room =
      size.width - 2 * type.pageMargin - 2 * type.padding - type.gap
      - (names.map(\.width).max() ?? 0)
    var lines: [(TextLine, TextLine)] = []
    var last = ""
    for (fact, name) in zip(facts, names) {
      let rows = fact.1.rows(in: room) { fonts.line($0, font: type.note) }
      for (i, row) in rows.enumerated() {
        let isFirst = i == 0 && fact.0 != last
        lines.append(
          (
            isFirst ? name : fonts.line("", font: type.note),
            fonts.line(row, font: type.note, fitting: room)
          ))
      }
      last = fact.0
    }
    let most = max(2, Int((size.height - 4 * type.padding) / (type.clock.size * 1.28)))
    guard lines.count > most else { return lines }
    let more = String(localized: "… and \(lines.count - most + 1) more lines: wallchart --explain")
    return lines.prefix(most - 1) + [
      (fonts.line("", font: type.note), fonts.line(more, font: type.note, fitting: room))
    ]
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

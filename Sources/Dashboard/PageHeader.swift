import Charts
import Geometry
import Layers
import Typography

/// The line at the top of a page: a title, details, and the time of the latest data.
final class PageHeader {
  struct Content: Equatable {
    var title = ""
    /// The details, from long to short: the first text with enough room is shown.
    var details: [String] = []
    /// The time of the latest data; nil for no time.
    var clock: String?
    /// An explanation of the details, for the pointer; empty for no explanation.
    var hint: [String] = []
  }

  let layer = Layer()
  private let name = TextLayer()
  private let description = TextLayer()
  private let clock = TextLayer()
  private let dot = Layer()
  private var frame: Rect?

  var isShown: Bool { frame != nil }

  /// The frame of the details; nil if there is no room for them.
  var detailFrame: Rect? {
    frame == nil || description.isHidden || description.line == nil ? nil : description.frame
  }

  init() {
    for part in [name, description, clock, dot] { layer.addSublayer(part) }
  }

  func layOut(frame: Rect?) {
    self.frame = frame
    layer.isHidden = frame == nil
  }

  /// - Parameters:
  ///   - status: the text before the time; nil for no text.
  ///   - mark: the colour of a dot before the status; nil, the default, for no dot.
  func update(
    _ content: Content, status: String?, mark: Color? = nil, environment: ChartEnvironment
  ) {
    guard let frame else { return }
    let (fonts, type, theme) = (environment.fonts, environment.type, environment.theme)
    let baseline = frame.midY + fonts.metrics(of: type.pageTitle).capHeight / 2
    // A status matters more than the end of a long title, and a title more than the time.
    let diameter = mark == nil ? 0 : (type.clock.size * 0.6).rounded()
    let text = [status, content.clock].compactMap { $0 }.joined(separator: " · ")
    clock.line =
      status == nil
      ? fonts.line(text, font: type.clock)
      : fonts.line(text, font: type.clock, fitting: frame.width - 2 * diameter)
    clock.foregroundColor = status == nil ? theme.secondary : theme.text
    clock.placeBaseline(at: Point(frame.maxX - clock.bounds.width, baseline))
    let right = clock.bounds.width + 2 * diameter
    let beside = max(0, frame.width - right - type.gap)
    let room = status == nil ? max(frame.width / 2, beside) : beside
    name.line = fonts.line(content.title, font: type.pageTitle, fitting: room)
    name.foregroundColor = theme.text
    name.placeBaseline(at: Point(frame.minX, baseline))
    clock.isHidden = status == nil && right + name.bounds.width + type.gap > frame.width
    dot.isHidden = mark == nil || clock.isHidden
    dot.backgroundColor = mark
    dot.cornerRadius = diameter / 2
    let capHeight = fonts.metrics(of: type.clock).capHeight
    dot.frame = environment.snapped(
      Rect(
        x: frame.maxX - right, y: baseline - (capHeight + diameter) / 2, width: diameter,
        height: diameter))
    updateDescription(
      content.details, baseline: baseline,
      end: clock.isHidden ? frame.maxX : frame.maxX - right - type.gap, frame, environment)
  }

  private func updateDescription(
    _ details: [String], baseline: Double, end: Double, _ frame: Rect,
    _ environment: ChartEnvironment
  ) {
    let type = environment.type
    let left = frame.minX + name.bounds.width + type.length(14)
    let fitting = details.lazy.map { environment.fonts.line($0, font: type.clock) }
      .first { left + $0.width <= end }
    description.isHidden = fitting == nil
    guard let fitting else { return }
    description.line = fitting
    description.foregroundColor = environment.theme.secondary
    description.placeBaseline(at: Point(left, baseline))
  }
}

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
  private var frame: Rect?

  var isShown: Bool { frame != nil }

  /// The frame of the details; nil if there is no room for them.
  var detailFrame: Rect? {
    frame == nil || description.isHidden || description.line == nil ? nil : description.frame
  }

  init() {
    for part in [name, description, clock] { layer.addSublayer(part) }
  }

  func layOut(frame: Rect?) {
    self.frame = frame
    layer.isHidden = frame == nil
  }

  /// - Parameter status: the text before the time; nil for no text.
  func update(_ content: Content, status: String?, environment: ChartEnvironment) {
    guard let frame else { return }
    let (fonts, type, theme) = (environment.fonts, environment.type, environment.theme)
    let baseline = frame.midY + fonts.metrics(of: type.pageTitle).capHeight / 2
    name.line = fonts.line(content.title, font: type.pageTitle, fitting: frame.width / 2)
    name.foregroundColor = theme.text
    name.placeBaseline(at: Point(frame.minX, baseline))
    let right = [status, content.clock].compactMap { $0 }.joined(separator: " · ")
    clock.line = fonts.line(right, font: type.clock)
    clock.foregroundColor = theme.secondary
    clock.placeBaseline(at: Point(frame.maxX - clock.bounds.width, baseline))
    clock.isHidden = clock.bounds.width + name.bounds.width + type.gap > frame.width
    updateDescription(content.details, baseline: baseline, frame, environment)
  }

  private func updateDescription(
    _ details: [String], baseline: Double, _ frame: Rect, _ environment: ChartEnvironment
  ) {
    let type = environment.type
    let left = frame.minX + name.bounds.width + type.length(14)
    let right = clock.isHidden ? frame.maxX : frame.maxX - clock.bounds.width - type.gap
    let fitting = details.lazy.map { environment.fonts.line($0, font: type.clock) }
      .first { left + $0.width <= right }
    description.isHidden = fitting == nil
    guard let fitting else { return }
    description.line = fitting
    description.foregroundColor = environment.theme.secondary
    description.placeBaseline(at: Point(left, baseline))
  }
}

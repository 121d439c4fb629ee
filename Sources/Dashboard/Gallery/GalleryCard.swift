import Charts
import Geometry
import Layers
import Typography

/// A chart in a frame with its title, and the key that draws it again.
final class GalleryCard {
  let layer = Layer()
  private(set) var item: GalleryItem
  private let title = TextLayer()
  private let key = TextLayer()
  private let text: String
  private let keyText: String
  private var environment: ChartEnvironment?
  private var chartFrame = Rect.zero

  var isPointedAt = false { didSet { showEdge() } }

  /// - Parameter key: the text about the key; empty for no text.
  init(_ item: GalleryItem, title: String, key: String) {
    self.item = item
    text = title
    keyText = key
    for part in [self.title, self.key, item.chart.layer] { layer.addSublayer(part) }
  }

  func layOut(frame: Rect, environment: ChartEnvironment) {
    self.environment = environment
    let (theme, type, fonts) = (environment.theme, environment.type, environment.fonts)
    layer.frame = frame
    layer.backgroundColor = theme.panel
    layer.borderWidth = environment.hairline
    layer.cornerRadius = type.cornerRadius
    showEdge()
    let padding = type.padding
    let baseline = padding + fonts.metrics(of: type.panelTitle).capHeight
    let room = max(0, frame.width - 2 * padding)
    key.line = fonts.line(keyText, font: type.note)
    key.foregroundColor = theme.secondary
    key.placeBaseline(at: Point(frame.width - padding - key.bounds.width, baseline))
    title.line = fonts.line(
      text, font: type.panelTitle, fitting: room - key.bounds.width - type.gap)
    title.foregroundColor = theme.secondary
    title.placeBaseline(at: Point(padding, baseline))
    let top = (baseline + type.gap).rounded()
    chartFrame = Rect(
      x: padding, y: top, width: room, height: max(0, frame.height - top - padding))
    item.layOut(frame: chartFrame, environment: environment)
  }

  /// Replaces the card's chart by another one, without motion.
  func replace(with item: GalleryItem) {
    self.item.chart.layer.removeFromSuperlayer()
    self.item = item
    layer.addSublayer(item.chart.layer)
    if let environment { item.layOut(frame: chartFrame, environment: environment) }
  }

  /// Plays the chart again, as its start button does where the chart has one.
  func play(at time: Double) { item.chart.replay(at: time) }

  private func showEdge() {
    guard let theme = environment?.theme else { return }
    layer.borderColor = isPointedAt ? theme.secondary : theme.edge
  }
}

/// The frames of a gallery's cards, in rows as wide as the page. The last rows may have fewer and wider cards.
struct GalleryLayout: Equatable {
  let header: Rect?
  let cards: [Rect]

  init(size: Size, count: Int, type: TypeScale) {
    let page = PageLayout(size: size, count: count, type: type)
    header = page.header
    cards = page.panels
  }
}

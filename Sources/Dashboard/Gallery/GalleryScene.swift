import Charts
import Geometry
import Layers
import Metrics

/// A page with the charts of the articles. Each chart can be played again and shown with other data.
///
/// Times are seconds of the frame clock.
public final class GalleryScene: Page {
  public let root = Layer()
  private var environment: ChartEnvironment
  private var size = Size.zero
  private let words: GalleryWords
  private let cards: [GalleryCard]
  private let header = PageHeader()
  private let overlay: Overlay
  private var isPaused = false

  /// - Parameters:
  ///   - charts: the charts, in this order.
  ///   - language: the language of all words.
  ///   - today: the day after the last day of the articles' data.
  public init(
    charts: [GalleryChart] = GalleryChart.allCases, language: ChartLanguage, today: CivilTime,
    environment: ChartEnvironment
  ) {
    self.environment = environment
    words = GalleryWords(language, count: charts.count)
    overlay = Overlay(keys: words.keys)
    cards = charts.enumerated().map { i, chart in
      GalleryCard(
        GalleryItem(chart, language: language, today: today), title: chart.title(language),
        key: charts.count > 1 ? String(i + 1) : "")
    }
    root.anchorPoint = .zero
    root.addSublayer(header.layer)
    for card in cards { root.addSublayer(card.layer) }
    root.addSublayer(overlay.layer)
  }

  public func layOut(size: Size, scale: Double) {
    self.size = size
    environment.scale = scale
    environment.type = TypeScale(page: size)
    root.bounds = Rect(origin: .zero, size: size)
    root.backgroundColor = environment.theme.background
    let layout = GalleryLayout(size: size, count: cards.count, type: environment.type)
    header.layOut(frame: layout.header)
    for (card, frame) in zip(cards, layout.cards) {
      card.layOut(frame: frame, environment: environment)
    }
    overlay.layOut(size: size, environment: environment)
    showStatus()
  }

  private func showStatus() {
    let status = isPaused ? words.paused : nil
    header.update(
      PageHeader.Content(title: words.title, details: words.hints), status: status,
      environment: environment)
    overlay.setStatus(header.isShown ? nil : status, environment: environment)
  }

  // MARK: What the user asks for

  public var theme: Theme { environment.theme }

  public func setTheme(_ theme: Theme) {
    environment.theme = theme
    layOut(size: size, scale: environment.scale)
  }

  /// Plays all charts again, one shortly after another.
  public func replay(at time: Double) {
    for (i, card) in cards.enumerated() {
      card.item.chart.replay(at: time + Double(i) * Motion.drawOnStagger)
    }
  }

  /// Plays the chart at a place again.
  /// - Returns: whether there is a chart at the place.
  @discardableResult
  public func click(at place: Point, time: Double) -> Bool {
    guard let card = card(at: place) else { return false }
    card.item.chart.replay(at: time)
    return true
  }

  /// Makes all charts show other data, with motion from the current data.
  public func showNext(at time: Double) {
    for card in cards { card.item.showNext(at: time) }
  }

  public func respond(to input: PageInput, at time: Double) -> Bool {
    switch input {
    case .press(let place, _, _): return click(at: place, time: time)
    case .point(let place): return point(at: place)
    case .next:
      showNext(at: time)
      return true
    case .toggleSeries(let number) where cards.indices.contains(number):
      cards[number].item.chart.replay(at: time)
      return true
    default: return false
    }
  }

  private func point(at place: Point?) -> Bool {
    let pointedAt = place.flatMap { card(at: $0) }
    let changed = cards.filter { $0.isPointedAt != ($0 === pointedAt) }
    for card in changed { card.isPointedAt.toggle() }
    return !changed.isEmpty
  }

  private func card(at place: Point) -> GalleryCard? {
    cards.first { $0.layer.frame.contains(place) }
  }

  public func setPaused(_ paused: Bool, at time: Double) {
    isPaused = paused
    showStatus()
  }

  public func toggleHelp() { overlay.toggleHelp(environment: environment) }

  public func hideHelp() -> Bool { overlay.hideHelp() }

  public func notify(_ text: String, at time: Double) {
    overlay.notify(text, at: time, environment: environment)
  }

  // MARK: Time

  /// Does nothing: all motion is animation.
  public func advance(to time: Double) {}

  public func nextChange(after time: Double) -> Double? { nil }
}

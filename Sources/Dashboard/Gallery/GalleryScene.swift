import Charts
import Geometry
import Layers
import Metrics

/// A page with the charts of the articles. Each chart can be played again and shown with other data.
///
/// Times are seconds of the frame clock.
public final class GalleryScene: Page {
  /// The layer of the whole page.
  public let root = Layer()
  private var environment: ChartEnvironment
  private var size = Size.zero
  private let language: ChartLanguage
  private let today: CivilTime
  private let words: GalleryWords
  /// The look of the charts.
  public private(set) var look: GalleryLook
  private let cards: [GalleryCard]
  private let header = PageHeader()
  private let overlay: Overlay
  private var isPaused = false

  /// - Parameters:
  ///   - charts: the charts, in this order.
  ///   - look: the look of the charts, which a key changes. Default our own.
  ///   - language: the language of all words.
  ///   - today: the day after the last day of the articles' data.
  public init(
    charts: [GalleryChart] = GalleryChart.allCases, look: GalleryLook = .own,
    language: ChartLanguage, today: CivilTime, environment: ChartEnvironment
  ) {
    self.environment = environment
    (self.look, self.language, self.today) = (look, language, today)
    words = GalleryWords(language, count: charts.count)
    overlay = Overlay(keys: words.keys)
    cards = charts.enumerated().map { i, chart in
      GalleryCard(
        GalleryItem(chart, look: look, language: language, today: today),
        title: chart.title(language),
        key: charts.count > 1 ? String(i + 1) : "")
    }
    root.anchorPoint = .zero
    root.addSublayer(header.layer)
    for card in cards { root.addSublayer(card.layer) }
    root.addSublayer(overlay.layer)
  }

  /// Puts the charts into a window, without motion.
  /// - Parameters:
  ///   - size: the size of the window in points.
  ///   - scale: device pixels per point.
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
      PageHeader.Content(title: words.title, details: words.hints(look)), status: status,
      environment: environment)
    overlay.setStatus(header.isShown ? nil : status, environment: environment)
  }

  // MARK: The user's actions

  /// The colours of the page.
  public var theme: Theme { environment.theme }

  /// Changes the colours of the page, and lays the page out again.
  public func setTheme(_ theme: Theme) {
    environment.theme = theme
    layOut(size: size, scale: environment.scale)
  }

  /// Opens the gallery: plays the charts that do not wait for a press of their start buttons.
  public func open(at time: Double) {
    play(cards.filter { !$0.item.chart.waitsForStart }, at: time)
  }

  /// Plays all charts again, one shortly after another, unless the display is paused.
  public func replay(at time: Double) { if !isPaused { play(cards, at: time) } }

  private func play(_ cards: [GalleryCard], at time: Double) {
    for (i, card) in cards.enumerated() { card.play(at: time + Double(i) * Motion.drawOnStagger) }
  }

  /// Switches between the articles' looks and our own, and keeps the data.
  public func toggleLook() {
    look = look.other
    for card in cards {
      card.replace(
        with: GalleryItem(
          card.item.kind, look: look, shown: card.item.shown, language: language, today: today))
    }
    showStatus()
  }

  /// Plays the chart at a place again.
  /// - Returns: whether there is a chart at the place.
  @discardableResult
  public func click(at place: Point, time: Double) -> Bool {
    guard let card = card(at: place) else { return false }
    card.play(at: time)
    return true
  }

  /// Makes all charts show other data, with motion from the current data.
  public func showNext(at time: Double) {
    for card in cards { card.item.showNext(at: time) }
  }

  /// Responds to the pointer or the keyboard.
  /// - Returns: whether anything visible has changed.
  public func respond(to input: PageInput, at time: Double) -> Bool {
    switch input {
    case .press(let place, _, _), .tap(let place, _): return click(at: place, time: time)
    case .point(let place): return point(at: place)
    case .next:
      showNext(at: time)
      return true
    case .toggleLook:
      toggleLook()
      return true
    case .toggleSeries(let number) where cards.indices.contains(number):
      cards[number].play(at: time)
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

  /// The chart of a kind that is shown, with its data; nil for none.
  func item(_ kind: GalleryChart) -> GalleryItem? {
    cards.lazy.map(\.item).first { $0.kind == kind }
  }

  private func card(at place: Point) -> GalleryCard? {
    cards.first { $0.layer.frame.contains(place) }
  }

  /// Shows whether the display is paused.
  public func setPaused(_ paused: Bool, at time: Double) {
    isPaused = paused
    showStatus()
  }

  /// Shows or hides the help.
  public func toggleHelp() { overlay.toggleHelp(environment: environment) }

  /// Hides the help.
  /// - Returns: whether the help was visible.
  public func hideHelp() -> Bool { overlay.hideHelp() }

  /// Shows a notice over the page for a few seconds.
  public func notify(_ text: String, at time: Double) {
    overlay.notify(text, at: time, environment: environment)
  }

  /// Shows a message over the page for some seconds, in letters that can be read across the room.
  public func announce(_ text: String, at time: Double, for seconds: Double) {
    overlay.announce(text, at: time, for: seconds, environment: environment)
  }

  // MARK: Time

  /// Does nothing: all motion is animation.
  public func advance(to time: Double) {}

  /// Returns nil: all motion is animation.
  public func nextChange(after time: Double) -> Double? { nil }
}

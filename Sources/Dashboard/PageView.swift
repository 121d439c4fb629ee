import Charts
import Geometry
import Layers
import Metrics
import Typography

/// The common parts of all pages: a header, panels in a grid, and an overlay.
final class PageView {
  let root = Layer()
  private(set) var environment: ChartEnvironment
  private(set) var size = Size.zero
  let header = PageHeader()
  let readout = Readout()
  let hintCard = HintCard()
  /// Called when panels change their contents or places, with the start of the motion.
  var didChange: ((Double?) -> Void)?
  /// The current panels, between the header and the overlay.
  private(set) var grid: PanelGrid {
    didSet {
      oldValue.didChange = nil
      listen()
    }
  }
  private let gridLayer = Layer()
  private let message = PageMessage()
  private let overlay = Overlay()
  /// The number of pages that the keys turn.
  var pageCount = 1 { didSet { setKeys() } }
  /// Whether the page was inferred from its input, so that there is something to explain.
  var isInferred = false { didSet { setKeys() } }
  /// Whether Ctrl-C copies the page.
  var copies = true { didSet { setKeys() } }
  private(set) var headerText = PageHeader.Content()
  /// The text at the header's right, before the time.
  private var status: String?
  /// Whether the page shows the past in place of the present.
  private var isPast = false

  init(environment: ChartEnvironment) {
    self.environment = environment
    grid = PanelGrid(environment: environment)
    root.anchorPoint = .zero
    gridLayer.addSublayer(grid.layer)
    for part in [
      gridLayer, header.layer, message.layer, readout.layer, hintCard.layer, overlay.layer,
    ] {
      root.addSublayer(part)
    }
    listen()
  }

  private func setKeys() {
    overlay.keys = Overlay.keys(
      pageCount: pageCount, isInferred: isInferred, copies: copies)
  }

  private func listen() { grid.didChange = { [weak self] in self?.didChange?($0) } }

  /// Replaces the panels at once.
  func setGrid(_ grid: PanelGrid) {
    self.grid = grid
    gridLayer.removeAllSublayers()
    gridLayer.addSublayer(grid.layer)
    if size.width > 0 { layOutGrid() }
    didChange?(nil)
  }

  /// Lays out a grid in its final place.
  func layOut(_ grid: PanelGrid) {
    if size.width > 0 { _ = grid.layOut(size: gridSize, environment: environment) }
  }

  /// Replaces the panels by other panels, which are already laid out, with a cross-fade.
  /// - Parameter time: the start of the cross-fade; nil for an immediate change.
  func turn(to grid: PanelGrid, at time: Double?) {
    guard let time = environment.fadeTime(time) else { return setGrid(grid) }
    // The status may have come since the grid was laid out.
    if grid.size != gridSize { layOut(grid) }
    // Grids that are leaving after an earlier turn are now covered.
    let old = self.grid.layer
    for layer in gridLayer.sublayers where layer !== old { layer.removeFromSuperlayer() }
    self.grid.didChange = nil
    self.grid = grid
    listen()
    grid.layer.backgroundColor = environment.theme.background
    gridLayer.addSublayer(grid.layer)
    let fade = BasicAnimation(
      .opacity, from: .scalar(0), to: .scalar(1), duration: Motion.pageDuration)
    grid.layer.add(fade, forKey: "turn", at: time) { [weak grid, weak old] finished in
      grid?.layer.backgroundColor = nil
      old?.removeFromSuperlayer()
    }
    didChange?(nil)
  }

  /// Ends a cross-fade under way.
  func finishTurn() { if gridLayer.sublayers.count > 1 { setGrid(grid) } }

  // MARK: Layout

  func layOut(size: Size, scale: Double) {
    self.size = size
    environment.scale = scale
    environment.type = TypeScale(page: size, viewing: environment.viewing)
    root.bounds = Rect(origin: .zero, size: size)
    root.backgroundColor = environment.theme.background
    layOutGrid()
    overlay.layOut(size: size, environment: environment)
    message.layOut(size: size, environment: environment)
    showStatus()
    didChange?(nil)
  }

  private func layOutGrid() {
    header.layOut(frame: grid.layOut(size: gridSize, environment: environment))
  }

  /// The size of the panels' part of the page, with the margins: a status over a page without a header has room of its
  /// own below the panels.
  var gridSize: Size {
    guard status != nil, !PageLayout.hasHeader(size) else { return size }
    let room = overlay.statusRoom(environment)
    return room > size.height / 4 ? size : Size(size.width, size.height - room)
  }

  var theme: Theme {
    get { environment.theme }
    set {
      environment.theme = newValue
      layOut(size: size, scale: environment.scale)
    }
  }

  /// The zone in which the page writes times.
  var zone: TimeZoneRules {
    get { environment.zone }
    set {
      environment.zone = newValue
      layOut(size: size, scale: environment.scale)
    }
  }

  /// The screen and the distance from which the page is read; nil for a screen on a desk.
  var viewing: Viewing? {
    get { environment.viewing }
    set {
      environment.viewing = newValue
      layOut(size: size, scale: environment.scale)
    }
  }

  // MARK: Content

  func setHeader(_ text: PageHeader.Content) {
    headerText = text
    header.update(text, status: status, mark: mark, environment: environment)
  }

  /// Sets the status in the header, or over the page if there is no header.
  /// - Parameter isPast: whether the page shows the past, which has a mark, in place of the present.
  func setStatus(_ status: String?, isPast: Bool) {
    // Each update of a source sets the status.
    let isNew = (status, isPast) != (self.status, self.isPast)
    (self.status, self.isPast) = (status, isPast)
    if size.width > 0, grid.size != gridSize {
      layOutGrid()
      didChange?(nil)
    } else if !isNew {
      return
    }
    showStatus()
  }

  private func showStatus() {
    header.update(headerText, status: status, mark: mark, environment: environment)
    overlay.setStatus(header.isShown ? nil : status, mark: mark, environment: environment)
  }

  private var mark: Color? { isPast ? environment.theme.mark(.blue) : nil }

  /// Sets the notice at the bottom of the page; nil hides the notice.
  func setNotice(_ text: String?) { overlay.setLastingNotice(text, environment: environment) }

  /// Sets the message in the middle of a page without panels; an empty list hides the message.
  func setMessage(_ lines: [String]) { message.show(lines, environment: environment) }

  func replay(at time: Double) { grid.replay(at: time) }

  func toggleHelp() { overlay.toggleHelp(environment: environment) }

  func toggleFacts(_ facts: [(String, String)]) {
    overlay.toggleFacts(facts, environment: environment)
  }

  func hideHelp() -> Bool { overlay.hideHelp() }

  func notify(_ text: String, at time: Double) {
    overlay.notify(text, at: time, environment: environment)
  }

  func announce(_ text: String, at time: Double, for seconds: Double) {
    overlay.announce(text, at: time, for: seconds, environment: environment)
  }
}

/// The message in the middle of an empty page.
private final class PageMessage {
  let layer = Layer()
  private var lines: [String] = []
  private var size = Size.zero

  func layOut(size: Size, environment: ChartEnvironment) {
    self.size = size
    draw(environment)
  }

  func show(_ lines: [String], environment: ChartEnvironment) {
    guard lines != self.lines else { return }
    self.lines = lines
    draw(environment)
  }

  private func draw(_ environment: ChartEnvironment) {
    layer.removeAllSublayers()
    let (type, fonts) = (environment.type, environment.fonts)
    let spacing = type.clock.size * 1.8
    let room = size.width - 2 * type.pageMargin
    let rows = lines.enumerated().flatMap { i, string in
      string.rows(in: room) { fonts.line($0, font: i == 0 ? type.clock : type.note) }
    }
    let top = size.height / 2 - spacing * Double(rows.count - 1) / 2
    for (i, string) in rows.enumerated() {
      let font = i == 0 ? type.clock : type.note
      let line = fonts.line(string, font: font, fitting: room)
      let text = TextLayer()
      text.line = line
      text.foregroundColor = i == 0 ? environment.theme.text : environment.theme.secondary
      text.placeBaseline(
        at: Point((size.width - line.width) / 2, (top + spacing * Double(i)).rounded()))
      layer.addSublayer(text)
    }
  }
}

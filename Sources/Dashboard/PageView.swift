import Charts
import Geometry
import Layers
import Typography

/// What is common to all pages: a header, panels in a grid, and what lies over them.
final class PageView {
  /// What makes a panel what it is; one with the same key stays, with what is in motion in it.
  struct PanelHead {
    var key: String
    var title: String
    var kind: Panel.Kind
  }

  let root = Layer()
  private(set) var environment: ChartEnvironment
  private(set) var size = Size.zero
  let header = PageHeader()
  private(set) var panels: [(key: String, panel: Panel)] = []
  let readout = Readout()
  let hintCard = HintCard()
  /// Told when the panels show something else or are at other places, with the time at which motion
  /// there starts.
  var didChange: ((Double?) -> Void)?
  private let panelLayer = Layer()
  private let message = PageMessage()
  private let overlay = Overlay()
  private(set) var headerText = PageHeader.Content()
  /// What stands at the header's right, before the time.
  private var status: String?
  /// The widest label of a value axis.
  private var labelColumn = 0.0

  init(environment: ChartEnvironment) {
    self.environment = environment
    root.anchorPoint = .zero
    for part in [
      header.layer, panelLayer, message.layer, readout.layer, hintCard.layer, overlay.layer,
    ] {
      root.addSublayer(part)
    }
  }

  // MARK: Layout

  func layOut(size: Size, scale: Double) {
    self.size = size
    environment.scale = scale
    environment.type = TypeScale(page: size)
    root.bounds = Rect(origin: .zero, size: size)
    root.backgroundColor = environment.theme.background
    labelColumn = 0
    layOutPanels()
    overlay.layOut(size: size, environment: environment)
    message.layOut(size: size, environment: environment)
    showStatus()
    didChange?(nil)
  }

  private func layOutPanels() {
    let layout = PageLayout(size: size, count: max(1, panels.count), type: environment.type)
    header.layOut(frame: layout.header)
    labelColumn = max(
      labelColumn, environment.fonts.line("0000", font: environment.type.tick).width)
    for ((_, panel), frame) in zip(panels, layout.panels) {
      panel.layOut(frame: frame, labelColumn: labelColumn, environment: environment)
    }
  }

  var theme: Theme {
    get { environment.theme }
    set {
      environment.theme = newValue
      layOut(size: size, scale: environment.scale)
    }
  }

  // MARK: Content

  func setPanels(_ heads: [PanelHead]) {
    guard heads.map(\.key) != panels.map(\.key) else { return }
    let old = Dictionary(panels.map { ($0.key, $0.panel) }, uniquingKeysWith: { a, _ in a })
    panels = heads.enumerated().map { i, head in
      (
        head.key,
        old[head.key]
          ?? Panel(title: head.title, kind: head.kind, index: i, environment: environment)
      )
    }
    panelLayer.removeAllSublayers()
    for (_, panel) in panels { panelLayer.addSublayer(panel.layer) }
    if size.width > 0 { layOutPanels() }
  }

  /// One for each panel.
  func show(_ contents: [PanelContent], at time: Double?) {
    makeRoom(for: contents)
    for ((_, panel), content) in zip(panels, contents) { panel.update(content, at: time) }
    didChange?(time)
  }

  /// Labels may be wider than usual; the room that they have only grows, so that plots stand still.
  private func makeRoom(for contents: [PanelContent]) {
    var widest = labelColumn
    for content in contents {
      guard case .plot(let plot) = content.body else { continue }
      for label in plot.axis.labels where label.utf8.count > 4 {
        let line = environment.fonts.line(label, font: environment.type.tick)
        widest = max(widest, line.width.rounded(.up))
      }
    }
    guard widest > labelColumn, size.width > 0 else { return }
    labelColumn = widest
    layOutPanels()
  }

  func setHeader(_ text: PageHeader.Content) {
    headerText = text
    header.update(text, status: status, environment: environment)
  }

  /// In the header, or over the page where there is none.
  func setStatus(_ status: String?) {
    self.status = status
    showStatus()
  }

  private func showStatus() {
    header.update(headerText, status: status, environment: environment)
    overlay.setStatus(header.isShown ? nil : status, environment: environment)
  }

  /// Lines in the middle of a page that has no panels; none to hide them.
  func setMessage(_ lines: [String]) { message.show(lines, environment: environment) }

  /// Draws all charts on again.
  func replay(at time: Double) {
    for (_, panel) in panels { panel.drawOn(at: time) }
  }

  func toggleHelp() { overlay.toggleHelp(environment: environment) }

  func hideHelp() -> Bool { overlay.hideHelp() }

  func notify(_ text: String, at time: Double) {
    overlay.notify(text, at: time, environment: environment)
  }
}

/// Lines in the middle of an empty page.
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
    let top = size.height / 2 - spacing * Double(lines.count - 1) / 2
    for (i, string) in lines.enumerated() {
      let font = i == 0 ? type.clock : type.note
      let line = fonts.line(string, font: font, fitting: size.width - 2 * type.pageMargin)
      let text = TextLayer()
      text.line = line
      text.foregroundColor = i == 0 ? environment.theme.text : environment.theme.secondary
      text.placeBaseline(
        at: Point((size.width - line.width) / 2, (top + spacing * Double(i)).rounded()))
      layer.addSublayer(text)
    }
  }
}

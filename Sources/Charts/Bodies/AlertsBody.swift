import Geometry
import Layers
import Typography

extension Panel.Kind {
  /// A list of the present breaches.
  public static let alerts = Panel.Kind("alerts", .filling) { AlertsBody(environment: $0) }
}

/// The content of a list of alerts.
public struct AlertsContent: PanelBodyContent, Equatable {
  /// One value beyond its threshold, or one source that fails.
  public struct Alert: Equatable, Sendable {
    /// The number that identifies the alert while others come and go.
    public var number: Int
    /// The name of the panel, with the name of the series if the panel has several.
    public var title: String
    /// The explanation: the threshold's label, or the reason of a failure.
    public var detail: String
    /// The text of the value; empty for none.
    public var value: String
    /// The start, such as `since 14:05`; empty for an unknown start.
    public var since: String
    /// The colour of the alert.
    public var signal: SignalColor

    /// An alert in a colour.
    public init(
      number: Int, title: String, detail: String, value: String, since: String, signal: SignalColor
    ) {
      self.number = number
      self.title = title
      self.detail = detail
      self.value = value
      self.since = since
      self.signal = signal
    }
  }

  /// The alerts, the most urgent one first.
  public var alerts: [Alert]
  /// The text while nothing is wrong, and a second line under it.
  public var calm: (title: String, detail: String)

  /// Alerts, and the text while there are none.
  public init(alerts: [Alert], calm: (title: String, detail: String)) {
    self.alerts = alerts
    self.calm = calm
  }

  /// The title of each alert, with the explanation and the value.
  public var namedValues: [NamedValue] {
    alerts.map { alert in
      let texts = [alert.detail, alert.value, alert.since].filter { !$0.isEmpty }
      return NamedValue(name: alert.title, value: texts.joined(separator: " · "))
    }
  }

  /// The height of a list.
  public func leastHeight(in width: Double, _ type: TypeScale) -> Double {
    ListLayout.leastHeight(of: alerts.count, lines: AlertRow.lines, type)
  }

  /// Whether two lists show the same.
  public static func == (a: AlertsContent, b: AlertsContent) -> Bool {
    a.alerts == b.alerts && a.calm == b.calm
  }
}

/// The present breaches, in rows with their start times; a calm text while there are none.
final class AlertsBody: PanelBody {
  let layer = Layer()
  private let rows = GlidingRows<AlertRow>()
  private let parts = ListPages()
  var pages: ListPages? { parts }
  private let calm = Layer()
  private let calmTitle = TextLayer()
  private let calmDetail = TextLayer()
  private var environment: ChartEnvironment
  private var place: PanelBodyPlace?
  private var wasCalm: Bool?

  init(environment: ChartEnvironment) {
    self.environment = environment
    for part in [calmTitle, calmDetail] { calm.addSublayer(part) }
    for part in [rows.layer, parts.text, calm] { layer.addSublayer(part) }
  }

  func layOut(_ place: PanelBodyPlace, environment: ChartEnvironment) {
    self.environment = environment
    self.place = place
    layer.frame = place.frame
    rows.removeAll()
    wasCalm = nil
  }

  func update(_ content: any PanelBodyContent, look: PanelBodyLook, at time: Double?) {
    guard let content = content as? AlertsContent, let place, !place.frame.isEmpty else { return }
    let layout = ListLayout(
      count: content.alerts.count, in: place.frame.size, letters: 22, lines: AlertRow.lines,
      environment: environment)
    var alerts = parts.rows(of: content.alerts, room: layout.frames.count)
    let room = alerts.map { AlertRow.titleRoom($0, layout, environment) }.min() ?? 0
    environment.fonts.distinguish(
      &alerts, by: \.title, font: layout.font, fitting: room)
    rows.update(
      zip(alerts, layout.frames).map { ($0.number, $1) }, environment: environment, at: time
    ) { row, i, _ in row.show(alerts[i], layout.font, look, environment) }
    parts.showRest(in: layout.rest, environment)
    showCalm(content, in: place.frame.size, at: time)
  }

  private func showCalm(_ content: AlertsContent, in size: Size, at time: Double?) {
    let isCalm = content.alerts.isEmpty
    defer { wasCalm = isCalm }
    calm.isHidden = !isCalm
    guard isCalm else { return }
    let (type, fonts, theme) = (environment.type, environment.fonts, environment.theme)
    var font = type.unit
    font.size = max(type.note.size, min(type.value.size * 0.7, size.height * 0.2, size.width / 9))
    font.size = (font.size * 2).rounded(.down) / 2
    calmTitle.line = fonts.line(content.calm.title, font: font, fitting: size.width)
    calmTitle.foregroundColor = theme.secondary
    let detail = fonts.line(content.calm.detail, font: type.note)
    calmDetail.line = detail
    calmDetail.foregroundColor = theme.secondary
    let capHeight = fonts.metrics(of: font).capHeight
    calmDetail.isHidden =
      detail.width == 0 || detail.width > size.width || size.height < font.size * 3.4
    let height = capHeight + (calmDetail.isHidden ? 0 : type.note.size * 1.9)
    let top = (size.height - height) / 2
    calmTitle.placeBaseline(
      at: Point((size.width - calmTitle.bounds.width) / 2, environment.snapped(top + capHeight)))
    calmDetail.placeBaseline(
      at: Point((size.width - detail.width) / 2, environment.snapped(top + height)))
    if wasCalm == false, let fade = environment.fadeTime(time) {
      calm.fadeIn(at: fade, duration: Motion.sampleDuration)
    }
  }
}

/// One alert: a mark in its colour, the title over the explanation, and the value over the time.
final class AlertRow: GlidingRow {
  /// The number of lines of text.
  static let lines = 2.0
  let layer = Layer()
  private let edge = Layer()
  private let title = TextLayer()
  private let detail = TextLayer()
  private let value = TextLayer()
  private let since = TextLayer()

  init() { for part in [edge, title, detail, value, since] { layer.addSublayer(part) } }

  /// The width for the title of an alert, beside its value.
  static func titleRoom(
    _ alert: AlertsContent.Alert, _ layout: ListLayout, _ environment: ChartEnvironment
  ) -> Double {
    let font = layout.font
    let width = (layout.frames.first?.width ?? 0) - left(font, environment)
    return width - environment.fonts.line(alert.value, font: bold(font)).width - font.size
  }

  /// The font of an alert's value.
  private static func bold(_ font: FontDescription) -> FontDescription {
    var bold = font
    bold.weight = .semibold
    return bold
  }

  /// The width of the mark at the left.
  private static func edgeWidth(_ environment: ChartEnvironment) -> Double {
    environment.snapped(max(3, environment.type.lineWidth))
  }

  /// The left end of the words.
  private static func left(_ font: FontDescription, _ environment: ChartEnvironment) -> Double {
    edgeWidth(environment) + font.size * 0.7
  }

  func show(
    _ alert: AlertsContent.Alert, _ font: FontDescription, _ look: PanelBodyLook,
    _ environment: ChartEnvironment
  ) {
    let (theme, fonts, type) = (environment.theme, environment.fonts, environment.type)
    let size = layer.bounds.size
    var small = font
    small.size = max(type.smallest, (font.size * 0.82 * 2).rounded() / 2)
    let width = Self.edgeWidth(environment)
    edge.frame = environment.snapped(
      Rect(x: 0, y: size.height * 0.12, width: width, height: size.height * 0.76))
    edge.cornerRadius = width / 2
    edge.backgroundColor = theme.mark(alert.signal)
    let left = Self.left(font, environment)
    let capHeight = fonts.metrics(of: font).capHeight
    let smallCap = fonts.metrics(of: small).capHeight
    let gap = font.size * 0.55
    let top = (size.height - capHeight - gap - smallCap) / 2
    let (upper, lower) = (
      environment.snapped(top + capHeight), environment.snapped(top + capHeight + gap + smallCap)
    )
    let room = size.width - left
    func place(_ text: TextLayer, _ line: TextLine, _ color: Color, _ y: Double, isRight: Bool) {
      text.line = line
      text.foregroundColor = color
      text.placeBaseline(at: Point(isRight ? size.width - line.width : left, y))
    }
    // The title and the explanation give way to the value and the time, which say nothing if they are cut.
    let valueLine = fonts.line(alert.value, font: Self.bold(font), fitting: room)
    let sinceLine = fonts.line(alert.since, font: small, fitting: room)
    place(value, valueLine, theme.value(alert.signal, on: look.ground), upper, isRight: true)
    place(since, sinceLine, theme.secondary, lower, isRight: true)
    place(
      title,
      fonts.nameLine(alert.title, font: font, fitting: max(0, room - valueLine.width - font.size)),
      theme.text, upper, isRight: false)
    place(
      detail,
      fonts.line(alert.detail, font: small, fitting: max(0, room - sinceLine.width - font.size)),
      theme.secondary, lower, isRight: false)
  }
}

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

/// One alert: a mark in its colour, the title over the explanation, and the value over the time. The time of an alert
/// without a value takes the value's place. A long explanation has further lines where they have room.
final class AlertRow: GlidingRow {
  /// The number of lines of text.
  static let lines = 2.0
  let layer = Layer()
  private let edge = Layer()
  private let title = TextLayer()
  /// The lines of the explanation.
  private let details = (0..<3).map { _ in TextLayer() }
  private let value = TextLayer()
  private let since = TextLayer()

  init() { for part in [edge, title, value, since] + details { layer.addSublayer(part) } }

  /// The width for the title of an alert, beside its value, or else its time.
  static func titleRoom(
    _ alert: AlertsContent.Alert, _ layout: ListLayout, _ environment: ChartEnvironment
  ) -> Double {
    let (font, fonts) = (layout.font, environment.fonts)
    let beside =
      alert.value.isEmpty
      ? fonts.line(alert.since, font: small(font, environment))
      : fonts.line(alert.value, font: bold(font))
    return (layout.frames.first?.width ?? 0) - left(font, environment) - beside.width - font.size
  }

  /// The font of an alert's value.
  private static func bold(_ font: FontDescription) -> FontDescription {
    var bold = font
    bold.weight = .semibold
    return bold
  }

  /// The font of an alert's explanation and time.
  private static func small(
    _ font: FontDescription, _ environment: ChartEnvironment
  ) -> FontDescription {
    var small = font
    small.size = max(environment.type.smallest, (font.size * 0.82 * 2).rounded() / 2)
    return small
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
    let (theme, fonts, size) = (environment.theme, environment.fonts, layer.bounds.size)
    let small = Self.small(font, environment)
    let left = Self.left(font, environment)
    let room = size.width - left
    let valueLine = fonts.line(alert.value, font: Self.bold(font), fitting: room)
    let sinceLine = fonts.line(alert.since, font: small, fitting: room)
    let (first, second) =
      alert.value.isEmpty ? (sinceLine.width, 0) : (valueLine.width, sinceLine.width)
    // The title and the explanation give way to the value and the time, which say nothing if they are cut.
    func rest(beside width: Double) -> Double {
      width > 0 ? max(0, room - width - font.size) : room
    }
    let capHeight = fonts.metrics(of: font).capHeight
    let head = capHeight + font.size * Self.gap + fonts.metrics(of: small).capHeight
    let pitch = small.size * Self.detailPitch
    let further = Int((size.height * Self.mostOfRow - head) / pitch)
    let texts = fonts.rows(
      of: [alert.detail], font: small, in: rest(beside: second),
      atMost: min(max(0, further) + 1, details.count))
    let height = head + pitch * Double(max(0, texts.count - 1))
    placeEdge(alert.signal, height: height + font.size * Self.overhang, environment)
    let top = (size.height - height) / 2
    let (upper, lower) = (environment.snapped(top + capHeight), environment.snapped(top + head))
    func place(_ text: TextLayer, _ line: TextLine, _ color: Color, _ y: Double, isRight: Bool) {
      text.line = line
      text.foregroundColor = color
      text.placeBaseline(at: Point(isRight ? size.width - line.width : left, y))
    }
    place(value, valueLine, theme.value(alert.signal, on: look.ground), upper, isRight: true)
    place(since, sinceLine, theme.secondary, alert.value.isEmpty ? upper : lower, isRight: true)
    let titleLine = fonts.nameLine(alert.title, font: font, fitting: rest(beside: first))
    place(title, titleLine, theme.text, upper, isRight: false)
    for (i, detail) in details.enumerated() {
      detail.isHidden = i >= texts.count
      guard i < texts.count else { continue }
      let baseline = environment.snapped(lower + pitch * Double(i))
      place(detail, texts[i], theme.secondary, baseline, isRight: false)
    }
  }

  /// The gap between the title and the explanation, in sizes of the title's font.
  private static let gap = 0.55
  /// The distance between two lines of the explanation, in sizes of their font.
  private static let detailPitch = 1.35
  /// The largest share of a row's height that texts and the mark take.
  private static let mostOfRow = 0.76
  /// The height by which the mark exceeds the texts, in sizes of the title's font.
  private static let overhang = 0.9

  private func placeEdge(
    _ signal: SignalColor, height: Double, _ environment: ChartEnvironment
  ) {
    let size = layer.bounds.size
    let width = Self.edgeWidth(environment)
    let height = min(height, size.height * Self.mostOfRow)
    edge.frame = environment.snapped(
      Rect(x: 0, y: (size.height - height) / 2, width: width, height: height))
    edge.cornerRadius = width / 2
    edge.backgroundColor = environment.theme.mark(signal)
  }
}

import Geometry
import Layers
import Metrics
import Typography

/// A framed chart with its title, its latest value in large type, and a note.
public final class Panel {
  /// The weight of a panel beside the others of its page.
  public enum Emphasis: Sendable, Equatable {
    /// All panels are alike.
    case usual
    /// Another panel needs attention, and this one does not.
    case recedes
    /// This panel needs attention, among many others.
    case standsOut
  }

  /// The panel's layer tree; a host adds this tree to its own one and does not change it.
  public let layer = Layer()
  let kind: Kind
  /// Everything in the panel, clipped to the panel.
  private let inside = Layer()
  let header: PanelHeader
  /// The rows of the reason why there is no data.
  private let reason = (0..<4).map { _ in TextLayer() }
  /// The time of the next attempt, under a reason that leaves no room beside it.
  private let retry = TextLayer()
  let body: any PanelBody
  private let meter: CoreMeter
  private let signal = PanelSignal()
  private var gradientIndex: Int
  private var environment: ChartEnvironment
  /// The content that is shown.
  public private(set) var content = PanelContent()
  /// The weight beside the other panels of the page.
  public private(set) var emphasis = Emphasis.usual
  private var hasDrawnOn = false
  private var drawOnDelay: Double
  private(set) var geometry: PanelGeometry?
  private var gutter = 0.0
  private var endColumn: Double?
  private var needs: PanelGeometry.Needs?
  private var legendRows = LegendRows()

  /// - Parameter index: the panel's place on its page, which determines its colours and the moment of its first
  ///   appearance.
  public init(title: String, kind: Kind, index: Int, environment: ChartEnvironment) {
    self.kind = kind
    self.environment = environment
    gradientIndex = index
    header = PanelHeader(title: title)
    body = kind.makeBody(environment)
    meter = CoreMeter(environment: environment)
    drawOnDelay = Double(index) * Motion.drawOnStagger
    inside.masksToBounds = true
    inside.anchorPoint = .zero
    for part in [header.layer, body.layer, meter.layer] + reason + [retry] {
      inside.addSublayer(part)
    }
    for part in [signal.layer, inside] { layer.addSublayer(part) }
  }

  /// Whether a panel of lines with this size has room for the lines, and not only for their values.
  public static func hasPlot(_ size: Size, environment: ChartEnvironment) -> Bool {
    let needs = PanelGeometry.Needs(arrangement: .plot, gutter: 0)
    return !PanelGeometry(size: size, needs: needs, environment: environment).body.isEmpty
  }

  /// The widths of the labels beside a plot.
  public struct LabelWidths: Equatable, Sendable {
    /// The width of the widest label of the value axis, in points; 0 if labels have no room.
    public var axis: Double
    /// The width of the labels at the ends of several lines, in points; 0 for a single line, and where labels have no
    /// room.
    public var ends: Double

    /// Two widths in points, both at least 0.
    public init(axis: Double = 0, ends: Double = 0) {
      self.axis = axis
      self.ends = ends
    }
  }

  /// The widths of the labels that the plot of a content needs on either side. The widths follow from the content and
  /// the size alone, not from the current values.
  public func labelWidths(
    of content: PanelContent, size: Size, environment: ChartEnvironment
  ) -> LabelWidths {
    guard let valueAxis = content.body?.valueAxis, kind.arrangement == .plot else {
      return LabelWidths()
    }
    let needs = PanelGeometry.Needs(
      arrangement: .plot, gutter: 0, hasReason: content.failure != nil && content.state != .waiting)
    let geometry = PanelGeometry(size: size, needs: needs, environment: environment)
    guard geometry.showsTicks else { return LabelWidths() }
    let (height, type, right) = (geometry.body.height, environment.type, content.plot?.rightAxis)
    func widest(_ axis: TickScale) -> Double {
      axis.labels.map { environment.fonts.line($0, font: type.tick).width.rounded(.up) }.max() ?? 0
    }
    let axis = widest(
      PlotTicks.shownAxis(valueAxis, beside: right, height: height, type: type))
    if let right {
      // The right axis takes the place of the labels at lines' ends.
      let shown = PlotTicks.shownRightAxis(right, beside: valueAxis, height: height, type: type)
      return LabelWidths(axis: axis, ends: widest(shown) + type.tickGap)
    }
    // Columns have no lines with ends: their names stand in the legend.
    guard content.plot != nil else { return LabelWidths(axis: axis) }
    let ends = EndLabelColumn.width(
      of: content.legend, in: geometry.body.size, environment: environment)
    return LabelWidths(axis: axis, ends: ends)
  }

  /// Sets the title of the panel, and the place on its page. The change takes effect with the next layout.
  /// - Parameter short: the title where the whole title has no room; nil, the default, for the beginning and the end of
  ///   the whole title.
  public func setTitle(_ title: String, short: String? = nil, index: Int) {
    (header.text, header.shortText) = (title, short)
    gradientIndex = index
  }

  /// Puts the panel in its place, without motion.
  /// - Parameters:
  ///   - labelColumn: the width of the labels of the value axis.
  ///   - endColumn: the least width of the labels at the ends of lines, which lines up the plots of a column; nil, the
  ///     default, for the width that they need.
  public func layOut(
    frame: Rect, labelColumn: Double, endColumn: Double? = nil, environment: ChartEnvironment
  ) {
    self.environment = environment
    self.endColumn = endColumn
    let theme = environment.theme
    gutter = labelColumn + environment.type.tickGap
    layer.frame = frame
    layer.borderColor = theme.edge
    layer.borderWidth = environment.hairline
    layer.cornerRadius = environment.type.cornerRadius
    inside.bounds = environment.snapped(Rect(origin: .zero, size: frame.size))
    signal.layOut(size: frame.size, environment: environment)
    needs = nil
    update(content, at: nil)
  }

  /// Places the parts, if the content needs other parts than before.
  private func placeParts() {
    var needs = PanelGeometry.Needs(
      arrangement: kind.arrangement, gutter: gutter, ends: endWidth,
      hasReason: content.failure != nil && content.state != .waiting,
      leastBody: content.lead == nil
        ? 0
        : content.body?.leastHeight(
          in: layer.bounds.width - 2 * environment.type.padding, environment.type) ?? 0,
      hasTitle: !header.text.isEmpty)
    if kind.arrangement == .plot, needs.ends == 0, !content.legend.isEmpty {
      needs.legendRows = legendRows.count(
        for: content, in: layer.bounds.size, needs, header, environment: environment)
    }
    guard needs != self.needs else { return }
    self.needs = needs
    let geometry = PanelGeometry(size: layer.bounds.size, needs: needs, environment: environment)
    self.geometry = geometry
    let gradient = environment.theme.gradient(gradientIndex)
    header.layOut(geometry: geometry, environment: environment)
    header.accent = gradient.end
    body.layOut(
      PanelBodyPlace(
        frame: geometry.body, labelWidth: needs.ends, gutter: gutter, gradient: gradient,
        showsTicks: geometry.showsTicks, showsTimes: geometry.showsTimes,
        timesHeight: geometry.timesHeight),
      environment: environment)
    meter.layOut(box: geometry.meter, color: gradient.end, environment: environment)
  }

  /// The room for labels at the ends of the content's lines; 0 if a legend takes their place.
  private var endWidth: Double {
    let needed = labelWidths(of: content, size: layer.bounds.size, environment: environment).ends
    return needed > 0 ? max(needed, endColumn ?? 0) : 0
  }

  /// The names and values of lines that stand beside the lines' ends.
  private var endLabels: [LegendEntry] {
    needs?.ends ?? 0 > 0 && content.plot?.rightAxis == nil ? content.legend : []
  }

  /// Shows new content.
  /// - Parameters:
  ///   - emphasis: the weight beside the other panels; nil, the default, keeps the present one.
  ///   - time: the start of the motion towards the content; nil for no motion.
  public func update(_ content: PanelContent, emphasis: Emphasis? = nil, at time: Double?) {
    self.content = content
    self.emphasis = emphasis ?? self.emphasis
    guard layer.bounds.width > 0 else { return }
    placeParts()
    updateWaiting()
    layer.backgroundColor = ground
    // A panel that waits for data shows no other data.
    let isWaiting = content.state == .waiting
    body.layer.isHidden = isWaiting || geometry?.body.isEmpty ?? true
    showWords(at: time)
    if let shown = content.body { body.update(shown, look: look, at: time) }
    if let time, !hasDrawnOn, content.state != .waiting { drawOn(at: time) }
  }

  var look: PanelBodyLook {
    PanelBodyLook(
      ground: ground, recedes: emphasis == .recedes, isLate: content.isValueLate,
      labels: endLabels)
  }

  private func showWords(at time: Double?) {
    var headed = content
    if !endLabels.isEmpty {
      headed.legend = []
      // The labels name all series.
      headed.lead?.others = 0
    }
    header.update(
      headed, moment: momentText, recedes: emphasis == .recedes, ground: ground)
    meter.update(content.meter, at: time)
    signal.show(
      content.edge, isWide: emphasis == .standsOut,
      padding: geometry?.padding ?? environment.type.padding)
  }

  /// Shows the values of new content at once, and leaves the plot as it is.
  public func updateValues(_ content: PanelContent) {
    guard content.state != .waiting, self.content.state != .waiting else { return }
    self.content = content
    layer.backgroundColor = ground
    showWords(at: nil)
    if let shown = content.body { body.updateValues(shown, look: look) }
  }

  /// The text of the values' moment, if the moment is not the latest.
  private var momentText: String? {
    // Without data there are no values of a moment.
    guard let moment = content.moment, content.state != .waiting else { return nil }
    if let plot = content.plot { return plot.momentText(moment, zone: environment.zone) }
    let now = max(moment, environment.wallClock?() ?? moment)
    return MomentText(moment, spacing: 1, range: moment...now, zone: environment.zone).text
  }

  /// The share of the signal's colour in the ground of a panel whose value is beyond a threshold.
  private static let tint = (usual: 0.06, standingOut: 0.1)

  /// The colour of the panel.
  private var ground: Color {
    let theme = environment.theme
    let isWorst = emphasis == .standsOut
    guard let signal = isWorst ? content.edge : content.breach else { return theme.panel }
    return lerp(
      theme.panel, theme.mark(signal), isWorst ? Panel.tint.standingOut : Panel.tint.usual)
  }

  /// Marks the present data as drawn on, so that the chart does not draw the data on later.
  public func settle() { hasDrawnOn = hasDrawnOn || content.state != .waiting }

  /// Skips the drawing-on of the chart for its first data.
  public func skipDrawOn() { hasDrawnOn = true }

  /// Ends the drawing-on of the chart, now and for its first data.
  public func finishDrawOn() {
    hasDrawnOn = true
    body.finishDrawOn()
  }

  /// Draws the chart on from its start, as for the panel's first data. Nothing happens while the panel waits for data,
  /// which will then be drawn on.
  public func drawOn(at time: Double) {
    guard content.state != .waiting else { return }
    hasDrawnOn = true
    guard environment.isAnimated else { return }
    body.drawOn(at: time + drawOnDelay)
  }

  /// The distance between two rows of a reason, in multiples of their font's size.
  static let reasonPitch = 1.4

  private func updateWaiting() {
    for part in reason + [retry] { part.isHidden = true }
    guard content.state == .waiting, let geometry, !geometry.isInline else { return }
    let (type, theme) = (environment.type, environment.theme)
    let font = content.failure == nil ? type.note : type.unit
    let texts = content.failure?.texts ?? [content.waitingText]
    let capHeight = environment.fonts.metrics(of: font).capHeight
    let top = geometry.titleBaseline
    let pitch = Panel.reasonPitch * font.size
    let room = Int((geometry.size.height - top - capHeight) / pitch)
    let rows = environment.fonts.rows(
      of: texts, font: font, in: geometry.innerWidth, atMost: min(max(1, room), reason.count))
    var baseline = (top + geometry.size.height + capHeight - pitch * Double(rows.count - 1)) / 2
    for (text, line) in zip(reason, rows) {
      text.isHidden = false
      text.line = line
      text.foregroundColor = content.failure == nil ? theme.secondary : theme.text(.orange)
      place(text, at: baseline, geometry)
      baseline += pitch
    }
    baseline -= pitch
    guard let text = content.failure?.retry, rows.map(\.text) != [texts[0]],
      baseline + 2.5 * type.note.size < geometry.size.height
    else { return }
    retry.isHidden = false
    retry.line = environment.fonts.line(text, font: type.note, fitting: geometry.innerWidth)
    retry.foregroundColor = theme.secondary
    place(retry, at: baseline + 1.7 * type.note.size, geometry)
  }

  /// Centres a line between the panel's sides.
  private func place(_ text: TextLayer, at baseline: Double, _ geometry: PanelGeometry) {
    text.placeBaseline(at: Point((geometry.size.width - text.bounds.width) / 2, baseline))
  }
}

extension FontLibrary {
  /// The first of some texts, from the longest to the shortest, that fits into a row, or otherwise the shortest text in
  /// at most `count` rows.
  func rows(
    of texts: [String], font: FontDescription, in room: Double, atMost count: Int = 1
  ) -> [TextLine] {
    let lines = texts.map { line($0, font: font) }
    if let fitting = lines.first(where: { $0.width <= room }) { return [fitting] }
    return (texts.last ?? "").shortenedRows(in: room, atMost: count) { line($0, font: font) }
      .map { line($0, font: font, fitting: room) }
  }
}

import Geometry
import Layers
import Messages
import Metrics
import Typography

/// A panel's title, value, unit and note, and the texts about late data.
final class PanelHeader {
  let layer = Layer()
  private let title = TextLayer()
  private let note = TextLayer()
  private let value = TextLayer()
  private let unit = TextLayer()
  private let age = TextLayer()
  private let reason = TextLayer()
  let legend = Legend()
  private let change = ChangeMark()
  var text: String
  /// The title where the whole title has no room; nil for the beginning and the end of the whole title.
  var shortText: String?
  /// The title, and the name of the series that represents all if its value is shown.
  private var titleParts: [String] = []
  /// The number of the other series behind the title, which is never cut; empty for none.
  private var titleEnd = ""
  /// The colour of the series that stands out.
  var accent = Color.black
  private var geometry: PanelGeometry?
  private var environment: ChartEnvironment?
  /// The colour of a value without a breach.
  private var valueColor = Color.black
  /// The colour of the panel.
  private var ground = Color.black

  /// A value with its unit as set text.
  private struct ValueText {
    let value: TextLine
    let unit: TextLine
    let gap: Double
    var width: Double { value.width + (unit.width > 0 ? gap + unit.width : 0) }
  }

  init(title: String) {
    text = title
    for part in [self.title, note, value, unit, age, reason] { layer.addSublayer(part) }
    layer.addSublayer(legend.layer)
    layer.addSublayer(change.layer)
  }

  func layOut(geometry: PanelGeometry, environment: ChartEnvironment) {
    self.geometry = geometry
    self.environment = environment
    for part in [title, note, unit, age] { part.foregroundColor = environment.theme.secondary }
    reason.foregroundColor = environment.theme.text(.orange)
  }

  /// - Parameters:
  ///   - moment: the text of the values' moment; nil for the latest values.
  ///   - recedes: whether another panel of the page needs attention, and this one does not.
  ///   - ground: the colour of the panel.
  func update(_ content: PanelContent, moment: String?, recedes: Bool, ground: Color) {
    guard let geometry, let environment else { return }
    let theme = environment.theme
    self.ground = ground
    valueColor = recedes ? theme.quietText : theme.text
    for part in [note, value, unit, age, reason] { part.isHidden = true }
    let ownRoom = roomInPlaceOfValue(content, geometry, environment)
    let showsLead =
      content.value == nil && content.lead != nil && ownRoom == nil && !geometry.bodyHasValue
    titleParts = (showsLead ? [text, content.lead?.name ?? ""] : [text]).filter { !$0.isEmpty }
    let others = showsLead ? content.lead?.others ?? 0 : 0
    titleEnd = others > 0 ? " +\(others)" : ""
    updateTitle(geometry, environment)
    let shown =
      geometry.bodyHasValue ? nil : content.value ?? (showsLead ? content.lead?.value : nil)
    if let shown {
      updateValue(
        shown, color(of: content, environment.theme), isLead: showsLead, geometry, environment)
    }
    updateAge(content, isNow: moment == nil, geometry, environment)
    updateNote(content, moment, geometry, environment)
    if moment == nil, case .late(let age) = content.state {
      tellAge(age, of: content, geometry, environment)
    }
    updateReason(content, geometry, environment)
    if geometry.isInline, content.state == .waiting {
      updateWaiting(content, geometry, environment)
    }
    let hasValue = !value.isHidden && content.value != nil
    legend.update(
      content.legend,
      in: hasValue ? geometry.legendRoom(after: valueEnd(geometry)) : ownRoom, accent: accent,
      recedes: recedes, environment: environment)
    change.update(content.change, geometry: geometry, environment: environment)
  }

  // MARK: The first line

  private func updateTitle(_ geometry: PanelGeometry, _ environment: ChartEnvironment) {
    title.line = titleLine(fitting: geometry.innerWidth, environment)
    title.isHidden = false
    title.placeBaseline(at: Point(geometry.padding, geometry.titleBaseline))
  }

  /// The title with the name beside it. Each is cut at its own end, and the shorter one leaves its room to the other.
  private func titleLine(fitting room: Double, _ environment: ChartEnvironment) -> TextLine {
    let (fonts, font, separator) = (environment.fonts, environment.type.panelTitle, " · ")
    func width(_ text: String) -> Double { fonts.line(text, font: font).width }
    var whole = titleParts.joined(separator: separator)
    var parts = titleParts
    if let shortText, titleParts.first == text, width(whole) > room {
      parts[0] = shortText
      whole = parts.joined(separator: separator)
    }
    func ended(_ line: TextLine) -> TextLine {
      titleEnd.isEmpty ? line : fonts.line(line.text + titleEnd, font: font)
    }
    let room = titleEnd.isEmpty ? room : max(0, room - width(titleEnd))
    guard parts.count == 2, width(whole) > room else {
      return ended(fonts.nameLine(whole, font: font, fitting: room))
    }
    let shared = room - width(separator)
    let half = shared / 2
    guard half >= font.size * Self.leastTitle else {
      return ended(fonts.nameLine(parts[0], font: font, fitting: room))
    }
    let widths = parts.map(width)
    let cut = zip(parts, widths.reversed()).map { part, other in
      fonts.line(part, font: font, fitting: max(half, shared - other)).text
    }
    return ended(fonts.line(cut.joined(separator: separator), font: font))
  }

  /// The width of the shortest part of a title, in sizes of its font.
  private static let leastTitle = 2.5

  private func updateNote(
    _ content: PanelContent, _ moment: String?, _ geometry: PanelGeometry,
    _ environment: ChartEnvironment
  ) {
    guard !geometry.isInline else { return }
    let unit = axisUnit(content, geometry)
    var reason: String?
    // Numbers are meaningless without their unit, which needs little room.
    var texts = content.notes(withUnit: unit, isNarrow: !geometry.showsNote) + [unit]
    // A few letters report a problem wherever they have room.
    if age.isHidden, case .late(let age) = content.state {
      texts = Self.texts([age], withUnit: unit)
    } else if content.failure != nil, geometry.reasonBaseline == nil, content.state != .waiting {
      texts = Self.texts(content.failure?.texts ?? [], withUnit: unit)
      reason = content.failure?.reason
    }
    // The moment of other than the latest values is shown wherever a few letters have room.
    if let moment { texts = [String(localized: "at \(moment)"), moment] }
    let font = environment.type.note
    let room = geometry.innerWidth - title.bounds.width - environment.type.tickGap
    let lines = texts.map { environment.fonts.line($0, font: font) }
    var fitting = lines.first { $0.width > 0 && $0.width <= room }
    if fitting == nil, moment != nil, let time = lines.last {
      // The title is shortened instead of the time, because half of a time is meaningless.
      let left = geometry.innerWidth - time.width - environment.type.tickGap
      if left >= environment.type.panelTitle.size * 4 {
        shortenTitle(to: left, geometry, environment)
        fitting = time
      }
    }
    // The beginning of a reason says more than an amber edge alone, and the beginning of a note more than no note.
    let words = geometry.showsNote && unit.isEmpty ? content.cuttableWords : nil
    if fitting == nil, moment == nil, let text = reason ?? words, room >= font.size * 8 {
      fitting = environment.fonts.rows(of: [text], font: font, in: room).first
    }
    guard let line = fitting else { return }
    note.isHidden = false
    note.line = line
    note.foregroundColor = moment == nil ? environment.theme.secondary : environment.theme.text
    note.placeBaseline(
      at: Point(geometry.padding + geometry.innerWidth - line.width, geometry.titleBaseline))
  }

  /// Texts about a problem, with the unit of the axis where there is room for both.
  private static func texts(_ texts: [String], withUnit unit: String) -> [String] {
    unit.isEmpty ? texts : texts.map { unit + " · " + $0 } + texts
  }

  /// The text about the unit of the plot's numbers; empty if a value shows the unit, or if nothing has the unit.
  private func axisUnit(_ content: PanelContent, _ geometry: PanelGeometry) -> String {
    let symbol = content.axisUnit
    // The shape of a line depends on its scale, also where the axis has no room.
    if content.plot?.axis.isLogarithmic ?? false { return symbol }
    if content.value != nil { return geometry.showsTicks ? symbol : "" }
    guard !value.isHidden, let lead = content.lead else { return symbol }
    // The value of one of several series may have another prefix than the axis.
    let isShown = lead.value.unit == symbol || symbol.isEmpty || !geometry.showsTicks
    return isShown ? "" : String(localized: "axis in \(symbol)")
  }

  // MARK: The second line

  /// Sets a value and its unit at full size if they have room, otherwise smaller. A long unit is cut before its value
  /// becomes very small.
  private func set(
    _ shown: FormattedValue, room: Double, _ geometry: PanelGeometry,
    _ environment: ChartEnvironment
  ) -> ValueText {
    let (type, fonts) = (environment.type, environment.fonts)
    var (valueFont, unitFont) = (geometry.valueFont, type.unit)
    // The unit grows or shrinks with its value, but less.
    unitFont.size = max(
      type.smallest,
      (unitFont.size * (valueFont.size / type.value.size).squareRoot()).rounded())
    func text() -> ValueText {
      ValueText(
        value: fonts.line(shown.digits, font: valueFont),
        unit: fonts.line(shown.unit, font: unitFont),
        gap: unitFont.size * 0.3)
    }
    var result = text()
    let isUnitLong = result.unit.width > room * 0.6
    var share = 1.0
    while result.width > room, share > (isUnitLong ? PanelHeader.leastShare : 0.1) {
      share -= 0.05
      valueFont.size = max(type.smallest, (geometry.valueFont.size * share).rounded(.down))
      unitFont.size = max(type.smallest, min(unitFont.size, (valueFont.size * 0.8).rounded(.down)))
      result = text()
    }
    guard isUnitLong, result.width > room else { return result }
    let unitRoom = room - result.value.width - result.gap
    return ValueText(
      value: result.value, unit: fonts.line(shown.unit, font: unitFont, fitting: unitRoom),
      gap: result.gap)
  }

  /// The share of its size that a value keeps beside a long unit.
  private static let leastShare = 0.6

  /// The colour of the value, or of the value of the series that represents all.
  private func color(of content: PanelContent, _ theme: Theme) -> Color {
    if content.isValueLate { return theme.secondary }
    let isLead = content.value == nil
    if let signal = isLead ? content.lead?.signal : content.signal {
      return theme.value(signal, on: ground)
    }
    let word = isLead ? content.lead?.wordColor : content.wordColor
    return word.map { theme.word($0, on: ground) } ?? valueColor
  }

  /// - Parameters:
  ///   - isLead: whether the value belongs to a series that represents all.
  ///   - share: the largest share of the line that the value takes.
  private func updateValue(
    _ shown: FormattedValue, _ color: Color, isLead: Bool, share: Double = 1,
    _ geometry: PanelGeometry, _ environment: ChartEnvironment
  ) {
    let text = set(shown, room: geometry.innerWidth * share, geometry, environment)
    let hasUnit = text.unit.width > 0 && text.width <= geometry.innerWidth
    let width = hasUnit ? text.width : text.value.width
    // A filling chart that is too narrow for the value shows only its title.
    if isLead, geometry.arrangement == .filling, width > geometry.innerWidth { return }
    var left = geometry.padding
    // The first digit is aligned with the title's left edge; the unit stays in place.
    var shift = (title.line?.inkEdge ?? 0) - text.value.inkEdge
    if geometry.isInline {
      shift = 0
      left += max(0, geometry.innerWidth - width)
      shortenTitle(to: left - geometry.padding - environment.type.tickGap, geometry, environment)
      if title.isHidden { left = geometry.padding }
    }
    // A value that is wider than the room between the paddings is in the middle.
    if width > geometry.innerWidth { (left, shift) = ((geometry.size.width - width) / 2, 0) }
    (value.line, unit.line) = (text.value, text.unit)
    (value.isHidden, unit.isHidden) = (false, !hasUnit)
    value.foregroundColor = color
    value.placeBaseline(at: Point(left + shift, geometry.valueBaseline))
    unit.placeBaseline(
      at: Point(left + text.value.width + text.gap, geometry.valueBaseline))
  }

  /// Cuts the title beside a value in the same line.
  private func shortenTitle(
    to room: Double, _ geometry: PanelGeometry, _ environment: ChartEnvironment
  ) {
    guard let line = title.line, line.width > room else { return }
    title.isHidden = room < environment.type.panelTitle.size * Self.leastTitle
    title.line = titleLine(fitting: max(0, room), environment)
    title.placeBaseline(at: Point(geometry.padding, geometry.titleBaseline))
  }

  /// The right end of the texts in the value's line; the padding if there are none.
  private func valueEnd(_ geometry: PanelGeometry) -> Double {
    if !age.isHidden { return age.frame.maxX }
    if !unit.isHidden { return unit.frame.maxX }
    return value.isHidden ? geometry.padding : value.frame.maxX
  }

  /// The right end that the value's line of a content has.
  func valueEnd(
    of content: PanelContent, _ geometry: PanelGeometry, _ environment: ChartEnvironment
  ) -> Double {
    guard let shown = content.value else { return geometry.padding }
    let end =
      geometry.padding + set(shown, room: geometry.innerWidth, geometry, environment).width
    if content.valueNote.isEmpty { return end }
    let note = environment.fonts.line(content.valueNote, font: environment.type.note)
    return end + environment.type.tickGap + note.width
  }

  /// Shows the age of the value, or another text about the value, beside the value, if there is room.
  /// - Parameter isNow: whether the value is the latest, which may be late.
  private func updateAge(
    _ content: PanelContent, isNow: Bool, _ geometry: PanelGeometry,
    _ environment: ChartEnvironment
  ) {
    var text = content.valueNote
    if isNow, case .late(let age) = content.state { text = age }
    guard !text.isEmpty, !value.isHidden, !geometry.isInline else { return }
    let line = environment.fonts.line(text, font: environment.type.note)
    let left = valueEnd(geometry) + environment.type.tickGap
    guard left + line.width <= geometry.padding + geometry.innerWidth else { return }
    age.isHidden = false
    age.line = line
    age.placeBaseline(at: Point(left, geometry.valueBaseline))
  }

  /// Shows the age in the place of a late value if the age has room nowhere else: an old value must not look like the
  /// present one.
  private func tellAge(
    _ text: String, of content: PanelContent, _ geometry: PanelGeometry,
    _ environment: ChartEnvironment
  ) {
    let isTold = !age.isHidden || !note.isHidden && note.line?.text.hasSuffix(text) == true
    guard content.isValueLate, !value.isHidden, !text.isEmpty, !isTold else { return }
    updateValue(
      FormattedValue(digits: text, unit: ""), environment.theme.secondary, isLead: false,
      // The title stays in the line.
      share: geometry.isInline ? 0.55 : 1, geometry, environment)
  }

  private func updateReason(
    _ content: PanelContent, _ geometry: PanelGeometry, _ environment: ChartEnvironment
  ) {
    guard let failure = content.failure, let baseline = geometry.reasonBaseline else { return }
    let (fonts, font) = (environment.fonts, environment.type.unit)
    reason.isHidden = false
    reason.line = fonts.rows(of: failure.texts, font: font, in: geometry.innerWidth).first
    reason.placeBaseline(at: Point(geometry.padding, baseline))
  }

  /// Shows the reason for missing data beside the title, in the value's place.
  private func updateWaiting(
    _ content: PanelContent, _ geometry: PanelGeometry, _ environment: ChartEnvironment
  ) {
    let (fonts, font) = (environment.fonts, environment.type.note)
    let gap = environment.type.tickGap
    // The title keeps at most half of the room.
    let least = (geometry.innerWidth - gap) / 2
    let room = max(least, geometry.innerWidth - title.bounds.width - gap)
    let texts = content.failure.map { [$0.reason] } ?? [content.waitingText]
    guard let line = fonts.rows(of: texts, font: font, in: room).first else { return }
    shortenTitle(to: geometry.innerWidth - line.width - gap, geometry, environment)
    note.isHidden = false
    note.line = line
    note.foregroundColor =
      content.failure == nil ? environment.theme.secondary : environment.theme.text(.orange)
    let left = geometry.padding + geometry.innerWidth - line.width
    note.placeBaseline(at: Point(left, geometry.titleBaseline))
  }

  // MARK: The legend

  /// The room of a legend that takes the value's place; nil if the series' values have no room.
  private func roomInPlaceOfValue(
    _ content: PanelContent, _ geometry: PanelGeometry, _ environment: ChartEnvironment
  ) -> LegendRoom? {
    guard !content.legend.isEmpty, let room = geometry.legendRoom(after: nil) else { return nil }
    let isWide = geometry.showsLegend || content.lead == nil
    return isWide
      || legend.hasRoomForValues(of: content.legend, in: room, environment: environment)
      ? room : nil
  }
}

/// The change of a value: an arrow, and a text.
private final class ChangeMark {
  let layer = Layer()
  private let arrow = ShapeLayer()
  private let text = TextLayer()

  init() {
    layer.addSublayer(arrow)
    layer.addSublayer(text)
    arrow.anchorPoint = .zero
  }

  func update(
    _ change: ValueChange?, geometry: PanelGeometry, environment: ChartEnvironment
  ) {
    layer.isHidden = change == nil || geometry.changeBaseline == nil
    guard let change, let baseline = geometry.changeBaseline else { return }
    let font = environment.type.panelTitle
    let capHeight = environment.fonts.metrics(of: font).capHeight
    let width = (capHeight * 1.05).rounded()
    let left = change.direction == .none ? 0 : width + font.size * 0.45
    text.line =
      environment.fonts.rows(
        of: [change.text, change.shortText], font: font, in: max(0, geometry.innerWidth - left)
      ).first
    text.foregroundColor = environment.theme.secondary
    text.placeBaseline(at: Point(geometry.padding + left, baseline))
    arrow.isHidden = change.direction == .none
    arrow.fillColor = environment.theme.secondary
    arrow.path = ChangeMark.triangle(
      width: width, height: capHeight * 0.86, isUp: change.direction == .up)
    arrow.position = Point(geometry.padding, baseline - capHeight * 0.93)
  }

  private static func triangle(width: Double, height: Double, isUp: Bool) -> Path {
    let (tip, base) = isUp ? (0, height) : (height, 0)
    var path = Path()
    path.move(to: Point(width / 2, tip))
    path.addLine(to: Point(width, base))
    path.addLine(to: Point(0, base))
    path.closeSubpath()
    return path
  }
}

extension PanelContent {
  /// The notes with fewer and fewer parts, each with the unit of the axis.
  /// - Parameter isNarrow: whether there is only room for the text about a breach.
  fileprivate func notes(withUnit unit: String, isNarrow: Bool) -> [String] {
    let parts = isNarrow ? [] : [[words, bandNote]] + beginnings.reversed().map { [$0] }
    return (parts + [[breachText]]).map {
      ($0 + [unit]).filter { !$0.isEmpty }.joined(separator: " · ")
    }
  }

  /// The first part of the note, if the part may be cut; nil for a part with a number, because a cut would change the
  /// number.
  fileprivate var cuttableWords: String? {
    let first = beginnings[0]
    return state == .waiting || first.isEmpty || first.contains(where: \.isNumber) ? nil : first
  }

  /// The text about a breach, and the note.
  private var words: String { [breachText, note].filter { !$0.isEmpty }.joined(separator: " · ") }

  /// The first part of these words, the first two, and so on up to all. A dot without blanks belongs to a unit: `kW·h`.
  private var beginnings: [String] {
    let letters = Array(words)
    let ends = letters.indices.dropFirst().dropLast().filter {
      letters[$0] == "·" && letters[$0 - 1] == " " && letters[$0 + 1] == " "
    }
    return ends.map { String(letters[..<($0 - 1)]) } + [words]
  }

  fileprivate var change: ValueChange? { (body as? NumberContent)?.change }
}

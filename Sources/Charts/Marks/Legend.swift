import Geometry
import Layers
import Messages
import Typography

/// The place of a legend in a panel.
struct LegendRoom: Equatable {
  var left: Double
  var width: Double
  /// The baselines of the rows, from the top down.
  var baselines: [Double]
  /// Whether rows stand under the value's line, so that the legend begins at the top of its room.
  var isUnderValue = false
  /// Whether the legend stands at the right end of its room.
  var isTrailing = false
}

/// The series of a plot in rows: a sample of each line, its name and its latest value. Series without room
/// are counted, such as `7 more`, and can be shown in turn.
final class Legend {
  let layer = Layer()
  private var shown: State?
  private var environment: ChartEnvironment?
  /// The frames of the entries that have room.
  private var places: [(series: Int, frame: Rect)] = []
  /// The frame of the number of entries that have no room.
  private var moreFrame: Rect?
  /// The number of entries that have been replaced by later ones.
  private var passed = 0
  /// The number of entries that the next ones replace.
  private var passing = 1

  /// The input of a legend's drawing, so that an unchanged legend is not drawn again.
  private struct State: Equatable {
    var entries: [LegendEntry]
    var room: LegendRoom
    var type: TypeScale
    var theme: Theme
    var accent: Color
    var recedes: Bool
  }

  private struct Item {
    var name: TextLine
    /// The latest value; nil if there is no room for values.
    let value: TextLine?
    let swatch: LineSwatch
    let entry: LegendEntry
  }

  /// The entries that have room, in rows, and the number of entries without room.
  private struct Arrangement {
    var rows: [[Item]]
    var restCount = 0
    /// Whether no row is wider than its room.
    var isWithin = true
    var hasAll: Bool { restCount == 0 && isWithin }
  }

  /// The series whose entry is at a point.
  func series(at point: Point) -> Int? { places.first { $0.frame.contains(point) }?.series }

  /// Whether some entries have no room.
  var hasMore: Bool { moreFrame != nil }

  /// Whether the number of entries that have no room is at a point.
  func hasMore(at point: Point) -> Bool { moreFrame?.contains(point) ?? false }

  /// The frames that respond to clicks.
  var targets: [Rect] { places.map(\.frame) + (moreFrame.map { [$0] } ?? []) }

  /// Shows the next entries in place of the visible ones, if some entries have no room.
  func turn() {
    guard hasMore, let shown, let environment else { return }
    passed = (passed + passing) % shown.entries.count
    redraw(shown, environment)
  }

  /// - Parameters:
  ///   - room: the place; nil to show nothing.
  ///   - accent: the colour of the series that stands out.
  ///   - recedes: whether another panel of the page needs attention, and this one does not.
  func update(
    _ entries: [LegendEntry], in room: LegendRoom?, accent: Color, recedes: Bool = false,
    environment: ChartEnvironment
  ) {
    let room = room ?? LegendRoom(left: 0, width: 0, baselines: [])
    let entries = room.baselines.isEmpty ? [] : entries
    let state = State(
      entries: entries, room: room, type: environment.type, theme: environment.theme,
      accent: accent,
      recedes: recedes)
    guard shown != state else { return }
    if shown?.entries.map(\.name) != entries.map(\.name) { passed = 0 }
    shown = state
    self.environment = environment
    redraw(state, environment)
  }

  /// Whether all series have room with their values.
  func hasRoomForValues(
    of entries: [LegendEntry], in room: LegendRoom, environment: ChartEnvironment
  ) -> Bool {
    let found = arrangement(of: entries, in: room, .black, environment)
    return found.hasAll && found.rows.joined().allSatisfy { $0.value != nil }
  }

  // MARK: Arrangement

  /// The arrangement of all entries with the largest values that fit, or otherwise of some entries; the arrangement has
  /// no values if not even one entry fits with its value.
  private func arrangement(
    of entries: [LegendEntry], in room: LegendRoom, _ accent: Color,
    _ environment: ChartEnvironment
  ) -> Arrangement {
    let type = environment.type
    var entries = entries
    // A name that is alone in its row leaves no room to others.
    let isAlone = entries.count <= room.baselines.count
    environment.fonts.distinguish(
      &entries, by: \.name, font: type.note,
      fitting: isAlone ? room.width : room.width * Self.nameShare)
    func items(_ font: FontDescription?, share: Double = Self.nameShare) -> [Item] {
      entries.map {
        item($0, font, room.width, share: isAlone ? nil : share, accent, environment)
      }
    }
    // Several rows have room for values in small type.
    let large = room.isUnderValue ? [] : [(type.unit, 1)]
    for (font, rows) in large + room.baselines.indices.map({ (type.panelTitle, $0 + 1) }) {
      let found = fill(items(font), rows: rows, width: room.width, environment)
      if found.hasAll { return found }
    }
    func some(_ font: FontDescription?, share: Double = Self.nameShare) -> Arrangement {
      fill(items(font, share: share), rows: room.baselines.count, width: room.width, environment)
    }
    let withValues = some(type.panelTitle)
    if withValues.isWithin { return withValues }
    // A short name leaves room for the number of the entries without room.
    return Self.shortShares.lazy.map { some(nil, share: $0) }.first(where: \.isWithin)
      ?? some(nil, share: Self.shortest)
  }

  /// Puts as many items into rows as fit, at least one.
  private func fill(
    _ items: [Item], rows count: Int, width: Double, _ environment: ChartEnvironment
  ) -> Arrangement {
    let spacing = Spacing(environment.type)
    var rows: [[Item]] = [[]]
    var restCount = 0
    for (i, item) in items.enumerated() {
      let rest = items.count - i - 1
      // The last row reserves room for the number of entries without room.
      let reserve =
        rows.count == count && rest > 0
        ? spacing.between + moreLine(rest, environment).width : 0
      let isFirst = rows[rows.count - 1].isEmpty
      let all = rows[rows.count - 1] + [item]
      let hasRoom =
        spacing.width(of: all) + reserve <= width
        || rows.count == count && spacing.width(of: all + items[(i + 1)...]) <= width
      if isFirst || hasRoom {
        rows[rows.count - 1].append(item)
      } else if rows.count < count {
        rows.append([item])
      } else {
        restCount = rest + 1
        break
      }
    }
    var widths = rows.map { spacing.width(of: $0) }
    if restCount > 0 {
      widths[widths.count - 1] += spacing.between + moreLine(restCount, environment).width
    }
    return Arrangement(
      rows: rows, restCount: restCount, isWithin: widths.allSatisfy { $0 <= width })
  }

  private func moreLine(_ count: Int, _ environment: ChartEnvironment) -> TextLine {
    environment.fonts.line(Self.moreText(count), font: environment.type.note)
  }

  /// The text for a number of series without room.
  static func moreText(_ count: Int) -> String { String(localized: "\(count) more") }

  /// The share of the legend's width that a name may take, and the shares of names without values.
  private static let nameShare = 0.45
  private static let shortest = 0.15
  private static let shortShares = stride(from: nameShare, through: shortest, by: -0.03)

  /// - Parameter share: the share of the width that the name may take; nil for all of it.
  private func item(
    _ entry: LegendEntry, _ valueFont: FontDescription?, _ width: Double, share: Double?,
    _ accent: Color, _ environment: ChartEnvironment
  ) -> Item {
    let (fonts, font) = (environment.fonts, environment.type.note)
    let style = entry.style ?? .colored(entry.series)
    let color = entry.color(environment.theme, accent: accent)
    var item = Item(
      name: fonts.line("", font: font), value: valueFont.map { fonts.line(entry.value, font: $0) },
      swatch: style.swatch(color.opacity(entry.isHidden ? 0.4 : 1)), entry: entry)
    let beside = max(0, width - Spacing(environment.type).width(of: [item]))
    item.name = fonts.nameLine(
      entry.name, font: font, fitting: share.map { width * $0 } ?? beside)
    return item
  }

  // MARK: Drawing

  private func redraw(_ state: State, _ environment: ChartEnvironment) {
    layer.removeAllSublayers()
    places = []
    moreFrame = nil
    guard !state.entries.isEmpty else { return }
    var room = state.room
    let found = visible(state, environment)
    let spacing = Spacing(environment.type)
    if room.isTrailing, found.restCount == 0 {
      let width = (found.rows.map { spacing.width(of: $0) }.max() ?? 0).rounded(.up)
      room.left += max(0, room.width - width)
    }
    let baselines =
      room.isUnderValue
      ? room.baselines.prefix(found.rows.count) : room.baselines.suffix(found.rows.count)
    for (row, y) in zip(found.rows, baselines) {
      var x = room.left
      for item in row {
        add(item, x: x, y: y, spacing, environment)
        x += spacing.width(of: [item]) + spacing.between
      }
      let isLast = y == baselines.last
      if isLast, found.restCount > 0 { addMore(found.restCount, Point(x, y), environment) }
    }
  }

  /// The arrangement of the entries from the first one that has not been replaced. If not all have room, those with a
  /// breach come first, the worst ones before all others, and then the entry that stands for series without entries.
  private func visible(_ state: State, _ environment: ChartEnvironment) -> Arrangement {
    func arranged(_ entries: [LegendEntry]) -> Arrangement {
      let start = passed % entries.count
      return arrangement(
        of: Array(entries[start...] + entries[..<start]), in: state.room, state.accent, environment)
    }
    var found = arranged(state.entries)
    if found.restCount > 0 {
      func place(_ entry: LegendEntry) -> Int { 2 * entry.breachRank + (entry.isRest ? 1 : 0) }
      let ordered = state.entries.enumerated().sorted {
        (place($1.element), $0.offset) < (place($0.element), $1.offset)
      }
      found = arranged(ordered.map(\.element))
    }
    passing = max(1, found.rows.joined().count)
    return found
  }

  private func addMore(_ count: Int, _ baseline: Point, _ environment: ChartEnvironment) {
    let size = environment.type.note.size
    let line = moreLine(count, environment)
    add(line, environment.theme.secondary, baseline)
    moreFrame = Rect(
      minX: baseline.x - size / 2, minY: baseline.y - 1.5 * size,
      maxX: baseline.x + line.width + size / 2, maxY: baseline.y + size)
  }

  private func add(
    _ item: Item, x: Double, y: Double, _ spacing: Spacing, _ environment: ChartEnvironment
  ) {
    let theme = environment.theme
    let capHeight = environment.fonts.metrics(of: environment.type.note).capHeight
    let parts = item.swatch.layers(
      x: x, middle: y - capHeight / 2, width: spacing.sample, environment: environment)
    for part in parts { layer.addSublayer(part) }
    let left = x + spacing.sample + spacing.inside
    let isHidden = item.entry.isHidden
    let quiet = isHidden ? theme.secondary.opacity(0.6) : theme.secondary
    add(item.name, quiet, Point(left, y))
    if let value = item.value {
      add(
        value, isHidden ? quiet : item.entry.valueColor(theme, recedes: shown?.recedes ?? false),
        Point(left + item.name.width + spacing.inside, y))
    }
    let right = x + spacing.width(of: [item])
    if isHidden { strike(from: left, to: right, y: y - capHeight / 2, environment) }
    let reach = spacing.between / 2
    places.append(
      (
        item.entry.series,
        Rect(
          minX: x - reach, minY: y - capHeight * 1.6, maxX: right + reach, maxY: y + capHeight / 2)
      ))
  }

  private func strike(
    from left: Double, to right: Double, y: Double, _ environment: ChartEnvironment
  ) {
    let line = Layer()
    line.frame = environment.snapped(
      Rect(x: left, y: y, width: right - left, height: max(1, environment.hairline)))
    line.backgroundColor = environment.theme.secondary
    layer.addSublayer(line)
  }

  private func add(_ line: TextLine, _ color: Color, _ baseline: Point) {
    layer.addSublayer(TextLayer(line, color: color, baseline: baseline))
  }

  private struct Spacing {
    let sample: Double
    let inside: Double
    let between: Double

    init(_ type: TypeScale) {
      sample = type.note.size * 1.3
      inside = type.note.size * 0.45
      between = type.note.size * 1.1
    }

    func width(of items: some Collection<Item>) -> Double {
      items.reduce(-between) {
        $0 + sample + inside + $1.name.width + ($1.value.map { inside + $0.width } ?? 0) + between
      }
    }
  }
}

import Geometry
import Layers
import Messages

/// The parts of a list that take turns in a box without room for all rows, and the number of the other rows.
final class ListPages {
  /// The number of the rows without room: `7 more`.
  let text = TextLayer()
  /// The place of the number in the list's coordinates; nil if all rows have room, or the number has none.
  private(set) var place: Rect?
  private var page = 0
  private var count = 1
  /// The number of the rows that are not in the current part.
  private var rest = 0
  private var urgentCount = 0

  /// The rows of the current part, in their order. Rows that need attention come in the first parts, and a further one
  /// brings the first part back.
  /// - Parameter room: the number of rows that have room, at least 1.
  func rows<Row>(of rows: [Row], room: Int, isUrgent: (Row) -> Bool = { _ in false }) -> [Row] {
    let room = max(1, room)
    count = max(1, (rows.count + room - 1) / room)
    let urgent = rows.indices.filter { isUrgent(rows[$0]) }
    if page >= count || urgent.count > urgentCount { page = 0 }
    urgentCount = urgent.count
    rest = 0
    guard count > 1 else { return rows }
    let others = rows.indices.filter { !isUrgent(rows[$0]) }
    let shown = (urgent + others).dropFirst(page * room).prefix(room)
    rest = rows.count - shown.count
    return shown.sorted().map { rows[$0] }
  }

  /// Shows the number of rows that are not in the current part.
  /// - Parameter place: the place that the list's layout leaves for the number; nil for no number.
  func showRest(in place: Rect?, _ environment: ChartEnvironment) {
    self.place = place
    text.isHidden = place == nil
    guard let place else { return }
    text.line = environment.fonts.line(
      String(localized: "\(rest) more"), font: environment.type.tick, fitting: place.width)
    text.foregroundColor = environment.theme.secondary
    text.placeBaseline(at: Point(place.minX, place.midY + environment.type.tick.size * 0.36))
  }

  /// Goes back to the first part.
  /// - Returns: whether another part was shown.
  func reset() -> Bool {
    defer { page = 0 }
    return page > 0
  }

  /// Goes on to the next part, and from the last one to the first.
  /// - Returns: whether there are several parts.
  func turn() -> Bool {
    guard count > 1 else { return false }
    page = (page + 1) % count
    return true
  }
}

import Geometry
import Typography

/// The number of rows that a legend needs under the line of the value. The number does not shrink while the panel shows
/// as many series in the same size: otherwise, the plot would jump with each digit.
struct LegendRows {
  /// The facts that begin a new count.
  private struct Case: Equatable {
    /// The number of series: those that others stand for change with their values.
    var entryCount: Int
    var size: Size
    var hasValue: Bool
    var type: TypeScale
  }

  private var current: Case?
  /// The number of letters of all names and values for which rows have been counted.
  private var letters = 0
  private var count = 0

  /// The share of the panel's height that the rows may take.
  private static let share = 0.25

  /// The number of rows.
  /// - Parameters:
  ///   - size: the size of the panel.
  ///   - needs: the needs of the other parts.
  mutating func count(
    for content: PanelContent, in size: Size, _ needs: PanelGeometry.Needs, _ header: PanelHeader,
    environment: ChartEnvironment
  ) -> Int {
    let entries = content.legend
    let new = Case(
      entryCount: entries.count, size: size, hasValue: content.value != nil,
      type: environment.type)
    let newLetters =
      entries.map { $0.name.count + $0.value.count }.reduce(0, +) + (content.value?.text.count ?? 0)
      + content.valueNote.count
    if new != current { (current, letters, count) = (new, 0, 0) }
    guard newLetters > letters else { return count }
    letters = newLetters
    // The reason of a failure takes room for a moment only.
    var needs = needs
    needs.hasReason = false
    let geometry = PanelGeometry(size: size, needs: needs, environment: environment)
    count = max(count, needed(for: content, in: geometry, header, environment))
    return count
  }

  private func needed(
    for content: PanelContent, in geometry: PanelGeometry, _ header: PanelHeader,
    _ environment: ChartEnvironment
  ) -> Int {
    let entries = content.legend
    guard !entries.isEmpty, geometry.showsTimes else { return 0 }
    func hasRoom(_ room: LegendRoom?) -> Bool {
      room.map {
        header.legend.hasRoomForValues(of: entries, in: $0, environment: environment)
      } ?? false
    }
    let end = content.value == nil ? nil : header.valueEnd(of: content, geometry, environment)
    if hasRoom(geometry.legendRoom(after: end)) { return 0 }
    let most = Int(geometry.size.height * Self.share / geometry.legendPitch)
    guard most > 0 else { return 0 }
    return (1...most).first {
      hasRoom(geometry.legendRoom(underValue: content.value != nil, rows: $0))
    } ?? 0
  }
}

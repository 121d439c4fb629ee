import Feeds

/// The groups of a text whose rows are things of different names, each once: the output of `df`, a table of
/// countries. Each quantity has a bar for each thing.
enum CategoryGroups {
  /// - Parameters:
  ///   - columns: the columns of the text that are shown, with their numbers.
  ///   - title: the name of a column's quantity.
  ///   - unit: the unit of a column.
  /// - Returns: nil for rows without names, or of one name.
  static func groups(
    _ columns: [(number: Int, column: TextColumn)], title: (Int) -> String,
    unit: (Int) -> StreamUnit
  ) -> [ColumnGroup]? {
    guard Set(columns.map(\.column.key)).count > 1, !columns.contains(where: \.column.key.isEmpty)
    else { return nil }
    var groups: [ColumnGroup] = []
    for (number, column) in columns {
      let (title, unit) = (title(number), unit(number))
      // A panel has one axis. Zero is zero in every unit, and is often written without one.
      let place = groups.firstIndex {
        $0.title == title && ($0.unit == unit || $0.unit == .none || unit == .none)
      }
      if let place {
        groups[place].columns.append(number)
        groups[place].names.append(column.key)
        if groups[place].unit == .none { groups[place].unit = unit }
      } else {
        groups.append(
          ColumnGroup(
            title: title, columns: [number], names: [column.key], unit: unit, isFixed: true,
            chart: .bars))
      }
    }
    // The number of the only field is no useful title.
    let titles = Set(groups.map(\.title))
    if titles.count == 1, Int(groups[0].title) != nil {
      for i in groups.indices { groups[i].title = "" }
    }
    return groups
  }
}

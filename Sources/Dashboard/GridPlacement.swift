/// The columns and rows of a grid that a panel takes.
public struct PanelSpan: Equatable, Sendable {
  /// The number of columns, 1 to `most`.
  public var columns: Int
  /// The number of rows, 1 to `most`.
  public var rows: Int
  /// The first column, from 0; nil for the first place with enough room.
  public var column: Int?
  /// The first row, from 0; nil for the first place with enough room.
  public var row: Int?

  /// Clamps the numbers of columns and rows to 1…`most`, and the first column and row to 0..<`most`.
  public init(columns: Int = 1, rows: Int = 1, column: Int? = nil, row: Int? = nil) {
    self.columns = min(max(1, columns), PanelSpan.most)
    self.rows = min(max(1, rows), PanelSpan.most)
    self.column = column.map { min(max(0, $0), PanelSpan.most - 1) }
    self.row = row.map { min(max(0, $0), PanelSpan.most - 1) }
  }

  /// Whether the panel has a place of its own.
  var isPlaced: Bool { column != nil || row != nil }

  /// The limit of columns, and of rows, for one panel.
  public static let most = 24
}

/// The cells of panels in a grid. Panels with a column or a row of their own come first; each other panel takes
/// the first place, row by row, with enough room, like CSS's `grid-auto-flow: row dense`.
struct GridPlacement: Equatable {
  struct Place: Equatable {
    var column: Int
    var row: Int
    var columns: Int
    var rows: Int
  }

  let columns: Int
  /// The number of rows, at least 1.
  let rows: Int
  let places: [Place]
  /// The panels in each row, from left to right.
  let panels: [[Int]]
  /// The panels with a column of their own, beside which free cells stay free.
  let placed: Set<Int>

  /// - Parameter columns: at least 1; wider panels are narrowed to this number.
  init(_ spans: [PanelSpan], columns: Int) {
    var grid: [[Bool]] = []
    var places = [Place?](repeating: nil, count: spans.count)
    func isFree(_ place: Place) -> Bool {
      (place.row..<place.row + place.rows).allSatisfy { row in
        row >= grid.count
          || !grid[row][place.column..<place.column + place.columns].contains(true)
      }
    }
    // A place without room for a panel of one cell has no room for later panels.
    var firstFree = 0
    let order =
      spans.indices.filter { spans[$0].isPlaced } + spans.indices.filter { !spans[$0].isPlaced }
    for panel in order {
      let span = spans[panel]
      let width = min(span.columns, columns)
      // In a grid with fewer columns than the file expects, the panel moves to the right edge.
      let column = span.column.map { min($0, columns - width) }
      var cell = max(firstFree, (span.row ?? 0) * columns)
      var place: Place
      repeat {
        place = Place(
          column: cell % columns, row: cell / columns, columns: width, rows: span.rows)
        cell += 1
      } while place.column + width > columns || column.map { $0 != place.column } ?? false
        || !isFree(place)
      while grid.count < place.row + place.rows {
        grid.append(Array(repeating: false, count: columns))
      }
      for row in place.row..<place.row + place.rows {
        for column in place.column..<place.column + width { grid[row][column] = true }
      }
      places[panel] = place
      while firstFree < grid.count * columns, grid[firstFree / columns][firstFree % columns] {
        firstFree += 1
      }
    }
    self.columns = columns
    placed = Set(spans.indices.filter { spans[$0].column != nil })
    self.places = places.compactMap { $0 }
    rows = max(1, grid.count)
    panels = Self.panels(at: self.places, rows: rows)
  }

  /// Panels of one cell in rows whose lengths differ by at most one; longer rows come first.
  /// - Parameter rows: 1 to `count`.
  init(count: Int, rows: Int) {
    let (least, longer) = (count / rows, count % rows)
    columns = max(1, least + (longer > 0 ? 1 : 0))
    placed = []
    self.rows = rows
    places = (0..<rows).flatMap { row in
      (0..<least + (row < longer ? 1 : 0)).map { column in
        Place(column: column, row: row, columns: 1, rows: 1)
      }
    }
    panels = Self.panels(at: places, rows: rows)
  }

  /// The number of cells that panels take.
  var cells: Int { places.reduce(0) { $0 + $1.columns * $1.rows } }

  private static func panels(at places: [Place], rows: Int) -> [[Int]] {
    var panels = [[Int]](repeating: [], count: rows)
    for (panel, place) in places.enumerated() {
      for row in place.row..<place.row + place.rows { panels[row].append(panel) }
    }
    return panels.map { row in row.sorted { places[$0].column < places[$1].column } }
  }

  /// Whether a row has free cells and no panel that is higher than the row: its panels may then share the
  /// whole width.
  func isLoose(row: Int) -> Bool {
    let panels = panels[row]
    return !panels.isEmpty
      && panels.allSatisfy { places[$0].rows == 1 && !placed.contains($0) }
      && panels.reduce(0) { $0 + places[$1].columns } < columns
  }

  /// The place of a panel, widened to the right over cells that no panel takes.
  func widened(_ panel: Int) -> Place {
    var place = places[panel]
    guard !placed.contains(panel) else { return place }
    let rows = place.row..<place.row + place.rows
    let next = rows.flatMap { panels[$0] }.map { places[$0].column }
      .filter { $0 > place.column }.min()
    place.columns = (next ?? columns) - place.column
    return place
  }
}

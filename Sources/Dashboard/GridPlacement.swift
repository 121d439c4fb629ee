/// The number of columns and rows of a grid that a panel takes.
public struct PanelSpan: Equatable, Sendable {
  public var columns: Int
  public var rows: Int

  /// Clamps both numbers to 1…`most`.
  public init(columns: Int = 1, rows: Int = 1) {
    self.columns = min(max(1, columns), PanelSpan.most)
    self.rows = min(max(1, rows), PanelSpan.most)
  }

  /// The limit of columns, and of rows, for one panel.
  public static let most = 24
}

/// The cells of panels in a grid. Each panel takes the first place, row by row, with enough room, like
/// CSS's `grid-auto-flow: row dense`.
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

  /// - Parameter columns: at least 1; wider panels are narrowed to this number.
  init(_ spans: [PanelSpan], columns: Int) {
    var grid: [[Bool]] = []
    var places: [Place] = []
    func isFree(_ place: Place) -> Bool {
      (place.row..<place.row + place.rows).allSatisfy { row in
        row >= grid.count
          || !grid[row][place.column..<place.column + place.columns].contains(true)
      }
    }
    // A place without room for a panel of one cell has no room for later panels.
    var firstFree = 0
    for span in spans {
      let width = min(span.columns, columns)
      var cell = firstFree
      var place: Place
      repeat {
        place = Place(
          column: cell % columns, row: cell / columns, columns: width, rows: span.rows)
        cell += 1
      } while place.column + width > columns || !isFree(place)
      while grid.count < place.row + place.rows {
        grid.append(Array(repeating: false, count: columns))
      }
      for row in place.row..<place.row + place.rows {
        for column in place.column..<place.column + width { grid[row][column] = true }
      }
      places.append(place)
      while firstFree < grid.count * columns, grid[firstFree / columns][firstFree % columns] {
        firstFree += 1
      }
    }
    self.columns = columns
    self.places = places
    rows = max(1, grid.count)
    panels = Self.panels(at: places, rows: rows)
  }

  /// Panels of one cell in rows whose lengths differ by at most one; longer rows come first.
  /// - Parameter rows: 1 to `count`.
  init(count: Int, rows: Int) {
    let (least, longer) = (count / rows, count % rows)
    columns = max(1, least + (longer > 0 ? 1 : 0))
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
    return !panels.isEmpty && panels.allSatisfy { places[$0].rows == 1 }
      && panels.reduce(0) { $0 + places[$1].columns } < columns
  }

  /// The place of a panel, widened to the right over cells that no panel takes.
  func widened(_ panel: Int) -> Place {
    var place = places[panel]
    let rows = place.row..<place.row + place.rows
    let next = rows.flatMap { panels[$0] }.map { places[$0].column }
      .filter { $0 > place.column }.min()
    place.columns = (next ?? columns) - place.column
    return place
  }
}

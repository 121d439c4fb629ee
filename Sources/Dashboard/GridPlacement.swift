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
  }

  /// The number of cells that no panel takes.
  var emptyCells: Int { rows * columns - places.reduce(0) { $0 + $1.columns * $1.rows } }
}

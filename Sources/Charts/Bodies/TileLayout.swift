import Geometry
import Typography

/// The places of equal tiles in a box, in as many columns as make their values largest, and the sizes of their type.
struct TileLayout {
  /// The places of the tiles that have room.
  let frames: [Rect]
  /// The place of the text about the tiles without room; nil if all tiles have room.
  let rest: Rect?
  /// The number of tiles that have no room.
  let restCount: Int
  let nameFont: FontDescription
  let valueFont: FontDescription
  let unitFont: FontDescription
  /// The distance of the texts from the tile's edges.
  let padding: Double
  /// Whether the tiles have room for plots under their values.
  let hasPlots: Bool

  /// The height of a value, as a share of the tile's height: above a plot, and without a plot.
  private static let valueShare = (abovePlot: 0.3, alone: 0.44)
  /// The height of a tile that has room for a plot, in multiples of the smallest font size.
  private static let leastWithPlot = 8.5
  /// The size of the unit, as a share of the value's.
  static let unitShare = 0.5
  /// The gap between a value and its unit, as a share of the value's size.
  static let unitGap = 0.16

  /// The least size of a tile.
  static func least(_ type: TypeScale) -> Size {
    Size(type.tick.size * 8, type.tick.size * 4)
  }

  /// The gap between two tiles.
  static func gap(_ type: TypeScale) -> Double { max(6, (type.gap / 2).rounded()) }

  /// - Parameters:
  ///   - count: the number of tiles.
  ///   - size: the room for all of them.
  ///   - letters: the width of the widest value with its unit, in sizes of the value's font.
  init(count: Int, in size: Size, letters: Double, environment: ChartEnvironment) {
    let type = environment.type
    let gap = Self.gap(type)
    let least = Self.least(type)
    let mostColumns = max(1, Int((size.width + gap) / (least.width + gap)))
    let mostRows = max(1, Int((size.height + gap) / (least.height + gap)))
    let places = min(count, mostColumns * mostRows)
    let grids = (1...mostColumns).lazy.map {
      Grid(columns: $0, places: places, in: size, gap: gap, letters: letters, type)
    }
    let grid =
      grids.filter { $0.rows <= mostRows }.max { $0.isWorse(than: $1) }
      ?? Grid(columns: 1, places: 1, in: size, gap: gap, letters: letters, type)
    let all = (0..<places).map { environment.snapped(grid.frame($0)) }
    let isWhole = count <= places
    // The number of the other tiles takes the place of the last one.
    frames = isWhole || places == 1 ? all : Array(all.dropLast())
    rest = isWhole || places == 1 ? nil : all.last
    restCount = count - frames.count
    padding = grid.padding
    hasPlots = grid.hasPlots
    var font = type.value
    font.size = grid.valueSize
    valueFont = font
    font = type.unit
    font.size = max(type.smallest, (grid.valueSize * Self.unitShare * 2).rounded() / 2)
    unitFont = font
    font = type.note
    font.size = grid.nameSize
    nameFont = font
  }

  /// Tiles in a number of columns.
  private struct Grid {
    let columns: Int
    let rows: Int
    let tile: Size
    let gap: Double
    let padding: Double
    let hasPlots: Bool
    let nameSize: Double
    let valueSize: Double
    /// The number of places in the last row without a tile.
    let emptyPlaces: Int

    init(
      columns: Int, places: Int, in size: Size, gap: Double, letters: Double, _ type: TypeScale
    ) {
      self.columns = columns
      self.gap = gap
      rows = max(1, (places + columns - 1) / columns)
      emptyPlaces = rows * columns - places
      tile = Size(
        max(0, (size.width - gap * Double(columns - 1)) / Double(columns)),
        max(0, (size.height - gap * Double(rows - 1)) / Double(rows)))
      padding = min(type.padding, max(6, (min(tile.width, tile.height) * 0.1).rounded()))
      hasPlots = tile.height >= TileLayout.leastWithPlot * type.tick.size
      let share = hasPlots ? TileLayout.valueShare.abovePlot : TileLayout.valueShare.alone
      let widest = max(0, tile.width - 2 * padding) / max(letters, 1)
      let value = min(tile.height * share, widest, type.value.size * 2.4)
      valueSize = max(type.smallest, (value * 2).rounded(.down) / 2)
      let name = min(type.unit.size, tile.height * 0.17, tile.width / 11)
      nameSize = max(type.tick.size, (name * 2).rounded(.down) / 2)
    }

    /// Whether another grid has larger values, or fewer empty places, or else tiles of a better shape.
    func isWorse(than other: Grid) -> Bool {
      if valueSize != other.valueSize { return valueSize < other.valueSize }
      if emptyPlaces != other.emptyPlaces { return emptyPlaces > other.emptyPlaces }
      return distance > other.distance
    }

    /// The distance of the tiles' shape from the best one.
    private var distance: Double {
      let shape = tile.width / max(tile.height, 1)
      return max(shape / Self.bestShape, Self.bestShape / max(shape, 0.01))
    }

    /// The width of a tile, in multiples of its height.
    private static let bestShape = 1.8

    func frame(_ i: Int) -> Rect {
      Rect(
        x: Double(i % columns) * (tile.width + gap), y: Double(i / columns) * (tile.height + gap),
        width: tile.width, height: tile.height)
    }
  }
}

import Metrics

/// The content of tiles: a large value for each of several series.
public struct TilesContent: PanelBodyContent {
  /// One tile with its name and its value.
  public struct Tile {
    /// The number that identifies the tile while others come and go.
    public var number: Int
    /// The name of the series.
    public var name: String
    /// The value, or the word for the value.
    public var value: FormattedValue
    /// The colour of a breach; nil, the default, for none.
    public var signal: SignalColor?
    /// The colour of a word in place of the value; nil, the default, for that of values.
    public var wordColor: SeriesColor?
    /// The small plot under the value; nil, the default, for none.
    public var sparkline: PlotContent?
    /// Whether the value is late. Default false.
    public var isLate = false

    /// A tile of a series.
    public init(number: Int, name: String, value: FormattedValue) {
      self.number = number
      self.name = name
      self.value = value
    }

    /// Whether the tile has the colour of a failure or a warning, so that the tile has room before others.
    var isUrgent: Bool { signal != nil || wordColor?.isUrgent == true }
  }

  /// The tiles, row by row from the top left.
  public var tiles: [Tile]
  /// Whether the first tiles are shown where not all have room, and not those beyond a threshold before them. Default
  /// false.
  public var keepsOrder = false

  /// The height of two tiles, beside each other or else below each other, because a single one of several tiles would
  /// leave the others out without a word; infinite where not even one has room.
  public func leastHeight(in width: Double, _ type: TypeScale) -> Double {
    guard tiles.count > 1 else { return 0 }
    let (least, gap) = (TileLayout.least(type), TileLayout.gap(type))
    if width < least.width { return .infinity }
    return width < 2 * least.width + gap ? 2 * least.height + gap : least.height
  }

  /// Whether the value of a tile has the colour of a failure or a warning.
  public var isUrgent: Bool { tiles.contains(where: \.isUrgent) }

  /// The value of each tile.
  public var namedValues: [NamedValue] {
    tiles.map { NamedValue(name: $0.name, value: $0.value.text) }
  }

  /// Tiles in rows.
  public init(tiles: [Tile]) { self.tiles = tiles }
}

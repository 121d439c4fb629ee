import Charts
import Metrics

/// The content of tiles.
enum TilesPanel {
  static func make(_ data: PanelData, _ content: inout PanelContent) {
    let order = SeriesList(data).order
    let values = order.map { data.value(of: $0) }
    let specs = order.map { data.spec.standing(for: data.lines[$0]) }
    let words = words(values, specs)
    var body = TilesContent(
      tiles: order.indices.map { place in
        let line = data.lines[order[place]]
        var tile = TilesContent.Tile(
          number: line.number, name: data.rowName(of: order[place]), value: words[place].value)
        tile.signal = data.breach(values[place], of: order[place])?.color.signal
        tile.wordColor = words[place].color
        tile.sparkline = data.sparkline(of: order[place])
        tile.isLate = data.health.lateLines.contains(order[place])
        return tile
      })
    body.keepsOrder = data.spec.options.sort != nil || data.spec.options.top != nil
    data.judge(order, values, &content) { words[$0] }
    content.body = body
  }

  /// The words for values. Values of one unit share their format.
  private static func words(
    _ values: [Double], _ specs: [PanelSpec]
  ) -> [(value: FormattedValue, color: SeriesColor?)] {
    let groups = Dictionary(grouping: values.indices) { specs[$0].unit }
    let formats = groups.mapValues { group in
      specs[group[0]].ownFormat(among: group.map { values[$0] })
    }
    return zip(values, specs).map { value, spec in
      let format = formats[spec.unit] ?? spec.ownFormat(among: [value])
      return (spec.formatted(value, format(value)), spec.mapping(of: value)?.color)
    }
  }
}

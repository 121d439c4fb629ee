import Geometry
import Messages
import Metrics

extension ColumnsBody: CursorBody {
  func reading(at time: Double, now: Double?) -> CrosshairReading? {
    guard let content, let place,
      let column = content.columns.last(where: { $0.start <= time }) ?? content.columns.first
    else { return nil }
    let format = content.axes.valueFormat ?? ValueFormat(unit: .none)
    let shown = column.values.indices.filter { !content.hidden.contains($0) }
    var entries = shown.map { i in
      CrosshairReading.Entry(
        name: content.names.indices.contains(i) ? content.names[i] : "",
        value: format.alone(column.values[i]),
        swatch: LineSwatch(
          color: color(i, column, content, PanelBodyLook(ground: environment.theme.panel), place)))
    }
    let finite = column.values.filter(\.isFinite)
    let top = content.isStacked ? finite.reduce(0, +) : finite.max() ?? 0
    if entries.count > 1, content.isStacked {
      // The parts are listed from the top down, as they are stacked.
      entries.reverse()
      entries.append(
        CrosshairReading.Entry(
          name: String(localized: "sum"),
          value: format.alone(column.values.allSatisfy(\.isNaN) ? .nan : top),
          swatch: LineSwatch(color: environment.theme.panel.opacity(0))))
    }
    return cursor.reading(
      at: time,
      moment: StretchText.text(
        column.start, column.end, in: content.axes.time, zone: environment.zone),
      entries: entries, y: min(max(shownY(of: max(top, 0)), 0), cursor.frame.height))
  }
}

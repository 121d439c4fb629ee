import Geometry
import Metrics

extension StatesBody: CursorBody {
  /// The state of each lane.
  func reading(at time: Double, now: Double?) -> CrosshairReading? {
    guard let content else { return nil }
    let theme = environment.theme
    let entries = content.lanes.map { lane in
      let stretch = lane.stretches.last { $0.start <= time && time <= $0.end }
      return CrosshairReading.Entry(
        name: lane.name, value: FormattedValue(digits: stretch?.text ?? "–", unit: ""),
        swatch: LineSwatch(color: stretch.map { theme.mark($0.color) } ?? theme.grid))
    }
    return cursor.reading(
      at: time, moment: content.axes.momentText(time, zone: environment.zone), entries: entries,
      y: cursor.frame.height / 2)
  }
}

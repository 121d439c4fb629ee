import Geometry
import Metrics

extension StatesBody: ReadableBody {
  var readableFrame: Rect? {
    cursor.isReadable ? cursor.frame.offsetBy(dx: layer.frame.minX, dy: layer.frame.minY) : nil
  }

  func time(at x: Double) -> Double? { cursor.time(at: x) }

  func sampleTime(nearest time: Double) -> Double? { cursor.rest(nearest: time) }

  func sampleTime(_ steps: Int, after time: Double) -> Double? { cursor.rest(steps, after: time) }

  func showCrosshair(at time: Double?, isFocused: Bool, at now: Double?) {
    cursor.show(at: time, isFocused: isFocused, at: now)
  }

  func showSelection(_ range: ClosedRange<Double>?) { cursor.showSelection(range) }

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

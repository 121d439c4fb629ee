import Charts
import Metrics

/// The content of a text.
enum TextPanel {
  static func make(_ data: PanelData, _ content: inout PanelContent) {
    content.body = TextContent(paragraphs: data.spec.options.paragraphs)
  }
}

/// The content of a clock.
enum ClockPanel {
  static func make(_ data: PanelData, _ content: inout PanelContent) {
    guard let now = data.scene.now else { return }
    let options = data.spec.options
    func zone(_ name: String, _ rules: TimeZoneRules) -> ClockContent.Zone {
      let civil = rules.civil(now)
      return ClockContent.Zone(
        name: name, time: options.showsSeconds ? civil.timeText : civil.minuteText,
        date: "\(civil.weekdayText) \(civil.dateText)", shortDate: civil.dayText)
    }
    let zones =
      options.zones.isEmpty
      ? [zone("", data.scene.zone)] : options.zones.map { zone($0.label, $0.rules) }
    content.lead = PanelContent.Lead(
      name: zones[0].name, value: FormattedValue(digits: zones[0].time, unit: ""), signal: nil)
    content.body = ClockContent(zones: zones)
  }

  /// The next data time when the clock shows something else.
  static func nextChange(_ spec: PanelSpec, _ store: SampleStore, _ scene: SceneFacts) -> Double? {
    guard let now = scene.now, abs(now) < 1e14 else { return nil }
    // All zones are whole minutes away from UTC.
    let step = spec.options.showsSeconds ? 1.0 : 60
    return scene.dataTime + (((now / step).rounded(.down) + 1) * step - now)
  }
}

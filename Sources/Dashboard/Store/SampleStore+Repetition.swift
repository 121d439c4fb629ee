import Messages
import Metrics

extension DashboardSpec {
  /// Whether panels depend on the data: a panel or a page is shown for each value of a label, or a panel has the unit of
  /// a text.
  var dependsOnData: Bool {
    pages.contains { page in
      page.repeatedLabel != nil
        || page.panels.contains { $0.repeatedLabel != nil || $0.followsUnitOfText }
    }
  }
}

/// Panels and pages for each value of a label that is found.
extension SampleStore {
  /// The limit of pages, and of panels on a page, like those of files.
  static let most = 100

  /// A dashboard in which each repeated panel or page has a copy for each value of its label, or a single copy before
  /// values have come, and panels have the units of their texts.
  func completing(_ spec: DashboardSpec) -> DashboardSpec {
    guard spec.dependsOnData else { return spec }
    var result = spec
    result.pages = spec.pages.flatMap { page in
      let (copies, isCut) = pages(page)
      if isCut { result.crowdedLabel = page.repeatedLabel }
      return copies
    }
    return result
  }

  private func pages(_ page: PageSpec) -> (copies: [PageSpec], isCut: Bool) {
    var page = page
    page.panels = page.panels.flatMap { panels(withUnitOfText($0)) }
    guard let label = page.repeatedLabel else { return ([page], false) }
    let ends = page.panels.reduce(into: [:]) { ends, panel in
      ends.merge(self.ends(of: label, in: panel), uniquingKeysWith: max)
    }
    guard !ends.isEmpty else { return ([page], false) }
    let copies = Self.shown(ends).map { value in
      var copy = page
      copy.name = Self.name(page.name, label, value)
      copy.panels = page.panels.map { self.panel($0, only: value, of: label, isNamed: false) }
      return copy
    }
    return (copies, ends.count > copies.count)
  }

  private func panels(_ panel: PanelSpec) -> [PanelSpec] {
    guard let label = panel.repeatedLabel else { return [panel] }
    let ends = ends(of: label, in: panel)
    guard !ends.isEmpty else { return [panel] }
    var copies = Self.shown(ends).map { self.panel(panel, only: $0, of: label, isNamed: true) }
    if ends.count > copies.count {
      copies[copies.count - 1].note.append(
        .text(String(localized: "\(ends.count - copies.count) more")))
    }
    return copies
  }

  /// The values that have room, in order. The values that ended first have no room.
  private static func shown(_ ends: [String: Double]) -> [String] {
    let values = ends.keys.sorted(by: order)
    guard values.count > most else { return values }
    let latest = values.indices.sorted {
      (-ends[values[$0], default: 0], $0) < (-ends[values[$1], default: 0], $1)
    }
    return latest.prefix(most).sorted().map { values[$0] }
  }

  /// The values of a label among the series of a panel, each with the time of its latest number; infinite while its
  /// series have not ended, and have samples in the window. A panel stays after its series have ended, as long as the
  /// series are kept: a host that is down must not vanish from a wall.
  private func ends(of label: String, in panel: PanelSpec) -> [String: Double] {
    var ends: [String: Double] = [:]
    for series in panel.series {
      let latest = sources[series.source]?.queries[series.query]?.latestTime ?? -.infinity
      for (metric, stored) in stored(series, in: panel) {
        guard let value = metric.labels[label] else { continue }
        let last = stored.samples.last?.time ?? -.infinity
        let isLive = !stored.isEnded && last >= latest - panel.window.upperBound
        let end = isLive ? .infinity : stored.samples.lastValid?.time ?? -.infinity
        ends[value] = max(ends[value] ?? end, end)
      }
    }
    return ends
  }

  /// A panel whose series have a value of a label. Series without the label stay.
  private func panel(
    _ panel: PanelSpec, only value: String, of label: String, isNamed: Bool
  ) -> PanelSpec {
    var copy = panel
    copy.updateSeries { series in
      let has = stored(series, in: panel).contains { $0.metric.labels[label] != nil }
      if has { series.labels[label] = value }
    }
    if isNamed || panel.title.contains("{{") {
      copy.title = Self.name(panel.title, label, value)
    }
    copy.key = "\(panel.key ?? panel.title)/\(label)=\(value)"
    return copy
  }

  /// The name of a copy, with `{{label}}` replaced, or with the value after the name.
  private static func name(_ name: String, _ label: String, _ value: String) -> String {
    let metric = Metric("", labels: Labels([label: value]))
    if name.contains("{{") { return LabelTemplate(name).text(for: metric) }
    return name.isEmpty ? value.visible : "\(name) · \(value.visible)"
  }

  /// The order of names: numbers by value, then other names in the order of lists.
  static func order(_ a: String, _ b: String) -> Bool {
    func number(_ text: String) -> Double? { Double(text).flatMap { $0.isNaN ? nil : $0 } }
    let (x, y) = (number(a), number(b))
    if let x, let y, x != y { return x < y }
    if (x == nil) != (y == nil) { return y == nil }
    if NaturalOrder.isBefore(a, b) { return true }
    // Names that differ in leading zeros only.
    return !NaturalOrder.isBefore(b, a) && a < b
  }
}

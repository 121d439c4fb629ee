import Charts

extension DashboardScene {
  /// Whether Ctrl-C copies the page, for the help. In a terminal, Ctrl-C ends the program.
  public var copies: Bool {
    get { view.copies }
    set { view.copies = newValue }
  }

  /// The values that the page shows, under the crosshair or the newest, as text: a line for the moment, and a line for
  /// each series, with the panel, the name and the value, separated by tabs. A late value has its age, and the value of
  /// a stretch of time that is not over yet says so.
  public var valuesText: String {
    var lines: [String] = []
    for index in view.panelIndices {
      guard let panel = view.panel(index) else { continue }
      let title = view.grid.panels[index].head.title
      let remark = panel.shownAge ?? panel.shownContent.valueNote
      for value in shownValues(of: panel) {
        let text = value.value + (remark.isEmpty ? "" : " (\(remark))")
        lines.append("\(title)\t\(value.name)\t\(text)")
      }
    }
    return (([momentText].compactMap { $0 }) + lines).map { $0 + "\n" }.joined()
  }

  /// The names and values of a panel; those at the crosshair for a chart that names none.
  private func shownValues(of panel: Panel) -> [NamedValue] {
    let own = panel.namedValues
    guard own.isEmpty, let reading = reading(of: panel)?.reading else { return own }
    return reading.entries.map { NamedValue(name: $0.name, value: $0.value.text) }
  }

  /// The time of the panel whose sample is nearest to the crosshair, or of the first panel without a crosshair.
  private var momentText: String? {
    let readings = view.panelIndices.compactMap { view.panel($0).flatMap(reading) }
    return readings.min { $0.distance < $1.distance }?.reading.moment
  }

  /// The values of a chart over time, and the distance of their time from the crosshair.
  private func reading(of panel: Panel) -> (reading: CrosshairReading, distance: Double)? {
    let time =
      shownMoment.map { panel.sampleTime(near: $0) } ?? panel.sampleTime(nearest: .infinity)
    return time.flatMap { time in
      panel.reading(at: time, now: nil).map { ($0, abs((shownMoment ?? time) - time)) }
    }
  }
}

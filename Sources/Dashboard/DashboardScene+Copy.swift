import Charts

extension DashboardScene {
  /// Whether Ctrl-C copies the page, for the help. In a terminal, Ctrl-C ends the program.
  public var copies: Bool {
    get { view.copies }
    set { view.copies = newValue }
  }

  /// The values under the crosshair as text, or the newest values without a crosshair: a line for the moment, and a
  /// line for each series, with the panel, the name and the value, separated by tabs. A chart without a time axis gives
  /// the values that it shows.
  public var valuesText: String {
    var (moment, lines): (String?, [String]) = (nil, [])
    for index in view.panelIndices {
      guard let panel = view.panel(index) else { continue }
      let time =
        shownMoment.map { panel.sampleTime(near: $0) } ?? panel.sampleTime(nearest: .infinity)
      let reading = time.flatMap { panel.reading(at: $0, now: nil) }
      moment = moment ?? reading?.moment
      let values =
        reading?.entries.map { NamedValue(name: $0.name, value: $0.value.text) }
        ?? panel.namedValues
      let title = view.grid.panels[index].head.title
      for value in values { lines.append("\(title)\t\(value.name)\t\(value.value)") }
    }
    return (([moment].compactMap { $0 }) + lines).map { $0 + "\n" }.joined()
  }
}

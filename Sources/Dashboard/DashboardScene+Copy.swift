import Charts

extension DashboardScene {
  /// Whether Ctrl-C copies the page, for the help. In a terminal, Ctrl-C ends the program.
  public var copies: Bool {
    get { view.copies }
    set { view.copies = newValue }
  }

  /// The values under the crosshair as text, or the newest values without a crosshair: a line for the moment, and a
  /// line for each series, with the panel, the name and the value, separated by tabs.
  public var valuesText: String {
    var (moment, lines): (String?, [String]) = (nil, [])
    for index in view.panelIndices {
      guard let panel = view.panel(index),
        let time = shownMoment.map({ panel.sampleTime(near: $0) })
          ?? panel.sampleTime(nearest: .infinity),
        let reading = panel.reading(at: time, now: nil)
      else { continue }
      moment = moment ?? reading.moment
      let title = view.grid.panels[index].head.title
      for entry in reading.entries { lines.append("\(title)\t\(entry.name)\t\(entry.value.text)") }
    }
    return (([moment].compactMap { $0 }) + lines).map { $0 + "\n" }.joined()
  }
}

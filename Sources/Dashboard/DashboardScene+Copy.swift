import Charts

extension DashboardScene {
  /// Whether Ctrl-C copies the page, for the help. In a terminal it ends the program.
  public var copies: Bool {
    get { view.copies }
    set { view.copies = newValue }
  }

  /// The values under the crosshair as text, or the newest ones without a crosshair: a line for the moment,
  /// and one for each series, with its panel, its name and its value between tabs.
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

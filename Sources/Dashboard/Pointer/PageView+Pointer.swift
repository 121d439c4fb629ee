import Charts
import Geometry

extension PageView {
  var panelIndices: Range<Int> { grid.panels.indices }

  /// A panel by its index; nil if the panel is gone.
  func panel(_ index: Int) -> Panel? {
    grid.panels.indices.contains(index) ? grid.panels[index].panel : nil
  }

  /// Marks a sample in all plots, and shows the values of one plot in full.
  /// - Parameters:
  ///   - time: the time of the sample; nil for no sample.
  ///   - focus: the panel with the values in full.
  ///   - row: the row of the panel's cells whose value is first; nil for none.
  ///   - now: the current time of the frame clock; nil if nothing moves.
  func showCrosshair(at time: Double?, panel focus: Int?, row: Int?, now: Double?) {
    for (i, (_, panel)) in grid.panels.enumerated() {
      // Panels may have samples at other times; each shows its own sample.
      let shown = time.flatMap { panel.sampleTime(near: $0) }
      panel.showCrosshair(at: shown, isFocused: i == focus, at: now)
    }
    let reading = time.flatMap { time in
      focus.flatMap { panel($0)?.reading(at: time, row: row, now: now) }
    }
    guard let reading else { return readout.hide() }
    readout.show(
      reading, page: Rect(origin: .zero, size: size).insetBy(dx: 4, dy: 4),
      environment: environment)
  }

  /// Explains the header's details while the pointer is over them.
  /// - Returns: whether anything visible changes.
  func showHint(at place: Point?) -> Bool {
    let frame = header.detailFrame
    let isThere = place.map { frame?.insetBy(dx: -4, dy: -6).contains($0) == true } ?? false
    return hintCard.show(
      isThere ? headerText.hint : [], under: frame ?? .zero, page: size, environment: environment)
  }
}

extension Panel {
  /// The reach beyond a plot, as a share of the plot's time, within which a moment selects the sample at the plot's
  /// edge: the newest samples of two sources differ in time.
  private static let reach = 0.05

  /// The time of the sample whose value holds at a moment of another panel; nil if the plot does not show that moment.
  func sampleTime(near moment: Double) -> Double? {
    guard let frame = plotFrame, let first = time(at: frame.minX), let last = time(at: frame.maxX)
    else { return nil }
    let reach = (last - first) * Panel.reach
    return (first - reach...last + reach).contains(moment) ? sampleTime(showing: moment) : nil
  }
}

import Metrics

/// The lines that a chart must not hide, because their values are beyond thresholds.
extension SampleStore {
  /// The places of the lines whose latest values are beyond a threshold.
  func breachedLines(_ lines: [PanelLine], of panel: PanelSpec) -> Set<Int> {
    guard !panel.thresholds.isEmpty else { return [] }
    return Set(
      lines.indices.filter { i in
        panel.breach(latestValue(of: lines[i], in: panel), of: lines[i]) != nil
      })
  }

  /// The place of the line that is farthest beyond the worst threshold; nil if no line is beyond any.
  func worstLine(of lines: [PanelLine], in panel: PanelSpec) -> Int? {
    guard !panel.thresholds.isEmpty else { return nil }
    let values = lines.map { latestValue(of: $0, in: panel) }
    guard let worst = panel.breach(of: values)?.bound else { return nil }
    return values.indices.filter { worst.isBreached(by: values[$0]) }
      .max { worst.excess(values[$0]) < worst.excess(values[$1]) }
  }

  /// The number that a panel shows for a line at present; NaN for a line that has ended.
  private func latestValue(of line: PanelLine, in panel: PanelSpec) -> Double {
    if line.isGone || hasEnded(line) { return .nan }
    let end = latestTime ?? 0
    return panel.value(
      of: line.samples, by: panel.reduction, in: (end - panel.window.upperBound)...end,
      at: present(for: line), isHeld: true)
  }
}

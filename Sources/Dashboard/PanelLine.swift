import Charts
import Metrics

/// One line of a panel: a series with its name, or the sum of series for which there is no room.
struct PanelLine {
  var name: String
  var style: SeriesSpec.Style
  /// The index of the specification that the line comes from.
  var spec: Int
  var samples: TimeSeries
  /// The arrival of the latest sample, on the frame clock; nil without samples.
  var arrival: Double?
  /// Whether the source has told that the series is gone.
  var isGone = false
}

extension SampleStore {
  /// The lines of a panel, in the order of its specification; at most as many as the panel shows. A
  /// specification whose query gives one series has a line even without samples.
  func lines(of panel: PanelSpec) -> [PanelLine] {
    let specs = panel.chart == .number ? Array(panel.series.prefix(1)) : panel.series
    var lines: [PanelLine] = []
    for (index, spec) in specs.enumerated() {
      let found = stored(spec, in: panel)
      let givesMany = spec.query.givesMany && spec.metric == nil
      if found.isEmpty, !givesMany {
        let none = TimeSeries(capacity: 1)
        lines.append(PanelLine(name: spec.name, style: spec.style, spec: index, samples: none))
      }
      for (metric, series) in found {
        lines.append(
          PanelLine(
            name: spec.name(of: metric), style: spec.style, spec: index, samples: series.samples,
            arrival: series.arrival, isGone: givesMany && series.isMissing))
      }
    }
    guard lines.count > panel.mostLines else { return lines }
    return withOthers(lines, of: panel)
  }

  /// The largest lines, and the sum of the others.
  private func withOthers(_ lines: [PanelLine], of panel: PanelSpec) -> [PanelLine] {
    let means = lines.map { mean(of: $0, in: panel) }
    let largest = lines.indices.sorted { (means[$1], $0) < (means[$0], $1) }
    let kept = Set(largest.prefix(panel.mostLines - 1))
    let rest = lines.indices.filter { !kept.contains($0) }
    var others = lines[rest[0]]
    others.name = "\(rest.count) others"
    others.samples = TimeSeries.sum(of: rest.map { lines[$0].samples })
    others.arrival = rest.compactMap { lines[$0].arrival }.max()
    others.isGone = rest.allSatisfy { lines[$0].isGone }
    return lines.indices.filter { kept.contains($0) }.map { lines[$0] } + [others]
  }

  /// The mean of a line over the last whole window. A mean that changes once in a window keeps the choice
  /// of lines calm.
  private func mean(of line: PanelLine, in panel: PanelSpec) -> Double {
    let window = panel.window.upperBound
    let end = ((latestTime ?? 0) / window).rounded(.down) * window
    let whole = line.samples.indices(from: end - window, through: end)
    let range = whole.isEmpty ? 0..<line.samples.count : whole
    return line.samples.statistics(in: range)?.mean ?? -.infinity
  }
}

import Charts
import Feeds
import Metrics

extension SampleStore {
  /// The least length of the horizontal axis, in rows and in seconds: the first rows of a pipe start at the right.
  private static let least = (rows: 9.0, seconds: 10.0)

  /// The quantity on a panel's horizontal axis.
  func axis(of panel: PanelSpec) -> RowAxis {
    panel.series.first.flatMap { sources[$0.source]?.axis } ?? .arrival
  }

  /// The meaning of the places on a panel's horizontal axis.
  func xAxis(of panel: PanelSpec) -> PlotContent.XAxis {
    switch axis(of: panel) {
    case .ownTime, .arrival: return .time
    case .ordinal: return .number
    case .column:
      guard case .text(let spec)? = panel.series.first?.source else { return .number }
      return .quantity(spec.options.horizontal ?? "")
    }
  }

  /// The time from which memory has all samples of a page's plots: older ones have been dropped.
  func firstCompleteTime(of page: PageSpec) -> Double {
    page.panels.filter(\.traits.showsTime).flatMap(\.series)
      .compactMap { sources[$0.source]?.firstCompleteTime(of: $0.query) }.max() ?? -.infinity
  }

  /// The range of time in a panel's plot without zoom; nil without data.
  /// - Parameter health: the health of the panel, whose lead is the time by which the range is ahead of the latest
  ///   sample.
  func liveRange(
    of panel: PanelSpec, _ health: PanelHealth = PanelHealth()
  ) -> ClosedRange<Double>? {
    let lead = health.lead
    if panel.shows == .window, !panel.isInferred { return windowRange(of: panel, health) }
    let range =
      switch panel.shows {
      case .window: endRange(of: panel)
      case .rows(let rows): rowRange(of: panel, rows)
      case .everything: wholeRange(of: panel)
      }
    // Numbered rows have no time.
    guard !axis(of: panel).isNumbered else { return range }
    if case .rows = panel.shows { return range.map { Self.keepingRows(of: $0, lead: lead) } }
    return range.map { $0.lowerBound + lead...$0.upperBound + lead }
  }

  /// The share of the range of a pipe's rows by which the range slides while the next row is due.
  private static let slack = 0.05
  /// The largest ratio of a silent pipe's range to that of its rows.
  private static let mostGrowth = 4.0

  /// The range up to the present of a pipe that shows a number of rows. While the pipe is silent, its rows stay in
  /// view: the range grows in steps, and then stands still.
  /// - Parameter rows: the range of the rows.
  private static func keepingRows(
    of rows: ClosedRange<Double>, lead: Double
  ) -> ClosedRange<Double> {
    let span = rows.upperBound - rows.lowerBound
    let slack = span * Self.slack
    guard lead > slack else { return rows.lowerBound + lead...rows.upperBound + lead }
    let length = min(grown(span + lead - slack), mostGrowth * span)
    let now = min(rows.upperBound + lead, rows.lowerBound + slack + length)
    return now - length...now
  }

  /// The span of a window that is not full yet, with room for data of a length. The window grows in steps of at most a
  /// sixty-fourth: a new scale redraws everything, and between two steps the data only slides.
  private static func grown(_ length: Double) -> Double {
    // The largest power of two that fits into the length at least that many times.
    let step = (length / leastSteps).binade
    guard step > 0, step.isFinite else { return length }
    return (length / step).rounded(.up) * step
  }

  /// The least number of steps in a span.
  private static let leastSteps = 64.0

  /// The window up to the present, and all samples that lie ahead of it.
  private func windowRange(of panel: PanelSpec, _ health: PanelHealth) -> ClosedRange<Double>? {
    let times = panel.series.flatMap { stored($0, in: panel) }.compactMap {
      $0.series.samples.last?.time
    }
    guard let last = times.max() else { return nil }
    let end = last + health.lead
    let now = min(health.present ?? end, end)
    let first =
      panel.series.compactMap { sources[$0.source]?.queries[$0.query]?.firstTime }.min() ?? now
    let span = min(
      max(Self.grown(now - first), panel.window.lowerBound), panel.window.upperBound)
    return now - (span > 0 ? span : 1)...end
  }

  private func rowRange(of panel: PanelSpec, _ rows: Int) -> ClosedRange<Double>? {
    guard let source = panel.series.first.flatMap({ sources[$0.source] }),
      let times = source.rowTimes, let last = times.last?.time
    else { return nil }
    let first = times[max(0, times.count - rows)].time
    let isOrdinal = source.axis.isNumbered
    let least = isOrdinal ? min(Self.least.rows, Double(max(1, rows - 1))) : Self.least.seconds
    let isEnded = source.status.health == .ended
    return range(
      first, last, isWhole: isOrdinal && isEnded, least,
      most: isEnded || times.count >= rows ? 0 : .infinity)
  }

  private func wholeRange(of panel: PanelSpec) -> ClosedRange<Double>? {
    ends(of: panel).map { range($0.lowerBound, $0.upperBound, isWhole: true, 0, most: 0) }
  }

  /// The range of a text's last seconds. The range does not start before the first row if the window may start short,
  /// or if the rows are numbered and have ended.
  private func endRange(of panel: PanelSpec) -> ClosedRange<Double>? {
    guard let ends = ends(of: panel) else { return nil }
    let source = panel.series.first.flatMap { sources[$0.source] }
    let isOrdinal = source?.axis.isNumbered == true
    let isEnded = source?.status.health == .ended
    let isWhole = panel.window.lowerBound == 0 || isOrdinal && isEnded
    let first = max(ends.lowerBound, ends.upperBound - panel.window.upperBound)
    let least = isOrdinal ? Self.least.rows : Self.least.seconds
    return range(
      first, ends.upperBound, isWhole: isWhole, least, most: isEnded ? 0 : panel.window.upperBound)
  }

  /// The times of the first and the last row of a panel's text, which are the same for all panels; nil
  /// without rows.
  private func ends(of panel: PanelSpec) -> ClosedRange<Double>? {
    var ends: ClosedRange<Double>?
    for series in panel.series {
      guard let source = sources[series.source],
        let first = source.queries[series.query]?.firstTime, let last = source.latestTime
      else { continue }
      let own = min(first, last)...last
      ends =
        ends.map {
          min($0.lowerBound, own.lowerBound)...max($0.upperBound, own.upperBound)
        } ?? own
    }
    return ends
  }

  /// - Parameters:
  ///   - isWhole: whether all data has come, so that a single row must be visible, too.
  ///   - most: the length beyond which the range does not grow.
  private func range(
    _ first: Double, _ last: Double, isWhole: Bool, _ least: Double, most: Double
  ) -> ClosedRange<Double> {
    if isWhole { return min(first, last - (first == last ? 1 : 0))...last }
    let length = last - first
    return last - max(length, min(Self.grown(length), most), least)...last
  }
}

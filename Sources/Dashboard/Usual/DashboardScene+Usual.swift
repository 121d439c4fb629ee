import Charts
import Metrics

extension DashboardScene {
  /// Lets the panels with `normal` show usual values.
  /// - Parameter read: reads usual values, and answers with `show`; nil if no past can be read.
  package func setUsualReader(_ read: ((UsualWish) -> Void)?) { usualBands.read = read }

  /// Shows usual values that have been read.
  /// - Parameters:
  ///   - band: nil if nothing could be read.
  ///   - time: the current time of the frame clock.
  package func show(_ band: UsualBand?, of wish: UsualWish, at time: Double) {
    usualBands.take(band, of: wish)
    showRestored(at: time)
  }

  /// The usual values behind the first line of a panel, and the number of days that they summarize; nil for none.
  /// - Parameters:
  ///   - range: the time in view.
  ///   - time: the current time of the frame clock.
  func usual(
    of panel: PanelSpec, _ lines: [PanelLine], in range: ClosedRange<Double>, at time: Double
  ) -> (band: PlotBand, days: Int)? {
    guard let days = panel.normalDays, let line = lines.first, let series = line.series.first,
      case .series(_, let metric) = line.identity, !samples.present.axis(of: panel).isNumbered
    else { return nil }
    let key = UsualKey(
      source: series.source, query: series.query, metric: metric ?? series.query.metric,
      isCounter: series.isCounter, days: days,
      step: UsualBand.step(forWindow: range.upperBound - range.lowerBound))
    let wish = usualBands.wish(
      for: key, in: range, now: samples.present.latestTime ?? range.upperBound,
      zone: view.environment.zone,
      at: time)
    if let wish { usualBands.read?(wish) }
    return usualBands.band(of: key, factor: series.factor, at: range.upperBound)
  }
}

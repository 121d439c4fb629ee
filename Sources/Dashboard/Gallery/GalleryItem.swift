import Charts
import Geometry
import Metrics

/// A chart, and its sets of data in turn.
final class GalleryItem {
  let kind: GalleryChart
  let chart: any Chart
  private let count: Int
  private var shown = 0
  private let show: (Int, Double?) -> Void
  /// Sets the size and colour of labels for a chart's size. The closure is empty for charts that follow
  /// the page themselves.
  private var styleLabels: (Size, Double, Color) -> Void = { _, _, _ in }

  /// - Parameters:
  ///   - contents: the sets of data, at least one; the first is shown first.
  ///   - show: makes the chart show one set of data.
  private init<Kind: Chart, Content>(
    _ kind: GalleryChart, _ chart: Kind, _ contents: [Content],
    show: @escaping (Kind, Content, Double?) -> Void
  ) {
    self.kind = kind
    self.chart = chart
    count = contents.count
    self.show = { show(chart, contents[$0], $1) }
    show(chart, contents[0], nil)
  }

  /// A chart of a kind with the data of its article, and then other data: other values, more of them or
  /// fewer.
  /// - Parameter today: the day after the last day of the data.
  convenience init(_ kind: GalleryChart, language: ChartLanguage, today: CivilTime) {
    switch kind {
    case .gradientLine:
      let chart = GradientLineChart.article(today: today, language: language)
      // The card replaces the button and the ground.
      chart.style.showsStartButton = false
      chart.style.backgroundColor = .clear
      self.init(kind, chart, GalleryData.weeks) { $0.setData($1, at: $2) }
      styleLabels = {
        chart.style.textFontSize = $1 / chart.lengthFactor(in: $0)
        chart.style.textColor = $2
      }
    case .line:
      let chart = LineChart.article()
      // The distance keeps the first value off the labels of the axis.
      chart.lineToLeftOffset = 14
      chart.dataTextColor = chart.textColor
      self.init(kind, chart, GalleryData.days) {
        $0.setData($1.values, labels: $1.labels, at: $2)
      }
      styleLabels = {
        chart.textFontSize = $1 / chart.lengthFactor(in: $0)
        chart.textColor = $2
        // Values are shown if even the largest number of them fits side by side.
        chart.showLineData = 0.73 * $0.width / Double(GalleryData.mostDays - 1) > 2 * $1
      }
    case .pageView:
      let chart = PageViewChart.article(today: today)
      self.init(kind, chart, GalleryData.views(before: today)) { $0.setData($1, at: $2) }
      styleLabels = {
        chart.style.textFontSize = $1 / chart.lengthFactor(in: $0)
        chart.style.textColor = $2
      }
    case .spectrum:
      self.init(kind, SpectrumChart(), GalleryData.spectra) { $0.setData($1, at: $2) }
    case .progress:
      self.init(kind, ProgressChart(), GalleryData.steps(language)) { $0.setData($1, at: $2) }
    }
  }

  /// Places the chart, and gives it labels like those of the other charts on the page.
  func layOut(frame: Rect, environment: ChartEnvironment) {
    // A ring that fills its frame looks larger than the other charts.
    let margin = kind == .progress ? environment.snapped(frame.height * 0.05) : 0
    styleLabels(frame.size, environment.type.tick.size, environment.theme.secondary)
    chart.layOut(frame: frame.insetBy(dx: 0, dy: margin), environment: environment)
  }

  /// Makes the chart show its next set of data, with motion from the current one.
  func showNext(at time: Double) {
    shown = (shown + 1) % count
    show(shown, time)
  }
}

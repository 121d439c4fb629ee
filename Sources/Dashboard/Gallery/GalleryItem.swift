import Charts
import Geometry
import Metrics

/// A chart, and what it shows in turn.
final class GalleryItem {
  let kind: GalleryChart
  let chart: any Chart
  private let count: Int
  private var shown = 0
  private let show: (Int, Double?) -> Void
  /// Gives a chart of a size labels of a size and a colour, where it does not follow the page itself.
  private var styleLabels: (Size, Double, Color) -> Void = { _, _, _ in }

  /// - Parameters:
  ///   - contents: at least one; the first is shown first.
  ///   - show: has the chart show one of them.
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

  /// The chart of a kind with the data of its article, and then other data: of other values, and of
  /// more or fewer.
  /// - Parameter today: before which the days of the data lie.
  convenience init(_ kind: GalleryChart, language: ChartLanguage, today: CivilTime) {
    switch kind {
    case .gradientLine:
      let chart = GradientLineChart.article(today: today, language: language)
      // The card is the button, and the ground.
      chart.style.showsStartButton = false
      chart.style.backgroundColor = .clear
      self.init(kind, chart, GalleryData.weeks) { $0.setData($1, at: $2) }
      styleLabels = {
        chart.style.textFontSize = $1 / chart.lengthFactor(in: $0)
        chart.style.textColor = $2
      }
    case .line:
      let chart = LineChart.article()
      // The first value keeps off the labels of the axis.
      chart.lineToLeftOffset = 14
      chart.dataTextColor = chart.textColor
      self.init(kind, chart, GalleryData.days) {
        $0.setData($1.values, labels: $1.labels, at: $2)
      }
      styleLabels = {
        chart.textFontSize = $1 / chart.lengthFactor(in: $0)
        chart.textColor = $2
        // The most values stand beside each other, or none does.
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

  /// Places the chart, with labels like those of the other charts of a page.
  func layOut(frame: Rect, environment: ChartEnvironment) {
    // A ring that fills a frame to its edges looks larger than the other charts.
    let margin = kind == .progress ? environment.snapped(frame.height * 0.05) : 0
    styleLabels(frame.size, environment.type.tick.size, environment.theme.secondary)
    chart.layOut(frame: frame.insetBy(dx: 0, dy: margin), environment: environment)
  }

  /// Has the chart show what comes next, from where it is.
  func showNext(at time: Double) {
    shown = (shown + 1) % count
    show(shown, time)
  }
}

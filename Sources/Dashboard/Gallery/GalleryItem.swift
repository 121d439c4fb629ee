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
      // The article's lighter grey is not read from afar.
      chart.style.textColor = Color(hex: 0x666666)
      self.init(kind, chart, GalleryData.weeks) { $0.setData($1, at: $2) }
    case .line:
      let chart = LineChart.article()
      // The first value keeps off the labels of the axis.
      chart.lineToLeftOffset = 14
      self.init(kind, chart, GalleryData.months) {
        $0.setData($1.values, labels: $1.labels, at: $2)
      }
    case .pageView:
      self.init(kind, PageViewChart.article(today: today), GalleryData.views(before: today)) {
        $0.setData($1, at: $2)
      }
    case .spectrum:
      self.init(kind, SpectrumChart(), GalleryData.spectra) { $0.setData($1, at: $2) }
    case .progress:
      self.init(kind, ProgressChart(), GalleryData.steps(language)) { $0.setData($1, at: $2) }
    }
  }

  /// How much of the height it leaves free, above and below.
  var margin: Double { kind == .progress ? 0.05 : 0 }

  /// Has the chart show what comes next, from where it is.
  func showNext(at time: Double) {
    shown = (shown + 1) % count
    show(shown, time)
  }
}

import Charts
import Geometry
import Metrics

/// A chart, and its sets of data in turn.
final class GalleryItem {
  let kind: GalleryChart
  let chart: any Chart
  private let look: GalleryLook
  private let count: Int
  /// The index of the set of data that is shown.
  private(set) var shown: Int
  private let show: (Int, Double?) -> Void
  /// Sets the size and colour of labels for a chart's size. The closure is empty for charts that follow
  /// the page themselves.
  private var styleLabels: (Size, ChartEnvironment) -> Void = { _, _ in }

  /// - Parameters:
  ///   - contents: the sets of data, at least one.
  ///   - shown: the index of the set that is shown first.
  ///   - show: makes the chart show one set of data.
  private init<Kind: Chart, Content>(
    _ kind: GalleryChart, _ look: GalleryLook, _ chart: Kind, _ contents: [Content], shown: Int,
    show: @escaping (Kind, Content, Double?) -> Void
  ) {
    self.kind = kind
    self.look = look
    self.chart = chart
    self.shown = shown
    count = contents.count
    self.show = { show(chart, contents[$0], $1) }
    show(chart, contents[shown], nil)
  }

  /// A chart of a kind with the data of its article, and then other data: other values, more of them or
  /// fewer.
  /// - Parameters:
  ///   - shown: the index of the set of data that is shown first. Default 0: that of the article.
  ///   - today: the day after the last day of the data.
  convenience init(
    _ kind: GalleryChart, look: GalleryLook, shown: Int = 0, language: ChartLanguage,
    today: CivilTime
  ) {
    let isArticle = look == .article
    switch kind {
    case .gradientLine:
      let chart = GradientLineChart.article(
        today: today, language: language, style: isArticle ? .article(today: today) : nil)
      self.init(kind, look, chart, GalleryData.weeks, shown: shown) { $0.setData($1, at: $2) }
    case .line:
      let chart = LineChart.article(style: isArticle ? .article : LineChartStyle())
      self.init(kind, look, chart, GalleryData.months, shown: shown) {
        $0.setData($1.values, labels: $1.labels, at: $2)
      }
    case .pageView:
      let chart = PageViewChart.article(
        today: today, style: isArticle ? .article : PageViewChart.Style())
      self.init(kind, look, chart, GalleryData.views(before: today), shown: shown) {
        $0.setData($1, at: $2)
      }
    case .spectrum:
      let chart = SpectrumChart(style: isArticle ? .article : nil)
      self.init(kind, look, chart, GalleryData.spectra, shown: shown) { $0.setData($1, at: $2) }
    case .progress:
      let chart = ProgressChart(style: isArticle ? .article : nil)
      self.init(kind, look, chart, GalleryData.steps(language), shown: shown) {
        $0.setData($1, at: $2)
      }
    }
    if isArticle { followFrame() } else { followPage() }
  }

  /// Gives the chart labels like those of the other charts on the page.
  private func followPage() {
    switch chart {
    case let chart as GradientLineChart:
      // The card replaces the button and the ground.
      chart.style.showsStartButton = false
      chart.style.backgroundColor = .clear
      styleLabels = {
        chart.style.textFontSize = $1.type.tick.size / chart.lengthFactor(in: $0)
        chart.style.textColor = $1.theme.secondary
      }
    case let chart as LineChart:
      // The distance keeps the text of the first value away from the labels of the axis.
      chart.lineToLeftOffset = 14
      chart.dataTextColor = chart.textColor
      styleLabels = {
        chart.textFontSize = $1.type.tick.size / chart.lengthFactor(in: $0)
        chart.textColor = $1.theme.secondary
        // Values are shown if even the largest number of them fits side by side.
        chart.showLineData =
          0.73 * $0.width / Double(GalleryData.mostMonths - 1) > 2 * $1.type.tick.size
      }
    case let chart as PageViewChart:
      styleLabels = {
        chart.style.textFontSize = $1.type.tick.size / chart.lengthFactor(in: $0)
        chart.style.textColor = $1.theme.secondary
      }
    default: break
    }
  }

  /// Fits the articles' looks to the page: the number in the ring grows with the ring, as the other charts do as a
  /// whole, and on a dark page, values without a visible wavelength are not black on black.
  private func followFrame() {
    switch chart {
    case let chart as ProgressChart:
      styleLabels = { size, _ in
        let ring = GalleryItem.articleRing
        let factor = max(0.5, min(size.width / ring.width, size.height / ring.height))
        var style = ProgressChart.Style.article
        style.aspectRatio = ring.width / ring.height
        style.stepLabelFont.size *= factor
        style.stepUnitLabelFont.size *= factor
        chart.style = style
      }
    case let chart as SpectrumChart:
      styleLabels = {
        chart.style?.minimumContrast = $1.theme == .dark ? 3 : 1
        chart.style?.rowLabelsTitleFont.size = $1.type.tick.size
        chart.style?.columnLabelsTitleFont.size = $1.type.tick.size
        chart.style?.curveLineWidth = 1.5 * max(1, $0.height / GalleryItem.articleGridHeight)
      }
    default: break
    }
  }

  /// The size of the ring on the article's screen.
  private static let articleRing = Size(335, 183.425)
  /// The height of the grid for which the article's line is meant.
  private static let articleGridHeight = 200.0

  /// Places the chart, and styles its labels.
  func layOut(frame: Rect, environment: ChartEnvironment) {
    // A ring that fills its frame looks larger than the other charts.
    let margin = kind == .progress ? environment.snapped(frame.height * 0.05) : 0
    let place = frame.insetBy(dx: 0, dy: margin)
    styleLabels(place.size, environment)
    chart.layOut(frame: place, environment: environment)
  }

  /// Makes the chart show its next set of data, with motion from the current one.
  func showNext(at time: Double) {
    shown = (shown + 1) % count
    show(shown, time)
  }
}

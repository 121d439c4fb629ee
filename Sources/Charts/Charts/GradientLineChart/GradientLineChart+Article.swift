import Geometry
import Metrics

extension GradientLineChart {
  /// The article's week: columns, and heights in rows of ten.
  public static let articlePoints = [
    Point(1, 1), Point(2, 2), Point(3, 1.5), Point(4, 2), Point(5, 4), Point(6, 1), Point(7, 2),
  ]

  /// The article's chart with its data, for the seven days before a day; the button is nearer to the chart than on the
  /// article's screen.
  /// - Parameter style: the look, whose language and place of the button are replaced; `Style.article` is the article's
  ///   own. Nil, the default, for the corrected look.
  public static func article(
    today: CivilTime, language: ChartLanguage = .en, style: Style? = nil
  ) -> GradientLineChart {
    var style = style ?? Style(today: today)
    style.language = language
    style.startButtonGap = 4
    let chart = GradientLineChart(style: style)
    chart.setData(articlePoints, at: nil)
    return chart
  }
}

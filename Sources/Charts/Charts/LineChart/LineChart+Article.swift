import Geometry

extension LineChart {
  /// The values of the article's sample call, from 300 to 600.
  public static let articleData = [502.0, 523, 482, 455, 473, 546]
  /// The labels under the values: six months.
  public static let articleLabels = (2...7).map { "2020-0\($0)" }

  /// The article's chart with the data and the settings of its sample call.
  /// - Parameter style: the look, whose value axis and insets are replaced; `LineChartStyle.article` is the article's
  ///   own. Default the corrected look.
  public static func article(style: LineChartStyle = LineChartStyle()) -> LineChart {
    var style = style
    (style.max, style.min, style.splitCount) = (600, 300, 3)
    style.toCenter = false
    style.edge = EdgeInsets(top: 25, left: 15, bottom: 50, right: 25)
    let chart = LineChart(style: style)
    chart.setData(articleData, labels: articleLabels, at: nil)
    return chart
  }
}

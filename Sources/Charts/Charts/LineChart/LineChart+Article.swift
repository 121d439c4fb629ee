import Geometry

extension LineChart {
  /// The values of the article's sample call, from 300 to 600.
  public static let articleData = [502.0, 523, 482, 455, 473, 546]
  /// The labels under the values.
  public static let articleLabels = ["8-1", "8-2", "8-3", "8-4", "8-5", "8-6"]

  /// The article's chart with the data and the settings of its sample call.
  public static func article() -> LineChart {
    var style = LineChartStyle()
    (style.max, style.min, style.splitCount) = (600, 300, 3)
    style.toCenter = false
    style.edge = EdgeInsets(top: 25, left: 15, bottom: 50, right: 25)
    let chart = LineChart(style: style)
    chart.setData(articleData, labels: articleLabels, at: nil)
    return chart
  }
}

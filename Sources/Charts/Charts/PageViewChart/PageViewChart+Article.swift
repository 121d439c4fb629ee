import Metrics

extension PageViewChart {
  /// A week of views.
  public static let articleValues = [3.0, 7, 2, 9, 12, 5, 8]
  /// The values that the article's chart shows next.
  public static let articleNextValues = [6.0, 1, 9, 4, 3, 11, 2]

  /// The article's chart with its data, for the days before a day.
  /// - Parameter style: the look; `Style.article` is the article's own. Default the corrected one.
  public static func article(today: CivilTime, style: Style = Style()) -> PageViewChart {
    let chart = PageViewChart(style: style)
    chart.setData(entries(articleValues, before: today), at: nil)
    return chart
  }

  /// Values of consecutive days, the last of which is the day before `today`.
  public static func entries(_ values: [Double], before today: CivilTime) -> [Entry] {
    values.enumerated().map {
      Entry(day: today.addingDays($0 - values.count), value: $1)
    }
  }
}

import Charts
import Geometry
import Metrics

/// The data of the gallery's charts: first the data of their articles, then other data, with as many values, with
/// fewer and with more. Every chart has five sets of data, so all charts return to their first set together.
enum GalleryData {
  /// Columns and heights of a week.
  static let weeks: [[Point]] = {
    let others = [
      [2, 1, 3, 2.5, 1, 3.5, 4.2], [4, 3.2, 3.6, 1.5, 0.8], [0.5, 1, 1.8, 2.2, 3, 3.8, 4.6],
      [3, 0.5, 3.5, 0.8, 4, 1.2, 3],
    ]
    return [GradientLineChart.articlePoints]
      + others.map { $0.enumerated().map { Point(Double($0.offset + 1), $0.element) } }
  }()

  /// Values of months, and the names of the months.
  static let months: [(values: [Double], labels: [String])] = {
    let first = (LineChart.articleData, LineChart.articleLabels)
    let others: [(first: Int, values: [Double])] = [
      (2, [340, 560, 410, 590, 380, 450]), (4, [410, 590, 380, 450, 520, 575]),
      (2, [580, 430, 350, 470]),
      (2, [330, 420, 390, 510, 460, 560, 480, 540]),
    ]
    return [first]
      + others.map { start, values in
        (values, values.indices.map { "2020-0\(start + $0)" })
      }
  }()

  /// The largest number of months.
  static let mostMonths = months.map(\.values.count).max() ?? 0

  /// Views of the days before today.
  static func views(before today: CivilTime) -> [[PageViewChart.Entry]] {
    [
      PageViewChart.articleValues, PageViewChart.articleNextValues, [4, 2, 3, 1, 3],
      [120, 340, 90, 410, 380, 520, 260, 610, 480, 700, 330, 820, 560],
      [9, 14, 6, 18, 11, 22, 15, 19, 8],
    ].map { PageViewChart.entries($0, before: today) }
  }

  static let spectra: [SpectrumChart.Content] = {
    let others: [[Double]] = [
      [3300, 2500, 2900, 1900, 1500, 1700, 900, 600, 500, 700, 1200],
      [420, 900, 1900, 2600, 3100, 3350, 3100, 2600, 1900, 900, 420],
      [
        600, 1400, 500, 1900, 800, 2300, 1100, 2700, 1400, 3100, 1700, 3400, 1700, 3100, 1400, 2700,
        1100, 2300, 800, 1900, 500, 1400, 600, 1000, 450, 800, 400, 700, 380, 600, 360,
      ],
      [2048, 1200, 2900, 800],
    ]
    return [.demo]
      + others.map {
        var content = SpectrumChart.Content.demo
        content.pointValues = SpectrumChart.Content.demoPoints($0)
        return content
      }
  }()

  /// The article's slider at its start; then the article's 1794 of 13000, and other values.
  static func steps(_ language: ChartLanguage) -> [ProgressChart.Content] {
    let unit = language == .zh ? "步" : "steps"
    return [(500, 2000), (1794, 13_000), (9_620, 13_000), (13_000, 13_000), (40, 2000)].map {
      ProgressChart.Content(steps: $0.0, goal: $0.1, stepUnit: unit)
    }
  }
}

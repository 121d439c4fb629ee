import Charts

/// The charts of the gallery, by their names on the command line, in the order in which they appear.
public enum GalleryChart: String, CaseIterable, Sendable {
  /// A week of values as a line in a gradient.
  case gradientLine = "gradient-line"
  /// A line through values with labels.
  case line
  /// The views of a page, day by day.
  case pageView = "page-view"
  /// A line in the colours of the spectrum.
  case spectrum
  /// The steps of a day on their way to a goal.
  case progress

  func title(_ language: ChartLanguage) -> String {
    switch (self, language) {
    case (.gradientLine, .en): "Gradient line"
    case (.gradientLine, .zh): "渐变折线"
    case (.line, .en): "Line with values"
    case (.line, .zh): "折线图"
    case (.pageView, .en): "Page views"
    case (.pageView, .zh): "页面访问量"
    case (.spectrum, .en): "Spectrum"
    case (.spectrum, .zh): "光谱曲线"
    case (.progress, .en): "Steps of today"
    case (.progress, .zh): "今日步数"
    }
  }
}

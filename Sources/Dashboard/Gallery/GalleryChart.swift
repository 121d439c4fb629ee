import Charts

/// The charts of the gallery, by their names on the command line, in the order in which they appear.
public enum GalleryChart: String, CaseIterable, Sendable {
  case gradientLine = "gradient-line"
  case line
  case pageView = "page-view"
  case spectrum
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

import Charts

/// The words of the gallery in one language.
struct GalleryWords {
  let title: String
  let paused: String
  let keys: [(String, String)]
  private let digits: String
  private let language: ChartLanguage

  /// - Parameter count: the number of charts.
  init(_ language: ChartLanguage, count: Int) {
    self.language = language
    digits = count > 1 ? "1 … \(count)" : "1"
    switch language {
    case .en:
      title = "Gallery"
      paused = "paused"
      keys = [
        (digits, "play a chart again (also: a click)"), ("R", "play all again"), ("N", "new data"),
        ("A", "the articles' looks, or ours"), ("Space", "pause or resume"),
        ("T", "dark or light"), ("F", "full screen"), ("S", "save a snapshot"),
        ("?", "show or hide this help"), ("Q", "quit"),
      ]
    case .zh:
      title = "图表集"
      paused = "已暂停"
      keys = [
        (digits, "重播一个图表，或点击它"), ("R", "全部重播"), ("N", "换数据"),
        ("A", "文章的样式、自己的样式"), ("空格", "暂停、继续"), ("T", "深色、浅色"), ("F", "全屏"),
        ("S", "保存截图"), ("?", "显示、隐藏帮助"), ("Q", "退出"),
      ]
    }
  }

  /// Hints beside the title, from long to short.
  /// - Parameter look: the look that is shown; the hint names the other one.
  func hints(_ look: GalleryLook) -> [String] {
    switch language {
    case .en:
      let other = "A " + (look == .own ? "articles' looks" : "our look")
      return [
        "\(digits) or click: play again · R all · N new data · \(other) · ? keys",
        "N new data · \(other) · ? keys", "\(other) · ? keys", "? keys",
      ]
    case .zh:
      let other = "A " + (look == .own ? "文章的样式" : "自己的样式")
      return [
        "\(digits) 或点击：重播 · R 全部 · N 换数据 · \(other) · ? 按键",
        "N 换数据 · \(other) · ? 按键", "\(other) · ? 按键", "? 按键",
      ]
    }
  }
}

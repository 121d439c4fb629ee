import Charts

/// The words of the gallery in one language.
struct GalleryWords {
  let title: String
  /// Hints beside the title, from long to short.
  let hints: [String]
  let paused: String
  let keys: [(String, String)]

  /// - Parameter count: the number of charts.
  init(_ language: ChartLanguage, count: Int) {
    let digits = count > 1 ? "1 … \(count)" : "1"
    switch language {
    case .en:
      title = "Gallery"
      hints = [
        "\(digits) or click: play again · R all · N new data · ? keys", "N new data · ? keys",
        "? keys",
      ]
      paused = "paused"
      keys = [
        (digits, "play a chart again: or click it"), ("R", "play all again"), ("N", "new data"),
        ("Space", "pause and go on"), ("T", "dark or light"), ("F", "full screen"),
        ("S", "save a snapshot"), ("?", "show or hide this help"), ("Q", "quit"),
      ]
    case .zh:
      title = "图表集"
      hints = ["\(digits) 或点击：重播 · R 全部 · N 换数据 · ? 按键", "N 换数据 · ? 按键", "? 按键"]
      paused = "已暂停"
      keys = [
        (digits, "重播一个图表，或点击它"), ("R", "全部重播"), ("N", "换数据"), ("空格", "暂停、继续"),
        ("T", "深色、浅色"), ("F", "全屏"), ("S", "保存截图"), ("?", "显示、隐藏帮助"), ("Q", "退出"),
      ]
    }
  }
}

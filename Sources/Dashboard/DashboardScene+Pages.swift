import Charts

extension DashboardScene {
  /// How many pages there are.
  public var pageCount: Int { spec.pages.count }

  /// The page with a name, or a number from 1; nil where there is none.
  public func pageIndex(named name: String) -> Int? {
    if let index = spec.pages.firstIndex(where: { $0.name == name }) { return index }
    guard let number = Int(name), (1...spec.pages.count).contains(number) else { return nil }
    return number - 1
  }

  /// Turns pages by itself from now on, each after its own time.
  public func startTurning(at time: Double) {
    var turner = PageTurner(durations: spec.pages.map(\.duration))
    turner.show(at: time)
    self.turner = turner
  }

  public func turnPage(by offset: Int, at time: Double) {
    guard pageCount > 1 else { return }
    let index = (pageIndex + offset) % pageCount
    showPage(index < 0 ? index + pageCount : index, at: time)
  }

  /// Shows another page, with a cross-fade.
  /// - Parameter time: when it starts; nil for no motion.
  public func showPage(_ index: Int, at time: Double?) {
    guard index != pageIndex, spec.pages.indices.contains(index) else { return }
    let next = prepared(index, at: time)
    preparedPage = nil
    show(next, index: index, at: time)
    if let time { turner?.show(at: time) }
  }

  /// The page as it will be shown: laid out, with all that there is.
  private func prepared(_ index: Int, at time: Double?) -> DashboardPage {
    if let preparedPage, preparedPage.index == index {
      // What has come meanwhile.
      preparedPage.page.showAll(of: store, now: time ?? 0, at: nil)
      return preparedPage.page
    }
    let page = makePage(index)
    page.showAll(of: store, now: time ?? 0, at: nil)
    page.grid.settle()
    return page
  }

  /// Does what the page turner has due.
  func turnPages(at time: Double) {
    guard let turner, !isPaused else { return }
    if let turn = turner.turn(from: pageIndex), turn <= time {
      turnPage(by: 1, at: time)
    } else if preparedPage == nil, let preparation = turner.preparation(from: pageIndex),
      preparation <= time
    {
      let index = (pageIndex + 1) % pageCount
      preparedPage = (index, prepared(index, at: time))
    }
  }

  /// When the page turner has something to do.
  var nextTurn: Double? {
    guard let turner, !isPaused else { return nil }
    return preparedPage == nil
      ? turner.preparation(from: pageIndex) : turner.turn(from: pageIndex)
  }
}

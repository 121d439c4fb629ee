import Charts

extension DashboardScene {
  /// The number of pages.
  public var pageCount: Int { spec.pages.count }

  /// The page with a name, or with a number from 1; nil if there is no such page.
  public func pageIndex(named name: String) -> Int? { spec.pageIndex(named: name) }

  /// Starts to turn pages automatically, each after its own duration.
  public func startTurning(at time: Double) {
    // With as many monitors as pages, every page is on a monitor.
    let durations = place.count > 1 && place.count >= pageCount ? [] : spec.pages.map(\.duration)
    var turner = PageTurner(durations: durations)
    turner.show(at: time)
    self.turner = turner
  }

  /// Shows the page at an offset from the current one; the first page follows the last one.
  public func turnPage(by offset: Int, at time: Double) {
    guard pageCount > 1 else { return }
    let index = (pageIndex + offset) % pageCount
    showPage(index < 0 ? index + pageCount : index, at: time)
  }

  /// Shows another page because the user wants it, with a cross-fade. A zoomed view stays, so that the user can look at
  /// one stretch of time on several pages.
  /// - Parameter time: the start of the cross-fade; nil for no motion.
  public func showPage(_ index: Int, at time: Double?) {
    takeover.userChosePage()
    // The chosen page has all of its time, also if the page is on the screen already.
    if index == pageIndex, let time { turner?.show(at: time) }
    let view = navigator.timeView
    guard change(to: index, at: time), view.range != nil else { return }
    navigator.timeView = view
    showView(at: nil)
  }

  /// Shows another page with live data, with a cross-fade.
  /// - Returns: whether there is such a page, and another one was shown.
  @discardableResult func change(to index: Int, at time: Double?) -> Bool {
    guard index != pageIndex, spec.pages.indices.contains(index) else { return false }
    let next = prepared(index, at: time)
    preparedPage = nil
    show(next, index: index, at: time)
    if let time { turner?.show(at: time) }
    return true
  }

  /// A page that is ready to be shown: laid out, with all data.
  private func prepared(_ index: Int, at time: Double?) -> DashboardPage {
    if let preparedPage, preparedPage.index == index {
      // The page lacks the data that has come since it was prepared.
      preparedPage.page.showAll(of: samples.present, now: time ?? clock, at: nil)
      return preparedPage.page
    }
    let page = makePage(index)
    page.showAll(of: samples.present, now: time ?? clock, at: nil)
    page.grid.settle()
    return page
  }

  /// Performs the page turner's actions that are due.
  func turnPages(at time: Double) {
    guard let turner, mayTurn, let next = nextPage else { return }
    if let turn = turner.turn(from: pageIndex), turn <= time {
      change(to: next, at: time)
      onTurner?()
    } else if preparedPage == nil, let preparation = turner.preparation(from: pageIndex),
      preparation <= time
    {
      preparedPage = (next, prepared(next, at: time))
      onTurner?()
    }
  }

  /// Does on a further monitor what the page turner of the first one has done, so that all monitors have one schedule.
  /// Schedules of their own would drift apart, and pages of several durations would meet.
  public func followTurner(of first: DashboardScene, at time: Double) {
    guard let next = first.preparedPage?.index else { return showPage(beside: first, at: time) }
    let index = page(beside: next, of: first)
    if index != pageIndex { preparedPage = (index, prepared(index, at: time)) }
  }

  /// Shows on a further monitor the page that belongs beside that of the first one.
  /// - Parameter time: the start of the cross-fade; nil for no motion.
  public func showPage(beside first: DashboardScene, at time: Double?) {
    change(to: page(beside: first.pageIndex, of: first), at: time)
  }

  /// The page that is as many pages after that of the first monitor as this monitor is after the first one. Pages with
  /// breaches come before the others.
  private func page(beside index: Int, of first: DashboardScene) -> Int {
    let others = (1..<max(1, pageCount)).map { (index + $0) % pageCount }
    let breached = first.breaches.pages
    let order =
      [index] + others.filter(breached.contains) + others.filter { !breached.contains($0) }
    return order[place.number % order.count]
  }

  /// The page that the turner shows next; nil to stay.
  private var nextPage: Int? {
    Takeover.next(
      after: pageIndex, of: pageCount, step: place.count, breached: breaches.pages)
  }

  /// Whether pages turn by themselves.
  private var mayTurn: Bool { !isPaused && !isInUse && !isUsedElsewhere() }

  /// Whether somebody looks at an earlier time, or holds the pointer.
  public var isInUse: Bool { !navigator.isLive || navigator.drag != nil }

  /// Starts the time of the page anew, because somebody uses the page, or that on another monitor.
  public func holdPage(at time: Double) {
    guard turner?.shownSince != nil else { return }
    turner?.show(at: time)
    preparedPage = nil
  }

  /// The time of the page turner's next action.
  var nextTurn: Double? {
    guard let turner, mayTurn, nextPage != nil else { return nil }
    return preparedPage == nil
      ? turner.preparation(from: pageIndex) : turner.turn(from: pageIndex)
  }
}

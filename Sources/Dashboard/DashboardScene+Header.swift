import Messages
import Metrics

/// The texts of the header: the title with its details at the left, the status and the time at the right.
extension DashboardScene {
  /// Shows the state of a page that is not live: paused, ended, zoomed, or a part of the past.
  func showStatus() { view.setStatus(status, isPast: pastKind != nil) }

  private var status: String? {
    let isOver = inference?.isEnded ?? false
    let isFile = inference?.isFile ?? false
    let parts = [
      isPaused
        ? String(localized: "paused")
        : isOver && !isFile && tellsEnd ? String(localized: "ended") : nil,
      navigator.isZoomed
        ? isFile || isOver
          ? String(localized: "zoomed · double click for all")
          : String(localized: "zoomed · double click for live") : nil,
      pastMoment,
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  /// The kind of the past that is shown, and its moment; nil for the present.
  private var pastMoment: String? {
    guard let pastKind else { return nil }
    let moment = now.map { view.environment.zone.civil($0).clockTextWithYear }
    return [pastKind, moment].compactMap { $0 }.joined(separator: " · ")
  }

  func showHeader() {
    let time = samples.present.latestTime(before: view.environment.wallClock?())
    let hasTimes =
      spec.pages[pageIndex].panels.first.map { samples.present.axis(of: $0).isNumbered } != true
    let shownTime = hasTimes && pastKind == nil ? time : nil
    clockEnd = shownTime.flatMap(endOfClock)
    let content = PageHeader.Content(
      title: spec.title ?? description.host.name,
      details: details(at: time),
      clock: shownTime.map(clockText),
      hint: inference?.hint ?? [])
    // Setting the text lays out the whole line.
    if content != view.headerText { view.setHeader(content) }
  }

  /// The seconds by which the latest data of a dashboard may lag behind, and still give the time of the day.
  private static let longestLag = 60.0

  /// The text of the time of the latest data, with the year if it is not the present year. A time that lags behind, as
  /// that of a database without new rows, is not taken for a clock.
  private func clockText(_ time: Double) -> String {
    let (zone, now) = (view.environment.zone, view.environment.wallClock?())
    let civil = zone.civil(time)
    let isThisYear = now.map { zone.civil($0).year == civil.year } ?? true
    let text = isThisYear ? civil.clockText : civil.clockTextWithYear
    // The time of a text without a dashboard is that of its rows.
    let isClock = inference != nil || now == nil || clockEnd != nil
    return isClock ? text : String(localized: "data of \(text)")
  }

  /// The end of the time for which data of a time tells the time of the day; nil if that is over, or never ends.
  private func endOfClock(_ time: Double) -> Double? {
    guard inference == nil, let now = view.environment.wallClock?() else { return nil }
    let end = time + Self.longestLag
    return now < end ? end : nil
  }

  /// Says in the header that the data is old when no newer data has come for too long.
  func advanceClock() {
    if let clockEnd, let now = view.environment.wallClock?(), now >= clockEnd { showHeader() }
  }

  /// The time of the frame clock when `advanceClock` has a change to make; nil for never.
  func nextClockChange(after time: Double) -> Double? {
    guard let clockEnd, let now = view.environment.wallClock?() else { return nil }
    return time + max(0, clockEnd - now)
  }

  private func details(at time: Double?) -> [String] {
    if let inference { return inference.details }
    let name = spec.pages[pageIndex].name
    let place = String(localized: "\(pageIndex + 1) of \(spec.pages.count)")
    if spec.pages.count > 1 { return ["\(name) · \(place)", name, place] }
    return [spec.title == nil ? description.text(at: time) : name]
  }
}

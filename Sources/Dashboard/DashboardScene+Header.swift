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
        : isOver && !isFile && reportsEnd ? String(localized: "ended") : nil,
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

  /// The title of the dashboard: by default the name of the machine.
  var title: String { spec.title ?? description.host.name }

  func showHeader() {
    let time = samples.present.latestTime(before: view.environment.wallClock?())
    let hasTimes =
      spec.pages[pageIndex].panels.first.map { samples.present.axis(of: $0).isNumbered } != true
    let shownTime = hasTimes && pastKind == nil ? time : nil
    let clock = shownTime.map(clock)
    clockEnd = clock?.end
    let content = PageHeader.Content(
      title: title,
      details: details(at: time),
      clock: clock?.text,
      hint: inference?.hint ?? [])
    // Setting the text lays out the whole line.
    if content != view.headerText { view.setHeader(content) }
  }

  /// The seconds by which the latest data of a dashboard may lag behind before the header gives their time.
  private static let longestLag = 60.0
  /// The largest distance between samples, in seconds, at which the time of the latest data serves as a clock with
  /// seconds. The clock of slower data has no seconds, so that a page without news wakes once a minute.
  private static let longestTick = 2.0

  /// The time in the header: the time of the day while data comes, and the time of the latest data when the data lags
  /// far behind, as that of a database without new rows.
  /// - Returns: the text, and the wall clock's time when the text changes without new data; nil for never.
  private func clock(of time: Double) -> (text: String, end: Double?) {
    let zone = view.environment.zone
    guard let now = view.environment.wallClock?() else { return (zone.civil(time).clockText, nil) }
    let (latest, today) = (zone.civil(time), zone.civil(now))
    let text = latest.year == today.year ? latest.clockText : latest.clockTextWithYear
    // The time of a text without a dashboard is that of its rows, which may be days.
    if inference != nil {
      guard latest.isMidnight else { return (text, nil) }
      return (latest.year == today.year ? latest.dayText : latest.dayTextWithYear, nil)
    }
    // The time of a pause stands still.
    guard !isPaused else { return (text, nil) }
    let lag = now - time
    guard lag < Self.longestLag else { return (String(localized: "data of \(text)"), nil) }
    let ticks = spec.pages[pageIndex].panels.contains { panel in
      panel.series.contains { $0.source.period.map { $0 <= Self.longestTick } ?? false }
    }
    if ticks, lag < 2 * Self.longestTick { return (text, time + 2 * Self.longestTick) }
    let nextMinute = now - Double(today.second) - (now - now.rounded(.down)) + 60
    return (today.clockTextOfMinute, min(nextMinute, time + Self.longestLag))
  }

  /// Updates the time in the header when the text of the time has become wrong without new data.
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
    // The data of a file may be of any time.
    let now = view.environment.wallClock == nil ? time : clock + pauses()
    return [spec.title == nil ? description.text(at: now) : name]
  }
}

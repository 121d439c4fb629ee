extension WindowStatus {
  /// The state in a few words: `showing page 2 of 3; 7 of 8 feeds live; X server away since 14:02; mistake in the file
  /// since 14:05`.
  /// - Parameter clock: the text of a time in UTC seconds.
  public func summary(clock: (Double) -> String) -> String {
    var parts = [
      page.count > 1 ? "showing page \(page.number) of \(page.count)" : "showing its page"
    ]
    if page.isPaused { parts[0] += ", paused" }
    let live = feeds.count { $0.state == .live }
    if !feeds.isEmpty {
      parts.append("\(live) of \(feeds.count) feed\(feeds.count == 1 ? "" : "s") live")
    }
    if let since = display.awaySince { parts.append("X server away since " + clock(since)) }
    if let file, file.reason != nil {
      parts.append("mistake in the file since " + clock(file.since))
    }
    return parts.joined(separator: "; ")
  }
}

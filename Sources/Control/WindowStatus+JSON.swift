import Metrics

extension WindowStatus {
  /// The state as a JSON object on one line. Times are UTC seconds, and all other times are durations in
  /// seconds.
  public func json(_ use: ProcessUse) -> String {
    JSONText.object([
      ("version", .string(version)), ("pid", .integer(Int(process))), ("name", .string(name)),
      ("title", .string(title)), ("time", .seconds(time)), ("uptime_seconds", .seconds(uptime)),
      ("file", fileText), ("page", pageText), ("display", displayText),
      ("feeds", .array(feeds.map(Self.text))),
      ("frames", framesText), ("memory", memoryText(use)), ("history", historyText),
    ]).text
  }

  private var historyText: JSONText {
    guard let history else { return .null }
    return .object([
      ("state", .string(history.state)), ("reason", .string(orNull: history.reason)),
      ("path", .string(history.path)),
    ])
  }

  private var fileText: JSONText {
    guard let file else { return .null }
    return .object([
      ("state", .string(file.reason == nil ? "valid" : "mistaken")),
      ("reason", .string(orNull: file.reason)), ("since", .seconds(file.since)),
    ])
  }

  private var pageText: JSONText {
    .object([
      ("number", .integer(page.number)), ("count", .integer(page.count)),
      ("name", .string(page.name)), ("paused", .boolean(page.isPaused)),
    ])
  }

  private var displayText: JSONText {
    .object([
      ("state", .string(display.awaySince == nil ? "shown" : "away")),
      ("away_since", .seconds(display.awaySince)), ("light", .string(display.light.rawValue)),
      ("width", .integer(display.width)),
      ("height", .integer(display.height)),
    ])
  }

  private static func text(_ feed: Feed) -> JSONText {
    .object([
      ("source", .string(feed.source)), ("state", .string(feed.state.rawValue)),
      ("since", .seconds(feed.since)), ("reason", .string(orNull: feed.reason)),
      ("last_update", .seconds(feed.lastUpdate)), ("updates", .integer(feed.updates)),
      ("failures", .integer(feed.failures)),
    ])
  }

  private var framesText: JSONText {
    let durations = frames.durations
    func time(_ seconds: Double?) -> JSONText {
      seconds.map { .number($0, decimals: 6) } ?? .null
    }
    return .object([
      ("count", .integer(frames.frames)), ("median_seconds", time(durations.median)),
      ("worst_seconds", time(durations.count > 0 ? durations.worst : nil)),
      ("updates", .integer(frames.updates)),
    ])
  }

  private func memoryText(_ use: ProcessUse) -> JSONText {
    .object([
      ("resident_bytes", .integer(orNull: use.residentBytes)),
      ("proportional_bytes", .integer(orNull: use.proportionalBytes)),
      ("samples", .integer(samples)),
    ])
  }
}

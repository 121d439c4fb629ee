import Feeds

extension DashboardScene {
  /// Lets the scene show the samples of a history from before the start of the program.
  /// - Parameters:
  ///   - startTime: the start of the program in UTC seconds; nil without a history.
  ///   - oldest: the first time that is kept; nil if nothing is kept.
  ///   - read: reads a part of the past, and answers with `show`.
  package func setHistory(
    startTime: Double?, oldest: Double?, read: ((DashboardHistory.Wish) -> Void)?
  ) {
    leavePast()
    (pastView.startTime, pastView.oldest, pastView.read) = (startTime, oldest, read)
    askForPast()
  }

  /// Whether a source has a past of its own.
  package var hasSourceWithPast: Bool {
    sourcesWithPast.contains { source, selection in
      selection.queries.contains { source.hasPast(of: $0) }
    }
  }

  /// The sources and the queries whose past is kept.
  package var sourcesWithPast: [SourceSpec: Selection] {
    inference?.everything.sources ?? spec.sources
  }
}

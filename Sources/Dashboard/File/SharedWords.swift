import Feeds
import Messages

/// Shares the words of the panels among all panels of the same source of text, so that the source is read only once.
///
/// A word may have different numbers in different panels. A command then runs once for each list; the standard input
/// and a named pipe have only one reader. The numbers of one query are one series of the history, in which a word has
/// one number.
struct SharedWords {
  /// The lists of words of each source without words: one, unless a word has several numbers.
  private var lists: [SourceSpec: [StateWords]] = [:]
  /// The first list of each query, by the query without words.
  private var firstLists: [SourceSpec: [Query: StateWords]] = [:]

  /// Notes the words of a panel, and reports words that cannot be read.
  mutating func note(_ panel: PanelSpec, _ mark: Mark, problems: ProblemList) {
    noteNumbers(of: panel, mark, problems: problems)
    for series in panel.allSeries where !series.source.words.isEmpty {
      let (bare, words) = (series.source.reading(StateWords()), series.source.words)
      var known = lists[bare, default: []]
      if let place = known.firstIndex(where: { $0.wordInConflict(with: words) == nil }) {
        known[place].add(words)
      } else {
        if known.count == 1, bare.hasOneReader, let word = known[0].wordInConflict(with: words) {
          problems.add(
            mark,
            "'mappings' gives the word '\(word.quotation)' two numbers, but \(bare.title) is "
              + "read only once: the words need the same order")
        }
        known.append(words)
      }
      lists[bare] = known
    }
  }

  /// Reports a word with another number than in an earlier panel of the same query.
  private mutating func noteNumbers(of panel: PanelSpec, _ mark: Mark, problems: ProblemList) {
    for series in panel.series {
      let words = panel.words(of: series)
      guard !words.isEmpty else { continue }
      let (source, query) = (
        series.source.reading(StateWords()), series.query.reading(StateWords())
      )
      let first = firstLists[source]?[query] ?? words
      firstLists[source, default: [:]][query] = first
      guard let word = words.wordInConflict(with: first) else { continue }
      return problems.add(
        mark,
        "'mappings' gives the word '\(word.quotation)' another number than in another panel of "
          + "these values: the words need the same order")
    }
  }

  /// Replaces the words of the sources of a panel by the lists that contain them. A source without words has the only
  /// list.
  func complete(_ panel: inout PanelSpec) {
    panel.replaceSources { source in
      let known = lists[source.reading(StateWords())] ?? []
      if source.words.isEmpty, known.count > 1 { return source }
      let list = known.first { $0.wordInConflict(with: source.words) == nil }
      return list.map(source.reading) ?? source
    }
  }
}

extension PanelSpec {
  /// The words that the source of a series uses in place of numbers.
  func words(of series: SeriesSpec) -> StateWords {
    series.mappings == nil ? options.words : series.words
  }
}

extension SourceSpec {
  /// Whether a second reader would miss the text that the first one has read.
  fileprivate var hasOneReader: Bool {
    guard case .text(let spec) = self else { return false }
    return switch spec.origin {
    case .standardInput, .fifo: true
    case .wholeFile, .file, .command: false
    }
  }
}

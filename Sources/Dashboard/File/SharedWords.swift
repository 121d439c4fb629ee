import Feeds
import Messages

/// Shares the words of each panel among all panels of the same source of text, so that the source is read only once.
///
/// The lists of several panels may differ. A command then runs once for each list; the standard input and a named pipe
/// have only one reader. The numbers of one query are one series of the history, in which a word has one number.
struct SharedWords {
  /// The lists of words of each source without words, in the order of the panels.
  private var lists: [SourceSpec: [StateWords]] = [:]
  /// The first list of each query, by the query without words.
  private var firstLists: [SourceSpec: [Query: StateWords]] = [:]

  /// Notes the words of a panel, and reports a list that cannot be read.
  mutating func note(_ panel: PanelSpec, _ mark: Mark, problems: ProblemList) {
    noteNumbers(of: panel, mark, problems: problems)
    for source in Set(panel.allSeries.map(\.source)) where !source.words.isEmpty {
      let bare = source.reading(StateWords())
      guard !lists[bare, default: []].contains(source.words) else { continue }
      lists[bare, default: []].append(source.words)
      if lists[bare]?.count == 2, bare.hasOneReader {
        problems.add(
          mark, "all panels of \(bare.title) need the same words in 'mappings', in the same order")
      }
    }
  }

  /// Reports a word with another number than in an earlier panel of the same query.
  private mutating func noteNumbers(of panel: PanelSpec, _ mark: Mark, problems: ProblemList) {
    let words = panel.options.words
    for series in panel.series where !words.isEmpty {
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

  /// Adds the words of other panels to the sources of a panel that have no words.
  func complete(_ panel: inout PanelSpec) {
    panel.replaceSources { source in
      guard let words = lists[source], words.count == 1 else { return source }
      return source.reading(words[0])
    }
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

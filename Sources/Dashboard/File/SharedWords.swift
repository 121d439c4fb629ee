import Feeds
import Messages

/// Gives all panels of one source of text the words that any of them has, so that the source is read once.
///
/// The lists of several panels may differ. A command then runs once for each list; the standard input and a named pipe
/// have only one reader.
struct SharedWords {
  /// The lists of words of each source without words, in the order of the panels.
  private var lists: [SourceSpec: [StateWords]] = [:]

  /// Notes the words of a panel, and reports a list that cannot be read.
  mutating func note(_ panel: PanelSpec, _ mark: Mark, problems: ProblemList) {
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

  /// Gives the sources of a panel that have no words the words of other panels.
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

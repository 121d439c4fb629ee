import Feeds
import Messages
import Metrics

/// Reads the note of a panel and its small bars.
struct NoteReader {
  let values: ValueReader
  let sources: SourceReader

  private var problems: ProblemList { values.problems }

  /// The limits of a note's parts, and of bars.
  private static let mostParts = 10
  private static let mostBars = 4096

  /// Reads a note: a text, or a list of texts and of values with their labels.
  func note(_ entries: MappingReader) -> [NotePart] {
    entries.items("note", atMost: Self.mostParts, of: "a note").compactMap { node in
      guard case .mapping = node.content else { return values.text(node).map { .text($0) } }
      return value(node)
    }
  }

  private func value(_ node: YAMLNode) -> NotePart? {
    guard let entries = MappingReader(node, .note, problems: problems) else { return nil }
    guard let source = entries["source"] else {
      entries.reportNeed(of: ["source"], saying: "a value of a note needs a 'source'")
      return nil
    }
    guard var series = series(source) else { return nil }
    let unit = entries["unit"].flatMap { values.unit($0) } ?? Self.unit(of: series)
    series.count(in: unit)
    return .value(
      prefix: entries["label"].flatMap { values.text($0) } ?? series.name, series, unit.unit)
  }

  /// Metrics of the machine have known units.
  private static func unit(of series: SeriesSpec) -> StreamUnit {
    guard case .metric(let metric) = series.query else { return .none }
    return StreamUnit(unit: metric.unit, factor: 1)
  }

  /// Reads the series, in percent, of small bars.
  func meter(_ entries: MappingReader) -> [SeriesSpec] {
    entries.items("meter", atMost: Self.mostBars, of: "a meter").compactMap { series($0) }
  }

  private func series(_ node: YAMLNode) -> SeriesSpec? {
    guard let draft = sources.source(node), let query = sources.query(of: draft, node) else {
      return nil
    }
    var series = SeriesSpec(source: draft.source, query: query)
    series.column = draft.column
    return series
  }
}

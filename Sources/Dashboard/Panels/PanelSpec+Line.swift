import Charts
import Feeds
import Glibc
import Metrics

/// The parts of a specification that concern one line of the panel.
extension PanelSpec {
  /// The thresholds that the values of a line are compared with: those for its series, or otherwise those for all
  /// series. The latter are in the unit of the panel, and so do not concern a line in another one.
  func thresholds(for line: PanelLine) -> [ThresholdSpec] {
    guard thresholds.contains(where: { $0.series != nil }) else {
      return line.isOnRight ? [] : thresholds
    }
    let own = own(thresholds, for: line)
    return own.isEmpty && !line.isOnRight ? thresholds.filter { $0.series == nil } : own
  }

  /// The thresholds of the ages of a line's values: those for its series, or otherwise those for all series.
  func absences(for line: PanelLine) -> [ThresholdSpec] {
    let own = own(absences, for: line)
    return own.isEmpty ? absences.filter { $0.series == nil } : own
  }

  /// The thresholds for the series of a line, by its names.
  private func own(_ thresholds: [ThresholdSpec], for line: PanelLine) -> [ThresholdSpec] {
    let names = names(of: line)
    return thresholds.filter { threshold in
      threshold.series.map { series in names.contains { Self.isMatch(series, $0) } } ?? false
    }
  }

  /// The threshold that a value of a line is beyond; the outermost one if the value is beyond several.
  func breach(_ value: Double, of line: PanelLine) -> ThresholdSpec? {
    guard !thresholds.isEmpty else { return nil }
    return thresholds(for: line).filter { $0.bound.isBreached(by: value) }.outermost
  }

  /// The specification with the unit, the thresholds and the words for the values of a line.
  func standing(for line: PanelLine) -> PanelSpec {
    var spec = self
    if !thresholds.isEmpty { spec.thresholds = thresholds(for: line) }
    if line.isOnRight { spec.unit = line.unit ?? unit }
    spec.options.mappings = mappings(for: line.identity)
    return spec
  }

  /// The words for the values of a line: those of its series, or otherwise those of the panel, which are not for numbers
  /// in another unit.
  func mappings(for line: LineIdentity?) -> [ValueMapping] {
    guard case .series(let index, _)? = line, series.indices.contains(index) else {
      return options.mappings
    }
    return series[index].mappings ?? (series[index].isOnRight ? [] : options.mappings)
  }

  /// The words for the values of all lines.
  var allMappings: [ValueMapping] { options.mappings + series.flatMap { $0.mappings ?? [] } }

  /// Whether the series stand beside each other without an axis, so that each may have a unit of its own.
  var seriesHaveUnits: Bool { chart == .tiles || options.columns == [.series] }

  /// The unit of its own that the entry of a series with a label has; nil for none.
  func ownUnit(ofSeries label: String) -> StreamUnit? {
    let entry = series.first { $0.unit != nil && Self.isMatch(label, $0.label ?? $0.name) }
    return entry.flatMap { entry in
      entry.unit.map { StreamUnit(unit: $0, factor: entry.unitFactor) }
    }
  }

  /// The names by which a threshold may select a line: those of the line, of its entry, of its column and of its row, and
  /// that of its row before that of its entry.
  private func names(of line: PanelLine) -> [String] {
    switch line.identity {
    case .series(let index, let metric):
      let entry = series[index].label ?? series[index].name
      guard let metric else { return [line.name, entry] }
      let row = metric.labels.shownValues().joined(separator: " ")
      let column = metric.labels[RowQuery.valueLabel] ?? metric.name
      return [line.name, entry, column] + (row.isEmpty ? [] : [row, row + " " + entry])
    case .expression(let index, _):
      return [line.name, expressions[index].label ?? expressions[index].text]
    case .others: return [line.name]
    }
  }

  /// Whether the lines of another column of the same answer would have the same names, which are those of their labels.
  func hasOtherColumns(than entry: SeriesSpec) -> Bool {
    entry.column != nil && entry.label == nil
      && series.contains {
        !$0.isHidden && $0.label == nil && $0.column != entry.column && $0.query == entry.query
          && $0.source == entry.source
      }
  }

  /// The names of all lines, sorted; empty if a query has series whose names its answers decide.
  var knownNames: [String] {
    guard series.allSatisfy({ $0.isHidden || !$0.query.givesMany }),
      expressions.allSatisfy({ $0.label?.contains("{{") != true })
    else { return [] }
    let shown = series.filter { !$0.isHidden }.map { $0.label ?? $0.name }
    return (shown + expressions.map { $0.label ?? $0.text }).sorted()
  }

  /// Whether lines may also have the names of the rows of a text, which are not known yet.
  var mayHaveRows: Bool {
    series.contains { if case .text = $0.source { !$0.isHidden } else { false } }
  }

  /// Whether a pattern, in which `*` stands for any text, is that of a name.
  static func isMatch(_ pattern: String, _ name: String) -> Bool {
    // A name such as "used [MiB]" is not a pattern of the library.
    pattern == name || pattern.contains("*") && fnmatch(pattern, name, 0) == 0
  }
}

extension PanelData {
  /// The mapping whose range contains a value of a line; nil for none.
  func mapping(of value: Double, line: Int) -> ValueMapping? {
    spec.mappings(for: lines[line].identity).first { $0.range.contains(value) }
  }

  /// A value of a line in the words of its mapping, or as a number with its unit, and the colour of the words.
  func words(
    for value: Double, line: Int, _ format: ValueFormat
  ) -> (value: FormattedValue, color: SeriesColor?) {
    guard let mapping = mapping(of: value, line: line) else {
      return (spec.number(value, format), nil)
    }
    return (FormattedValue(digits: mapping.text, unit: ""), mapping.color)
  }

  /// The threshold that a shown value of a line is beyond.
  func breach(_ value: Double, of line: Int) -> ThresholdSpec? {
    spec.breach(judged(value, of: line), of: lines[line])
  }
}

import Charts
import Feeds
import Messages
import Metrics

/// The thresholds of a panel, and the effects of their breaches.
extension PanelReader {
  /// The limit of thresholds of a panel.
  private static let mostThresholds = 100

  /// Reads the effects of a breach, which are those of the page or the dashboard if the panel names none.
  func setAlarms(of panel: inout PanelSpec, _ entries: MappingReader, _ unit: StreamUnit) {
    let all =
      entries.items("thresholds", atMost: PanelReader.mostThresholds, of: "a panel")
      .compactMap { node in
        let hasGoal = entries["goal"] != nil || entries.misspells(anyOf: ["goal"])
        return threshold(node, of: panel, unit) { node, series in
          let own = series.flatMap { panel.ownUnit(ofSeries: $0) }
          let words = StateNames(of: panel, unit, series: series)
          return limit(of: panel, node, own ?? unit, words, hasGoal: hasGoal)
        }
      }
    panel.thresholds = all.filter { !$0.isAbsence }
    panel.absences = all.filter(\.isAbsence)
    let isForAll = panel.thresholds.contains { $0.series == nil }
    let shown = panel.series.filter { !$0.isHidden }
    let standAlone = panel.seriesHaveUnits || shown.contains { $0.mappings != nil }
    if isForAll, standAlone, panel.expressions.isEmpty, !shown.isEmpty,
      shown.allSatisfy(\.isOnRight), let node = entries["thresholds"]
    {
      problems.add(
        node.mark,
        "all series have units or words of their own, so that a threshold needs the name of its "
          + "'series'")
    }
    panel.takesOver = entries["takeover"].flatMap { values.boolean($0) } ?? takesOver
    panel.onBreach = entries["on_breach"].map { values.breachCommand($0) } ?? onBreach
    let hasOnlyAbsences = panel.thresholds.isEmpty && !panel.absences.isEmpty
    if panel.traits.judged == .nothing, !(hasOnlyAbsences && panel.traits.needsSeries) {
      for key in ["thresholds", "takeover", "on_breach"] {
        guard let node = entries[key] else { continue }
        problems.add(
          node.mark, "the chart '\(panel.chart.rawValue)' has no value for '\(key)'")
      }
    }
    for key in ["takeover", "on_breach"] where entries["thresholds"] == nil {
      if let node = entries[key] {
        problems.addLack(node.mark, "'\(key)' needs 'thresholds' in this panel")
      }
    }
  }

  /// A number that the panel's values are compared with.
  private struct Limit {
    var number: Double
    /// The unit in which the number is written; nil for that of the values.
    var unit: Unit?
    /// The text for the number in `mappings`; nil for a number that is not written as a word.
    var text: String?
    /// Whether the number is written as a word that a source may give.
    var isWord = false
  }

  /// Reads a number that the panel's values are compared with; in percent for a panel of shares.
  private func limit(
    of panel: PanelSpec, _ node: YAMLNode, _ unit: StreamUnit, _ words: StateNames, hasGoal: Bool
  ) -> Limit? {
    if let word = node.word, let value = words.value(of: word) {
      return Limit(number: value, text: words.text(of: value...value), isWord: true)
    }
    guard panel.traits.judged == .share else {
      return values.number(node, unit: unit).map {
        Limit(number: $0, unit: values.writtenUnit(node))
      }
    }
    // A goal with a mistake is reported already.
    if hasGoal, panel.goal == nil { return nil }
    return values.share(node, of: panel.goal, unit: unit).map { Limit(number: $0) }
  }

  /// Reads the name of the series that a threshold is for.
  private func name(of node: YAMLNode, in panel: PanelSpec) -> String? {
    guard panel.traits.listsValues else {
      problems.add(
        node.mark,
        "'series' is for thresholds of table, tiles, bars and states, not of the chart "
          + "'\(panel.chart.rawValue)'")
      return nil
    }
    guard let name = values.text(node) else { return nil }
    let known = panel.knownNames
    guard !known.isEmpty, !known.contains(where: { PanelSpec.isMatch(name, $0) }) else {
      return name
    }
    // Any pattern, and any name that is not near, may be that of a row.
    let isNear = !name.contains("*") && Spelling.suggestion(for: name, among: known) != nil
    guard !panel.mayHaveRows || isNear else { return name }
    problems.add(
      node.mark,
      "no series of this panel has the name '\(name.quotation)'"
        + Spelling.hint(for: name, among: known))
    return name
  }

  /// Reads a threshold of the age of values.
  private func absence(
    _ node: YAMLNode, _ series: String?, _ entries: MappingReader
  ) -> ThresholdSpec? {
    guard let seconds = values.duration(node, in: 1...86_400 * 366) else { return nil }
    for key in ["for", "pattern"] {
      if let node = entries[key] {
        problems.add(node.mark, "'\(key)' is for 'above' and 'below', not for 'absent'")
      }
    }
    var threshold = ThresholdSpec(
      .above(seconds),
      color: entries["color"].flatMap { values.choice($0, of: ThresholdSpec.Color.self) } ?? .red,
      label: entries["label"].flatMap { values.text($0) })
    (threshold.series, threshold.isAbsence) = (series, true)
    return threshold
  }

  /// Notes a threshold that no word is beyond, because the order of the words in `mappings` is another one than that
  /// which the user had in mind. Numbers may be beyond the threshold.
  private func checkWord(_ node: YAMLNode, _ bound: ThresholdSpec.Bound, _ names: StateNames) {
    guard let word = node.word, let number = names.words.number(of: word),
      let numbers = names.words.numbers
    else { return }
    if bound.isUpper, number >= numbers.upperBound {
      problems.note(node.mark, "no word of 'mappings' comes after '\(word.quotation)'")
    } else if !bound.isUpper, number <= numbers.lowerBound {
      problems.note(node.mark, "no word of 'mappings' comes before '\(word.quotation)'")
    }
  }

  /// Reads a threshold.
  /// - Parameter read: reads the number of a threshold for a series, or for all series.
  private func threshold(
    _ node: YAMLNode, of panel: PanelSpec, _ unit: StreamUnit,
    _ read: (YAMLNode, String?) -> Limit?
  ) -> ThresholdSpec? {
    guard let entries = MappingReader(node, .threshold, problems: problems) else { return nil }
    let series = entries["series"].flatMap { name(of: $0, in: panel) }
    let given = [entries["above"], entries["below"], entries["is"], entries["absent"]]
    guard given.count(where: { $0 != nil }) == 1 else {
      if given.allSatisfy({ $0 == nil }) {
        entries.reportNeed(
          of: ["above", "below", "is"],
          saying: "a threshold needs 'above', 'below', 'is' or 'absent'")
      } else {
        problems.add(entries.mark, "give only one of 'above', 'below', 'is' and 'absent'")
      }
      return nil
    }
    if let node = entries["absent"] { return absence(node, series, entries) }
    if entries["is"] != nil { return states(of: series, in: panel, unit, entries) }
    guard let node = entries["above"] ?? entries["below"], let limit = read(node, series) else {
      return nil
    }
    let bound: ThresholdSpec.Bound =
      entries["above"] != nil ? .above(limit.number) : .below(limit.number)
    if limit.isWord { checkWord(node, bound, StateNames(of: panel, unit, series: series)) }
    var threshold = threshold(bound, series, entries)
    (threshold.unit, threshold.text) = (limit.unit, limit.text)
    return threshold
  }

  /// A threshold with its colour, its pattern, its label and the time that a breach must last.
  private func threshold(
    _ bound: ThresholdSpec.Bound, _ series: String?, _ entries: MappingReader
  ) -> ThresholdSpec {
    var threshold = ThresholdSpec(
      bound,
      color: entries["color"].flatMap { values.choice($0, of: ThresholdSpec.Color.self) } ?? .red,
      pattern: entries["pattern"].flatMap { values.choice($0, of: ThresholdSpec.Pattern.self) }
        ?? .dashed,
      label: entries["label"].flatMap { values.text($0) })
    threshold.series = series
    threshold.lasting = entries["for"].flatMap { values.duration($0, in: 0...86_400) } ?? 0
    return threshold
  }

  /// Reads the states that are problems.
  private func states(
    of series: String?, in panel: PanelSpec, _ unit: StreamUnit, _ entries: MappingReader
  ) -> ThresholdSpec? {
    if let node = entries["pattern"] {
      problems.add(node.mark, "'pattern' is for 'above' and 'below', not for 'is'")
    }
    guard panel.traits.judged != .share else {
      problems.add(
        entries.mark, "the chart '\(panel.chart.rawValue)' is compared with 'above' and 'below'")
      return nil
    }
    let words = StateNames(of: panel, unit, series: series)
    let items = entries.items("is", atMost: Self.mostThresholds, of: "a threshold")
    let ranges = items.compactMap { node -> ClosedRange<Double>? in
      guard let key = ValueMappingReader(values: values).key(node) else { return nil }
      if let range = words.range(of: key) { return range }
      if case .word(let word) = key { reportUnknown(word, node, words) }
      return nil
    }
    guard !ranges.isEmpty else { return nil }
    var threshold = threshold(.within(ranges), series, entries)
    let texts = ranges.compactMap(words.text)
    if texts.count == ranges.count { threshold.text = texts.joined(separator: ", ") }
    return threshold
  }

  private func reportUnknown(_ word: String, _ node: YAMLNode, _ words: StateNames) {
    problems.add(
      node.mark,
      words.isOfOneSeries(word)
        ? "'\(word.quotation)' is a word of one series, so that the threshold needs 'series'"
        : "no value of this panel has the word '\(word.quotation)'"
          + Spelling.hint(for: word, among: words.names))
  }
}

/// The names of the states that a threshold may be for.
private struct StateNames {
  private let panel: PanelSpec
  private let mappings: [ValueMapping]
  let words: StateWords
  private let factor: Double

  /// The states of a series, or of the series that share the words of the panel.
  init(of panel: PanelSpec, _ unit: StreamUnit, series: String?) {
    self.panel = panel
    let entry = series.flatMap { name in
      panel.series.first { PanelSpec.isMatch(name, $0.label ?? $0.name) }
    }
    // A series in another unit does not have the words of the panel.
    let own = entry.flatMap { $0.mappings == nil && !$0.isOnRight ? nil : $0 }
    (mappings, words) =
      own.map { ($0.mappings ?? [], $0.words) } ?? (panel.options.mappings, panel.options.words)
    factor = entry.flatMap { $0.unit == nil ? nil : $0.unitFactor } ?? unit.factor
  }

  /// The value of a word that the source gives; nil for any other word.
  func value(of word: String) -> Double? { words.number(of: word).map { $0 * factor } }

  /// The values of a state; nil for a word without a value.
  func range(of key: ValueMappingReader.Key) -> ClosedRange<Double>? {
    switch key {
    case .range(let range): return range.lowerBound * factor...range.upperBound * factor
    case .word(let word):
      if let value = value(of: word) { return value...value }
      if let mapping = mappings.first(where: { $0.text == word }) { return mapping.range }
      return StateWords.usualNumber(of: word).map { $0 * factor...$0 * factor }
    }
  }

  /// The text of the mapping that has all values of a state; nil for none.
  func text(of range: ClosedRange<Double>) -> String? {
    mappings.first { $0.range.contains(range.lowerBound) && $0.range.contains(range.upperBound) }?
      .text
  }

  /// The words and texts of the states.
  var names: [String] { mappings.map(\.text) }

  /// Whether a word is that of a series with words of its own.
  func isOfOneSeries(_ word: String) -> Bool {
    panel.series.contains { series in
      series.words.number(of: word) != nil
        || series.mappings?.contains { $0.text == word } == true
    }
  }
}

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
        return threshold(node, of: panel) { node, series in
          let own = series.flatMap { panel.ownUnit(ofSeries: $0) }
          return limit(of: panel, node, own ?? unit, hasGoal: hasGoal)
        }
      }
    panel.thresholds = all.filter { !$0.isAbsence }
    panel.absences = all.filter(\.isAbsence)
    let isForAll = panel.thresholds.contains { $0.series == nil }
    let shown = panel.series.filter { !$0.isHidden }
    if isForAll, panel.seriesHaveUnits, panel.expressions.isEmpty, !shown.isEmpty,
      shown.allSatisfy(\.isOnRight), let node = entries["thresholds"]
    {
      problems.add(
        node.mark,
        "all series have units of their own, so that a threshold needs the name of its 'series'")
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
    of panel: PanelSpec, _ node: YAMLNode, _ unit: StreamUnit, hasGoal: Bool
  ) -> Limit? {
    if let word = node.word, let number = panel.options.words.number(of: word) {
      let value = number * unit.factor
      return Limit(number: value, text: panel.mapping(of: value)?.text, isWord: true)
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
  private func checkWord(_ node: YAMLNode, _ bound: ThresholdSpec.Bound, in panel: PanelSpec) {
    guard let word = node.word, let number = panel.options.words.number(of: word),
      let numbers = panel.options.words.numbers
    else { return }
    if bound.isUpper, number >= numbers.upperBound {
      problems.note(node.mark, "no word of 'mappings' comes after '\(word.quotation)'")
    } else if !bound.isUpper, number <= numbers.lowerBound {
      problems.note(node.mark, "no word of 'mappings' comes before '\(word.quotation)'")
    }
  }

  /// - Parameter read: reads the number of a threshold for a series, or for all series.
  private func threshold(
    _ node: YAMLNode, of panel: PanelSpec, _ read: (YAMLNode, String?) -> Limit?
  ) -> ThresholdSpec? {
    guard let entries = MappingReader(node, .threshold, problems: problems) else { return nil }
    let series = entries["series"].flatMap { name(of: $0, in: panel) }
    let bound: ThresholdSpec.Bound
    let limit: Limit
    switch (entries["above"], entries["below"], entries["absent"]) {
    case (nil, nil, let node?): return absence(node, series, entries)
    case (let node?, nil, nil):
      guard let above = read(node, series) else { return nil }
      (bound, limit) = (.above(above.number), above)
    case (nil, let node?, nil):
      guard let below = read(node, series) else { return nil }
      (bound, limit) = (.below(below.number), below)
    case (nil, nil, nil):
      entries.reportNeed(
        of: ["above", "below"], saying: "a threshold needs 'above', 'below' or 'absent'")
      return nil
    default:
      problems.add(entries.mark, "give only one of 'above', 'below' and 'absent'")
      return nil
    }
    if limit.isWord, let node = entries["above"] ?? entries["below"] {
      checkWord(node, bound, in: panel)
    }
    var threshold = ThresholdSpec(
      bound,
      color: entries["color"].flatMap { values.choice($0, of: ThresholdSpec.Color.self) } ?? .red,
      pattern: entries["pattern"].flatMap { values.choice($0, of: ThresholdSpec.Pattern.self) }
        ?? .dashed,
      label: entries["label"].flatMap { values.text($0) })
    threshold.series = series
    threshold.unit = limit.unit
    threshold.text = limit.text
    threshold.lasting = entries["for"].flatMap { values.duration($0, in: 0...86_400) } ?? 0
    return threshold
  }
}

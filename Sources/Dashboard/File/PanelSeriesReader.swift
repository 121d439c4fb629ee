import Charts
import Expressions
import Feeds
import Messages
import Metrics

/// The series of a panel.
extension PanelReader {
  /// The series, the expressions over them, and the places of the series with names.
  typealias Series = (
    series: [SeriesSpec], expressions: [ExpressionSpec], names: [String: Int]
  )

  func series(_ entries: MappingReader) -> Series {
    let base = entries["source"].flatMap { sources.source($0) }
    let isCounter = entries["rate"].flatMap { values.boolean($0) } ?? false
    let factor = entries["factor"].flatMap { values.number($0) } ?? 1
    guard entries["series"] != nil else {
      guard let node = entries["source"], let base else { return ([], [], [:]) }
      return (one(base, node).map { [$0.counting(isCounter).scaled(factor)] } ?? [], [], [:])
    }
    var result: Series = ([], [], [:])
    var usesBase = false
    let useBase = {
      usesBase = true
      return base
    }
    var expressionReader = ExpressionReader(values: values)
    var expressions: [MappingReader] = []
    let haveUnits =
      entries["chart"]?.word == PanelSpec.Chart.tiles.rawValue
      || ChartOptionsReader.hasSeriesColumns(entries)
    for item in entries.items("series", atMost: ChartTraits.usualMost, of: "a panel") {
      if let expression = expressionReader.entries(of: item) {
        expressions.append(expression)
      } else if let series = series(
        item, base: useBase, &expressionReader, index: result.series.count, hasUnit: haveUnits)
      {
        result.series.append(series.counting(isCounter).scaled(factor))
      }
    }
    if !usesBase, let node = entries["source"] {
      problems.add(
        node.mark,
        "the 'source' of this panel has no effect: each entry of 'series' has its own")
    }
    result.names = expressionReader.places
    result.expressions = expressions.compactMap { expression($0, expressionReader) }
    return result
  }

  private func expression(
    _ entries: MappingReader, _ reader: ExpressionReader
  ) -> ExpressionSpec? {
    guard let found = reader.read(entries) else { return nil }
    return ExpressionSpec(
      label: entries["label"].flatMap { values.text($0) }, text: found.text,
      operands: found.operands, style: style(entries),
      color: entries["color"].flatMap { values.color($0) })
  }

  private func style(_ entries: MappingReader) -> SeriesSpec.Style {
    switch entries["style"].flatMap({ values.choice($0, of: Style.self) }) {
    case .dotted: .dotted
    case .faint: .faint
    default: .automatic
    }
  }

  func one(_ draft: SourceDraft, _ node: YAMLNode) -> SeriesSpec? {
    guard let query = sources.query(of: draft, node) else { return nil }
    if case .rows(let rows) = query, let problem = rows.problem {
      // A misspelt key is reported already, and is the cause.
      if !draft.misspellsQuery { problems.add(node.mark, Message(verbatim: problem)) }
      return nil
    }
    var series = SeriesSpec(label: draft.label, source: draft.source, query: query)
    series.column = draft.column
    return series
  }

  enum Style: String, CaseIterable { case automatic, dotted, faint }

  /// - Parameters:
  ///   - base: sets the source of the panel for a series without a source.
  ///   - hasUnit: whether the series is a column of a table or a tile, which may have a unit of its own.
  private func series(
    _ node: YAMLNode, base: () -> SourceDraft?, _ expressions: inout ExpressionReader, index: Int,
    hasUnit: Bool
  ) -> SeriesSpec? {
    guard case .mapping = node.content else {
      return sources.source(node).flatMap { one($0, node) }
    }
    guard let entries = MappingReader(node, .series, problems: problems) else { return nil }
    let draft: SourceDraft
    if let own = entries["source"] {
      guard let found = sources.source(own) else { return nil }
      draft = found
    } else if let base = base() {
      draft = base
    } else {
      // A key of a source in place of 'source' is unknown here, and is reported with its position.
      if !SourceReader.isSource(node) {
        entries.reportNeed(of: ["source"], saying: "a series needs a 'source', or its panel does")
      }
      return nil
    }
    sources.reportUselessQuery(entries, of: draft, except: ["legend"])
    guard var series = one(sources.chosen(of: draft, by: entries), node) else {
      return nil
    }
    if let node = entries["label"] {
      if let other = entries["legend"] {
        problems.add(other.mark, "'legend' is another word for 'label'; give only one of them")
      }
      series.label = values.text(node)
    }
    series.isCounter = entries["rate"].flatMap { values.boolean($0) } ?? false
    series.factor = entries["factor"].flatMap { values.number($0) } ?? 1
    series.style = style(entries)
    setColor(of: &series, entries)
    setWords(of: &series, entries)
    setAxis(of: &series, entries, hasUnit: hasUnit)
    series.isHidden = entries["hidden"].flatMap { values.boolean($0) } ?? false
    if let node = entries["name"] { expressions.addName(node, index: index) }
    return series
  }

  /// Reads the colour: that of the line, or the word for colours by value.
  private func setColor(of series: inout SeriesSpec, _ entries: MappingReader) {
    guard let node = entries["color"] else { return }
    guard node.word == "by_value" else {
      series.color = values.color(node)
      return
    }
    series.isColoredByValue = true
    if series.style != .automatic, let style = entries["style"] {
      problems.add(style.mark, "a line with 'color: by_value' has no 'style'")
    }
  }

  /// Reads the words of the series' values, which are not those of the panel.
  private func setWords(of series: inout SeriesSpec, _ entries: MappingReader) {
    guard let node = entries["mappings"] else { return }
    let (mappings, words) = ValueMappingReader(values: values).read(entries, .none)
    (series.mappings, series.words) = (mappings, words)
    series.read(words)
    if !words.isEmpty, !series.givesWords {
      problems.add(node.mark, "'mappings' has words, but the values of this source are numbers")
    }
  }

  enum Axis: String, CaseIterable { case left, right }

  /// Reads the axis of a series, and the unit of its numbers where the axis is not the panel's.
  private func setAxis(of series: inout SeriesSpec, _ entries: MappingReader, hasUnit: Bool) {
    series.isOnRight = entries["axis"].flatMap { values.choice($0, of: Axis.self) } == .right
    // Words are compared with no threshold for the numbers of other series.
    if series.mappings != nil { series.isOnRight = true }
    guard let node = entries["unit"] else { return }
    // A value in another unit is compared with no threshold of the panel, as a line on the right axis is.
    if hasUnit { series.isOnRight = true }
    guard series.isOnRight else {
      problems.add(node.mark, "a 'unit' of its own needs 'axis: right'")
      return
    }
    guard let unit = values.unit(node) else { return }
    series.set(ownUnit: unit)
  }
}

extension SeriesSpec {
  /// Makes the numbers of the source count in a unit.
  mutating func count(in unit: StreamUnit) {
    factor *= unit.factor
    query = query.counting(in: unit.ofColumn)
  }

  /// Gives the series a unit of its own, which is not that of the panel.
  mutating func set(ownUnit: StreamUnit) {
    (unit, unitFactor, isOnRight) = (ownUnit.unit, ownUnit.factor, true)
    count(in: ownUnit)
  }

  /// Assigns numbers to words of the source.
  mutating func read(_ words: StateWords) {
    guard !words.isEmpty else { return }
    source = source.reading(words)
    query = query.reading(words)
  }

  /// Whether words of the source have numbers.
  var givesWords: Bool { !source.words.isEmpty || !query.words.isEmpty }

  /// Converts the values of the mappings as the numbers of the source are converted.
  /// - Parameter factor: that of the panel's unit; nil for a series with a unit of its own.
  mutating func scaleMappings(by factor: Double?) {
    let factor = factor ?? unitFactor
    guard factor != 1, let own = mappings else { return }
    mappings = own.map { mapping in
      var mapping = mapping
      mapping.range = mapping.range.lowerBound * factor...mapping.range.upperBound * factor
      return mapping
    }
  }

  /// The series as a counter, if its panel shows counters.
  fileprivate func counting(_ isCounter: Bool) -> SeriesSpec {
    var series = self
    series.isCounter = series.isCounter || isCounter
    if series.isCounter { series.query = series.query.ofCounters }
    return series
  }

  fileprivate func scaled(_ factor: Double) -> SeriesSpec {
    var series = self
    series.factor *= factor
    return series
  }
}

import Expressions
import Feeds
import Messages
import Metrics

/// Reads `panels:` entries.
struct PanelReader {
  let values: ValueReader
  let sources: SourceReader
  /// The columns of the page; nil if they follow the size of the window.
  var columns: Int?
  /// Whether the page is repeated by a label, whose values also replace the label in the titles of its panels.
  var isOnRepeatedPage = false
  /// Whether the panels take over the screen, and the command for their breaches, unless a panel names its own.
  var takesOver = false
  var onBreach: String?

  var problems: ProblemList { values.problems }

  /// The limit of series of events of a panel.
  private static let mostAnnotations = 20

  /// The longest window: a year.
  private static let longest = 366 * 86_400.0

  func panel(_ node: YAMLNode) -> PanelSpec? {
    guard let entries = MappingReader(node, .panel, problems: problems) else { return nil }
    let chart =
      entries["chart"].map { values.choice($0, of: PanelSpec.Chart.self) } ?? .some(.line)
    let (series, expressions, names) = self.series(entries)
    let unit =
      entries["unit"].flatMap { values.unit($0) }
      ?? defaultUnit(series, expressions, isOfBounds: chart == .heatmap)
    // An unknown chart must not hide other mistakes.
    var panel = PanelSpec(
      title: title(entries, series), chart: chart ?? .line, series: series, unit: unit.unit)
    panel.followsUnitOfText =
      entries["unit"] == nil && unit == .none && expressions.isEmpty
      && series.contains { $0.query.adoptsUnit }
    panel.expressions = expressions
    setOptions(of: &panel, chart, entries, unit)
    setScale(of: &panel, entries, unit)
    setTimes(of: &panel, entries)
    setAlarms(of: &panel, entries, unit)
    panel.legend = legend(entries)
    setMostLines(of: &panel, entries)
    let notes = NoteReader(values: values, sources: sources)
    panel.note = notes.note(entries)
    panel.meter = notes.meter(entries)
    if let node = entries["span"] { setSpan(of: &panel, node) }
    if let node = entries["band"] { setBand(of: &panel, node, names) }
    if let node = entries["normal"] { setNormal(of: &panel, node) }
    panel.repeatedLabel = entries["repeat"].flatMap { values.repeatedLabel($0) }
    if !isOnRepeatedPage, entries["repeat"] == nil { values.checkName(entries["title"]) }
    guard chart != nil else { return nil }
    panel.setUnitOfGrowth()
    check(&panel, entries)
    return panel
  }

  /// - Parameter chart: nil for a word that is no chart.
  private func setOptions(
    of panel: inout PanelSpec, _ chart: PanelSpec.Chart?, _ entries: MappingReader,
    _ unit: StreamUnit
  ) {
    let options = ChartOptionsReader(values: values)
    if let chart { options.check(chart, entries) }
    panel.options = options.options(entries, unit: unit)
    setWords(of: &panel, entries)
    panel.options.annotations =
      entries.items("annotations", atMost: PanelReader.mostAnnotations, of: "a panel")
      .compactMap { annotation($0) }
    panel.reduction = entries["reduce"].flatMap { values.choice($0, of: Reduction.self) }
  }

  /// Assigns numbers to the words of states.
  private func setWords(of panel: inout PanelSpec, _ entries: MappingReader) {
    if let node = entries["series"], !panel.traits.listsValues,
      panel.series.contains(where: { $0.mappings != nil })
    {
      problems.add(
        node.mark,
        "'mappings' of a series are for table, tiles, bars and states, not for the chart "
          + "'\(panel.chart.rawValue)'")
    }
    let words = panel.options.words
    let hasWords = !words.isEmpty || panel.series.contains { !$0.words.isEmpty }
    // The mean, the default column, has no meaning for words.
    if hasWords, entries["columns"] == nil { panel.options.columns = [.value(.last)] }
    let others = panel.series.indices.filter { panel.series[$0].mappings == nil }
    guard !words.isEmpty, let node = entries["mappings"], !others.isEmpty else { return }
    for i in others { panel.series[i].read(words) }
    if others.allSatisfy({ !panel.series[$0].givesWords }) {
      problems.add(node.mark, "'mappings' has words, but the values of this source are numbers")
    }
  }

  /// Sets the factors of the series, the bounds of the axis and the decimals.
  private func setScale(of panel: inout PanelSpec, _ entries: MappingReader, _ unit: StreamUnit) {
    setOwnUnits(of: &panel, entries, unit)
    for i in panel.series.indices {
      if panel.series[i].unit == nil {
        panel.series[i].count(in: unit)
        // Only a panel that adopts the unit of its numbers has them in a common one.
        if !panel.followsUnitOfText || panel.series[i].factor != 1 {
          panel.series[i].query = panel.series[i].query.keepingNumbers
        }
      }
      panel.series[i].scaleMappings(by: panel.series[i].unit == nil ? unit.factor : nil)
    }
    if !panel.series.allSatisfy(\.factor.isFinite) {
      problems.add(entries.mark, "the factors of this panel make a number that is too large")
    }
    if let node = entries["range"] { panel.range = range(node, unit) ?? RangeSpec() }
    panel.setRangeOfUnit()
    panel.goal = entries["goal"].flatMap { values.number($0, unit: unit) }
    panel.decimals = entries["decimals"].flatMap { values.integer($0, in: 0...9) }
  }

  /// Gives series without an axis the units that their names state, and the panel's unit to those that have just that.
  private func setOwnUnits(
    of panel: inout PanelSpec, _ entries: MappingReader, _ unit: StreamUnit
  ) {
    guard panel.seriesHaveUnits else { return }
    for i in panel.series.indices {
      let series = panel.series[i]
      if series.unit == unit.unit, series.unitFactor == unit.factor {
        panel.series[i].isOnRight = false
      } else if series.unit == nil, entries["unit"] == nil {
        let own = self.unit(of: series, isOfBounds: false)
        if own.unit != unit.unit { panel.series[i].set(ownUnit: own) }
      }
    }
  }

  private func setMostLines(of panel: inout PanelSpec, _ entries: MappingReader) {
    if let node = entries["lines"] {
      panel.mostLines = values.integer(node, in: 1...ChartTraits.usualMost) ?? panel.mostLines
    } else {
      // Series that the file names one by one are all shown.
      panel.mostLines = max(panel.mostLines, panel.series.count + panel.expressions.count)
    }
  }

  /// The title; by default the name of the first series, or the query of the first series if the lines have names of
  /// their own.
  private func title(_ entries: MappingReader, _ series: [SeriesSpec]) -> String {
    if let node = entries["title"] { return values.text(node) ?? "" }
    guard let first = series.first else { return "" }
    return first.label.flatMap { $0.contains("{{") ? nil : $0 } ?? first.query.name
  }

  /// The unit of the first series that is shown if it is a metric of the machine, otherwise the common unit of all series
  /// or expressions that are shown.
  private func defaultUnit(
    _ series: [SeriesSpec], _ expressions: [ExpressionSpec], isOfBounds: Bool
  ) -> StreamUnit {
    func unit(of series: SeriesSpec) -> StreamUnit { self.unit(of: series, isOfBounds: isOfBounds) }
    let shown = series.filter { !$0.isHidden }
    if let first = shown.first, case .metric = first.query { return unit(of: first) }
    let units =
      shown.filter { !$0.isOnRight }.map(unit)
      + expressions.map { expression in
        let operands = Set(expression.operands.map { unit(of: series[$0]) })
        return operands.count == 1 && expression.keepsUnit ? operands.first ?? .none : .none
      }
    return Set(units).count == 1 ? units[0] : .none
  }

  /// The unit of a series: metrics of the machine have known units, and names of Prometheus' metrics state theirs.
  private func unit(of series: SeriesSpec, isOfBounds: Bool) -> StreamUnit {
    if case .metric(let metric) = series.query { return StreamUnit(unit: metric.unit, factor: 1) }
    guard series.factor == 1, let symbol = series.query.statedUnit(isOfBounds: isOfBounds) else {
      return .none
    }
    let isGrowth = series.isCounter && !isOfBounds
    return (isGrowth ? MetricUnit.rate(of: symbol) : symbol).map(StreamUnit.init(ofUser:)) ?? .none
  }

  private func setTimes(of panel: inout PanelSpec, _ entries: MappingReader) {
    if let node = entries["window"],
      let window = values.duration(node, in: 5...PanelReader.longest)
    {
      panel.window = min(30, window)...window
    }
    panel.staleAfter = entries["stale_after"].flatMap { values.duration($0, in: 0.5...1e7) }
    panel.gapAfter = entries["gap_after"].flatMap { values.duration($0, in: 0.1...1e7) }
  }

  /// The charts with a line that a band can lie behind.
  private static let chartsWithBand: [PanelSpec.Chart] = [.line, .area, .number]

  /// The largest number of earlier days: the history keeps minutes for as long.
  private static let mostDays = 31

  /// Reads the days whose usual values are shown behind the line.
  private func setNormal(of panel: inout PanelSpec, _ node: YAMLNode) {
    let days = UsualBand.day
    let shortest = Double(UsualBand.leastDays) * days
    guard let span = values.duration(node, in: shortest...Double(Self.mostDays) * days) else {
      return
    }
    if panel.options.band != nil {
      problems.add(node.mark, "a panel has one band: 'band' or 'normal'")
    }
    guard Self.chartsWithBand.contains(panel.chart) else {
      let names = Self.chartsWithBand.map(\.rawValue).joined(separator: ", ")
      return problems.add(
        node.mark, "'normal' is for the charts \(names), not for \(panel.chart.rawValue)")
    }
    guard span.truncatingRemainder(dividingBy: days) == 0 else {
      return problems.add(node.mark, "'normal' takes whole days such as 7d")
    }
    guard panel.series.contains(where: { !$0.isHidden }) else {
      return problems.add(
        node.mark, "'normal' needs a series that is shown: an expression has no past of its own")
    }
    panel.normalDays = Int(span / days)
  }

  /// Reads the edges of the band behind the first line: the names of two series.
  private func setBand(
    of panel: inout PanelSpec, _ node: YAMLNode, _ names: [String: Int]
  ) {
    guard case .sequence(let items) = node.content, items.count == 2 else {
      return problems.add(node.mark, "a band is [low, high]: the names of two series")
    }
    let places = items.compactMap { item -> Int? in
      guard let name = values.text(item) else { return nil }
      if let place = names[name] {
        // Texts about the band use the names of its edges in the file.
        panel.series[place].label = panel.series[place].label ?? name
        return place
      }
      problems.add(
        item.mark,
        "no series of this panel has the name '\(name.quotation)'"
          + Spelling.hint(for: name, among: names.keys.sorted()))
      return nil
    }
    guard places.count == 2 else { return }
    if panel.series.indices.allSatisfy({ places.contains($0) || panel.series[$0].isHidden }),
      panel.expressions.isEmpty
    {
      problems.add(node.mark, "a band lies behind a line, and this panel has none beside the edges")
    }
    panel.options.band = BandSpec(low: places[0], high: places[1])
  }

  private func legend(_ entries: MappingReader) -> PanelSpec.Legend {
    guard let node = entries["legend"], let text = values.scalar(node) else { return .automatic }
    if let isShown = ValueReader.truth(text.value) { return isShown ? .shown : .hidden }
    return values.choice(node, of: PanelSpec.Legend.self) ?? .automatic
  }

  private func setSpan(of panel: inout PanelSpec, _ node: YAMLNode) {
    guard case .mapping = node.content else {
      panel.span = PanelSpan(columns: values.integer(node, in: 1...24) ?? 1)
      return checkSpan(panel.span, node.mark)
    }
    guard
      let span = MappingReader(node, .span, problems: problems)
    else { return }
    func number(_ key: String) -> Int? { span[key].flatMap { values.integer($0, in: 1...24) } }
    panel.span = PanelSpan(
      columns: number("columns") ?? 1, rows: number("rows") ?? 1,
      column: number("column").map { $0 - 1 }, row: number("row").map { $0 - 1 })
    checkSpan(panel.span, (span["column"] ?? span["columns"] ?? node).mark)
  }

  /// Reports a panel that reaches beyond the columns of its page.
  private func checkSpan(_ span: PanelSpan, _ mark: Mark) {
    guard let columns else { return }
    if let first = span.column, first + span.columns > columns {
      problems.add(
        mark,
        "a page of \(columns) columns has no room for a panel of \(span.columns) from column "
          + "\(first + 1) on")
    } else if span.columns > columns {
      problems.add(
        mark, "a page of \(columns) columns has no room for a panel of \(span.columns) columns")
    }
  }

  /// Checks the entries that a chart requires.
  private func check(_ panel: inout PanelSpec, _ entries: MappingReader) {
    checkLines(panel, entries)
    if panel.traits.needsSeries, panel.series.isEmpty, entries["series"] == nil,
      entries["source"] == nil
    {
      entries.reportNeed(of: ["source", "series"], saying: "a panel needs a 'source' or 'series'")
    }
    let count = panel.series.count { !$0.isHidden } + panel.expressions.count
    checkGoal(&panel, entries, seriesCount: count)
    checkCount(count, of: panel, entries)
  }

  /// Checks the entries that only charts of lines have.
  private func checkLines(_ panel: PanelSpec, _ entries: MappingReader) {
    if panel.range.isLogarithmic, let node = entries["range"] {
      if !panel.traits.canBeLogarithmic {
        problems.add(
          node.mark, "'scale: log' is for lines, not for the chart '\(panel.chart.rawValue)'")
      } else if panel.series.contains(where: \.isOnRight) {
        problems.add(node.mark, "'scale: log' and 'axis: right' do not go together")
      }
    }
    if ![.line, .area, .spectrum].contains(panel.chart),
      panel.series.contains(where: \.isColoredByValue), let node = entries["series"]
    {
      problems.add(
        node.mark,
        "'color: by_value' is for lines, not for the chart '\(panel.chart.rawValue)'")
    }
  }

  /// Checks the goal, which is 100 for a share in percent without a goal of its own.
  private func checkGoal(
    _ panel: inout PanelSpec, _ entries: MappingReader, seriesCount count: Int
  ) {
    let isShare = panel.chart == .progress || panel.chart == .ring
    if isShare, panel.goal == nil, panel.unit == .percent { panel.goal = 100 }
    let needsGoal = panel.chart == .progress || panel.chart == .ring && count < 2
    if needsGoal, panel.goal == nil, entries["goal"] == nil {
      entries.reportNeed(of: ["goal"], saying: "the chart '\(panel.chart.rawValue)' needs a 'goal'")
    }
    if let goal = panel.goal, goal <= 0, let node = entries["goal"] {
      problems.add(node.mark, "a goal must be above zero")
    }
  }

  /// Checks the number of shown series.
  private func checkCount(_ count: Int, of panel: PanelSpec, _ entries: MappingReader) {
    if count == 0, let node = entries["series"], !panel.series.isEmpty,
      // A series with a mistake is not in the panel.
      panel.series.count == entries.items("series", atMost: .max, of: "a panel").count
    {
      problems.add(node.mark, "all series of this panel are hidden, and no expression shows them")
    }
    let most = panel.traits.mostSeries
    if most == 0, let node = entries["series"] ?? entries["source"] {
      problems.add(node.mark, "the chart '\(panel.chart.rawValue)' shows no series")
    } else if count > most, let node = entries["series"] {
      problems.add(
        node.mark,
        most == 1
          ? "the chart '\(panel.chart.rawValue)' shows one series, not \(count)"
          : "the chart '\(panel.chart.rawValue)' shows at most \(most) series, not \(count)")
    }
  }

  /// Reads a series of events: a source, or a source with a label and a colour.
  private func annotation(_ node: YAMLNode) -> AnnotationSpec? {
    guard let entries = MappingReader(node, .annotation, problems: problems) else { return nil }
    guard let source = entries["source"] else {
      entries.reportNeed(of: ["source"], saying: "an annotation needs a 'source'")
      return nil
    }
    guard let draft = sources.source(source), let series = one(draft, source) else { return nil }
    return AnnotationSpec(
      series: series, label: entries["label"].flatMap { values.text($0) },
      color: entries["color"].flatMap { values.color($0) })
  }

  // MARK: Axis

  private func range(_ node: YAMLNode, _ unit: StreamUnit) -> RangeSpec? {
    if case .scalar("auto", _) = node.content { return RangeSpec() }
    guard let entries = MappingReader(node, .range, problems: problems) else { return nil }
    func number(_ key: String) -> Double? { entries[key].flatMap { values.number($0, unit: unit) } }
    var range = RangeSpec(
      minimum: number("min"), maximum: number("max"), softMinimum: number("soft_min"),
      softMaximum: number("soft_max"),
      includesZero: entries["zero"].flatMap { values.boolean($0) })
    range.isLogarithmic = entries["scale"].flatMap { values.choice($0, of: Scale.self) } == .log
    checkLogarithm(range, entries)
    for (low, high, name) in [
      (range.minimum, range.maximum, "max"), (range.softMinimum, range.softMaximum, "soft_max"),
    ] {
      if let low, let high, low >= high, let node = entries[name] {
        problems.add(node.mark, "'\(name)' is not above the minimum")
      }
    }
    return range
  }

  enum Scale: String, CaseIterable { case linear, log }

  /// A logarithmic axis has no zero.
  private func checkLogarithm(_ range: RangeSpec, _ entries: MappingReader) {
    guard range.isLogarithmic else { return }
    for (key, number) in [
      ("min", range.minimum), ("max", range.maximum), ("soft_min", range.softMinimum),
      ("soft_max", range.softMaximum),
    ] {
      guard let node = entries[key], let number, number <= 0 else { continue }
      problems.add(node.mark, "a logarithmic axis has only values above zero")
    }
    if range.includesZero == true, let node = entries["zero"] {
      problems.add(node.mark, "a logarithmic axis has no zero")
    }
  }
}

import Feeds
import Messages
import Metrics

/// The groups of a text's columns, as far as the text has come.
struct StreamGrouping {
  /// All groups: those with a panel, and those for which there is no room.
  private(set) var groups: [ColumnGroup] = []
  /// The columns without a group, with the reasons.
  private(set) var leftOut: [(column: Int, reason: String)] = []
  /// The busiest processes of a list, in order; empty without such a list.
  private(set) var processes: [Int] = []

  private let columns: [TextColumn]
  private let facts: [ColumnFacts]
  private let options: StreamOptions
  private let source: SourceSpec
  private let axis: RowAxis
  private let form: TextForm
  private let isOfOneTime: Bool
  /// The user's names of columns; empty for a column without one.
  private let labels: [String]

  /// Groups columns.
  /// - Parameters:
  ///   - facts: the properties of each column's numbers.
  ///   - source: the source of the text, whose options may choose columns and the horizontal axis.
  ///   - axis: the places of the rows.
  ///   - horizontal: the columns of the horizontal axis, which have no group; empty for times and numbers of rows.
  ///   - form: the form in which the text was understood.
  ///   - isOfOneTime: whether all of the text is of one time, like the output of `df`, so that its numbers have no
  ///     past.
  init(
    _ columns: [TextColumn], _ facts: [ColumnFacts], options: StreamOptions, source: SourceSpec,
    axis: RowAxis, horizontal: [Int], form: TextForm, isOfOneTime: Bool
  ) {
    (self.columns, self.facts, self.options, self.source) = (columns, facts, options, source)
    (self.axis, self.form, self.isOfOneTime) = (axis, form, isOfOneTime)
    labels = columns.labelPlaces.map { $0 < options.labels.count ? options.labels[$0] : "" }
    let selection = ColumnSelection(
      columns, facts, keepsAll: isChosen,
      mostProcesses: isOfOneTime ? columns.count : ColumnGrouping.mostColumns)
    leftOut = selection.leftOut
    processes = selection.processes ?? []
    let grouped = selection.shown.filter { !processes.contains($0) && !horizontal.contains($0) }
    groups = categories(of: grouped) ?? scrape(grouped) ?? alike(grouped)
    if let chart = options.chart?.chart, chart.traits.mostSeries == 1 {
      groups = oneByOne(groups)
    }
    if !processes.isEmpty { groups.insert(processGroup, at: 0) }
  }

  /// The columns whose next numbers may change the groups, with their numbers so far.
  var watched: [Int: ColumnWatch.Numbers] {
    var watched: [Int: ColumnWatch.Numbers] = [:]
    for (column, _) in leftOut where !facts[column].hasNumbers { watched[column] = .nothing }
    for (column, _) in leftOut where facts[column].countsUp {
      watched[column] = .counting(next: facts[column].last + 1)
    }
    for (column, _) in leftOut where facts[column].grows && !facts[column].countsUp {
      watched[column] = .growing(after: facts[column].last)
    }
    for group in groups where group.isZero {
      for column in group.columns { watched[column] = .zeros }
    }
    return watched
  }

  /// The groups for which there is room, in order. Groups with only zeros are left out first.
  func groups(atMost most: Int) -> [ColumnGroup] {
    guard groups.count > most else { return groups }
    let hasValues = groups.map { $0.columns.contains { facts[$0].magnitude != nil } }
    let places = groups.indices.filter { hasValues[$0] } + groups.indices.filter { !hasValues[$0] }
    return places.prefix(most).sorted().map { groups[$0] }
  }

  // MARK: Groups

  /// The groups of columns that belong together.
  private func alike(_ grouped: [Int]) -> [ColumnGroup] {
    // The number of a field distinguishes columns, and says nothing about a single column.
    let isNameless = grouped.count == 1 && columns[grouped[0]].isNumbered && !isLabelled(grouped[0])
    let groups = ColumnGrouping.groups(
      grouped.map { i in
        ColumnGrouping.Column(
          name: !isLabelled(i) ? plainName(i) : columns[i].sharesLabel ? name(i) : columns[i].name,
          label: isNameless ? String(localized: "Value") : name(i), unit: unit(i),
          magnitude: facts[i].magnitude,
          bareName: columns[i].nameBelowHeading == columns[i].name
            ? nil : columns[i].nameBelowHeading,
          hasNumbers: facts[i].hasNumbers,
          isNumbered: !isNameless && columns[i].isNumbered && !isLabelled(i), key: columns[i].key,
          quantity: columns[i].sharesLabel ? columns[i].quantity : nil)
      }, atMost: options.mostColumns)
    return groups.map { group in
      var group = group
      group.columns = group.columns.map { grouped[$0] }
      return group
    }
  }

  /// The groups of rows that name different things, each once, or of rows whose names the user wants on the axis; nil
  /// for other rows.
  private func categories(of shown: [Int]) -> [ColumnGroup]? {
    guard let key = form.key, !options.isRate else { return nil }
    var isAsked = false
    if case .text(let spec) = source, let name = spec.options.horizontal {
      isAsked = key.hasPrefix("'\(name)'") || key.hasPrefix("column \(name):")
    }
    // Things with several rows at times of their own have a past, which lines show.
    let haveTimes = axis == .ownTime && shown.contains { facts[$0].isRepeated }
    guard isAsked && !haveTimes || isOfOneTime else { return nil }
    return CategoryGroups.groups(shown.map { ($0, columns[$0]) }, title: quantity, unit: unit)
  }

  /// The groups of one answer in Prometheus' format: bars or a large number, because a single number has no past. The
  /// series of a metric share a panel, however many they are; nil for other rows.
  private func scrape(_ shown: [Int]) -> [ColumnGroup]? {
    guard form.isExposition, isOfOneTime else { return nil }
    let labelled = shown.filter { !columns[$0].key.isEmpty }
    let keyed = CategoryGroups.groups(
      labelled.map { ($0, columns[$0]) }, title: quantity, unit: unit)
    let rest = keyed == nil ? shown : shown.filter { columns[$0].key.isEmpty }
    return (alike(rest) + (keyed ?? [])).map { group in
      var group = group
      group.chart = group.columns.count == 1 ? .number : .bars
      return group
    }
  }

  /// The busiest processes of a list (`top`), by the names of their commands.
  private var processGroup: ColumnGroup {
    let names = processes.map { column in
      let words = columns[column].name.split(separator: " ")
      return words.count > 1 ? words.dropLast().joined(separator: " ") : columns[column].name
    }
    return ColumnGroup(
      title: String(localized: "CPU by process"), columns: processes, names: names,
      unit: StreamUnit("%"),
      isFixed: true, chart: isOfOneTime ? .bars : .line)
  }

  /// Whether the user has chosen the columns, or wants to see their growth.
  private var isChosen: Bool {
    if case .text(let spec) = source, spec.options.columns != nil { return true }
    return options.isRate
  }

  /// A group for each column. If there are several quantities, the columns of rows with names have both names.
  private func oneByOne(_ groups: [ColumnGroup]) -> [ColumnGroup] {
    let hasQuantities = Set(groups.map(\.title)).count > 1
    return groups.flatMap { group in
      zip(group.columns, group.names).map { column, name in
        var title = name.isEmpty ? group.title : name
        if !columns[column].key.isEmpty, name == columns[column].key, hasQuantities {
          let isWhole = group.title == name || group.title.hasPrefix(name + " ")
          title = isWhole ? group.title : name + " " + group.title
        }
        return ColumnGroup(
          title: title, columns: [column], names: [name], unit: group.unit,
          isFixed: group.isFixed, chart: group.chart)
      }
    }
  }

  // MARK: Names and units

  private func isLabelled(_ column: Int) -> Bool { !labels[column].isEmpty }

  /// The user's label of a quantity, or the text's name.
  private func quantity(_ column: Int) -> String {
    isLabelled(column) && columns[column].sharesLabel ? labels[column] : columns[column].quantity
  }

  /// The user's label, behind the name of a row if there are several rows, or the text's name without its unit.
  private func name(_ column: Int) -> String {
    if isLabelled(column) {
      let isOfRow = columns[column].sharesLabel && columns[column].name != columns[column].quantity
      return (isOfRow ? columns[column].key + " " : "") + labels[column]
    }
    let name = plainName(column)
    // The axis of `%usr` and similar columns shows the common sign.
    guard options.unit == nil, columns[column].unit == "%", name.hasPrefix("%"), name.count > 1,
      !name.contains(" ")
    else { return name }
    return String(name.dropFirst())
  }

  /// The text's name without a unit in brackets, unless the user's unit replaces that unit.
  private func plainName(_ column: Int) -> String {
    options.unit == nil || columns[column].hasKnownUnit
      ? columns[column].nameWithoutUnit : columns[column].name
  }

  private func unit(_ column: Int) -> StreamUnit {
    // Growth over time is per second; growth over rows, or over the numbers of a column, is not.
    let isPerSecond = options.isRate && !axis.isNumbered
    func shown(_ unit: String) -> String {
      isPerSecond && !unit.isEmpty && !unit.hasSuffix("/s") ? unit + "/s" : unit
    }
    guard let given = options.unit.map(StreamUnit.symbol(of:)),
      let factor = columns[column].factor(to: StreamUnit(ofUser: given).ofColumn)
    else { return StreamUnit(columns[column].unit.map(shown)) }
    return StreamUnit(unit: StreamUnit(ofUser: shown(given)).unit, factor: factor)
  }

  /// The message about the columns whose units are not of the quantity of the user's unit, and stay; nil without any.
  var misfit: String? {
    guard let given = options.unit else { return nil }
    let unit = StreamUnit(ofUser: StreamUnit.symbol(of: given)).ofColumn
    let shown = Set(groups.flatMap(\.columns))
    guard
      let first = columns.indices.first(where: {
        shown.contains($0) && columns[$0].factor(to: unit) == nil
      })
    else { return nil }
    return String(
      localized:
        "'\(columns[first].name)' is in \(columns[first].unit ?? ""), which --unit \(given) does not fit"
    )
  }
}

extension TextColumn {
  /// Whether the column shares the user's name with those of the other rows: its quantity has a name in a header.
  fileprivate var sharesLabel: Bool {
    !key.isEmpty && !keyName.isEmpty && Int(quantity) == nil
  }
}

extension [TextColumn] {
  /// The place of each column's label among the labels that the user states.
  var labelPlaces: [Int] {
    var shared: [String: Int] = [:]
    var count = 0
    return map { column in
      if column.sharesLabel, let place = shared[column.quantity] { return place }
      if column.sharesLabel { shared[column.quantity] = count }
      count += 1
      return count - 1
    }
  }
}

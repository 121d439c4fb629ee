import Messages
import Metrics

/// Turns rows of text into samples of the queried columns.
package struct RowSamples {
  /// The queries of columns.
  package var queries: Set<Query> {
    didSet { if queries != oldValue { places = nil } }
  }
  /// The quantity on the horizontal axis.
  private(set) var axis = RowAxis.arrival
  /// The queries without a column, each with the reason.
  private(set) var missing: [Query: String] = [:]
  private let numbersRows: Bool
  /// The column of the horizontal axis, by its name or its number; nil for none.
  private let horizontal: String?
  /// Whether the user chose the names of rows.
  private let haveNames: Bool
  private let isFile: Bool
  private var times = RowTimes()
  /// The latest time of all rows before the current burst, and of the rows of this burst. Times of the future, which may
  /// be mistakes, do not count.
  private var newAfter = -Double.infinity
  private var latestOfBurst = -Double.infinity
  /// The times of the future in the burst before, and in this one.
  private var (aheadBefore, ahead): (Set<Double>, Set<Double>) = ([], [])
  /// The first rows, until the axis is decided.
  private var early: TextRows?
  private var rowCount = 0
  /// The columns of the queries; nil to look them up again after a change.
  private var places: [Query: [Place]]?
  private var rosters: [Query: SeriesRoster] = [:]
  /// The series that have ended, and whose ends are not yet reported.
  private var gone: [Query: Set<Metric>] = [:]
  /// The queries whose rows have names, also while there is a single row or none, with the fields of the names.
  private var lists: [Query: String] = [:]
  /// The units of the queries: the unit that the query states, or otherwise the unit of the first column with a unit.
  /// Each run of a command is a text of its own, whose first number may have another unit.
  private var units: [Query: TextUnit] = [:]
  /// Whether a new or a rewritten file has begun, none of whose rows has come.
  private var beginsAnew = false
  /// Whether a notice has reported that the text is not UTF-8.
  private var hasNotedEncoding = false

  /// A column of a query.
  private struct Place {
    var metric: Metric
    var column: Int
    /// The conversion of numbers with a unit of their own.
    var conversion = UnitConversion()

    func numbers(_ values: [Double]) -> [Double] {
      if conversion == UnitConversion() { return values }
      // A missing number and an absent one are different NaN.
      return values.map { $0.isNaN ? $0 : conversion($0) }
    }
  }

  package init(
    queries: Set<Query>, numbersRows: Bool, isFile: Bool, horizontal: String? = nil,
    haveNames: Bool = false
  ) {
    self.queries = queries
    self.horizontal = horizontal
    self.haveNames = haveNames
    self.numbersRows = numbersRows
    self.isFile = isFile
  }

  /// Starts with a new text.
  mutating func clear() {
    times = RowTimes()
    early = nil
    rowCount = 0
    (rosters, gone) = ([:], [:])
  }

  /// The samples of live rows, with the news of the text.
  /// - Parameters:
  ///   - arrivals: the times of arrival. An entry covers the rows before `end` that no earlier entry covers.
  ///   - hasTimes: whether rows of the text have times of their own.
  ///   - obeysClear: whether a line `clear` makes all earlier rows void.
  package mutating func update(
    of batch: TextBatch, arrivals: [(end: Int, time: Double)], hasTimes: Bool,
    obeysClear: Bool = true
  ) -> FeedUpdate {
    let void = batch.controls.last {
      $0.control == .void || obeysClear && $0.control == .clear
    }?.row
    let start = [void, newText(in: batch)].compactMap { $0 }.max()
    if start != nil { clear() }
    let rows = TextRows(batch, from: start ?? 0, arrivals: arrivals)
    let (samples, isNewStart) = live(rows, hasTimes: hasTimes, of: batch)
    var update = FeedUpdate(samples: samples, missing: missing)
    update.isNewStart = isNewStart || start != nil
    update.text = news(of: batch)
    return update
  }

  /// The first row of a new or a rewritten file that takes the place of the rows before; nil for none. A file that begins
  /// with the last time of these rows, or later, continues them, as a log does after its rotation.
  private mutating func newText(in batch: TextBatch) -> Int? {
    let row = batch.controls.last { $0.control == .anew }?.row
    beginsAnew = beginsAnew || row != nil
    let first = row ?? 0
    guard beginsAnew, first < batch.rowCount else { return nil }
    beginsAnew = false
    guard axis == .ownTime else { return first }
    let before = batch.times[..<first].filter(\.isFinite)
    let earliest = min(times.ownTimes?.lowerBound ?? .infinity, before.min() ?? .infinity)
    let latest = max(times.ownTimes?.upperBound ?? -.infinity, before.max() ?? -.infinity)
    let next = batch.times[first...].filter(\.isFinite).min() ?? -.infinity
    return next >= latest && latest > earliest ? nil : first
  }

  /// The news of a text. A name with a replacement character shows that the text is not UTF-8; one notice reports this.
  mutating func news(of batch: TextBatch) -> TextNews {
    var news = TextNews(batch, axis: axis)
    if !hasNotedEncoding, batch.columnsChanged,
      batch.columns.contains(where: { $0.name.unicodeScalars.contains("\u{FFFD}") })
    {
      hasNotedEncoding = true
      news.notices.append(
        String(localized: "the text is not UTF-8: convert it with iconv -f LATIN1 -t UTF-8"))
    }
    return news
  }

  /// The samples of live rows.
  /// - Parameter hasTimes: whether rows of the text have times of their own.
  /// - Returns: the samples, and whether all earlier samples are void, because they are part of these.
  mutating func live(
    _ rows: TextRows, hasTimes: Bool, of batch: TextBatch
  ) -> (samples: [FeedUpdate.Samples], isNewStart: Bool) {
    guard rows.count > 0 else { return ([], false) }
    guard numbersRows else {
      axis = hasTimes ? .ownTime : .arrival
      return (samples(of: rows, batch), false)
    }
    if let columns = horizontal.map(batch.columns.places), !columns.isEmpty {
      axis = .column
      return (samples(of: rows, batch, by: columns), false)
    }
    let isDecided = rowCount >= RowAxis.undecided
    rowCount += rows.count
    guard !isDecided else { return (samples(of: rows, batch), false) }
    let isFirst = early == nil
    if isFirst { early = rows } else { early?.append(rows) }
    let all = early ?? rows
    if rowCount >= RowAxis.undecided { early = nil }
    let decided = RowAxis(all, hasTimes: hasTimes, isFile: isFile)
    if isFirst || axis == decided {
      axis = decided
      return (samples(of: rows, batch), false)
    }
    axis = decided
    times = RowTimes()
    return (samples(of: all, batch), true)
  }

  /// - Parameter places: the columns of the horizontal axis, one for each name of rows; nil for times or numbers of
  ///   rows.
  private mutating func samples(
    of rows: TextRows, _ batch: TextBatch, by places: [Int]? = nil
  ) -> [FeedUpdate.Samples] {
    let origin: SampleBatch.Origin =
      switch axis {
      case .ownTime: .own(mostLate: isFile ? .infinity : SampleBatch.mostLate)
      case .column: .own(mostLate: .infinity)
      case .arrival, .ordinal: .clock
      }
    let times =
      if let places {
        self.times.places(
          rows.times.indices.map { row in
            let own = places.first { !SampleBatch.isAbsent(rows.values[$0][row]) }
            return own.map { rows.values[$0][row] } ?? .nan
          })
      } else {
        self.times.times(of: rows, axis: axis, isFile: isFile)
      }
    let wanted = columns(of: batch)
    let ends = takeEnds(count: rows.count)
    return wanted.map { query, columns in
      FeedUpdate.Samples(
        query,
        SampleBatch(
          origin, times: times,
          columns: columns.map { .init($0.metric, $0.numbers(rows.values[$0.column])) }
            + (ends[query] ?? [])))
    }
  }

  /// Starts a burst: rows that existed before, or that all came at the same time.
  mutating func beginBurst() {
    newAfter = max(newAfter, latestOfBurst)
    // A burst without rows forgets nothing.
    if latestOfBurst.isFinite || !ahead.isEmpty { (aheadBefore, ahead) = (ahead, []) }
    latestOfBurst = -.infinity
  }

  /// The places of the rows with times of their own that are newer than all rows before the burst. All rows are new if
  /// the whole burst is much older, because the clock of the rows was set back.
  private mutating func newRows(of batch: TextBatch, at arrival: Double, isLast: Bool) -> [Int] {
    let present = arrival + SampleTime.mostAhead
    ahead.formUnion(batch.times.lazy.filter { $0.isFinite && $0 > present })
    let latest = batch.times.lazy.filter { $0 <= present }.max() ?? -.infinity
    latestOfBurst = max(latestOfBurst, latest)
    if isLast, latestOfBurst.isFinite, newAfter - latestOfBurst > SampleBatch.mostLate {
      newAfter = -.infinity
    }
    return (0..<batch.rowCount).filter { row in
      let time = batch.times[row]
      return time.isFinite && time > newAfter && !aheadBefore.contains(time)
    }
  }

  /// The samples of a part of a burst. Rows with times of their own become samples if they are newer than all rows
  /// before the burst. The rows without times become one sample with the last number of each column.
  /// - Parameter isLast: whether the part is the last one of the burst, or the whole burst.
  mutating func burst(
    _ batch: TextBatch, at arrival: Double, isLast: Bool = true
  ) -> [FeedUpdate.Samples] {
    let rows = newRows(of: batch, at: arrival, isLast: isLast)
    var ownTimes: [Double] = []
    for row in rows {
      ownTimes.append(times.place(batch.times[row]))
    }
    let loose = (0..<batch.rowCount).filter { batch.times[$0].isNaN }
    if !numbersRows, batch.rowCount > 0 { axis = loose.isEmpty ? .ownTime : .arrival }
    let last = loose.isEmpty ? nil : times.place(arrival)
    var result: [FeedUpdate.Samples] = []
    let wanted = columns(of: batch)
    var ends = takeEnds(count: rows.isEmpty ? 1 : rows.count)
    for (query, columns) in wanted {
      func add(_ origin: SampleBatch.Origin, _ times: [Double], _ values: (Int) -> [Double]) {
        let columns = columns.map { SampleBatch.Column($0.metric, $0.numbers(values($0.column))) }
        let ended = ends.removeValue(forKey: query) ?? []
        result.append(.init(query, SampleBatch(origin, times: times, columns: columns + ended)))
      }
      if !rows.isEmpty { add(.own(), ownTimes) { column in rows.map { batch.values[column][$0] } } }
      if let last {
        add(.clock, [last]) { column in
          let values = loose.lazy.reversed().map { batch.values[column][$0] }
          return [values.first { !SampleBatch.isAbsent($0) } ?? SampleBatch.absent]
        }
      }
    }
    // A text without rows ends the rows of the text before.
    for (query, ended) in ends where !ended.isEmpty {
      result.append(
        .init(query, SampleBatch(.clock, times: [times.place(arrival)], columns: ended)))
    }
    return result
  }

  // MARK: Columns

  private mutating func columns(of batch: TextBatch) -> [Query: [Place]] {
    if let places, !batch.columnsChanged { return places }
    missing = [:]
    var found: [Query: [Place]] = [:]
    for query in queries {
      switch query {
      case .columns:
        found[query] = batch.columns.enumerated().map { place, column in
          Place(
            metric: Query.metric(ofColumn: place, generation: column.generation), column: place)
        }
      case .column(let name, let unit):
        let wanted = batch.columns.places(of: name)
        if !wanted.isEmpty {
          if let unit { units[query] = unit.unit }
          let fitting = wanted.filter { batch.columns[$0].conversion(to: units[query]) != nil }
          found[query] = series(of: query, batch.columns, fitting)
          if fitting.isEmpty {
            missing[query] = Self.misfit(of: batch.columns[wanted[0]])
          }
        }
        if let name, wanted.allSatisfy({ batch.columns[$0].isGone }), !batch.columns.isEmpty {
          let present = batch.columns.filter { !$0.isGone }
          missing[query] = lackOf(column: name, among: present.map(\.name))
        }
      default:
        missing[query] = String(localized: "rows have columns, but no '\(shown(query.name))'")
      }
    }
    places = found
    return found
  }

  /// The reason why a column is missing whose unit is of another quantity than that of its query.
  private static func misfit(of column: TextColumn) -> String {
    String(
      localized:
        "column '\(shown(column.name))' is in \(column.unit ?? ""), which does not fit its panel's unit"
    )
  }

  /// The series of a column's query: a single series, or one series for each name of rows.
  private mutating func series(
    of query: Query, _ columns: [TextColumn], _ places: [Int]
  ) -> [Place] {
    if let first = places.first, places.count > 1 || haveNames && !numbersRows {
      lists[query] = columns[first].keyName
    }
    let series = places.map { place in
      let column = columns[place]
      let label = column.keyName.isEmpty ? "name" : column.keyName
      let isNamed = lists[query] != nil && !column.key.isEmpty && !column.isOfRow(query.name)
      let metric = isNamed ? Metric(query.name, labels: Labels([label: column.key])) : query.metric
      if units[query] == nil { units[query] = column.knownUnit }
      return Place(
        metric: metric, column: place,
        conversion: column.conversion(to: units[query]) ?? UnitConversion())
    }
    note(Set(series.map(\.metric)), of: query)
    return series
  }

  /// Notes the series of a query. The others have ended.
  private mutating func note(_ series: Set<Metric>, of query: Query) {
    let ended = rosters[query, default: SeriesRoster()].take(series)
    gone[query] = (gone[query] ?? []).subtracting(series).union(ended)
  }

  /// Whether there are queries whose rows have names.
  var hasLists: Bool { !lists.isEmpty }

  /// Whether a line has the names of the columns of all lists, or before the first row the names of all columns. A
  /// sentence may contain such a name, too, but has no separators.
  func isHeader(_ line: String) -> Bool {
    let words = Set(line.split { ",;\t \"".contains($0) })
    guard lists.isEmpty else {
      return lists.allSatisfy { words.contains($0.name[...]) && words.contains($1[...]) }
    }
    return !queries.isEmpty && queries.allSatisfy { words.contains($0.name[...]) }
      && (words.count == 1 || line.contains { ",;\t".contains($0) })
  }

  /// Ends the rows with names, because a text has none.
  mutating func endLists() {
    for query in lists.keys {
      note([], of: query)
    }
  }

  /// The ends of the series that are gone, in columns of `count` values.
  private mutating func takeEnds(count: Int) -> [Query: [SampleBatch.Column]] {
    defer { gone = [:] }
    return gone.mapValues { $0.ends(count: count) }
  }

  /// Whether a text has the column of the horizontal axis, or needs none.
  func hasHorizontal(_ columns: [TextColumn], isTime: Bool) -> Bool {
    horizontal.map { isTime || columns.place(of: $0) != nil } ?? true
  }
}

extension [TextColumn] {
  /// The places of the columns for a query: those of all rows with names, unless the query contains the name of a row.
  /// No two of them have the same name of rows.
  package func places(of name: String?) -> [Int] {
    guard let place = place(of: name) else { return [] }
    let first = self[place]
    if first.key.isEmpty || name.map(first.isOfRow) == true { return [place] }
    var keys: Set<String> = []
    return indices.filter {
      self[$0].quantity == first.quantity && !self[$0].key.isEmpty
        && keys.insert(self[$0].key).inserted
    }
  }

  /// The place of the column for a query: by its name; by its name without or with the key of its row, where the first
  /// match counts; or by the number of its field, from 1.
  public func place(of name: String?) -> Int? {
    guard let name else { return place { _ in true } }
    return place { $0.name == name } ?? place { $0.otherNames.contains(name) }
      ?? Int(name).flatMap { number in place { $0.field + 1 == number } }
  }

  /// The first place of a column with a property, preferably of one that is not gone.
  private func place(where hasProperty: (TextColumn) -> Bool) -> Int? {
    firstIndex { !$0.isGone && hasProperty($0) } ?? firstIndex(where: hasProperty)
  }
}

extension TextColumn {
  /// Whether a name contains the name of the column's row: `sda r/s`.
  fileprivate func isOfRow(_ name: String) -> Bool {
    (self.name == name || otherNames.last == name) && (quantity != name || key == name)
  }
}

extension TextNews {
  /// The news of the latest rows.
  init(_ batch: TextBatch, axis: RowAxis) {
    columns = batch.columns
    self.axis = axis
    rows = batch.rowCount
    unreadable = batch.unreadable
    lastUnreadable = batch.lastUnreadable
    banners = batch.banners
    lastBanner = batch.lastBanner
    leftOut = batch.leftOut
    notices = batch.notices
    wantsExit = batch.controls.last?.control == .exit
  }
}

extension Query {
  /// The series of a column among those of `columns`.
  /// - Parameters:
  ///   - column: the position of the column, from 0.
  ///   - generation: `TextColumn.generation`. Default 0.
  public static func metric(ofColumn column: Int, generation: Int = 0) -> Metric {
    var labels = ["number": String(column + 1)]
    if generation > 0 { labels["generation"] = String(generation) }
    return Metric("column", labels: Labels(labels))
  }
}

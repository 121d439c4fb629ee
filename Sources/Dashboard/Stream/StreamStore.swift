import Feeds
import Metrics

/// The displayed rows of a pipe or a file, as one series for each column. All series have the same times.
struct StreamStore {
  struct Column {
    var text: TextColumn
    /// The user's label, or the text's name without its unit.
    var name: String
    fileprivate(set) var isLabelled = false
    var unit: StreamUnit
    var samples: TimeSeries
    /// The last value of the counter, where rates are shown.
    fileprivate var counter: (place: Double, value: Double)?
    /// The places of values that do not fit on a logarithmic axis, in no order.
    fileprivate var notPositive: [Double] = []
  }

  private(set) var columns: [Column] = []
  private(set) var axis: RowAxis?
  /// The number of rows since the start or the last `clear`.
  private(set) var rowCount = 0
  /// Whether the input has ended.
  private var isEnded = false
  let isFile: Bool
  let options: StreamOptions
  private var places = RowPlaces()
  /// The first rows, until the axis is decided.
  private var early = StreamRows()
  /// The limit of rows.
  private var capacity = 0
  /// The limit of values for a file: columns times rows.
  private static let mostValues = 1 << 25
  private static let usualRows = 300
  /// The number of samples beyond the window: samples that are leaving the plot, and samples that shape
  /// the line's end.
  private static let margin = 8

  init(isFile: Bool, options: StreamOptions) {
    self.isFile = isFile
    self.options = options
  }

  /// The window in force; nil for all rows.
  var window: StreamOptions.Window? {
    options.window ?? (isFile ? nil : .rows(StreamStore.usualRows))
  }

  /// The window's number of rows, or a pipe's usual number for other windows.
  var windowRows: Int {
    if case .rows(let rows) = window { return rows }
    return StreamStore.usualRows
  }

  /// The place of the latest row.
  var latest: Double? { columns.first?.samples.last?.time }

  // MARK: Rows

  /// - Returns: whether columns were added, renamed or given another unit.
  mutating func ingest(_ delivery: TextDelivery) -> Bool {
    let changed = adopt(delivery.batch.columns)
    isEnded = isEnded || delivery.isEnded
    let rows = StreamRows(delivery)
    var start = 0
    for (row, control) in delivery.batch.controls where control == .clear {
      start = row
      clear()
    }
    append(start == 0 ? rows : rows[start..<rows.count], hasTimes: delivery.hasTimes)
    return changed
  }

  private mutating func clear() {
    for i in columns.indices { empty(i) }
    rowCount = 0
    places = RowPlaces()
    early = StreamRows()
  }

  private mutating func empty(_ column: Int) {
    columns[column].samples = TimeSeries(capacity: capacity)
    columns[column].counter = nil
    columns[column].notPositive = []
  }

  private mutating func append(_ rows: StreamRows, hasTimes: Bool) {
    guard rows.count > 0, !columns.isEmpty else { return }
    rowCount += rows.count
    guard axis == nil || rowCount - rows.count <= RowAxis.undecided else { return put(rows) }
    early.append(rows)
    let decided = RowAxis(early, hasTimes: hasTimes, isFile: isFile)
    if axis == decided || axis == nil {
      axis = decided
      put(rows)
    } else {
      axis = decided
      places = RowPlaces()
      for i in columns.indices { empty(i) }
      put(early)
    }
    if rowCount > RowAxis.undecided { early = StreamRows() }
  }

  private mutating func put(_ rows: StreamRows) {
    var start = 0
    while start < rows.count {
      let new = places.places(of: rows, from: start, axis: axis ?? .ordinal, isFile: isFile)
      for i in columns.indices {
        let values = i < rows.values.count ? rows.values[i] : []
        put(values, from: start, places: new, column: i)
      }
      start += new.count
      // The next row is older. A file need not be in order. In a pipe the clock was set back, so rows in
      // its future are removed.
      guard start < rows.count else { break }
      if isFile {
        sort(with: rows, from: start)
        break
      }
      let time = axis == .arrival ? rows.arrivals[start] : rows.time(start)
      for i in columns.indices { columns[i].remove(from: time) }
      places.goBack(to: latest)
    }
    dropOld()
  }

  private mutating func put(_ values: [Double], from start: Int, places: [Double], column: Int) {
    // Only as many rows are added as the series keeps.
    let kept = columns[column].samples.capacity
    let skipped = options.isRate ? 0 : max(0, places.count - kept)
    let isPlain = !options.isRate && !options.isLogarithmic && columns[column].unit.factor == 1
    if isPlain, start + places.count <= values.count {
      columns[column].samples.append(
        times: places[skipped...], values: values[(start + skipped)...])
    } else {
      let rows = (start + skipped)..<(start + places.count)
      let shown = shownValues(values, of: rows, places: places[skipped...], column: column)
      columns[column].samples.append(times: places[skipped...], values: shown[...])
    }
    columns[column].forgetOldNotPositive()
  }

  /// The values of a column in the unit of the axis, as rates if the user wants rates, and without values
  /// that do not fit on a logarithmic axis.
  private mutating func shownValues(
    _ values: [Double], of rows: Range<Int>, places: ArraySlice<Double>, column: Int
  ) -> [Double] {
    let factor = columns[column].unit.factor
    return zip(rows, places).map { (row, place) in
      var value = row < values.count ? values[row] * factor : .nan
      if options.isRate { value = columns[column].rate(of: value, at: place, axis) }
      if options.isLogarithmic, value <= 0 {
        columns[column].notPositive.append(place)
        value = .nan
      }
      return value
    }
  }

  /// Rebuilds all rows of a file in order of their times.
  private mutating func sort(with rows: StreamRows, from start: Int) {
    var all = StreamRows()
    all.values = columns.map(\.samples.columns.values)
    all.times = columns[0].samples.columns.times
    var rest = rows[start..<rows.count]
    for i in rest.values.indices {
      let factor = columns[i].unit.factor
      for k in rest.values[i].indices { rest.values[i][k] *= factor }
    }
    all.arrivals = [Double](repeating: 0, count: all.times.count)
    all.append(rest)
    let order = all.times.indices.filter { all.times[$0].isFinite }
      .sorted { (all.times[$0], $0) < (all.times[$1], $1) }
    places = RowPlaces()
    let notPositive = columns.map(\.notPositive)
    for i in columns.indices { empty(i) }
    var sorted = StreamRows()
    sorted.times = order.map { all.times[$0] }
    sorted.arrivals = [Double](repeating: 0, count: order.count)
    let ascending = places.places(of: sorted, from: 0, axis: .ownTime, isFile: true)
    for i in columns.indices {
      columns[i].notPositive = notPositive[i]
      for (place, k) in zip(ascending, order) {
        var value = all.values[i][k]
        if options.isLogarithmic, value <= 0 {
          columns[i].notPositive.append(place)
          value = .nan
        }
        columns[i].samples.append(time: place, value: value)
      }
    }
  }

  private mutating func dropOld() {
    guard case .seconds(let seconds) = window, axis != .ordinal, let latest else { return }
    for i in columns.indices {
      // Twice the window is kept, for users who look back.
      let kept = columns[i].samples.indices(from: latest - 2 * seconds, through: .infinity)
        .lowerBound
      columns[i].samples.removeFirst(kept - StreamStore.margin)
    }
  }

  // MARK: Columns

  private mutating func adopt(_ text: [TextColumn]) -> Bool {
    guard columns.map(\.text) != text else { return false }
    if columns.isEmpty { capacity = capacity(columns: text.count) }
    for (i, column) in text.enumerated() {
      if i == columns.count {
        columns.append(
          Column(
            text: column, name: column.name, unit: .none, samples: TimeSeries(capacity: capacity)))
        for row in 0..<(columns.first?.samples.count ?? 0) where i > 0 {
          columns[i].samples.append(time: columns[0].samples[row].time, value: .nan)
        }
      }
      let unit = options.unit.map { StreamUnit(ofUser: $0) } ?? StreamUnit(column.unit)
      if unit.factor != columns[i].unit.factor, !columns[i].samples.isEmpty {
        rescale(i, by: unit.factor / columns[i].unit.factor)
      }
      columns[i].text = column
      columns[i].unit = unit
      columns[i].isLabelled = i < options.labels.count && !options.labels[i].isEmpty
      let name = options.unit == nil ? column.nameWithoutUnit : column.name
      columns[i].name = columns[i].isLabelled ? options.labels[i] : name
    }
    return true
  }

  private mutating func rescale(_ column: Int, by factor: Double) {
    let old = columns[column].samples
    columns[column].samples = TimeSeries(capacity: capacity)
    for i in 0..<old.count {
      columns[column].samples.append(time: old[i].time, value: old[i].value * factor)
    }
    columns[column].counter?.value *= factor
  }

  private func capacity(columns: Int) -> Int {
    switch window {
    // Twice the window is kept, for users who look back. Samples that are leaving the plot are visible,
    // too.
    case .rows(let rows): 2 * rows + StreamStore.margin
    case .seconds, nil: max(1000, StreamStore.mostValues / max(1, columns))
    }
  }

  // MARK: What is shown

  /// The places at the left and the right edge of plots; nil without rows.
  var shownRange: ClosedRange<Double>? {
    guard let samples = columns.first?.samples, let last = samples.last?.time else { return nil }
    var first = samples[0].time
    switch window {
    case .rows(let rows): first = samples[max(0, samples.count - rows)].time
    case .seconds(let seconds): first = max(first, last - seconds)
    case nil: break
    }
    // The first rows of a pipe start at the right. The only row of a file is visible, too.
    let isAll = isFile || isEnded && axis == .ordinal
    var least = isAll ? (first == last ? 1 : 0) : axis == .ordinal ? 9.0 : 10.0
    if case .rows(let rows) = window, axis == .ordinal {
      least = min(least, Double(max(1, rows - 1)))
    }
    return min(first, last - least)...last
  }
}

extension StreamStore.Column {
  /// The number of values in a range that do not fit on a logarithmic axis.
  func countNotPositive(in range: ClosedRange<Double>) -> Int {
    notPositive.count { range.contains($0) }
  }

  /// Drops the samples at and after a place.
  fileprivate mutating func remove(from place: Double) {
    samples.remove(from: place)
    if let counted = counter?.place, counted >= place { counter = nil }
    notPositive.removeAll { $0 >= place }
  }

  /// Drops old entries, only now and then, to save time.
  fileprivate mutating func forgetOldNotPositive() {
    guard notPositive.count > 2 * samples.count, !samples.isEmpty else { return }
    let first = samples[0].time
    notPositive.removeAll { $0 < first }
  }

  /// The growth of a counter per second, or per row; NaN at the first value, and where the counter goes
  /// back.
  fileprivate mutating func rate(of value: Double, at place: Double, _ axis: RowAxis?) -> Double {
    guard value.isFinite else { return .nan }
    defer { counter = (place, value) }
    guard let counter, value >= counter.value else { return .nan }
    // Rows that came together tell nothing about a counter's pace.
    if axis == .arrival, place - counter.place < 1e-3 { return .nan }
    return (value - counter.value) / (axis == .ordinal ? 1 : place - counter.place)
  }
}

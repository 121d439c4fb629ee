/// Turns rows into readings of the selected columns.
///
/// A row has its own time, or else its arrival time. Times increase: a row that is as old as the row
/// before, or less than a second older (logs have whole seconds), is placed a microsecond after that row.
/// A row that is older still is left out, because newer samples have already been drawn. A row that is
/// ten minutes older means that the clock was set back.
struct ColumnReadings {
  var selectors: Set<Selector> {
    didSet { places = nil }
  }
  /// The columns of the selectors, looked up again when the columns change.
  private var places: [(metric: Metric, column: Int)]?
  private var lastTime = -Double.infinity
  private(set) var missing: [Metric: String] = [:]

  /// The seconds by which a row is older than the row before when the clock was set back.
  static let setBack = 600.0

  init(selectors: Set<Selector>) { self.selectors = selectors }

  /// The readings of live rows.
  /// - Parameter arrivals: arrival times. An entry covers the rows before `end` that no earlier entry
  ///   covers.
  mutating func live(
    _ batch: TextBatch, arrivals: [(end: Int, time: Double)]
  ) -> [Reading] {
    let places = columns(of: batch)
    var readings: [Reading] = []
    var arrival = arrivals.startIndex
    for row in 0..<batch.rowCount {
      while arrival + 1 < arrivals.endIndex, arrivals[arrival].end <= row { arrival += 1 }
      let own = batch.times[row]
      let came = arrivals.isEmpty ? own : arrivals[arrival].time
      let isBehind = own < lastTime - 1 && own > lastTime - Self.setBack
      let values = values(of: row, in: batch, places)
      guard !values.isEmpty, !isBehind else { continue }
      readings.append(Reading(time: place(own.isNaN ? came : own), values: values))
    }
    return readings
  }

  /// The readings of rows that existed before, or that all came at one time. Rows with times of their own
  /// give readings if they are newer than all earlier rows. The others give one reading, with the last
  /// number of each column.
  mutating func burst(_ batch: TextBatch, at arrival: Double) -> [Reading] {
    let places = columns(of: batch)
    var readings: [Reading] = []
    var latest: [Metric: Double] = [:]
    for row in 0..<batch.rowCount {
      let values = values(of: row, in: batch, places)
      let own = batch.times[row]
      if own.isNaN {
        latest.merge(values) { $1 }
      } else if own > lastTime, !values.isEmpty {
        lastTime = own
        readings.append(Reading(time: own, values: values))
      }
    }
    if !latest.isEmpty { readings.append(Reading(time: place(arrival), values: latest)) }
    return readings
  }

  private mutating func place(_ time: Double) -> Double {
    // A number that cannot be a time must not block all later rows.
    let bounded = min(max(time, -1e11), 1e11)
    let isLate = bounded <= lastTime && bounded >= lastTime - 1
    lastTime = isLate ? lastTime + 1e-6 : bounded
    return lastTime
  }

  private func values(
    of row: Int, in batch: TextBatch, _ places: [(metric: Metric, column: Int)]
  ) -> [Metric: Double] {
    var values: [Metric: Double] = [:]
    for (metric, column) in places where column < batch.values.count {
      let value = batch.values[column][row]
      // A line without the column tells nothing about it. A line with a field that is not a number marks
      // a missing value.
      if value.isFinite || TextBatch.isMissing(value) { values[metric] = value }
    }
    return values
  }

  // MARK: Which column

  private mutating func columns(of batch: TextBatch) -> [(metric: Metric, column: Int)] {
    if let places, !batch.columnsChanged { return places }
    missing = [:]
    var found: [(metric: Metric, column: Int)] = []
    for selector in selectors {
      guard case .column(let name) = selector else {
        missing[selector.metric] = "rows have columns, but no '\(shown(selector.metric.name))'"
        continue
      }
      if let column = Self.column(name, in: batch.columns) {
        found.append((selector.metric, column))
      } else if !batch.columns.isEmpty, let name {
        missing[selector.metric] =
          "no column '\(shown(name))'" + suggestion(for: name, among: batch.columns.map(\.name))
      }
    }
    places = found
    return found
  }

  /// The column for a selection: by name; by the name without or with the key of its row, where the first
  /// match counts; by the number of its field, from 1.
  private static func column(_ name: String?, in columns: [TextColumn]) -> Int? {
    guard let name else { return columns.isEmpty ? nil : 0 }
    return columns.firstIndex { $0.name == name }
      ?? columns.firstIndex { $0.otherNames.contains(name) }
      ?? Int(name).flatMap { number in columns.firstIndex { $0.field + 1 == number } }
  }
}

extension TextBatch {
  /// The marker of a field without a number. A plain NaN marks a missing field.
  static let missingValue = Double(nan: 1, signaling: false)

  static func isMissing(_ value: Double) -> Bool {
    value.isNaN && value.bitPattern == missingValue.bitPattern
  }
}

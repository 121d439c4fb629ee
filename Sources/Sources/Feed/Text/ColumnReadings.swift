/// Rows in, readings of the selected columns out.
///
/// A row's time is its own, or else when it came. Times increase: a row that is as old as the one before
/// it, or less than a second older (whole seconds in a log), is put a microsecond after that one; one
/// that is older still is left out, for its place is behind what has been drawn. Only a row that is ten
/// minutes older is taken for a clock that was set back.
struct ColumnReadings {
  var selectors: Set<Selector> {
    didSet { places = nil }
  }
  /// The columns of the selectors, found anew when the columns change.
  private var places: [(metric: Metric, column: Int)]?
  private var lastTime = -Double.infinity
  private(set) var missing: [Metric: String] = [:]

  /// How much older than the row before a row is when the clock has been set back.
  static let setBack = 600.0

  init(selectors: Set<Selector>) { self.selectors = selectors }

  /// The readings of live rows.
  /// - Parameter arrivals: when rows came: those before `end` that no earlier entry has.
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

  /// The readings of rows that were there already, or that all came at one time: rows with times of
  /// their own if they are newer than all before, and one reading with the last number of each column
  /// of the others.
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
    // What cannot be a time does not stop all later ones.
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
      // A line without the column says nothing about it; one with no number there says it is missing.
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
        missing[selector.metric] = "rows have columns, and no '\(shown(selector.metric.name))'"
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

  /// By name; by a name without or with the key of its row, the first that fits; by the number of its
  /// field, from 1.
  private static func column(_ name: String?, in columns: [TextColumn]) -> Int? {
    guard let name else { return columns.isEmpty ? nil : 0 }
    return columns.firstIndex { $0.name == name }
      ?? columns.firstIndex { $0.otherNames.contains(name) }
      ?? Int(name).flatMap { number in columns.firstIndex { $0.field + 1 == number } }
  }
}

extension TextBatch {
  /// What stands for a field without a number, where NaN alone stands for no field.
  static let missingValue = Double(nan: 1, signaling: false)

  static func isMissing(_ value: Double) -> Bool {
    value.isNaN && value.bitPattern == missingValue.bitPattern
  }
}

import Messages
import Metrics

/// The samples of one set of labels: a series for each column of numbers.
struct SQLSeries: Equatable {
  var labels: Labels
  /// The names of the columns, each with as many values as there are times.
  var names: [String]
  var times: [Double] = []
  var values: [[Double]]

  var metrics: [Metric] { names.map { Metric($0, labels: labels) } }

  mutating func append(_ time: Double, _ row: Int, of columns: [SQLColumn]) {
    times.append(time)
    for i in columns.indices { values[i].append(columns[i].numbers[row]) }
  }

  /// The samples from an index on.
  func suffix(from index: Int) -> SQLSeries {
    var result = self
    result.times = Array(times[index...])
    result.values = values.map { Array($0[index...]) }
    return result
  }

  /// The samples from a time on.
  func suffix(from time: Double) -> SQLSeries {
    suffix(from: times.firstIndex { $0 >= time } ?? times.count)
  }

  /// The index of the first sample that differs from another series, which may begin earlier.
  func firstDifference(from other: SQLSeries) -> Int {
    guard let first = times.first, names == other.names else { return 0 }
    let start = other.times.firstIndex { $0 >= first } ?? other.times.count
    var i = 0
    while i < times.count, start + i < other.times.count, times[i] == other.times[start + i],
      values.indices.allSatisfy({ same(values[$0][i], other.values[$0][start + i]) })
    {
      i += 1
    }
    return i
  }

  private func same(_ a: Double, _ b: Double) -> Bool { a == b || a.isNaN && b.isNaN }

  /// Sorts the samples by their times. A sample with the time of another one is placed right after that
  /// sample, so that both are kept.
  mutating func sort() {
    guard !zip(times, times.dropFirst()).allSatisfy(<) else { return }
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    values = values.map { column in order.map { column[$0] } }
    times = order.map { times[$0] }
    for i in times.indices.dropFirst() where times[i] <= times[i - 1] {
      times[i] = SampleTime.after(times[i - 1])
    }
  }
}

/// The series of an answer: columns of text are labels, columns of numbers are series, and a first column of times
/// places the samples in the past.
struct SQLAnswer {
  /// The series with their own times, or each with one value and the time of the question.
  private(set) var series: [SQLSeries] = []
  /// Whether the rows have times.
  let hasTimes: Bool
  /// A description of the rows that were left out; nil for none.
  private(set) var omission: String?

  /// The limit of series of a query.
  static let mostSeries = 1000

  /// - Parameters:
  ///   - now: the time of the question in UTC seconds.
  ///   - isPast: whether the statement asks for a stretch of time.
  init(_ rows: SQLRows, at now: Double, isPast: Bool) throws(SQLFailure) {
    let times = try SQLTime.times(of: rows, isExpected: isPast)
    hasTimes = times != nil
    let (labels, numbers) = try Self.roles(rows.columns[(hasTimes ? 1 : 0)...])
    omission = rows.excess
    guard rows.count > 0 else { return }
    var reader = Reader(labels: labels, numbers: numbers)
    for row in 0..<rows.count { reader.read(row, at: times?[row] ?? now) }
    omission = omission ?? reader.omission
    series = reader.series
    if hasTimes {
      for i in series.indices { series[i].sort() }
    } else if series.contains(where: { $0.times.count > 1 }) {
      omission =
        omission ?? String(localized: "several rows have the same labels: the last one counts")
      series = series.map { $0.suffix(from: $0.times.count - 1) }
    }
  }

  private static func roles(
    _ columns: ArraySlice<SQLColumn>
  ) throws(SQLFailure) -> (labels: [SQLColumn], numbers: [SQLColumn]) {
    var names: Set<String> = []
    for column in columns {
      if case .unusable(let reason) = column.kind { throw SQLFailure(.statement, reason) }
      guard names.insert(column.name).inserted else {
        let name = shown(column.name)
        throw SQLFailure(
          .statement, String(localized: "two columns are called '\(name)': rename one with AS"))
      }
    }
    let numbers = columns.filter { !$0.isLabel }
    guard !numbers.isEmpty else {
      throw SQLFailure(
        .statement, String(localized: "the answer has no column of numbers beside times and texts"))
    }
    return (columns.filter(\.isLabel), numbers)
  }

  /// Sorts rows into series.
  private struct Reader {
    let labels: [SQLColumn]
    let numbers: [SQLColumn]
    private(set) var series: [SQLSeries] = []
    private var places: [[String?]: Int] = [:]
    private var rowsWithoutTime = 0
    private var hasTooMany = false

    init(labels: [SQLColumn], numbers: [SQLColumn]) {
      (self.labels, self.numbers) = (labels, numbers)
    }

    mutating func read(_ row: Int, at time: Double) {
      guard time.isFinite else {
        rowsWithoutTime += 1
        return
      }
      guard let place = place(labels.map { $0.label(row) }) else { return }
      series[place].append(time, row, of: numbers)
    }

    private mutating func place(_ values: [String?]) -> Int? {
      if let place = places[values] { return place }
      guard (series.count + 1) * numbers.count <= SQLAnswer.mostSeries else {
        hasTooMany = true
        return nil
      }
      var all: [String: String] = [:]
      for (column, value) in zip(labels, values) { all[column.name] = value }
      places[values] = series.count
      series.append(
        SQLSeries(
          labels: Labels(all), names: numbers.map(\.name),
          values: [[Double]](repeating: [], count: numbers.count)))
      return series.count - 1
    }

    var omission: String? {
      if hasTooMany {
        return String(localized: "the answer has more than \(SQLAnswer.mostSeries) series")
      }
      switch rowsWithoutTime {
      case 0: return nil
      case 1: return String(localized: "one row has no time")
      default: return String(localized: "\(rowsWithoutTime) rows have no time")
      }
    }
  }
}

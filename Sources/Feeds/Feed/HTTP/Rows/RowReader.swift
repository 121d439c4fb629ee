import Messages
import Metrics

/// Reads the rows of an answer as series.
struct RowReader {
  private let query: RowQuery
  private let rows: JSONRows
  private let timeReader: TimeReader
  private var clock: LocalClock
  /// The time of the answer; a time of day without a date is near it.
  private let now: Double
  /// The places of named columns, and the place of the array with the names: each series of an answer may have its own.
  private var names: (place: Int, columns: [String: Int])?

  private(set) var series: [Metric: (times: [Double], values: [Double])] = [:]
  /// The first reason why a part of the answer cannot be read.
  private(set) var problem: String?

  /// Makes a reader for the answer to a query.
  /// - Returns: nil for a query that is not complete.
  init?(_ query: RowQuery, zone: TimeZoneRules, now: Double) {
    guard query.problem == nil, let rows = JSONRows(query.rows) else { return nil }
    self.query = query
    self.rows = rows
    self.now = now
    timeReader = TimeReader(format: query.timeFormat)
    clock = LocalClock(zone: zone)
  }

  /// Reads an answer that has been checked to be JSON.
  mutating func read(_ text: UnsafeRawBufferPointer, _ document: JSONDocument) {
    let root = JSONReader(text.bindMemory(to: UInt8.self))
    var reader = self
    let isFound = rows.forEach(in: root) { reader.readRow($0, around: $1) }
    self = reader
    if !isFound {
      // The search for a number gives the reason why the path leads to no array.
      let reason = document.numbers(at: [rows.first])[0].failure
      problem =
        Self.missingPath(reason)
        ?? String(localized: "'\(shown(query.rows))' leads to no array in the answer")
    }
  }

  private static func missingPath(_ error: SourceError?) -> String? {
    error.map(\.description).flatMap { $0.hasPrefix("no '") ? $0 : nil }
  }

  private mutating func readRow(_ row: JSONReader, around: [JSONReader]) {
    var row = row
    let columns = row.next == 0x5B ? columns(around) : nil
    addRow(
      field: { name in Self.field(name, of: row, columns) },
      label: { name in Self.label(name, of: row, columns, around) })
  }

  /// Adds the values of a row to their series.
  /// - Parameters:
  ///   - field: the value of a field, or the reason why there is none.
  ///   - label: the text of a field; nil for no such field.
  mutating func addRow(
    field: (String) -> Result<RowValue, SourceError>, label: (String) -> String?
  ) {
    guard let timeValue = told(field(query.time)) else { return }
    guard let time = time(of: timeValue) else {
      return report(
        String(
          localized: "the time '\(shown(Self.text(of: timeValue), limit: 40))' cannot be read: "
            + "'time_format' states the format"))
    }
    var labels: [String: String] = [:]
    for name in query.by { labels[Self.label(of: name)] = label(name) }
    for name in query.values {
      guard let value = told(field(name)) else { continue }
      if query.values.count > 1 { labels["value"] = name }
      let metric = Metric(query.name, labels: Labels(labels))
      series[metric, default: ([], [])].times.append(time)
      series[metric]!.values.append(number(value, called: name))
    }
  }

  private mutating func told(_ value: Result<RowValue, SourceError>) -> RowValue? {
    switch value {
    case .success(let value): return value
    case .failure(let error):
      report(error.description)
      return nil
    }
  }

  /// The reason for a missing column, with the name that was probably meant.
  static func missingColumn(
    _ name: String, among names: some Collection<String>
  ) -> SourceError {
    SourceError(
      kind: .badData,
      description: "no column '\(shown(name))' in the rows\(suggestion(for: name, among: names))")
  }

  /// A field of a row.
  /// - Parameter columns: the places of the named columns; nil for a row that is no array.
  private static func field(
    _ name: String, of row: JSONReader, _ columns: [String: Int]?
  ) -> Result<RowValue, SourceError> {
    let steps: [JSONPath.Step]
    if let columns {
      guard let place = Int(name) ?? columns[name] else {
        return .failure(missingColumn(name, among: columns.keys))
      }
      steps = [.index(place)]
    } else {
      steps = JSONPath(name)?.steps ?? []
    }
    if let value = row.value(at: steps) { return .success(RowValue(value)) }
    let reason: Message = "no '\(shown(name))' in a row\(suggestion(for: name, among: row.keys))"
    return .failure(SourceError(kind: .badData, description: reason))
  }

  /// The places of the named columns.
  private mutating func columns(_ around: [JSONReader]) -> [String: Int] {
    guard let path = query.names.flatMap({ JSONPath($0) }) else { return [:] }
    for value in around.reversed() {
      guard var array = value.value(at: path.steps) else { continue }
      if let names, names.place == array.index { return names.columns }
      var columns: [String: Int] = [:]
      let place = array.index
      _ = array.elements { index, reader in
        if let name = reader.scalarText, columns[name] == nil { columns[name] = index }
        return reader.skipValue()
      }
      names = (place, columns)
      return columns
    }
    return [:]
  }

  private static func label(
    _ name: String, of row: JSONReader, _ columns: [String: Int]?, _ around: [JSONReader]
  ) -> String? {
    if let columns, let place = Int(name) ?? columns[name] {
      return row.value(at: [.index(place)])?.scalarText
    }
    let steps = JSONPath(name)?.steps ?? []
    if columns == nil, let text = row.value(at: steps)?.scalarText { return text }
    return around.reversed().lazy.compactMap { $0.value(at: steps)?.scalarText }.first
  }

  /// `host` of `.tags.host`.
  static func label(of name: String) -> String {
    if case .key(let key) = JSONPath(name)?.steps.last { key } else { name }
  }

  private mutating func report(_ reason: String) { if problem == nil { problem = reason } }

  // MARK: Values

  private mutating func number(_ value: RowValue, called name: String) -> Double {
    switch value {
    case .number(let number): return number.isFinite ? number : .nan
    case .boolean(let isTrue): return isTrue ? 1 : 0
    case .null: return .nan
    case .text(let text):
      let number = Double(text) ?? Self.stateWord(text)
      if let number { return number.isFinite ? number : .nan }
      report(String(localized: "'\(shown(name))' is a text in a row, not a number"))
    case .other: report(String(localized: "'\(shown(name))' is not a number in a row"))
    }
    return .nan
  }

  private static func stateWord(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { StateWord.value(of: $0) }
  }

  /// The text of a value, for messages.
  private static func text(of value: RowValue) -> String {
    switch value {
    case .number(let number):
      number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    case .boolean(let isTrue): "\(isTrue)"
    case .null: "null"
    case .text(let text): text
    case .other: "…"
    }
  }

  private mutating func time(of value: RowValue) -> Double? {
    if case .number(let number) = value, !timeReader.hasFormat {
      return epochScale(number).map { number * $0 }
    }
    let text = Self.text(of: value)
    guard !text.isEmpty else { return nil }
    let time = Array(text.utf8).withUnsafeBufferPointer { bytes in
      timeReader.hasFormat ? timeReader.readFormatted(bytes)?.time : timeReader.read(bytes)
    }
    switch time?.alone {
    case .date(let seconds): return seconds
    case .local(let reading): return clock.instant(of: reading, arrival: nil)
    case .ofDay(let seconds): return clock.instant(ofDay: seconds, near: now)
    case .ofYear(let month, let day, let seconds):
      return clock.instant(month: month, day: day, seconds: seconds, near: now)
    case .slashed, nil:
      return Double(text).flatMap { number in epochScale(number).map { number * $0 } }
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

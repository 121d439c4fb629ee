import Messages
import Metrics

/// Reads the rows of an answer as series.
struct RowReader {
  /// A field that the query names.
  struct Field {
    let name: String
    /// The place of the field in a row that is an object.
    let steps: [JSONPath.Step]
    /// The name of the field as a label: `host` of `.tags.host`.
    fileprivate(set) var label: String

    init(_ name: String) {
      (self.name, steps) = (name, JSONPath(name)?.steps ?? [])
      label = if case .key(let key) = steps.last { key } else { name }
    }
  }

  /// The names of columns and the labels that apply to all rows in a value. The names and labels of an outer value
  /// apply as well, unless the inner value has its own.
  private struct Surrounding {
    /// The index of the value in the answer.
    let place: Int
    /// The places of the named columns.
    var columns: [String: Int] = [:]
    /// The texts of the fields that are labels, by the names of the fields.
    var labels: [String: String] = [:]
  }

  private let query: RowQuery
  private let rows: JSONRows
  private let timeField: Field
  private let valueFields: [Field]
  private let labelFields: [Field]
  /// The place of the array with the names of columns; nil if the query names none.
  private let namesPath: JSONPath?
  private let timeReader: TimeReader
  private var clock: LocalClock
  /// The time of the answer; a time of day without a date means the instant nearest to this time.
  private let now: Double
  /// The values around the current row, the innermost last: each series of an answer may have its own names and labels.
  private var surroundings: [Surrounding] = []

  private(set) var series: [Metric: (times: [Double], values: [Double])] = [:]
  /// The symbols of the units of texts with numbers.
  private var units: Set<String> = []
  /// The unit of all numbers with units; nil if there are none, or several.
  var unit: String? { units.count == 1 ? units.first : nil }
  /// The first reason why a part of the answer cannot be read.
  private(set) var problem: String?

  /// Makes a reader for the answer to a query.
  /// - Returns: nil for a query that is not complete.
  init?(_ query: RowQuery, zone: TimeZoneRules, now: Double) {
    guard query.problem == nil, let rows = JSONRows(query.rows) else { return nil }
    self.query = query
    self.rows = rows
    self.now = now
    timeField = Field(query.time)
    valueFields = query.values.map(Field.init)
    labelFields = Self.labelFields(query.by)
    namesPath = query.names.flatMap { JSONPath($0) }
    timeReader = TimeReader(format: query.timeFormat)
    clock = LocalClock(zone: zone)
  }

  /// The fields that are labels. The labels of fields with the same last key have the names of the whole paths.
  static func labelFields(_ names: [String]) -> [Field] {
    let fields = names.map(Field.init)
    return fields.map { field in
      var field = field
      if fields.count(where: { $0.label == field.label }) > 1 {
        field.label = String(field.name.drop { $0 == "." })
      }
      return field
    }
  }

  /// Reads an answer that has been checked to be JSON.
  mutating func read(_ text: UnsafeRawBufferPointer, _ document: JSONDocument) {
    let root = JSONReader(text.bindMemory(to: UInt8.self))
    var reader = self
    let isFound = rows.forEach(in: root) { reader.readRow($0, around: $1) }
    self = reader
    if !isFound {
      // The error of a search for a number states why the path leads to no array.
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
    enter(around)
    let columns = row.next == 0x5B ? surroundings.last?.columns ?? [:] : nil
    let outer = surroundings.last?.labels ?? [:]
    addRow(
      value: { Self.value(of: $0, in: row, columns) },
      label: { Self.label($0, of: row, columns) ?? outer[$0.name] },
      reason: { Self.reason(withoutField: $0, of: row, columns) })
  }

  /// Searches the values around a row that are not around the row before. A value contains all of its rows, so that a
  /// search for each row would read the answer as often as it has rows.
  private mutating func enter(_ around: [JSONReader]) {
    surroundings.removeLast(max(surroundings.count - around.count, 0))
    for (depth, value) in around.enumerated()
    where depth >= surroundings.count || surroundings[depth].place != value.index {
      surroundings.removeSubrange(min(depth, surroundings.count)...)
      surroundings.append(surrounding(value, in: surroundings.last))
    }
  }

  private func surrounding(_ value: JSONReader, in outer: Surrounding?) -> Surrounding {
    var result = Surrounding(
      place: value.index, columns: outer?.columns ?? [:], labels: outer?.labels ?? [:])
    if let path = namesPath, let array = value.value(at: path.steps) {
      result.columns = Self.places(ofNamesIn: array)
    }
    for field in labelFields {
      if let text = value.value(at: field.steps)?.scalarText { result.labels[field.name] = text }
    }
    return result
  }

  /// The places of the names in an array.
  private static func places(ofNamesIn array: JSONReader) -> [String: Int] {
    var (array, columns) = (array, [String: Int]())
    _ = array.elements { place, reader in
      if let name = reader.scalarText, columns[name] == nil { columns[name] = place }
      return reader.skipValue()
    }
    return columns
  }

  /// Adds the values of a row to their series.
  /// - Parameters:
  ///   - value: the value of a field; nil for no such field.
  ///   - label: the text of a field; nil for no such field.
  ///   - reason: the reason why there is no value. Only the first reason of an answer is computed, because the
  ///     search for a similar name takes longer than reading a row.
  mutating func addRow(
    value: (Field) -> RowValue?, label: (Field) -> String?, reason: (Field) -> String
  ) {
    guard let time = time(value: value, reason: reason) else { return }
    var labels: [String: String] = [:]
    for field in labelFields { labels[field.label] = label(field) }
    for field in valueFields {
      guard let value = value(field) else {
        report(reason(field))
        continue
      }
      if valueFields.count > 1 { labels[RowQuery.valueLabel] = field.name }
      let metric = Metric(query.name, labels: Labels(labels))
      series[metric, default: ([], [])].times.append(time)
      series[metric]!.values.append(number(value, called: field.name, labels))
    }
  }

  /// The time of a row; nil if the row has none, which is reported.
  private mutating func time(
    value: (Field) -> RowValue?, reason: (Field) -> String
  ) -> Double? {
    if query.time.isEmpty { return now }
    let timeField = timeField
    guard let timeValue = value(timeField) else {
      report(reason(timeField))
      return nil
    }
    let time = time(of: timeValue)
    if time == nil {
      report(
        String(
          localized: "the time '\(shown(Self.text(of: timeValue), limit: 40))' cannot be read: "
            + "'time_format' states the format"))
    }
    return time
  }

  /// The reason for a missing column, with the name that was probably meant.
  static func reason(withoutColumn name: String, among names: some Collection<String>) -> String {
    String(
      localized: "no column '\(shown(name))' in the rows\(suggestion(for: name, among: names))")
  }

  private static func reason(
    withoutField field: Field, of row: JSONReader, _ columns: [String: Int]?
  ) -> String {
    let name = field.name
    if let columns, Int(name) == nil, columns[name] == nil {
      return reason(withoutColumn: name, among: columns.keys)
    }
    return String(
      localized: "no '\(shown(name))' in a row\(suggestion(for: name, among: row.keys))")
  }

  /// - Parameter columns: the places of the named columns; nil for a row that is no array.
  private static func value(
    of field: Field, in row: JSONReader, _ columns: [String: Int]?
  ) -> RowValue? {
    guard let columns else { return row.value(at: field.steps).map(RowValue.init) }
    guard let place = Int(field.name) ?? columns[field.name] else { return nil }
    return row.value(at: [.index(place)]).map(RowValue.init)
  }

  private static func label(
    _ field: Field, of row: JSONReader, _ columns: [String: Int]?
  ) -> String? {
    guard let columns else { return row.value(at: field.steps)?.scalarText }
    let place = Int(field.name) ?? columns[field.name]
    return place.flatMap { row.value(at: [.index($0)])?.scalarText }
  }

  private mutating func report(_ reason: @autoclosure () -> String) {
    if problem == nil { problem = reason() }
  }

  // MARK: Values

  private mutating func number(
    _ value: RowValue, called name: String, _ labels: [String: String]
  ) -> Double {
    switch value {
    case .number(let number): return number.isFinite ? number : .nan
    case .boolean(let isTrue): return isTrue ? 1 : 0
    case .null: return .nan
    case .text(let text):
      switch PlainNumber(text, query.words, in: query.unit) {
      case .number(let number):
        if let unit = number.unit { units.insert(unit) }
        return number.value.isFinite ? number.value : .nan
      case .misfit(let unit):
        report(
          String(
            localized: "'\(shown(name))' is in \(unit), which does not fit its panel's unit"))
      case .text:
        if problem == nil { problem = reason(forText: text, in: name, labels) }
      }
    case .other: report(String(localized: "'\(shown(name))' is not a number in a row"))
    }
    return .nan
  }

  /// The reason why a text in the place of a number is no value, with the labels of its row.
  private func reason(
    forText text: String, in name: String, _ labels: [String: String]
  ) -> String {
    let quoted = shown(text, limit: PlainNumber.shownText)
    let row = labelFields.compactMap { labels[$0.label] }.joined(separator: " ")
    let reason =
      row.isEmpty
      ? String(localized: "'\(shown(name))' is the text '\(quoted)' in a row, not a number")
      : String(
        localized:
          "'\(shown(name))' is the text '\(quoted)' in the row '\(shown(row))', not a number")
    return reason + query.words.hint
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

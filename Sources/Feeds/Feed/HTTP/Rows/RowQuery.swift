import Messages

/// The series in the rows of an answer in JSON or CSV.
///
/// | service          | rows                           | time           | value |
/// |------------------|--------------------------------|----------------|-------|
/// | Netdata          | `.data`                        | `0`            | `1`   |
/// | Graphite         | `.[].datapoints`               | `1`            | `0`   |
/// | InfluxDB 1       | `.results[].series[].values`   | `0`            | `1`   |
/// | InfluxDB 2       | `.`, because it answers in CSV | `_time`        | `_value` |
/// | Home Assistant   | `.[]`                          | `last_changed` | `state` |
public struct RowQuery: Hashable, Sendable {
  /// The path of the array of rows. `[]` selects every element of an array.
  public var rows: String
  /// The time in a row: a number from 0 if rows are arrays, otherwise a key or a path. Empty for rows of the present,
  /// whose time is that of the answer; a series that an answer lacks has ended.
  public var time: String
  /// The values in a row, in the same form as `time`. Several values are several series, with the label `valueLabel`.
  public var values: [String]
  /// The format of the times for `strptime`; nil for numbers since 1970 and the usual formats of times.
  public var timeFormat: String?
  /// The fields whose values distinguish series: keys or paths in the row, or otherwise in the objects around the array
  /// of rows. The label of `.tags.host` is called `host`, or `tags.host` if the last key of another field is
  /// the same.
  public var by: [String]
  /// The path of an array with the names of the columns, in the objects around the rows; nil for none. Rows
  /// that are arrays then have names.
  public var names: String?
  /// The words that have numbers.
  public var words = StateWords()
  /// The unit to which numbers with a unit of their own are converted. Nil, the default, leaves the numbers as they are.
  public var unit: ColumnUnit?

  public init(
    rows: String, time: String = "", values: [String] = [], timeFormat: String? = nil,
    by: [String] = [], names: String? = nil
  ) {
    self.rows = rows
    self.time = time
    self.values = values
    self.timeFormat = timeFormat
    self.by = by
    self.names = names
  }

  /// The label that distinguishes the series of several values in a row.
  package static let valueLabel = "value"

  /// Whether the query may have several series.
  var givesMany: Bool { !by.isEmpty || values.count > 1 }

  /// The text of the query.
  var name: String { (values.isEmpty ? rows : values.joined(separator: " ")) }

  /// A mistake in the query, for a message; nil if the query is complete.
  public var problem: String? {
    if JSONRows(rows) == nil {
      return String(
        localized: "'\(shown(rows))' is not a path to rows in JSON, such as .data or .[].datapoints"
      )
    }
    if values.isEmpty {
      return String(localized: "'rows' need a 'value': the number or the name of a field")
    }
    let paths = [time].filter { !$0.isEmpty } + values + by + [names].compactMap { $0 }
    return paths.first { Int($0) == nil && JSONPath($0) == nil }.map {
      String(localized: "'\(shown($0))' is neither the number nor the name of a field")
    }
  }
}

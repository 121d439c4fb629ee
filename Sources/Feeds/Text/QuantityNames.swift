/// The headings of a table with one number in each row, whose quantity is a text of the row: `time,host,metric,value`,
/// as databases of metrics write their tables.
enum QuantityNames {
  /// The column that names the quantity.
  static let columns: Set = [
    "metric", "metric_name", "metric name", "measure", "measurement", "quantity", "variable",
    "parameter", "field", "_field", "counter", "indicator", "kpi",
  ]
  /// The column of the numbers.
  static let values: Set = ["value", "val", "_value", "reading"]
  /// The columns of numbers that identify rows or parts of the table.
  static let identifiers: Set = ["id", "_id", "row", "index", "table", "no", "nr", "#", ""]
  /// The column of the numbers' units, right after the numbers.
  static let units: Set = ["unit", "units", "uom"]
}

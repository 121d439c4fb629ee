/// Lines in the text format of Prometheus, each with the sample of a series.
extension Exposition {
  /// Reads a line of the format. Comments about metrics identify the format, and so do labels between braces.
  ///
  /// A column has the name of its series as it is written, `http_requests_total{code="200"}`, and the labels are the
  /// key that distinguishes the series of a metric.
  static func read(_ line: TextLine, _ reader: TextReader, _ batch: inout TextBatch) -> Bool {
    let (line, style) = (line.text, reader.style)
    if line[0] == 0x23 {
      guard style == .exposition || style == .none && isComment(line) else { return false }
      reader.headerLines.removeAll()
      reader.style = .exposition
      return true
    }
    let mayBegin = style == .none || style == .table && reader.table?.hasHeader == false
    guard style == .exposition || mayBegin && line.contains(0x7B), let sample = sample(line),
      style == .exposition || !sample.labels.isEmpty
    else { return false }
    reader.dropHeaderLines(&batch)
    reader.style = .exposition
    let column = reader.columns.number(
      name: sample.labels.isEmpty ? sample.name : "\(sample.name){\(sample.labels)}",
      bare: sample.name, field: reader.columns.count, key: sample.labels)
    guard column >= 0 else { return true }
    reader.put(
      [(column, .number(sample.value))], source: RowSource.column(column), time: .nan, &batch)
    return true
  }
}

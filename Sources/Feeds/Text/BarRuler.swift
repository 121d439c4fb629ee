/// A line between the names and the rows of a table whose cells are between bars: `---+---` of psql, `|---|---|` of
/// Markdown, `+---+---+` of MySQL.
struct BarRuler {
  /// The number of the line.
  let number: Int
  let cellCount: Int
  let delimiter: Delimiter

  /// - Parameter text: the line without the blanks at its ends.
  init?(_ text: UnsafeBufferPointer<UInt8>, number: Int) {
    guard let first = text.first, TextLine(text).isRuler else { return nil }
    let cells = text.split(whereSeparator: Self.isBar)
    let areRules = cells.allSatisfy { cell in
      let rule = cell.filter { $0 != 0x20 && $0 != 0x3A }
      return !rule.isEmpty && cell.count > 2 && rule.allSatisfy { $0 == 0x2D || $0 == 0x3D }
    }
    guard cells.count > 1, areRules else { return nil }
    self.number = number
    cellCount = cells.count
    delimiter = Self.isBar(first) ? .box : .bars
  }

  private static func isBar(_ byte: UInt8) -> Bool { byte == 0x2B || byte == 0x7C }
}

extension TextReader {
  /// The delimiters that may separate the fields of a line that is not a row of the current table.
  func delimiters(of line: TextLine) -> [Delimiter] {
    (barDelimiter ?? pipeDelimiter(line.text)).map { [$0] } ?? Delimiter.guessed
  }

  /// The delimiter of the rows below a header and a ruler; nil if the header has no such ruler.
  var barDelimiter: Delimiter? {
    guard let barRuler, let header = headerLines.last, header.number + 1 == barRuler.number else {
      return nil
    }
    let names = header.bytes.withUnsafeBufferPointer { self.names($0, barRuler.delimiter) }
    // A box of several lines of names (`nvidia-smi`) has no names here.
    return names.count == barRuler.cellCount && !names.contains("") ? barRuler.delimiter : nil
  }

  /// Reads a ruler, the first row below the ruler or below a header with pipes, or the number of rows at the end: `(3
  /// rows)`.
  func readBarred(_ line: TextLine, _ batch: inout TextBatch) -> Bool {
    // A text with pipes may hold pairs: `1000|cpu=8,mem=4G|12`.
    if table?.delimiter.isBar != true, table?.delimiter != .pipe, pipeDelimiter(line.text) != nil {
      return readNewTable(line, &batch)
    }
    if let ruler = BarRuler(line.text, number: lineNumber) {
      barRuler = ruler
      return true
    }
    guard let barRuler else { return false }
    let isBelow = barRuler.number + 1 == lineNumber || table?.delimiter.isBar == true
    if isBelow, line.text.first == 0x28, line.text.last == 0x29, !line.text.contains(0x7C) {
      return true
    }
    return barDelimiter != nil && readNewTable(line, &batch)
  }
}

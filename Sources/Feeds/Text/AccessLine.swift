/// A line of a web server's log in the common or the combined format: an address, a time in brackets, the
/// request between quotes, the status and the bytes of the answer.
///
/// Numbers at the end (Apache's `%D`) are named by their positions after the request, and pairs (`rt=0.208
/// urt="0.171"`) by their keys.
struct AccessLine {
  let time: TextTime
  /// The numbers after the request, with their names.
  private(set) var numbers: [(name: String, value: FieldValue)] = []

  /// The texts of pairs, with their names.
  private(set) var texts: [(name: String, text: UnsafeBufferPointer<UInt8>)] = []

  /// The largest number of bytes before the time.
  private static let mostBefore = 256

  init?(_ line: UnsafeBufferPointer<UInt8>, _ times: TimeReader) {
    let before = UnsafeBufferPointer(rebasing: line.prefix(Self.mostBefore))
    guard let open = before.firstIndex(of: 0x5B), open > 0,
      let (time, length) = times.readStart(UnsafeBufferPointer(rebasing: line[open...])),
      open + length + 1 < line.count, line[open + length] == 0x20, line[open + length + 1] == 0x22
    else { return nil }
    self.time = time
    var place = 0
    var index = Self.afterQuote(line, open + length + 2)
    while index < line.count, numbers.count < 16 {
      if line[index] == 0x20 {
        index += 1
        continue
      }
      place += 1
      if line[index] == 0x22 {
        index = Self.afterQuote(line, index + 1)
        continue
      }
      let start = index
      while index < line.count, line[index] != 0x20, line[index] != 0x3D { index += 1 }
      if index + 1 < line.count, line[index] == 0x3D, index > start {
        readPair(line, key: start..<index, &index)
        continue
      }
      while index < line.count, line[index] != 0x20 { index += 1 }
      let value = FieldValue(UnsafeBufferPointer(rebasing: line[start..<index]))
      guard value != .text else { continue }
      numbers.append((place == 1 ? "status" : place == 2 ? "bytes" : "field \(place)", value))
    }
    guard numbers.contains(where: { $0.value.double != nil }) else { return nil }
  }

  /// Reads the value of a pair, which may be quoted.
  private mutating func readPair(
    _ line: UnsafeBufferPointer<UInt8>, key: Range<Int>, _ index: inout Int
  ) {
    var start = index + 1
    var end = start
    if line[start] == 0x22 {
      start += 1
      index = Self.afterQuote(line, start)
      end = line[index - 1] == 0x22 ? index - 1 : index
    } else {
      while end < line.count, line[end] != 0x20 { end += 1 }
      index = end
    }
    guard start <= end else { return }
    let name = shown(UnsafeBufferPointer(rebasing: line[key]), limit: 64)
    let text = UnsafeBufferPointer(rebasing: line[start..<end])
    let value = FieldValue(text)
    if value == .text { texts.append((name, text)) } else { numbers.append((name, value)) }
  }

  private static func afterQuote(_ line: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < line.count, line[index] != 0x22 { index += line[index] == 0x5C ? 2 : 1 }
    return min(index + 1, line.count)
  }
}

extension AccessLine {
  /// Reads a line of a web server's log as a row.
  static func read(_ line: TextLine, _ reader: TextReader, _ batch: inout TextBatch) -> Bool {
    guard let read = AccessLine(line.text, reader.fields.times) else { return false }
    reader.dropHeaderLines(&batch)
    reader.style = .access
    var found: [(column: Int, value: FieldValue)] = []
    for item in read.texts { reader.noteText(item.text, of: item.name) }
    for (field, item) in read.numbers.enumerated() where !reader.isText(item.name) {
      let column = reader.columns.number(
        name: item.name, bare: item.name, field: field, unit: item.name == "bytes" ? "B" : nil)
      if column >= 0 { found.append((column, item.value)) }
    }
    reader.put(found, source: RowSource.access, time: reader.instant(read.time), &batch)
    return true
  }
}

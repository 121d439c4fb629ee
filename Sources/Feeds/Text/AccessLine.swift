/// A line of a web server's log in the common or the combined format: an address, a time in brackets, the
/// request between quotes, the status and the bytes of the answer.
///
/// Numbers at the end (Apache's `%D`) are named by their place after the request.
struct AccessLine {
  let time: TextTime
  /// The numbers after the request, with their names.
  private(set) var numbers: [(name: String, value: FieldValue)] = []

  /// The bytes of a line in which its time begins.
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
      while index < line.count, line[index] != 0x20 { index += 1 }
      let value = FieldValue(UnsafeBufferPointer(rebasing: line[start..<index]))
      guard value != .text else { continue }
      numbers.append((place == 1 ? "status" : place == 2 ? "bytes" : "field \(place)", value))
    }
    guard numbers.contains(where: { $0.value.double != nil }) else { return nil }
  }

  private static func afterQuote(_ line: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < line.count, line[index] != 0x22 { index += line[index] == 0x5C ? 2 : 1 }
    return min(index + 1, line.count)
  }
}

extension TextReader {
  /// Reads a line of a web server's log as a row.
  func readAccess(_ line: UnsafeBufferPointer<UInt8>, _ batch: inout TextBatch) -> Bool {
    guard let read = AccessLine(line, fields.times) else { return false }
    dropHeaderLines(&batch)
    style = .access
    var found: [(column: Int, value: FieldValue)] = []
    for (field, item) in read.numbers.enumerated() {
      let column = columns.number(
        name: item.name, bare: item.name, field: field, unit: item.name == "bytes" ? "B" : nil)
      if column >= 0 { found.append((column, item.value)) }
    }
    put(found, source: Int.max - 4, time: instant(read.time), &batch)
    return true
  }
}

/// A line of `perf stat -I`: the seconds since the start, a count with or without its unit, the name of the event, and
/// remarks after `#`.
struct CounterLine {
  let event: UnsafeBufferPointer<UInt8>
  /// The count, or the text instead of a count: `<not supported>`.
  let count: UnsafeBufferPointer<UInt8>
  let value: FieldValue

  init?(_ line: UnsafeBufferPointer<UInt8>) {
    let words = line.prefix { $0 != 0x23 }.split(separator: 0x20)
    guard words.count > 2, FieldValue(UnsafeBufferPointer(rebasing: words[0])).double != nil,
      let last = words.last
    else { return nil }
    let end = words[1].first == 0x3C ? words.firstIndex { $0.last == 0x3E } : 1
    guard let end, words.count == end + 2 || words.count == end + 3 else { return nil }
    event = UnsafeBufferPointer(rebasing: last)
    count = UnsafeBufferPointer(rebasing: line[words[1].startIndex..<words[end].endIndex])
    let number = FieldValue(count)
    guard case .number(let plain) = number, words.count == end + 3,
      let unit = attachedUnit(UnsafeBufferPointer(rebasing: words[end + 1]))
    else {
      value = number
      return
    }
    value = .quantity(plain * unit.factor, unit)
  }

  static func isHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.first == 0x23
      && line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
        == ["#", "time", "counts", "unit", "events"]
  }
}

extension CounterLine {
  /// Reads a line of `perf stat -I`, below its header: counts by the names of events.
  static func read(_ line: TextLine, _ reader: TextReader, _ batch: inout TextBatch) -> Bool {
    if isHeader(line.text) {
      reader.headerLines.removeAll()
      reader.style = .counters
      return true
    }
    guard reader.style == .counters, let read = CounterLine(line.text), read.value != .text else {
      return false
    }
    reader.fields.take([
      TextField(bytes: read.event, value: .text), TextField(bytes: read.count, value: read.value),
    ])
    if reader.table == nil { reader.beginTable(["event", "count"]) }
    if let table = reader.table { reader.store(table, &batch) }
    reader.style = .counters
    return true
  }
}

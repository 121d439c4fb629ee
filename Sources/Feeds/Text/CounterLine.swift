/// A line of `perf stat -I`: the seconds since the start, a count with or without its unit, the name of the event, and
/// a remark after `#`.
struct CounterLine {
  let seconds: UnsafeBufferPointer<UInt8>
  let event: UnsafeBufferPointer<UInt8>
  /// The count; missing for an event that is not supported.
  let value: FieldValue
  /// The frequency or the instructions per cycle in the remark, which follow from several counts; nil without them.
  let derived: (name: String, value: FieldValue)?

  init?(_ line: UnsafeBufferPointer<UInt8>) {
    let words = line.prefix { $0 != 0x23 }.split(separator: 0x20)
    guard words.count > 2, FieldValue(UnsafeBufferPointer(rebasing: words[0])).double != nil,
      let last = words.last
    else { return nil }
    let end = words[1].first == 0x3C ? words.firstIndex { $0.last == 0x3E } : 1
    guard let end, words.count == end + 2 || words.count == end + 3 else { return nil }
    seconds = UnsafeBufferPointer(rebasing: words[0])
    event = UnsafeBufferPointer(rebasing: last)
    derived = Self.derived(line.drop { $0 != 0x23 }.dropFirst())
    let count = UnsafeBufferPointer(rebasing: line[words[1].startIndex..<words[end].endIndex])
    let number = FieldValue(count)
    guard case .number(let plain) = number, words.count == end + 3,
      let unit = attachedUnit(UnsafeBufferPointer(rebasing: words[end + 1]))
    else {
      value = number
      return
    }
    value = .quantity(plain * unit.factor, unit)
  }

  private static func derived(
    _ remark: Slice<UnsafeBufferPointer<UInt8>>
  ) -> (name: String, value: FieldValue)? {
    let words = remark.split(separator: 0x20)
    guard words.count > 1, case .number(let number) = FieldValue(.init(rebasing: words[0])) else {
      return nil
    }
    switch words.dropFirst().map({ String(decoding: $0, as: UTF8.self) }).joined(separator: " ") {
    case "GHz":
      return ("GHz", .quantity(number, TextUnit(symbol: "GHz", scale: 1e9, quantity: .frequency)))
    case "insn per cycle": return ("insn per cycle", .number(number))
    default: return nil
    }
  }

  static func isHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.first == 0x23
      && line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
        == ["#", "time", "counts", "unit", "events"]
  }
}

/// Lines of `perf stat -I` below their header: counts by the names of events. All lines of one time are one row.
final class CounterForm {
  /// The seconds since the start of the row so far.
  private var seconds: [UInt8] = []

  func read(_ line: TextLine, _ reader: TextReader, _ batch: inout TextBatch) -> Bool {
    if CounterLine.isHeader(line.text) {
      reader.headerLines.removeAll()
      reader.style = .counters
      return true
    }
    guard reader.style == .counters, let read = CounterLine(line.text), read.value != .text else {
      return false
    }
    if !read.seconds.elementsEqual(seconds) {
      seconds = Array(read.seconds)
      let column = reader.columns.number(name: "time", bare: "time", field: 0)
      if column >= 0 {
        let found = [(column: column, value: FieldValue(read.seconds))]
        reader.put(found, source: RowSource.column(column), time: .nan, &batch)
      }
    }
    store(read.event, read.value, reader, &batch)
    if let (name, value) = read.derived {
      store(shown(read.event, limit: 64) + " " + name, value, reader, &batch)
    }
    return true
  }

  private func store(
    _ name: String, _ value: FieldValue, _ reader: TextReader, _ batch: inout TextBatch
  ) {
    var name = name
    name.withUTF8 { store($0, value, reader, &batch) }
  }

  private func store(
    _ name: UnsafeBufferPointer<UInt8>, _ value: FieldValue, _ reader: TextReader,
    _ batch: inout TextBatch
  ) {
    reader.fields.take([TextField(bytes: name, value: .text), TextField(bytes: name, value: value)])
    if reader.table == nil { reader.beginTable(["event", "count"]) }
    if let table = reader.table { reader.store(table, &batch) }
    reader.style = .counters
  }
}

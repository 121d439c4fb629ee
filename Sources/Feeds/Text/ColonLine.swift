/// A line of nothing but a name, a colon and a value, without a blank between them: `used_memory:1048576`.
///
/// Colons have many other meanings: a time, an address, a place in a file. So only most lines of a text together show
/// this form (`ColonForm`).
struct ColonLine {
  let name: UnsafeBufferPointer<UInt8>
  let text: UnsafeBufferPointer<UInt8>

  /// - Parameter line: the line without the blanks at its ends.
  init?(_ line: UnsafeBufferPointer<UInt8>) {
    guard let first = line.first, Self.isLetter(first) || first == 0x5F,
      let colon = line.firstIndex(of: 0x3A), colon <= 128,
      line[..<colon].allSatisfy({
        Self.isLetter($0) || digitValue($0) != nil || [0x5F, 0x2D, 0x2E].contains($0)
      })
    else { return nil }
    name = UnsafeBufferPointer(rebasing: line[..<colon])
    text = UnsafeBufferPointer(rebasing: line[(colon + 1)...])
    if text.first == 0x20 || text.first == 0x09 { return nil }
  }

  /// Whether the value is one word, and no path, address or place.
  var isPair: Bool {
    !text.isEmpty && !text.contains { [0x20, 0x09, 0x3A, 0x2F].contains($0) }
  }

  /// The numbers of a value such as `keys=12,expires=0`, or the only number, with their names.
  var numbers: [(name: String, value: FieldValue)] {
    let name = shown(self.name, limit: TextLimits.name)
    let value = FieldValue(text)
    guard value == .text, text.contains(0x3D) else { return [(name, value)] }
    return text.split(separator: 0x2C).compactMap { part in
      guard let equals = part.firstIndex(of: 0x3D) else { return nil }
      let member = shown(UnsafeBufferPointer(rebasing: part[..<equals]), limit: TextLimits.name)
      return (
        name + "." + member, FieldValue(UnsafeBufferPointer(rebasing: part[(equals + 1)...]))
      )
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

/// A periodic text of such lines, such as the answer of Redis to `INFO`. All lines are one row.
final class ColonForm {
  private var isFound = false

  func read(_ line: TextLine, _ reader: TextReader, _ batch: inout TextBatch) -> Bool {
    let read = ColonLine(line.text)
    if !isFound {
      guard reader.options.isOfOneTime, reader.style == .none, let read, read.isPair,
        Self.isUsual(in: reader.ahead)
      else { return false }
      isFound = true
      reader.dropHeaderLines(&batch)
      reader.style = .pairs
    }
    guard let read else {
      if line.text[0] != 0x23 { reader.keepAsHeader(line.whole, &batch) }
      return true
    }
    for (name, value) in read.numbers {
      if value == .text { reader.noteText(read.text, of: name) }
      guard value.double != nil, !reader.isText(name) else { continue }
      let column = reader.columns.number(name: name, bare: name, field: 0)
      guard column >= 0 else { continue }
      reader.put([(column, value)], source: RowSource.column(column), time: .nan, &batch)
    }
    return true
  }

  /// Whether more than half of the lines, apart from comments, are such pairs, and one of them has a number.
  private static func isUsual(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    let lines = text.split { $0 == 0x0A || $0 == 0x0D }.map {
      TextLine(UnsafeBufferPointer(rebasing: $0)).text
    }.filter { !$0.isEmpty && $0[0] != 0x23 }
    let pairs = lines.compactMap { ColonLine($0) }.filter(\.isPair)
    return pairs.count * 2 > lines.count && pairs.contains { FieldValue($0.text).double != nil }
  }
}

import Messages

/// A line with `key=value` pairs, in logfmt or among other text, or a line of nothing but `key:value` pairs of numbers.
///
/// A key starts with a letter, `_` or `@`, at the start of a word. A value is a word, a quoted text, or a number with a
/// unit as the next word (`time=0.043 ms`). In a line about a packet (`icmp_seq`, `ttl`) only values with units are
/// columns: the other values only identify the packet. (With `TextOptions.columns` all values are columns.) A line with
/// a known key but without the values (`Destination Host Unreachable`) is a row with a gap, and so are packets without
/// a line.
struct PairLine {
  struct Pair {
    var key: UnsafeBufferPointer<UInt8>
    var text: UnsafeBufferPointer<UInt8>
    var value: FieldValue
  }
  var pairs: [Pair] = []
  /// Whether the line contains only pairs.
  var isPure = true
  /// Whether the line has the number or the time to live of a packet (`ping`), besides other text.
  var numbersPackets: Bool {
    !isPure
      && pairs.contains { pair in
        ["icmp_seq", "ttl", "hlim", "seq"].contains(shown(pair.key, limit: 16))
      }
  }
  /// Whether a value has a unit.
  var hasUnits: Bool {
    pairs.contains { if case .quantity = $0.value { true } else { false } }
  }
  /// The first word, which may be a time: `[1795236440.437553]`, `2026-11-21T04:47:21Z`.
  var lead: UnsafeBufferPointer<UInt8>

  init?(_ line: UnsafeBufferPointer<UInt8>) {
    lead = UnsafeBufferPointer(rebasing: line[..<0])
    let separator: UInt8 = line.contains(0x3D) ? 0x3D : 0x3A
    guard separator == 0x3D || line.contains(separator) else { return nil }
    var index = 0
    var words = 0
    var areOwn = false
    while index < line.count, pairs.count < TextLimits.columns {
      while index < line.count, Self.isGap(line[index]) { index += 1 }
      guard index < line.count else { break }
      let start = index
      if let equals = Self.keyEnd(line, start, separator) {
        let valueStart = Self.valueStart(line, equals + 1)
        let text = Self.valueText(line, valueStart, &index)
        pairs.append(
          Pair(
            key: UnsafeBufferPointer(rebasing: line[start..<equals]), text: text,
            value: Self.value(text)))
        // A bracket that ends a remark about the rest of the line: `(size=3)`.
        let endsRemark =
          text.baseAddress == line.baseAddress.map { $0 + valueStart }
          && text.count < index - valueStart
        if pairs[pairs.count - 1].value != .text, !endsRemark { areOwn = true }
        takeUnit(line, &index)
      } else {
        while index < line.count, !Self.isGap(line[index]) { index += 1 }
        if words == 0, pairs.isEmpty { lead = UnsafeBufferPointer(rebasing: line[start..<index]) }
        words += 1
      }
    }
    isPure = words == 0 || words == 1 && !lead.isEmpty
    guard areOwn else { return nil }
    // Colons have many other meanings.
    guard
      separator == 0x3D || isPure && pairs.count > 1 && pairs.allSatisfy({ $0.value.double != nil })
    else { return nil }
  }

  private static func isGap(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x2C || byte == 0x3B
  }

  private static func keyEnd(
    _ line: UnsafeBufferPointer<UInt8>, _ start: Int, _ separator: UInt8
  ) -> Int? {
    let letter = line[start] | 0x20
    guard (0x61...0x7A).contains(letter) || line[start] == 0x5F || line[start] == 0x40 else {
      return nil
    }
    var index = start + 1
    while index < line.count, index - start <= TextLimits.name {
      let byte = line[index]
      // `loss=` at the end of a line has no value.
      if byte == separator { return index + 1 < line.count || byte == 0x3D ? index : nil }
      let isNamed =
        (0x61...0x7A).contains(byte | 0x20) || digitValue(byte) != nil || byte == 0x5F
        || byte == 0x2D || byte == 0x2E || byte == 0x2F || byte == 0x25
      guard isNamed else { return nil }
      index += 1
    }
    return nil
  }

  /// The start of a value. Blanks may align a number: `fps= 60`.
  private static func valueStart(_ line: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var next = start
    while next < line.count, line[next] == 0x20 { next += 1 }
    guard next < line.count, line[start - 1] == 0x3D else { return start }
    let isSigned = line[next] == 0x2D && next + 1 < line.count
    return digitValue(line[isSigned ? next + 1 : next]) == nil ? start : next
  }

  private static func valueText(
    _ line: UnsafeBufferPointer<UInt8>, _ start: Int, _ index: inout Int
  ) -> UnsafeBufferPointer<UInt8> {
    index = start
    if start < line.count, line[start] == 0x22 {
      index += 1
      while index < line.count, line[index] != 0x22 { index += line[index] == 0x5C ? 2 : 1 }
      let end = min(index, line.count)
      index = min(index + 1, line.count)
      return UnsafeBufferPointer(rebasing: line[min(start + 1, end)..<end])
    }
    while index < line.count, !isGap(line[index]) || isInNumber(line, index) { index += 1 }
    let text = UnsafeBufferPointer(rebasing: line[start..<index])
    if value(text).double == nil, let comma = text.firstIndex(of: 0x2C) {
      // A list, of which the first part counts.
      index = start + comma
    }
    return withoutBrackets(UnsafeBufferPointer(rebasing: line[start..<index]))
  }

  /// A number without the brackets around it, or without the bracket that ends the text around the pairs: `lr=[1e-5]`,
  /// `[00:25<00:25, loss=0.5]`. Any other text itself.
  private static func withoutBrackets(
    _ text: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    var inner = text
    while let last = inner.last, last == 0x5D || last == 0x29 {
      inner = UnsafeBufferPointer(rebasing: inner.dropLast())
    }
    // A bracket without its end begins a list: `[3,224,224]`.
    if inner.count < text.count, let first = inner.first, first == 0x5B || first == 0x28 {
      inner = UnsafeBufferPointer(rebasing: inner.dropFirst())
    }
    return inner.count < text.count && !inner.isEmpty && value(inner) != .text ? inner : text
  }

  /// Whether a comma is between two digits.
  private static func isInNumber(_ line: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    line[index] == 0x2C && index + 1 < line.count && digitValue(line[index - 1]) != nil
      && digitValue(line[index + 1]) != nil
  }

  /// The meaning of a value. A comma is decimal, because programs that write pairs rarely separate thousands.
  /// InfluxDB's line protocol writes an `i` after whole numbers.
  private static func value(_ text: UnsafeBufferPointer<UInt8>) -> FieldValue {
    FieldValue(state: text)
      ?? FieldValue(MetricLine.withoutMark(ofWhole: text), commaIsDecimal: text.contains(0x2C))
  }

  /// Takes a unit that is the next word and belongs to the number before it.
  private mutating func takeUnit(_ line: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
    guard case .number(let value) = pairs[pairs.count - 1].value, index + 1 < line.count,
      line[index] == 0x20
    else { return }
    var end = index + 1
    while end < line.count, !Self.isGap(line[end]) { end += 1 }
    guard let unit = separateUnit(UnsafeBufferPointer(rebasing: line[(index + 1)..<end])) else {
      return
    }
    pairs[pairs.count - 1].value = .quantity(value * unit.factor, unit)
    index = end
  }
}

/// Lines of pairs.
final class PairForm {
  /// The names of pairs with units, if only those are columns.
  private var unitPairs: [String] = []
  /// The number of the last packet.
  private var lastPacket: Double?

  /// Reads a line of pairs as a row.
  func read(_ line: TextLine, _ reader: TextReader, _ batch: inout TextBatch) -> Bool {
    guard line.text.contains(0x3D) || line.text.contains(0x3A) else { return false }
    let prefix = LogPrefix(line.text, reader.fields.times)
    guard let read = PairLine(prefix?.rest ?? line.text), hasNumber(read, reader) else {
      return false
    }
    reader.endPreamble(&batch)
    reader.dropHeaderLines(&batch)
    let onlyUnits = !reader.columns.isSelecting && read.numbersPackets && read.hasUnits
    var time = prefix.map(\.time) ?? reader.leadTime(read.lead)
    let ownTime = time == nil ? timeMember(of: read, reader) : nil
    if let ownTime { time = ownTime.time }
    reader.findLineKey(
      read.pairs.lazy.map { (shown($0.key, limit: TextLimits.name), $0.text) }, time: time, &batch)
    var intake = MemberIntake(reader)
    for (field, pair) in read.pairs.enumerated() {
      let name = shown(pair.key, limit: TextLimits.name)
      if name == ownTime?.name || intake.takeName(name, pair.value, pair.text, reader) { continue }
      if isWanted(pair, called: name, onlyUnits: onlyUnits, reader) {
        intake.wanted.append((name, field, pair.value))
      }
    }
    var values = intake.finish(source: RowSource.pairs, time: time, reader)
    notePacket(read, &values, onlyUnits: onlyUnits, reader, &batch)
    reader.style = .pairs
    reader.put(values, &batch)
    return true
  }

  /// Whether a pair that names nothing is drawn.
  /// - Parameter onlyUnits: whether only numbers with units are drawn.
  private func isWanted(
    _ pair: PairLine.Pair, called name: String, onlyUnits: Bool, _ reader: TextReader
  ) -> Bool {
    guard pair.value.double != nil else {
      if pair.value == .text { reader.noteText(pair.text, of: name) }
      // A gap, such as that of a loss that is `nan`.
      return pair.value == .missing && reader.columns.has(quantity: name) && !onlyUnits
        && !reader.isText(name)
    }
    if reader.isText(name) { return false }
    guard onlyUnits else { return true }
    if case .quantity = pair.value { return true }
    reader.leaveOut(
      name, String(localized: "it describes single packets; --columns \(name) shows it"))
    return false
  }

  /// Notes the line of a packet. Lost packets have a row without numbers.
  /// - Parameters:
  ///   - values: the numbers of the line. A line about a lost packet gets missing ones.
  ///   - onlyUnits: whether the line is about a packet that has come.
  private func notePacket(
    _ line: PairLine, _ values: inout MemberValues, onlyUnits: Bool, _ reader: TextReader,
    _ batch: inout TextBatch
  ) {
    let hasGap = skipsPacket(line)
    let lost = unitPairs.map { (name: $0, field: 0, value: FieldValue.missing) }
    if onlyUnits {
      if hasGap, !lost.isEmpty {
        let gap = MemberValues(
          values: lost, key: values.key, source: values.source, time: values.time)
        reader.put(gap, &batch)
      }
      unitPairs = values.values.map(\.name)
    } else if reader.style == .pairs, !line.isPure, !lost.isEmpty, !reader.columns.isSelecting {
      values.values.removeAll { reader.columns.existing($0.name) == nil }
      if values.values.isEmpty { values.values = lost }
    }
  }

  /// Whether a line has a number, or lacks one that other lines have: `loss=nan`.
  private func hasNumber(_ line: PairLine, _ reader: TextReader) -> Bool {
    line.pairs.contains { pair in
      pair.value.double != nil
        || pair.value == .missing && reader.style == .pairs
          && reader.columns.has(quantity: shown(pair.key, limit: TextLimits.name))
    }
  }

  /// Whether packets between the last one and that of a line are lost.
  private func skipsPacket(_ line: PairLine) -> Bool {
    let pair = line.pairs.first { ["icmp_seq", "seq"].contains(shown($0.key, limit: 16)) }
    guard let pair, line.numbersPackets, case .number(let number) = pair.value else { return false }
    defer { lastPacket = number }
    return lastPacket.map { number > $0 + 1 } ?? false
  }

  /// The pair with the line's time: a pair whose key is time, timestamp or the like, or otherwise the pair of
  /// `MemberTime`.
  private func timeMember(
    of line: PairLine, _ reader: TextReader
  ) -> (time: TextTime, name: String)? {
    let texts = line.pairs.lazy.map { (name: shown($0.key, limit: TextLimits.name), text: $0.text) }
    // A number alone is a value.
    let named = texts.compactMap { pair in
      line.pairs.count > 1 && isTimeName(pair.name)
        ? reader.pairTime(pair.text).map { (time: $0, name: pair.name) } : nil
    }.first
    return named ?? reader.memberTime(texts)
  }
}

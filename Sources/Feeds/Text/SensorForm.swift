/// The lines of `sensors` about a chip: a line with the chip's name, a line that starts with `Adapter:`, and a line for
/// each sensor, up to an empty line.
///
/// The name of a sensor is the text before a colon, and the value is the number after the colon. The limits in
/// parentheses are not columns. Sensors of the same name are distinguished by the names of their chips.
final class SensorForm {
  /// The chip of the lines that follow; empty between chips.
  private var chip = ""
  /// The sensor of the raw values that follow, in the output of `sensors -u`.
  private var rawSensor: String?
  /// The columns of the sensors, by the names of the sensors and of their chips.
  private var sensors: [String: [String: Int]] = [:]
  /// The number of sensors that were found without a column, because they are not selected or there is no room.
  private var strangers = 0

  /// Ends the chip, at an empty line.
  func end() { chip = "" }

  func read(_ line: TextLine, _ reader: TextReader, _ batch: inout TextBatch) -> Bool {
    let line = line.whole
    if line.starts(with: "Adapter: ".utf8), let name = reader.headerLines.last,
      name.number + 1 == reader.lineNumber, !name.bytes.contains(0x20), name.bytes.contains(0x2D)
    {
      reader.headerLines.removeLast()
      reader.dropHeaderLines(&batch)
      name.bytes.withUnsafeBufferPointer { chip = shown($0, limit: 64) }
      rawSensor = nil
      reader.style = .sensors
      return true
    }
    guard !chip.isEmpty else { return false }
    guard let (name, value) = sensor(line), value.double != nil || sensors[name]?[chip] != nil
    else { return true }
    let column = column(of: name, &reader.columns)
    guard column >= 0 else { return true }
    reader.put([(column, value)], source: RowSource.column(column), time: .nan, &batch)
    return true
  }

  /// The sensor of a line, and the sensor's value; nil for any other line of a chip.
  private func sensor(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> (name: String, value: FieldValue)? {
    let isIndented = line[0] == 0x20
    guard let colon = line.firstIndex(of: 0x3A), colon > 0 else { return nil }
    let label = UnsafeBufferPointer(rebasing: line[..<colon].drop { $0 == 0x20 })
    var words = line[(colon + 1)...].split(whereSeparator: FieldSplitter.isBlank)
      .lazy.map { UnsafeBufferPointer(rebasing: $0) }.makeIterator()
    guard let word = words.next() else {
      if !isIndented { rawSensor = shown(label, limit: 64) }
      return nil
    }
    var value = FieldValue(word)
    if isIndented {
      guard label.suffix(6).elementsEqual("_input".utf8) else { return nil }
    } else {
      rawSensor = nil
    }
    if case .number(let number) = value, let unit = words.next().flatMap(separateUnit) {
      value = .quantity(number * unit.factor, unit)
    }
    return (rawSensor ?? shown(label, limit: 64), value)
  }

  /// The column of a sensor of the current chip.
  private func column(of name: String, _ columns: inout TextColumns) -> Int {
    if let known = sensors[name]?[chip] { return known }
    for (other, column) in sensors[name] ?? [:] {
      columns.rename(column, to: other + " " + name, bare: name)
    }
    let full = chip + " " + name
    let column = columns.number(
      name: sensors[name] == nil && columns.existing(name) == nil ? name : full, bare: name,
      full: full, field: sensors.count)
    // The names of sensors without a column distinguish the other sensors.
    if column < 0 { strangers += 1 }
    if column >= 0 || strangers <= TextLimits.columns {
      sensors[name, default: [:]][chip] = column
    }
    return column
  }
}

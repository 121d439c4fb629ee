/// The chip whose lines follow in the output of `sensors`: a line with its name, one that begins with `Adapter:`, and a
/// line for each sensor, up to an empty one.
///
/// A sensor is the words before a colon, and its value the number behind the colon. The limits in parentheses are not
/// columns. A sensor that two chips have is told apart by the names of the chips.
struct SensorChips {
  /// The chip of the lines that follow; empty between chips.
  private var chip = ""
  /// The sensor of the raw values that follow, as of `sensors -u`.
  private var rawSensor: String?
  /// The columns of the sensors, by the names of the sensors and of their chips.
  private var sensors: [String: [String: Int]] = [:]

  var isOpen: Bool { !chip.isEmpty }

  mutating func begin(_ name: String) { (chip, rawSensor) = (name, nil) }
  mutating func end() { chip = "" }

  /// The sensor of a line, and its value; nil for another line of a chip.
  mutating func sensor(
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

  /// Whether a sensor of the present chip has had a number.
  func knows(_ name: String) -> Bool { sensors[name]?[chip] != nil }

  /// The column of a sensor of the present chip.
  mutating func column(of name: String, _ columns: inout TextColumns) -> Int {
    if let known = sensors[name]?[chip] { return known }
    for (other, column) in sensors[name] ?? [:] {
      columns.rename(column, to: other + " " + name, bare: name)
    }
    let full = chip + " " + name
    let column = columns.number(
      name: sensors[name] == nil && columns.existing(name) == nil ? name : full, bare: name,
      full: full, field: sensors.count)
    sensors[name, default: [:]][chip] = column
    return column
  }
}

/// Lines of `sensors`.
final class SensorForm {
  private var chips = SensorChips()

  /// Ends the chip: an empty line came.
  func end() { chips.end() }

  func read(_ line: TextLine, _ reader: TextReader, _ batch: inout TextBatch) -> Bool {
    let line = line.whole
    if line.starts(with: "Adapter: ".utf8), let chip = reader.headerLines.last,
      chip.number + 1 == reader.lineNumber, !chip.bytes.contains(0x20), chip.bytes.contains(0x2D)
    {
      reader.headerLines.removeLast()
      reader.dropHeaderLines(&batch)
      chip.bytes.withUnsafeBufferPointer { chips.begin(shown($0, limit: 64)) }
      reader.style = .sensors
      return true
    }
    guard chips.isOpen else { return false }
    guard let (name, value) = chips.sensor(line), value.double != nil || chips.knows(name) else {
      return true
    }
    let column = chips.column(of: name, &reader.columns)
    guard column >= 0 else { return true }
    reader.put([(column, value)], source: Int.max - 4000 + column, time: .nan, &batch)
    return true
  }
}

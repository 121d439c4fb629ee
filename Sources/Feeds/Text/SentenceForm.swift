/// Lines of sentences, which are distinguished by the names in them.
final class SentenceForm {
  private struct Shape {
    var source: Int
    var isAccepted: Bool
    var hasTime: Bool
    var first: Held?
  }
  /// The values of a line that is held back, with its time.
  private struct Held {
    var values: [FieldValue] = []
    var time: TextTime?
  }
  /// The sentences so far, by the names that identify them.
  private var shapes: [[String]: Shape] = [:]
  /// The number of sentences so far, with those of the preamble.
  private var shapeCount = 0
  private var comma = DecimalComma.open
  /// Whether a sentence has become a row.
  private var isKnown = false
  /// Whether a sentence without the seconds since the start of its program has come again.
  private(set) var repeats = false
  /// Whether sentences report periodically, because they begin with those seconds: `[ 12s ]`.
  private(set) var isPeriodic = false

  /// Reads a sentence like one that has become a row.
  func readKnown(_ line: TextLine, _ reader: TextReader, _ batch: inout TextBatch) -> Bool {
    isKnown && read(line.text, onlyKnown: true, reader, &batch)
  }

  /// Reads a sentence, unless rows of another form have come and no sentence has become a row.
  func read(_ line: TextLine, _ reader: TextReader, _ batch: inout TextBatch) -> Bool {
    guard isKnown || [.none, .sentence].contains(reader.style) || reader.isPreamble else {
      return false
    }
    return read(line.text, onlyKnown: false, reader, &batch)
  }

  /// Reads the only line of a text, if the sentence has a unit: a banner has none.
  func readOnly(
    _ line: UnsafeBufferPointer<UInt8>, _ reader: TextReader, _ batch: inout TextBatch
  ) -> Bool {
    read(line, onlyKnown: false, isOnly: true, reader, &batch)
  }

  private func read(
    _ line: UnsafeBufferPointer<UInt8>, onlyKnown: Bool, isOnly: Bool = false,
    _ reader: TextReader, _ batch: inout TextBatch
  ) -> Bool {
    let prefix = LogPrefix(line, reader.fields.times)
    let comma = reader.decimalComma(line, by: .blanks, after: self.comma)
    guard let read = sentence(prefix?.rest ?? line, commaIsDecimal: comma.isDecimal),
      !onlyKnown || shapes[read.shape]?.isAccepted == true, !isOnly || read.hasUnit
    else { return false }
    // The line has been held back.
    if isOnly { shapes[read.shape] = nil }
    // The first sentence of the same names decides whether a time comes first: a number may have become as large as a
    // time.
    let mayHaveTime = shapes[read.shape]?.hasTime ?? true
    let lead = mayHaveTime ? reader.leadTime(read.lead) : nil
    let time = prefix.map(\.time) ?? lead
    let isAccepted = shapes[read.shape]?.isAccepted == true
    let isReport = prefix?.isReport ?? false
    if !isReport {
      // New sentences beside periodic ones are a summary.
      if isPeriodic, !isAccepted { return false }
      repeats = repeats || isAccepted
    }
    guard let (source, held) = take(read, at: time, isCertain: read.hasColon || isReport || isOnly)
    else {
      return false
    }
    if isReport { beginPeriodic(reader, &batch) }
    reader.note(comma, after: &self.comma, &batch)
    reader.dropHeaderLines(&batch)
    if reader.style != .sentence, reader.style == .none || reader.isPreamble {
      reader.endPreamble(&batch)
      reader.style = .sentence
    }
    put(
      [held, Held(values: read.values, time: time)].compactMap(\.self), read, source, reader, &batch
    )
    return true
  }

  /// Puts the values of lines of one shape into their columns.
  private func put(
    _ lines: [Held], _ read: SentenceLine, _ source: Int, _ reader: TextReader,
    _ batch: inout TextBatch
  ) {
    var numbers: [(name: String, column: Int)] = []
    let wanted = zip(read.names, read.values).enumerated().map {
      (name: $1.0, field: $0, value: $1.1)
    }
    for item in reader.ordered(wanted) {
      let column = reader.columns.number(
        name: item.name, bare: item.name, field: item.field)
      numbers.append((item.name, column))
    }
    for line in lines {
      var found: [(column: Int, value: FieldValue)] = []
      for (name, column) in numbers where column >= 0 {
        guard let index = read.names.firstIndex(of: name) else { continue }
        found.append((column, line.values[index]))
      }
      reader.put(found, source: source, time: reader.instant(line.time), &batch)
    }
  }

  /// The sentence in a line. The word `nan` is a missing number if the sentence is like an earlier one then; otherwise,
  /// it may be part of a name: `number of nan iterations: 0`.
  private func sentence(
    _ line: UnsafeBufferPointer<UInt8>, commaIsDecimal: Bool
  ) -> SentenceLine? {
    let plain = SentenceLine(line, commaIsDecimal: commaIsDecimal)
    if let plain, shapes[plain.shape] != nil { return plain }
    let hasNaN = line.indices.dropLast(2).contains { place in
      line[place] | 0x20 == 0x6E && line[place + 1] | 0x20 == 0x61 && line[place + 2] | 0x20 == 0x6E
    }
    guard hasNaN,
      let other = SentenceLine(line, commaIsDecimal: commaIsDecimal, nanIsNumber: true),
      shapes[other.shape] != nil
    else { return plain }
    return other
  }

  /// Makes the rows before the first periodic sentence void, if they are a preamble, in which no sentence comes twice.
  private func beginPeriodic(_ reader: TextReader, _ batch: inout TextBatch) {
    guard !isPeriodic else { return }
    isPeriodic = true
    // A banner of the preamble is no report.
    shapes = shapes.filter(\.value.isAccepted)
    guard !repeats, reader.style == .sentence else { return }
    reader.flushRow(&batch)
    batch.controls.append((row: batch.rowCount, control: .void))
  }

  /// The source number of a sentence, and the values of an earlier sentence of the same names that was held back; nil
  /// if this sentence is held back.
  ///
  /// A sentence without a colon before a number may be a banner, so such sentences become rows from the second one on.
  /// - Parameter isCertain: whether the sentence cannot be a banner.
  private func take(
    _ line: SentenceLine, at time: TextTime?, isCertain: Bool
  ) -> (source: Int, held: Held?)? {
    if let shape = shapes[line.shape] {
      shapes[line.shape]?.isAccepted = true
      shapes[line.shape]?.first = nil
      isKnown = true
      return (shape.source, shape.isAccepted ? nil : shape.first)
    }
    guard shapeCount < 64 else { return nil }
    let source = RowSource.sentence(shapeCount)
    shapeCount += 1
    shapes[line.shape] = Shape(
      source: source, isAccepted: isCertain, hasTime: time != nil,
      first: Held(values: line.values, time: time))
    if isCertain { isKnown = true }
    return isCertain ? (source, nil) : nil
  }
}

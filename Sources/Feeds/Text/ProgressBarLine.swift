import Messages

/// A progress bar as `tqdm` draws it: `Epoch 1:  50%|##  | 25/50 [00:25<00:25, 2.25it/s, loss=0.2]`.
///
/// The values are the pairs at the end, or those in front of the bar (`loss: 3.0, lr: 0.001:`), and the rate.
struct ProgressBarLine {
  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The words in front of the percentage.
  let label: UnsafeBufferPointer<UInt8>
  /// The things per second, with their unit; nil before the first thing is done.
  private(set) var rate: FieldValue?
  /// The pairs behind the rate.
  private(set) var pairs: UnsafeBufferPointer<UInt8>

  /// - Parameter line: the line without the blanks at its ends.
  init?(_ line: UnsafeBufferPointer<UInt8>) {
    guard line.last == 0x5D, let bar = line.firstIndex(of: 0x7C), bar > 1, line[bar - 1] == 0x25,
      let barEnd = line[(bar + 1)...].firstIndex(of: 0x7C),
      let open = line[barEnd...].firstIndex(of: 0x5B),
      line[barEnd..<open].contains(0x2F)
    else { return nil }
    var start = bar - 1
    while start > 0, digitValue(line[start - 1]) != nil || line[start - 1] == 0x2E { start -= 1 }
    guard start < bar - 1 else { return nil }
    var label = line[..<start]
    while let last = label.last, last == 0x20 || last == 0x3A { label = label.dropLast() }
    self.label = Bytes(rebasing: label)
    // The times, the rate and the pairs.
    var rest = line[(open + 1)..<(line.count - 1)].drop { $0 != 0x2C }.dropFirst()
    let rate = rest.prefix { $0 != 0x2C }.drop { $0 == 0x20 }
    rest = rest.drop { $0 != 0x2C }.dropFirst()
    pairs = Bytes(rebasing: rest)
    self.rate = Self.rate(Bytes(rebasing: rate))
  }

  /// The rate in `2.25it/s` or `1.01s/it`, in things per second.
  private static func rate(_ text: Bytes) -> FieldValue? {
    let start = Bytes(rebasing: text.prefix { digitValue($0) != nil || $0 == 0x2E })
    guard case .number(let number) = FieldValue(start), start.count < text.count else { return nil }
    let unit = text[start.count...]
    guard unit.starts(with: "s/".utf8) else {
      return FieldValue(text).double == nil ? nil : FieldValue(text)
    }
    guard number > 0 else { return nil }
    let symbol = shown(Bytes(rebasing: unit.dropFirst(2)), limit: 12) + "/s"
    return .quantity(1 / number, TextUnit(symbol: symbol, scale: 1))
  }

  /// The words of the label without its numbers, such as the number of an epoch.
  var labelWords: String {
    label.split(separator: 0x20).map { Bytes(rebasing: $0) }
      .filter { FieldValue($0) == .text && !ProgressCounter.isCounter($0) }
      .map { shown($0, limit: 40) }.joined(separator: " ")
  }

  /// The values in the label and behind the rate.
  var values: [MemberValues.Value] {
    var values: [MemberValues.Value] = []
    func add(_ name: String, _ value: FieldValue) {
      if value == .missing || value.double != nil { values.append((name, values.count, value)) }
    }
    if label.contains(0x3A), let words = SentenceLine(label, nanIsNumber: true) {
      for (name, value) in zip(words.names, words.values) { add(name, value) }
    }
    for pair in PairLine(pairs)?.pairs ?? [] {
      add(shown(pair.key, limit: TextLimits.name), pair.value)
    }
    return values
  }
}

/// Lines of progress bars.
final class ProgressBarForm {
  /// Whether a bar has had values besides its rate.
  private(set) var hasValues = false

  func read(_ line: TextLine, _ reader: TextReader, _ batch: inout TextBatch) -> Bool {
    guard line.text.last == 0x5D, let bar = ProgressBarLine(line.text) else { return false }
    // Beside rows of another form, bars only decorate the terminal.
    guard hasValues || [.none, .progress].contains(reader.style) else { return true }
    let all = bar.values
    var values = all
    hasValues = hasValues || !values.isEmpty
    if hasValues {
      values = values.filter { $0.value != .missing || reader.columns.has(quantity: $0.name) }
    }
    if let rate = bar.rate, all.isEmpty == !hasValues {
      let words = bar.label.contains(0x3A) ? "" : bar.labelWords
      values.append((words.isEmpty ? "rate" : words, values.count, rate))
    }
    guard !values.isEmpty else { return true }
    reader.dropHeaderLines(&batch)
    reader.style = .progress
    reader.put(MemberValues(values: values, source: RowSource.pairs, time: nil), &batch)
    return true
  }
}

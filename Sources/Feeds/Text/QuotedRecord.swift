import Messages

/// The lines so far of a row with a quoted field that contains line ends, as RFC 4180 allows.
///
/// The size is bounded. The lines of a quote that is never closed are read again, one by one.
struct QuotedRecord {
  private var lines: [[UInt8]] = []
  private var size = 0
  /// The number of the first line.
  private(set) var lineNumber = 0
  /// Whether an open quote does not start a record, because an earlier quote was never closed.
  var isRefused = false

  /// The largest number of lines: a quote that is never closed must not hold back a live text for long.
  private static let mostLines = 256

  init() {}

  private init(_ lines: [[UInt8]], lineNumber: Int) {
    (self.lines, self.lineNumber) = (lines, lineNumber)
    size = lines.reduce(0) { $0 + $1.count + 1 }
  }

  var isEmpty: Bool { lines.isEmpty }

  /// Starts a record.
  /// - Returns: whether the line may be the start of a record.
  mutating func begin(_ line: UnsafeBufferPointer<UInt8>, lineNumber: Int) -> Bool {
    guard !isRefused, line.count <= TextLimits.record else { return false }
    self = QuotedRecord([Array(line)], lineNumber: lineNumber)
    return true
  }

  /// Adds a line.
  /// - Returns: whether there is room for the line.
  mutating func append(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard size + line.count < TextLimits.record, lines.count < Self.mostLines else { return false }
    lines.append(Array(line))
    size += line.count + 1
    return true
  }

  /// The record as one line, with blanks instead of line ends.
  var joined: [UInt8] { Array(lines.joined(separator: [0x20])) }

  /// Ends the record.
  /// - Returns: its lines.
  mutating func take() -> [[UInt8]] {
    defer { lines = [] }
    return lines
  }
}

extension TextReader {
  /// Starts a row that continues in the next line, or reports the line as unreadable.
  func beginRecord(_ line: UnsafeBufferPointer<UInt8>, _ batch: inout TextBatch) {
    if record.begin(line, lineNumber: lineNumber) { return }
    unreadable(line, String(localized: "its quote is not closed"), &batch)
  }

  func continueRecord(_ line: UnsafeBufferPointer<UInt8>, _ batch: inout TextBatch) {
    guard record.append(line) else {
      giveUpRecord(&batch)
      understand(line, &batch)
      return
    }
    // Behind an even number of quotes, the quote of a well-formed cell is open again.
    guard line.count(where: { $0 == 0x22 }) % 2 == 1 else { return }
    let soFar = record
    record = QuotedRecord()
    soFar.joined.withUnsafeBufferPointer { understand($0, &batch) }
    // The quote is still open.
    if !record.isEmpty { record = soFar }
  }

  /// Reads the lines of a quote that is not closed one by one.
  func giveUpRecord(_ batch: inout TextBatch) {
    let last = lineNumber
    lineNumber = record.lineNumber
    let lines = record.take()
    record.isRefused = true
    for line in lines where !isEnded {
      line.withUnsafeBufferPointer { understand($0, &batch) }
      lineNumber += 1
    }
    record.isRefused = false
    lineNumber = last
  }
}

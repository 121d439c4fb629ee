import Messages

/// The brackets of a JSON text that are open at some place.
struct OpenBrackets {
  private(set) var depth = 0
  /// A bit for each bracket, the lowest for the innermost bracket; set for the bracket of an object. Brackets outside
  /// the innermost 64 count as brackets of arrays.
  private var kinds: UInt64 = 0

  /// Whether the innermost bracket is that of an object.
  var areInObject: Bool { kinds & 1 != 0 }

  /// The end of the first value of a text, an object or an array; nil if the value does not end in the
  /// text.
  mutating func end(of text: UnsafeBufferPointer<UInt8>) -> Int? {
    var isInString = false
    var i = 0
    while i < text.count {
      switch text[i] {
      case 0x5C where isInString: i += 1
      case 0x22: isInString.toggle()
      case 0x7B where !isInString, 0x5B where !isInString:
        depth += 1
        kinds = kinds &<< 1 | (text[i] == 0x7B ? 1 : 0)
      case 0x7D where !isInString, 0x5D where !isInString:
        depth -= 1
        kinds &>>= 1
        if depth <= 0 { return i + 1 }
      default: break
      }
      i += 1
    }
    return nil
  }

  /// Whether a text is one object from its start to its end.
  static func enclose(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var brackets = OpenBrackets()
    return text.first == 0x7B && brackets.end(of: text) == text.count
  }
}

/// The lines so far of a JSON value that spans several lines.
///
/// The size is limited like that of a line: of a larger value only the start and the last line are kept, up to the
/// value's end. A line that cannot be inside a JSON value ends the record, so that a lone brace does not hold back later
/// data. A line that starts another value where no value can be also ends the record, because the end of the value
/// before has been lost.
struct JSONRecord {
  private(set) var bytes: [UInt8] = []
  /// Whether the value is larger than the limit.
  private(set) var isTooLarge = false
  /// The number of bytes at which the lines are examined next.
  private var checkpoint = TextLimits.record
  /// The number of the line on which the value begins.
  private(set) var lineNumber = 0
  private var brackets = OpenBrackets()
  /// The place of the last line; 0 if there is only one line.
  private var lastLine = 0

  var isEmpty: Bool { bytes.isEmpty }

  mutating func begin(_ text: UnsafeBufferPointer<UInt8>, lineNumber: Int) {
    self = JSONRecord()
    bytes = Array(text)
    self.lineNumber = lineNumber
    _ = brackets.end(of: text)
  }

  /// Adds a line.
  /// - Parameters:
  ///   - text: the line without the blanks at its start.
  ///   - isIndented: whether there are such blanks.
  /// - Returns: whether the value is complete; nil if the line cannot be inside the value.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>, isIndented: Bool) -> Bool? {
    guard let first = text.first else { return false }
    let isInside =
      digitValue(first) != nil || "\"{}[],:-tfnN".utf8.contains(first)
      || text.starts(with: "Infinity".utf8)
    guard isInside else { return nil }
    if first == 0x7B || first == 0x5B, !isIndented, !mayHoldValue { return nil }
    guard makeRoom(for: text.count) else { return nil }
    bytes.append(0x20)
    lastLine = bytes.count
    bytes.append(contentsOf: text)
    return brackets.end(of: text) != nil
  }

  /// Makes room for a line. Each time that the size has doubled, the lines must be the start of a JSON value: lines of
  /// numbers behind a lone brace are none.
  /// - Returns: whether the line may be a part of the value.
  private mutating func makeRoom(for count: Int) -> Bool {
    let size = bytes.count + count
    guard size >= checkpoint else { return true }
    guard isTooLarge || bytes.withUnsafeBufferPointer(JSONRow.isUnfinished) else { return false }
    checkpoint = min(2 * size, TextLimits.line)
    if size >= TextLimits.line {
      isTooLarge = true
      bytes.removeSubrange(min(bytes.count, 4 * TextLimits.shownLine)...)
    }
    return true
  }

  /// Whether an object or an array may come next.
  private var mayHoldValue: Bool {
    switch bytes.last(where: { $0 != 0x20 && $0 != 0x09 }) {
    case 0x3A, 0x5B: true
    case 0x2C: !brackets.areInObject
    default: false
    }
  }

  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Removes and returns the last line, if the line is a whole object.
  mutating func takeLastObject() -> [UInt8]? {
    let line = Array(bytes[lastLine...])
    guard lastLine > 0, line.withUnsafeBufferPointer(OpenBrackets.enclose) else { return nil }
    bytes.removeLast(line.count + 1)
    lastLine = 0
    return line
  }
}

/// Lines of JSON.
final class JSONForm {
  /// A value that continues in the next line.
  private var record = JSONRecord()

  var isOpen: Bool { !record.isEmpty }

  func read(_ line: TextLine, _ reader: TextReader, _ batch: inout TextBatch) -> Bool {
    guard line.text[0] == 0x7B || line.text[0] == 0x5B else {
      return readBehindPrefix(line.text, reader, &batch)
    }
    return read(line.text, reader, &batch)
  }

  /// Reads a line that ends in a whole object behind the words of a logger, such as a line of `kubectl logs
  /// --timestamps` or `docker compose logs`. The first time among these words is the time of a row without its own
  /// time.
  private func readBehindPrefix(
    _ line: UnsafeBufferPointer<UInt8>, _ reader: TextReader, _ batch: inout TextBatch
  ) -> Bool {
    guard line.last == 0x7D, [.none, .json, .sentence, .progress].contains(reader.style),
      let start = line.firstIndex(of: 0x7B), start > 0, " \t|".utf8.contains(line[start - 1])
    else { return false }
    let object = UnsafeBufferPointer(rebasing: line[start...])
    guard OpenBrackets.enclose(object),
      let row = JSONRow(object), row.items.contains(where: { $0.value.double != nil }),
      isLogPrefix(of: start, line, reader.fields.times)
    else { return false }
    return readRow(
      object, reader, &batch, prefixTime: firstTime(line[..<start], reader.fields.times))
  }

  /// Whether the words before a place are those of a logger: there are neither pairs nor numbers behind the time.
  private func isLogPrefix(
    of start: Int, _ line: UnsafeBufferPointer<UInt8>, _ times: TimeReader
  ) -> Bool {
    let rest = LogPrefix(line, times)?.rest.count ?? line.count
    return !line[..<start].contains(0x3D)
      && line[min(line.count - rest, start)..<start].split(separator: 0x20).allSatisfy {
        FieldValue(UnsafeBufferPointer(rebasing: $0)).double == nil
      }
  }

  /// The first time among words.
  private func firstTime(
    _ words: Slice<UnsafeBufferPointer<UInt8>>, _ times: TimeReader
  ) -> TextTime? {
    words.indices.lazy.filter { $0 == 0 || " \t|".utf8.contains(words[$0 - 1]) }
      .compactMap { times.readStart(UnsafeBufferPointer(rebasing: words[$0...]))?.time }.first
  }

  /// Reads a value of JSON, or the values of an array of objects, each as a row. The array and the objects may span
  /// several lines.
  /// - Returns: whether the text is JSON.
  private func read(
    _ text: UnsafeBufferPointer<UInt8>, _ reader: TextReader, _ batch: inout TextBatch
  ) -> Bool {
    let mayGoOn = !reader.isCut && (reader.style == .none || reader.style == .json)
    var rest = text
    if rest[0] == 0x5B {
      let inner = withoutBlanks(UnsafeBufferPointer(rebasing: rest[1...]))
      // The brackets around objects are ignored.
      if inner.first == 0x7B || inner.isEmpty && mayGoOn { rest = inner }
    }
    if rest.isEmpty { return true }
    var hasRead = false
    while let first = rest.first {
      guard first == 0x7B || first == 0x5B else { break }
      var brackets = OpenBrackets()
      guard let end = brackets.end(of: rest) else {
        guard mayGoOn, JSONRow.isUnfinished(rest) else { break }
        record.begin(rest, lineNumber: reader.lineNumber)
        return true
      }
      let value = UnsafeBufferPointer(rebasing: rest[..<end])
      let after = withoutBlanks(UnsafeBufferPointer(rebasing: rest[end...]))
      // `[1795236441.387493] 64 bytes from localhost` starts like JSON and is not JSON.
      let isSeparated = after.isEmpty || first == 0x7B && (after[0] == 0x2C || after[0] == 0x5D)
      guard isSeparated, readRow(value, reader, &batch) else { break }
      hasRead = true
      rest = after
      guard let separator = after.first else { break }
      rest = withoutBlanks(UnsafeBufferPointer(rebasing: after[1...]))
      if separator == 0x5D { break }
    }
    if !rest.isEmpty, hasRead {
      reader.unreadable(rest, String(localized: "not valid JSON"), &batch)
    }
    return hasRead
  }

  /// Adds a line to the open value, and reads the value when the value is complete.
  func continueValue(
    _ line: UnsafeBufferPointer<UInt8>, _ reader: TextReader, _ batch: inout TextBatch
  ) {
    let text = withoutBlanks(line)
    let wasTooLarge = record.isTooLarge
    guard let isWhole = record.append(text, isIndented: text.count < line.count) else {
      // Behind a line that ends with a colon, such as `{"a":`, another object seems to be its value.
      let last = OpenBrackets.enclose(text) ? record.takeLastObject() : nil
      giveUp(reader, &batch)
      last?.withUnsafeBufferPointer { reader.understand($0, &batch) }
      reader.understand(line, &batch)
      return
    }
    // A value that never ends is reported while its lines come.
    if record.isTooLarge, !wasTooLarge {
      record.bytes.withUnsafeBufferPointer {
        reader.unreadable(
          $0, String(localized: "longer than 1 MiB"), number: record.lineNumber, &batch)
      }
    }
    guard isWhole else { return }
    if record.isTooLarge { return giveUp(reader, &batch) }
    record.take().withUnsafeBufferPointer {
      if !read($0, reader, &batch) {
        reader.unreadable($0, String(localized: "not valid JSON"), &batch)
      }
    }
  }

  /// Gives up the open value, if there is one, and reports it as unreadable. A value that is too large has been reported.
  func giveUp(_ reader: TextReader, _ batch: inout TextBatch) {
    guard isOpen else { return }
    let (number, wasReported) = (record.lineNumber, record.isTooLarge)
    let bytes = record.take()
    guard !wasReported else { return }
    bytes.withUnsafeBufferPointer {
      reader.unreadable($0, String(localized: "its JSON does not end"), number: number, &batch)
    }
  }

  private func withoutBlanks(
    _ text: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    let start = text.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? text.count
    return UnsafeBufferPointer(rebasing: text[start...])
  }
}

/// A line whose fields are between pipes, as `sacct -P`, `squeue -o "%i|%T|%C"` and `sqlite3` write them: `11|CANCELLED
/// by 1000|8||x`.
///
/// In drawn tables, progress bars and reports, blanks are beside the bars.
struct PipeLine {
  /// The number of pipes.
  let pipes: Int
  /// Whether a pipe ends the line, as `sacct -p` writes it.
  let endsWithPipe: Bool

  /// - Parameter line: the line without the blanks at its ends.
  init?(_ line: UnsafeBufferPointer<UInt8>) {
    guard let first = line.first, first != 0x7C, line.contains(0x7C) else { return nil }
    for place in line.indices.dropFirst() where line[place] == 0x7C {
      let next = place + 1 < line.count ? line[place + 1] : 0x7C
      guard !Self.isBlank(line[place - 1]), !Self.isBlank(next) else { return nil }
    }
    pipes = line.count { $0 == 0x7C }
    endsWithPipe = line.last == 0x7C
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension TextReader {
  /// The delimiter of a line below a header with as many pipes; nil without such a header.
  func pipeDelimiter(_ line: UnsafeBufferPointer<UInt8>) -> Delimiter? {
    guard let header = headerLines.last, line.contains(0x7C) else { return nil }
    return header.bytes.withUnsafeBufferPointer { bytes in
      guard bytes.first != 0x23, let above = PipeLine(TextLine(bytes).text),
        above.pipes == line.count(where: { $0 == 0x7C })
      else { return nil }
      return above.endsWithPipe ? .box : .pipe
    }
  }

  /// Whether a line starts with a time that has pipes, as the user's format says.
  private func hasPipeInTime(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard fields.times.hasFormat, let (_, length) = fields.times.readFormatted(line) else {
      return false
    }
    return line[..<length].contains(0x7C)
  }

  /// Whether a delimiter may separate the fields of a line.
  func mayDelimit(_ delimiter: Delimiter, _ line: TextLine) -> Bool {
    switch delimiter {
    case .blanks: true
    case .pipe:
      !hasPipeInTime(line.text)
        && (PipeLine(line.text) != nil || pipeDelimiter(line.text) == .pipe)
    default: line.whole.contains(delimiter.byte) || opensQuote(line.whole)
    }
  }
}

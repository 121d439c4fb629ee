import Messages

/// A recorded file. `SampleRecorder` documents the format.
struct SampleFile {
  private(set) var hostName = ""
  private(set) var system = ""
  /// Seconds between samples.
  private(set) var period = 1.0
  private(set) var samples: [ProcSample] = []
  /// A line for the terminal about an ignored part; nil for a complete file.
  private(set) var notice: String?

  private let path: String
  private var lineNumber = 0
  private var open: OpenBlock?

  /// The sample whose lines are being read.
  private struct OpenBlock {
    var sample: ProcSample
    var line: Int
    /// Parses each line at once, to find mistakes.
    var check = MachineState()
  }

  /// Reads a whole recording; `path` is for messages. A last sample without its end is left out with a
  /// notice, because the recording machine stopped there. Every other deviation from the format is an
  /// error with its line and column.
  init(_ bytes: [UInt8], path: String) throws(SourceError) {
    self.path = path
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: .newline) ?? bytes.endIndex
      lineNumber += 1
      do {
        try read(bytes[start..<end])
      } catch {
        guard end == bytes.endIndex, lineNumber > Self.headerLines else {
          throw describe(error, in: bytes[start..<end])
        }
        // A last line without a line end was cut off.
        open = open ?? OpenBlock(sample: ProcSample(time: 0), line: lineNumber)
      }
      start = min(end + 1, bytes.endIndex)
    }
    guard lineNumber >= Self.headerLines else {
      lineNumber += 1
      throw describe(FieldError(offset: 0, expected: expectedInHeader), in: [])
    }
    if let open {
      notice = String(
        localized: "\(path):\(open.line):1: the last sample is cut off and was left out; "
          + "the \(samples.count) before it are whole")
    }
  }

  private static let headerLines = 4

  private var expectedInHeader: String {
    switch lineNumber {
    case 1: "'\(SampleRecorder.magic)', the first line of what --record-samples writes"
    case 2: "'host' and the machine's name"
    case 3: "'system' and the operating system's name"
    default: "'period' and the seconds between samples"
    }
  }

  private mutating func read(_ line: ArraySlice<UInt8>) throws(FieldError) {
    if lineNumber <= Self.headerLines { return try readHeader(line) }
    var fields = Fields(line)
    let keyword = try fields.word(open == nil ? "'sample' and a time" : Self.expectedInBlock)
    if keyword.equals("sample") {
      guard open == nil else {
        throw FieldError(offset: 0, expected: "'end' of the sample before this one")
      }
      let time = try fields.decimal("the time in UTC seconds since 1970")
      try fields.end()
      open = OpenBlock(sample: ProcSample(time: time), line: lineNumber)
      return
    }
    guard open != nil else { throw FieldError(offset: 0, expected: "'sample' and a time") }
    if keyword.equals("end") {
      try fields.end()
      if let block = open { samples.append(block.sample) }
      open = nil
      return
    }
    guard let file = ProcFile.allCases.first(where: { keyword.equals($0.keyword) }) else {
      throw FieldError(offset: 0, expected: Self.expectedInBlock)
    }
    try readLine(line, of: file, after: fields.offset)
  }

  private static let expectedInBlock =
    ProcFile.allCases.map { "\($0.keyword)" }.joined(separator: ", ") + " or end"

  private mutating func readLine(
    _ line: ArraySlice<UInt8>, of file: ProcFile, after keyword: Int
  ) throws(FieldError) {
    let text = line.dropFirst(keyword + 1)
    do {
      try open?.check.read(text, of: file)
    } catch {
      throw FieldError(offset: error.offset + keyword + 1, expected: error.expected)
    }
    open?.sample[file] += text + [.newline]
  }

  private mutating func readHeader(_ line: ArraySlice<UInt8>) throws(FieldError) {
    func rest(after keyword: StaticString) throws(FieldError) -> ArraySlice<UInt8> {
      guard line.starts(with: keyword) else {
        throw FieldError(offset: 0, expected: expectedInHeader)
      }
      return line.dropFirst(keyword.utf8CodeUnitCount)
    }
    switch lineNumber {
    case 1:
      guard line.elementsEqual(SampleRecorder.magic.utf8) else {
        throw FieldError(offset: 0, expected: expectedInHeader)
      }
    case 2: hostName = try rest(after: "host ").text
    case 3: system = try rest(after: "system ").text
    default:
      _ = try rest(after: "period ")
      var fields = Fields(line)
      _ = try fields.word(expectedInHeader)
      let seconds = try fields.decimal(expectedInHeader)
      guard seconds > 0 else { throw FieldError(offset: 7, expected: "more than zero seconds") }
      period = seconds
    }
  }

  /// `FILE:LINE:COLUMN: expected …, found '…'`.
  private func describe(_ error: FieldError, in line: ArraySlice<UInt8>) -> SourceError {
    let rest = line.dropFirst(error.offset).prefix { !$0.isSpace }
    let found =
      rest.isEmpty
      ? "the end of the line"
      : "'" + String(rest.text.prefix(32).map { $0.isASCII && $0 >= " " ? $0 : "?" }) + "'"
    return SourceError(
      kind: .badData,
      description:
        "\(path):\(lineNumber):\(error.offset + 1): expected \(error.expected), found \(found)")
  }
}

/// A dictionary as Python prints it: `{'loss': 2.45, 'done': False}`.
enum PythonDictionary {
  /// Whether a line starts like such a dictionary, which JSON does not.
  static func starts(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.count > 2 && line[0] == UInt8(ascii: "{") && line[1] == UInt8(ascii: "'")
  }

  /// Writes a dictionary as JSON. Tuples become arrays, `nan` and other words become null, and `tensor(0.5)` becomes
  /// the number in the parentheses.
  static func json(_ line: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var json: [UInt8] = []
    json.reserveCapacity(line.count + 8)
    var index = 0
    while index < line.count {
      switch line[index] {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): copyString(line, &index, to: &json)
      case UInt8(ascii: "("), UInt8(ascii: ")"):
        json.append(line[index] == UInt8(ascii: "(") ? UInt8(ascii: "[") : UInt8(ascii: "]"))
        index += 1
      case let byte where isLetter(byte) && !isInNumber(line, index):
        let word = word(line, &index)
        // JSON has no `-inf`.
        if json.last == UInt8(ascii: "-"), word == Array("null".utf8) { json.removeLast() }
        json.append(contentsOf: word)
      default:
        json.append(line[index])
        index += 1
      }
    }
    return json
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F
  }

  /// Whether a letter is the exponent of a number: `4.9e-05`.
  private static func isInNumber(_ line: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    index > 0 && (digitValue(line[index - 1]) != nil || line[index - 1] == 0x2E)
  }

  /// The word of JSON for a word of Python, such as `true` for `True`, or the number of `tensor(0.5, device='cpu')`.
  private static func word(_ line: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> [UInt8] {
    let start = index
    while index < line.count,
      isLetter(line[index]) || digitValue(line[index]) != nil || line[index] == 0x2E
    {
      index += 1
    }
    if index < line.count, line[index] == UInt8(ascii: "("),
      let close = line[index...].firstIndex(of: UInt8(ascii: ")"))
    {
      let inner = line[(index + 1)..<close]
      index = close + 1
      return Array(inner.prefix { $0 != UInt8(ascii: ",") })
    }
    let words = ["True": "true", "False": "false"]
    return Array((words[String(decoding: line[start..<index], as: UTF8.self)] ?? "null").utf8)
  }

  private static func copyString(
    _ line: UnsafeBufferPointer<UInt8>, _ index: inout Int, to json: inout [UInt8]
  ) {
    let (quote, double) = (line[index], UInt8(ascii: "\""))
    json.append(double)
    index += 1
    while index < line.count, line[index] != quote {
      if line[index] == UInt8(ascii: "\\"), index + 1 < line.count {
        // JSON escapes no single quotation marks.
        if line[index + 1] != UInt8(ascii: "'") { json.append(line[index]) }
        index += 1
      } else if line[index] == double {
        json.append(UInt8(ascii: "\\"))
      }
      json.append(line[index])
      index += 1
    }
    json.append(double)
    index += 1
  }
}

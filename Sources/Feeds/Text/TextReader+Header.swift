/// Names of columns from the lines above a row.
extension TextReader {
  /// The known table with this line as its header, times in the line aside.
  func knownTable(_ line: UnsafeBufferPointer<UInt8>) -> TextTable? {
    var signatures: [Delimiter: [String]] = [:]
    for known in tables where !known.signature.isEmpty {
      let found = signatures[known.delimiter] ?? signature(line, known.delimiter)
      signatures[known.delimiter] = found
      if known.signature == found { return known }
    }
    return nil
  }

  func signature(_ line: UnsafeBufferPointer<UInt8>, _ delimiter: Delimiter) -> [String] {
    names(line, delimiter)
  }

  /// The fields of a line of names. A time among them (`sar`) has no name.
  func names(_ line: UnsafeBufferPointer<UInt8>, _ delimiter: Delimiter) -> [String] {
    var header = FieldSplitter(times: TimeReader(format: nil))
    header.split(withoutHash(line), by: delimiter, commaIsDecimal: false)
    defer { header.release() }
    return header.fields.map { $0.time == nil ? $0.name : "" }
  }

  /// A line without the `#` of a comment, which is not a name: `# time load`.
  private func withoutHash(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    guard let first = line.first, first == 0x23 else { return line }
    return UnsafeBufferPointer(rebasing: line.drop { $0 == 0x23 || $0 == 0x20 })
  }

  /// The names for the fields that have just been split, if the line above is their header. A header
  /// - has as many fields as the row, or as many when split at two blanks (`KB/s in  KB/s out`);
  /// - or has one field less, where the first field of the row is text or a time (`free`);
  /// - or starts with a field that ends with a colon and that the rows lack (`avg-cpu:`);
  /// - or has more fields, split at blanks, where the last name consists of several words (`Mounted on`);
  /// - or is not split at blanks and has two fields or more.
  func headerNames(_ delimiter: Delimiter) -> [String]? {
    guard let last = headerLines.last else { return nil }
    let names = last.bytes.withUnsafeBufferPointer { self.names($0, delimiter) }
    let count = fields.fields.count
    guard let fitted = fit(names, to: count, last, delimiter) else { return nil }
    guard fitted.allSatisfy({ $0.isEmpty || FieldValue.isName($0) }) else { return nil }
    return withoutDuplicates(fitted, delimiter)
  }

  private func fit(
    _ names: [String], to count: Int, _ line: HeaderLine, _ delimiter: Delimiter
  ) -> [String]? {
    if names.count == count { return names }
    guard delimiter == .blanks else { return names.count > 1 ? names : nil }
    let wide = line.bytes.withUnsafeBufferPointer { wideNames($0).map(\.name) }
    if wide.count == count, count > 1 { return wide }
    guard let first = fields.fields.first else { return nil }
    if names.count == count + 1, names[0].hasSuffix(":") { return Array(names.dropFirst()) }
    if names.count == count - 1, !first.isNumber, count > 1 { return [""] + names }
    if names.count > count, count > 2 {
      return Array(names[..<(count - 1)]) + [names[(count - 1)...].joined(separator: " ")]
    }
    // The last column is a command that contains blanks.
    if names.count < count, let last = names.last, TextTable.isCommand(last) { return names }
    return nil
  }

  /// Words with at most one blank between them, and their positions in the line.
  private func wideNames(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> [(name: String, start: Int, end: Int)] {
    var found: [(name: String, start: Int, end: Int)] = []
    var index = 0
    while index < line.count, found.count < TextLimits.columns {
      while index < line.count, FieldSplitter.isBlank(line[index]) { index += 1 }
      let start = index
      while index < line.count {
        if line[index] == 0x7C || line[index] == 0x09 { break }
        if line[index] == 0x20, index + 1 == line.count || FieldSplitter.isBlank(line[index + 1]) {
          break
        }
        index += 1
      }
      if index > start {
        let bytes = UnsafeBufferPointer(rebasing: line[start..<index])
        found.append((shown(bytes, limit: 64), start, index))
      }
    }
    return found
  }

  /// Makes names unique: a name that occurs twice is prefixed with the group's name above it (`vmstat
  /// -d`: `reads total`, `writes total`), or else numbered.
  private func withoutDuplicates(_ names: [String], _ delimiter: Delimiter) -> [String] {
    var counts: [String: Int] = [:]
    for name in names { counts[name, default: 0] += 1 }
    guard counts.contains(where: { $0.value > 1 && !$0.key.isEmpty }) else { return names }
    let groups = delimiter == .blanks ? groupNames(names.count) : []
    var used: Set<String> = []
    return names.enumerated().map { index, name in
      if name.isEmpty { return name }
      var unique = name
      if counts[name, default: 0] > 1, index < groups.count, !groups[index].isEmpty {
        unique = groups[index] + " " + name
      }
      let base = unique
      var number = 2
      while !used.insert(unique).inserted {
        unique = base + " " + String(number)
        number += 1
      }
      return unique
    }
  }

  /// The group above each name of the header, found by the positions in the line.
  private func groupNames(_ count: Int) -> [String] {
    guard headerLines.count == 2 else { return [] }
    let groups = headerLines[0].bytes.withUnsafeBufferPointer { words($0) }
    let places = headerLines[1].bytes.withUnsafeBufferPointer { words($0) }
    let shift = count - places.count
    return (0..<count).map { index in
      guard index >= shift, index - shift < places.count else { return "" }
      let place = places[index - shift]
      let middle = (place.start + place.end) / 2
      guard let group = groups.last(where: { $0.start <= middle }) else { return "" }
      return String(group.name.filter { $0 != "-" })
    }
  }

  private func words(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> [(name: String, start: Int, end: Int)] {
    var words: [(name: String, start: Int, end: Int)] = []
    var index = 0
    while index < line.count, words.count < TextLimits.columns {
      while index < line.count, FieldSplitter.isBlank(line[index]) { index += 1 }
      let start = index
      while index < line.count, !FieldSplitter.isBlank(line[index]) { index += 1 }
      if index > start {
        words.append((shown(UnsafeBufferPointer(rebasing: line[start..<index])), start, index))
      }
    }
    return words
  }
}

extension FieldValue {
  /// Whether a text may be the name of a column: it is not a number.
  static func isName(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { FieldValue($0).double == nil }
  }
}

/// The names of columns from the lines above a row.
extension TextReader {
  /// The known table with this line as its header, apart from times in the line; nil if there is none.
  func knownTable(_ line: UnsafeBufferPointer<UInt8>) -> TextTable? {
    var signatures: [Delimiter: [String]] = [:]
    for known in tables where !known.signature.isEmpty {
      let found = signatures[known.delimiter] ?? names(line, known.delimiter)
      signatures[known.delimiter] = found
      if known.signature == found { return known }
    }
    return nil
  }

  /// The fields of a line of names. A time among them (`sar`) is no name, except a date with the name
  /// of its month.
  func names(
    _ line: UnsafeBufferPointer<UInt8>, _ delimiter: Delimiter, cells: CellRule = .words
  ) -> [String] {
    var header = FieldSplitter(times: TimeReader(format: nil))
    header.split(withoutHash(line), by: delimiter, commaIsDecimal: false, cells: cells)
    defer { header.release() }
    return header.fields.map { field in
      let hasName =
        field.time == nil || field.bytes.prefix(4).contains { (0x41...0x7A).contains($0) }
      return hasName ? field.name : ""
    }
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
  /// - or has one field less, if the first field of the row is text or a time (`free`);
  /// - or starts with a field that ends with a colon and that the rows lack (`avg-cpu:`);
  /// - or has more fields, split at blanks, of which several are above one field of the row (`CPU %`), or whose last
  ///   name consists of several words (`Mounted on`);
  /// - or is not split at blanks and has two fields or more.
  ///
  /// A line that ends with a colon is a caption (`General statistics:`), and no header.
  ///
  /// - Parameters:
  ///   - row: the line of the fields.
  ///   - isStrict: whether only the first of these rules applies.
  func headerNames(
    _ delimiter: Delimiter, over row: UnsafeBufferPointer<UInt8>, cells: CellRule = .words,
    isStrict: Bool = false
  ) -> HeaderNames? {
    guard let last = headerLines.last else { return nil }
    let count = fields.cellCount
    let names = last.bytes.withUnsafeBufferPointer { self.names($0, delimiter, cells: cells) }
    if delimiter == .blanks, names.count > 1, names.last?.last == ":" || isColonBehindName {
      return nil
    }
    // `***** Running training *****` is a title.
    if names.contains(where: { $0.utf8.count > 2 && $0.utf8.allSatisfy { $0 == 0x2A } }) {
      return nil
    }
    if names.count == count, let twoLines = namesAndUnits(names, delimiter) { return twoLines }
    let fitted =
      names.count == count ? names : isStrict ? wideNames(last, cells, delimiter) : nil
    guard let fitted = fitted ?? (isStrict ? nil : fit(names, to: count, last, delimiter, row)),
      fitted.allSatisfy({ $0.isEmpty || FieldValue.isName($0) })
    else { return nil }
    let unique = fields.expandPairs(fitted)
    var header = HeaderNames(
      qualified(unique, under: delimiter == .blanks ? headings(unique.count) : nil))
    if header.headings.isEmpty { header.headings = fields.headingsOfPairs(unique) }
    return header
  }

  /// Whether a word after the first one ends with a colon, as in a sentence: `Number of threads: 1`.
  private var isColonBehindName: Bool {
    let row = fields.fields.drop { $0.time != nil }
    let isJoined = row.count == 2 && row.first?.bytes.contains(0x20) == true
    return row.dropFirst(isJoined ? 0 : 1).contains { $0.isText && $0.bytes.last == 0x3A }
  }

  private func wideNames(
    _ line: HeaderLine, _ cells: CellRule, _ delimiter: Delimiter
  ) -> [String]? {
    guard delimiter == .blanks, cells == .words, fields.fields.count > 1 else { return nil }
    let wide = line.bytes.withUnsafeBufferPointer { names($0, .blanks, cells: .wide) }
    return wide.count == fields.fields.count ? wide : nil
  }

  private func fit(
    _ names: [String], to count: Int, _ line: HeaderLine, _ delimiter: Delimiter,
    _ row: UnsafeBufferPointer<UInt8>
  ) -> [String]? {
    guard delimiter == .blanks else { return names.count > 1 ? names : nil }
    if let wide = wideNames(line, .words, delimiter) { return wide }
    guard let first = fields.fields.first else { return nil }
    if names.count == count + 1, names[0].hasSuffix(":") { return Array(names.dropFirst()) }
    if names.count == count - 1, !first.isNumber, count > 1 { return [""] + names }
    if names.count > count, count > 2 {
      return namesByPlace(line, over: row)
        ?? Array(names[..<(count - 1)]) + [names[(count - 1)...].joined(separator: " ")]
    }
    // The last column is a command that contains blanks.
    if names.count < count, let last = names.last, FieldRoles.isCommand(last) { return names }
    return nil
  }

  /// The words of a header, joined if several of them are above one field of the row. A word above no field belongs to
  /// the nearest field. Nil if a field has no word, or a word is above two fields.
  private func namesByPlace(
    _ line: HeaderLine, over row: UnsafeBufferPointer<UInt8>
  ) -> [String]? {
    let words = line.bytes.withUnsafeBufferPointer { self.words($0) }
    guard let places = fields.places(in: row) else { return nil }
    var names = [String](repeating: "", count: places.count)
    for word in words {
      let over = places.indices.filter {
        word.start < places[$0].upperBound && places[$0].lowerBound < word.end
      }
      let place = over.count == 1 ? over[0] : over.isEmpty ? nearest(word.start, places) : nil
      guard let place, names[..<place].allSatisfy({ !$0.isEmpty }) else { return nil }
      names[place] += (names[place].isEmpty ? "" : " ") + word.name
    }
    return names.allSatisfy { !$0.isEmpty } ? names : nil
  }

  private func nearest(_ start: Int, _ places: [Range<Int>]) -> Int? {
    places.indices.min {
      abs(places[$0].lowerBound - start) < abs(places[$1].lowerBound - start)
    }
  }

  /// The names of a header of two lines, the second with units (`nvidia-smi dmon`).
  /// - Parameter cells: the fields of the second line.
  private func namesAndUnits(_ cells: [String], _ delimiter: Delimiter) -> HeaderNames? {
    guard let (above, units) = unitsRow(cells, delimiter) else { return nil }
    var result = HeaderNames(qualified(above, under: nil))
    result.units = units.units
    result.indexField = cells.firstIndex { ["idx", "#", "id"].contains($0.lowercased()) }
    return result
  }

  /// The names in the first of two adjacent header lines, if the second line has their units; nil otherwise.
  /// - Parameter cells: the fields of the second line.
  func unitsRow(
    _ cells: [String], _ delimiter: Delimiter
  ) -> (names: [String], units: UnitsRow)? {
    guard headerLines.count == 2, headerLines[0].number + 1 == headerLines[1].number else {
      return nil
    }
    let above = headerLines[0].bytes.withUnsafeBufferPointer { names($0, delimiter) }
    return UnitsRow(cells, below: above, delimiter).map { (above, $0) }
  }

  /// Makes names unique, and prefixes each name with the heading above (`zpool iostat`: `operations read`, `bandwidth
  /// read`). In a header without headings, only names that occur twice are prefixed with the word above, or otherwise
  /// numbered.
  private func qualified(
    _ names: [String], under above: (words: [String], isHeading: Bool)?
  ) -> (names: [String], headings: [String]) {
    var counts: [String: Int] = [:]
    for name in names { counts[name, default: 0] += 1 }
    let isDoubled = counts.contains { $0.value > 1 && !$0.key.isEmpty }
    let isHeading = above?.isHeading == true && !HeaderNames.isFamiliar(names)
    guard isDoubled || isHeading else { return (names, []) }
    let over = above?.words ?? []
    var used: Set<String> = []
    var headings = [String](repeating: "", count: names.count)
    let unique = names.enumerated().map { index, name in
      if name.isEmpty { return name }
      var unique = name
      let word = index < over.count ? over[index] : ""
      if isHeading || counts[name, default: 0] > 1, !word.isEmpty {
        unique = word + " " + name
        headings[index] = word
      }
      let base = unique
      var number = 2
      while !used.insert(unique).inserted {
        unique = base + " " + String(number)
        number += 1
      }
      return unique
    }
    return (unique, headings)
  }

  /// The word above each name of the header, found by the positions in the line, and whether the line above consists of
  /// headings and not of other text; nil without a line above.
  private func headings(_ count: Int) -> (words: [String], isHeading: Bool)? {
    guard headerLines.count == 2 else { return nil }
    let line = headerLines[0].bytes.withUnsafeBufferPointer { HeadingLine($0) }
    var places = headerLines[1].bytes.withUnsafeBufferPointer { words($0) }
    let isAdjacent = headerLines[0].number + 1 == headerLines[1].number
    let isHeading = isAdjacent && line.isHeading && line.words.count < count
    if places.count > count {
      let cells = headerLines[1].bytes.withUnsafeBufferPointer { wideCells($0) }
      if cells.count == count { places = cells }
    }
    if places.count == count,
      let names = line.centredNames(over: places.map { $0.start..<$0.end })
    {
      return (names, isHeading)
    }
    let shift = count - places.count
    let over = (0..<count).map { index in
      guard index >= shift, index - shift < places.count else { return "" }
      let place = places[index - shift]
      return line.word(over: (place.start + place.end) / 2)
    }
    return (over, isHeading)
  }

  /// The names between two blanks or more.
  private func wideCells(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> [(name: String, start: Int, end: Int)] {
    var cells: [(name: String, start: Int, end: Int)] = []
    var index = 0
    while let (start, end) = FieldSplitter.nextWideCell(line, &index),
      cells.count < TextLimits.columns
    {
      cells.append(
        (
          shown(UnsafeBufferPointer(rebasing: line[start..<end]), limit: TextLimits.name), start,
          end
        ))
    }
    return cells
  }

  private func words(
    _ line: UnsafeBufferPointer<UInt8>
  ) -> [(name: String, start: Int, end: Int)] {
    var words: [(name: String, start: Int, end: Int)] = []
    var index = 0
    while let (start, end) = fields.nextWord(line, &index), words.count < TextLimits.columns {
      let word = shown(UnsafeBufferPointer(rebasing: line[start..<end]), limit: TextLimits.name)
      words.append((word, start, end))
    }
    return words
  }
}

extension FieldValue {
  /// Whether a text may be the name of a column, because it is not a number.
  static func isName(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { FieldValue($0).double == nil }
  }
}

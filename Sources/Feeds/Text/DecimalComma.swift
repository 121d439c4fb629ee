import Messages

/// The knowledge whether a comma in the numbers of a text is decimal: `1,234` may be 1234 or 1.234.
enum DecimalComma: Equatable {
  /// No number has had a comma.
  case open
  /// Some numbers had one comma, which may be decimal or separate thousands.
  case assumed(Bool)
  case proved(Bool)

  var isDecimal: Bool {
    switch self {
    case .open: false
    case .assumed(let isDecimal), .proved(let isDecimal): isDecimal
    }
  }

  /// The largest number of bytes after a line that are searched for a proof.
  static let mostBytesAhead = 1 << 18
}

/// The commas of one line.
private struct CommaUse {
  /// Whether commas are decimal, as a number proves; nil if none does.
  var proof: Bool?
  /// Whether a number has a comma that leaves this open.
  var isOpen = false
  /// Whether a number has a decimal point.
  var hasPoint = false
}

extension TextReader {
  /// The knowledge after a line. A number such as `12,5`, `1,234.5` or `1,234,567` proves the use of commas, in this
  /// line or, in a file, in one of the next lines. (The rows of a pipe must not depend on the lines that happen to come
  /// together.) Otherwise, the usual convention is assumed: between semicolons and tabs, where programs of many
  /// countries write decimal commas, commas are decimal, unless there are points between tabs; between blanks, commas
  /// separate thousands.
  func decimalComma(
    _ line: UnsafeBufferPointer<UInt8>, by delimiter: Delimiter, after known: DecimalComma = .open
  ) -> DecimalComma {
    if case .proved = known { return known }
    guard delimiter != .comma, line.contains(0x2C) else { return known }
    let use = commaUse(line, delimiter)
    if let proof = use.proof { return .proved(proof) }
    guard use.isOpen, known == .open else { return known }
    let count = fields.fields.count
    var hasPoint = use.hasPoint
    let mostBytes = options.isFile ? DecimalComma.mostBytesAhead : 0
    var rest = UnsafeBufferPointer(rebasing: ahead.prefix(mostBytes))
    while let end = rest.firstIndex(of: 0x0A) {
      let next = commaUse(UnsafeBufferPointer(rebasing: rest[..<end]), delimiter)
      rest = UnsafeBufferPointer(rebasing: rest[(end + 1)...])
      guard fields.fields.count == count else { continue }
      if let proof = next.proof { return .proved(proof) }
      hasPoint = hasPoint || next.hasPoint
    }
    return .assumed(delimiter == .semicolon || delimiter == .tab && !hasPoint)
  }

  private func commaUse(
    _ line: UnsafeBufferPointer<UInt8>, _ delimiter: Delimiter
  ) -> CommaUse {
    var line = line
    if line.last == 0x0D { line = UnsafeBufferPointer(rebasing: line.dropLast()) }
    var use = CommaUse()
    fields.split(line, by: delimiter, commaIsDecimal: false)
    for field in fields.fields where field.isNumber {
      let number = GroupedNumber(
        field.bytes, commaIsDecimal: false, blanksGroup: delimiter != .blanks)
      switch number?.comma {
      case .decimal: use.proof = true
      case .thousands: use.proof = use.proof ?? false
      case .open: use.isOpen = true
      case .none: use.hasPoint = use.hasPoint || field.bytes.contains(0x2E)
      }
    }
    return use
  }

  /// Takes what a row shows about commas. If earlier rows have been read otherwise, they are void.
  func note(_ comma: DecimalComma, after known: inout DecimalComma, _ batch: inout TextBatch) {
    guard comma != known else { return }
    if case .assumed(let isDecimal) = known, isDecimal != comma.isDecimal {
      flushRow(&batch)
      batch.controls.append((row: batch.rowCount, control: .void))
      notice(
        String(
          localized:
            "line \(lineNumber) shows what commas in numbers mean: earlier rows are left out"
        ), &batch)
    }
    known = comma
  }
}

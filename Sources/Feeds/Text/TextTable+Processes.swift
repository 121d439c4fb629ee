/// Rows that are processes.
extension TextTable {
  /// Whether a line is an idle process: its share of the processors is 0 or, if that share is not selected or not
  /// listed, all of its selected numbers are 0.
  func isIdleProcess(_ fields: [TextField], _ columns: TextColumns) -> Bool {
    guard isProcessList else { return false }
    let shown = roles.fields(of: .value).filter {
      $0 < fields.count && columns.isWanted(bareName($0), field: $0)
    }
    let share = shown.first {
      $0 < names.count && TextColumn.isShareOfProcessor(names[$0])
    }
    return (share.map { [$0] } ?? shown).allSatisfy { field in
      if case .number(let value) = fields[field].value { value == 0 } else { true }
    }
  }

  /// A command without the directory of its program.
  static func command(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let slash = UInt8(ascii: "/")
    let program = bytes.prefix { $0 != 0x20 }
    guard program.first == slash, program.last != slash,
      let end = program.lastIndex(of: slash)
    else { return bytes }
    return UnsafeBufferPointer(rebasing: bytes[(end + 1)...])
  }
}

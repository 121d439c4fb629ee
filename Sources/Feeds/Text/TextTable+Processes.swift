/// Rows that are processes.
extension TextTable {
  /// Whether a line is a process that does not work: it has no share of the processor or, where people chose other
  /// measures or the list has no shares, nothing of all that is shown.
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

  /// A command without the folder of its program.
  static func command(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let slash = UInt8(ascii: "/")
    let program = bytes.prefix { $0 != 0x20 }
    guard program.first == slash, program.last != slash,
      let end = program.lastIndex(of: slash)
    else { return bytes }
    return UnsafeBufferPointer(rebasing: bytes[(end + 1)...])
  }
}
